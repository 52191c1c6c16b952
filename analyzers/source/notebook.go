package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"sync"
	"unicode/utf8"
)

// Notebook is a Jupyter notebook (nbformat 3 or 4) read as one Python file: the
// code cells one after the other, each ended by a newline of its own, with the
// lines that only IPython understands blanked out byte for byte.
type Notebook struct {
	// Raw is the JSON as it lies on disk.
	Raw []byte
	// File is the virtual Python file. Its Position counts cells, and lines in them.
	File *File
	// Language is what the notebook says its kernel speaks, "python" when it says
	// nothing. The cells of other languages are not read: File is then empty.
	Language string

	cells []cell
	typed []byte // the text before lines were blanked
	ascii struct {
		once sync.Once
		all  bool
	}
}

// cell is one code cell that holds text.
type cell struct {
	number  int    // among all cells of the notebook, from 1
	span    Span   // its text in the virtual file, without the newline added after it
	masked  []Span // whole lines of the virtual file that were blanked
	whole   bool   // the first line is a cell magic, which must stay first
	value   Span   // the JSON value of its source in Raw: a string or a list of strings
	strings []jsonString
}

// jsonString is one JSON string of a cell's source.
type jsonString struct {
	raw  Span // with its quotes
	text Span // what it says, in the virtual file
}

// OpenNotebook reads a notebook. It fails when the bytes are not JSON, not UTF-8
// or not a notebook.
func OpenNotebook(path string, raw []byte) (*Notebook, error) {
	if err := validJSON(raw); err != nil {
		return nil, err
	}
	n := &Notebook{Raw: raw, Language: "python"}
	found, err := findCells(raw)
	if err != nil {
		return nil, err
	}
	if found.language != "" {
		n.Language = found.language
	}
	text := n.join(found.cells)
	n.File = New(path, text)
	n.File.notebook = n
	return n, nil
}

// StandsFor reports whether a text is what Git LFS leaves in the place of a file that has not been brought.
func StandsFor(text []byte) bool {
	return bytes.HasPrefix(text, []byte("version https://git-lfs.github.com/spec/"))
}

// validJSON tells truncated and mis-encoded notebooks from good ones.
func validJSON(raw []byte) error {
	body := bytes.TrimPrefix(raw, utf8BOM)
	if !utf8.Valid(body) {
		return errors.New("not a notebook: the text is not UTF-8")
	}
	if json.Valid(body) {
		return nil
	}
	if StandsFor(body) {
		return errors.New("not a notebook: Git LFS has not brought it yet; git lfs pull does")
	}
	var syntax *json.SyntaxError
	if err := json.Unmarshal(body, new(json.RawMessage)); errors.As(err, &syntax) {
		line := New("", body).LineOf(int(syntax.Offset) - 1)
		return fmt.Errorf("not a notebook: line %d is not JSON: %w", line, err)
	}
	return errors.New("not a notebook: not JSON")
}

// join lays the cells out one after the other and returns the virtual text. A
// cell without text leaves no trace, not even a blank line: emptying a cell and
// deleting its lines from the virtual text are then the same thing.
func (n *Notebook) join(cells []rawCell) []byte {
	var text []byte
	for _, c := range cells {
		if !isPython(n.Language) || !isPython(c.language) {
			continue
		}
		one := cell{number: c.number, value: c.value, span: Span{Start: len(text)}}
		for _, s := range c.strings {
			start := len(text)
			text = appendDecoded(text, n.Raw[s.Start:s.End])
			one.strings = append(one.strings, jsonString{raw: s, text: Span{start, len(text)}})
		}
		one.span.End = len(text)
		if one.span.Len() == 0 {
			continue
		}
		n.typed = append(n.typed, text[one.span.Start:]...)
		one.masked, one.whole = maskMagics(text, one.span)
		text, n.typed = append(text, '\n'), append(n.typed, '\n')
		n.cells = append(n.cells, one)
	}
	return text
}

func isPython(language string) bool {
	switch language {
	case "", "python", "python2", "python3", "ipython", "Python":
		return true
	}
	return false
}

// Cells are the spans of the notebook's Python cells in the virtual text, in order. Each is compiled by
// itself when the notebook runs.
func (n *Notebook) Cells() []Span {
	spans := make([]Span, 0, len(n.cells))
	for _, c := range n.cells {
		spans = append(spans, c.span)
	}
	return spans
}

// Notebook is the notebook whose cells f is, nil when f is an ordinary file.
func (f *File) Notebook() *Notebook { return f.notebook }

// Disk is the content of the file as it lies on disk: Text, except for a
// notebook, whose Text is only the code in it.
func (f *File) Disk() []byte {
	if f.notebook != nil {
		return f.notebook.Raw
	}
	return f.Text
}

// cellAt is the cell that holds the byte at offset; the newline that ends a cell
// belongs to it. It is nil only for a notebook without code.
func (n *Notebook) cellAt(offset int) *cell {
	if len(n.cells) == 0 {
		return nil
	}
	i := sort.Search(len(n.cells), func(i int) bool { return n.cells[i].span.End >= offset })
	return &n.cells[min(i, len(n.cells)-1)]
}

// Replacement is new text for a span of a file.
type Replacement struct {
	Span Span
	New  string
}

// Replace is the file with the given replacements made; they must not overlap.
// For a notebook it fails when an edit crosses cells or touches a line that
// Python does not read.
func (f *File) Replace(edits []Replacement) (*File, error) {
	edits = append([]Replacement(nil), edits...)
	sortReplacements(edits)
	text, err := replaceAll(f.Text, edits)
	if err != nil {
		return nil, err
	}
	if f.notebook == nil {
		return New(f.Path, text), nil
	}
	after, err := f.notebook.replace(edits)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(after.File.Text, text) {
		return nil, errMovesMagic
	}
	return after.File, nil
}

func sortReplacements(edits []Replacement) {
	sort.SliceStable(edits, func(i, j int) bool {
		a, b := edits[i].Span, edits[j].Span
		return a.Start < b.Start || a.Start == b.Start && a.End < b.End
	})
}

// replaceAll makes sorted replacements in a text.
func replaceAll(text []byte, edits []Replacement) ([]byte, error) {
	var out []byte
	at := 0
	for _, e := range edits {
		if e.Span.Start < at || e.Span.End < e.Span.Start || e.Span.End > len(text) {
			return nil, fmt.Errorf("edit of bytes %d to %d overlaps another or lies outside the text", e.Span.Start, e.Span.End)
		}
		out = append(out, text[at:e.Span.Start]...)
		out = append(out, e.New...)
		at = e.Span.End
	}
	return append(out, text[at:]...), nil
}
