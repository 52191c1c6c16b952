package source

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// replace makes sorted edits of the virtual text in the JSON. Strings that no
// edit touches keep their bytes, and so does everything around the source.
func (n *Notebook) replace(edits []Replacement) (*Notebook, error) {
	var raw []Replacement
	byCell := map[*cell][]Replacement{}
	var order []*cell
	for _, e := range edits {
		c, e, err := n.cellOf(e)
		if err != nil {
			return nil, err
		}
		if len(byCell[c]) == 0 {
			order = append(order, c)
		}
		byCell[c] = append(byCell[c], e)
	}
	for _, c := range order {
		raw = append(raw, n.rewriteCell(c, byCell[c])...)
	}
	out, err := replaceAll(n.Raw, raw)
	if err != nil {
		return nil, err
	}
	return OpenNotebook(n.File.Path, out)
}

// Refuses says why Replace would not make edits of one fix, nil when it would. It looks
// at the cells they touch only: a notebook may hold thousands of cells and fixes.
func (n *Notebook) Refuses(edits []Replacement) error {
	made, asked := map[*cell][]Replacement{}, map[*cell][]Replacement{}
	for _, e := range edits {
		c, inCell, err := n.cellOf(e)
		if err != nil {
			return err
		}
		asked[c] = append(asked[c], e.moved(-c.span.Start))
		made[c] = append(made[c], inCell.moved(-c.span.Start))
	}
	for c := range made {
		if !n.reads(c, made[c], asked[c]) {
			return errMovesMagic
		}
	}
	return nil
}

func (e Replacement) moved(by int) Replacement {
	return Replacement{Span{e.Span.Start + by, e.Span.End + by}, e.New}
}

var errMovesMagic = errors.New("the edit moves a line between Python and IPython's own commands")

// reads reports whether a cell in which edits were made reads, with the newline behind
// it, as was asked for.
func (n *Notebook) reads(c *cell, made, asked []Replacement) bool {
	var code []byte
	for _, s := range c.strings {
		code = appendDecoded(code, n.Raw[s.raw.Start:s.raw.End])
	}
	sortReplacements(made)
	sortReplacements(asked)
	want, err := replaceAll(n.File.Text[c.span.Start:c.span.End+1], asked)
	if err != nil {
		return false
	}
	got, err := replaceAll(code, made)
	if err != nil {
		return false
	}
	if len(got) > 0 {
		maskMagics(got, Span{0, len(got)})
		got = append(got, '\n')
	}
	return bytes.Equal(got, want)
}

// cellOf finds the cell an edit belongs to and refuses what the notebook cannot
// take. The newline after a cell is not in the notebook: an edit that takes the
// cell's last line with that newline is turned into one that takes the newline
// before the line.
func (n *Notebook) cellOf(e Replacement) (*cell, Replacement, error) {
	c := n.cellAt(e.Span.Start)
	if c == nil {
		return nil, e, errors.New("the notebook has no code cell to edit")
	}
	if err := c.refuse(e); err != nil {
		return nil, e, err
	}
	text := n.File.Text
	switch {
	case e.Span.Start > c.span.End: // an insertion at the very end of the text
		e = Replacement{Span{c.span.End, c.span.End}, "\n" + strings.TrimSuffix(e.New, "\n")}
	case e.Span.End == c.span.End+1 && strings.HasSuffix(e.New, "\n"):
		e = Replacement{Span{e.Span.Start, c.span.End}, e.New[:len(e.New)-1]}
	case e.Span.End == c.span.End+1 && e.New == "" && e.Span.Start == c.span.Start:
		e.Span.End--
	case e.Span.End == c.span.End+1 && e.New == "" && text[e.Span.Start-1] == '\n':
		e.Span = Span{e.Span.Start - 1, e.Span.End - 1}
	}
	if e.Span.End > c.span.End {
		return nil, e, fmt.Errorf("the edit crosses the end of cell %d", c.number)
	}
	return c, e, nil
}

// refuse keeps edits off the lines that were blanked. A whole line may be
// inserted before a line magic, but not before a cell magic, which must stay first.
func (c *cell) refuse(e Replacement) error {
	if c.whole && e.Span.Start <= c.masked[0].Start {
		return fmt.Errorf("the edit would move the cell magic of cell %d from its first line", c.number)
	}
	for _, m := range c.masked {
		before := e.Span.End <= m.Start && (e.Span.Len() > 0 || strings.HasSuffix(e.New, "\n"))
		if !before && e.Span.Start <= m.End && m.Start <= e.Span.End {
			return fmt.Errorf("the edit touches a line of cell %d that Python does not read", c.number)
		}
	}
	return nil
}

// rewriteCell turns the edits of one cell into edits of the JSON. Edits that
// touch the same strings are made together.
func (n *Notebook) rewriteCell(c *cell, edits []Replacement) []Replacement {
	var raw []Replacement
	for len(edits) > 0 {
		first, last := c.touched(edits[0])
		count := 1
		for count < len(edits) {
			from, to := c.touched(edits[count])
			if from > last {
				break
			}
			last, count = max(last, to), count+1
		}
		raw = append(raw, n.rewriteStrings(c, first, last, edits[:count]))
		edits = edits[count:]
	}
	return raw
}

// touched is the range of strings that an edit changes. An insertion between two
// strings belongs to the second; at the very end, to the last. An edit that takes
// the line end of a string joins it with the next.
func (c *cell) touched(e Replacement) (first, last int) {
	s := e.Span
	last = len(c.strings) - 1
	for first < last && c.strings[first].text.End <= s.Start {
		first++
	}
	for last > first && c.strings[last].text.Start >= s.End {
		last--
	}
	if s.Len() > 0 && c.strings[last].text.End == s.End && !strings.HasSuffix(e.New, "\n") {
		last = min(last+1, len(c.strings)-1)
	}
	return first, last
}

// rewriteStrings renders strings first to last of a cell with the edits made.
func (n *Notebook) rewriteStrings(c *cell, first, last int, edits []Replacement) Replacement {
	w := &stringWriter{list: n.Raw[c.value.Start] == '[', ascii: n.isASCII(), edits: edits}
	for i := first; i <= last; i++ {
		at := c.strings[i].text.Start
		body := n.Raw[c.strings[i].raw.Start+1 : c.strings[i].raw.End-1]
		for len(body) > 0 {
			text, size := decodeUnit(body)
			w.keep(at, body[:size])
			at += len(text)
			body = body[size:]
			if at == c.strings[i].text.End && i < len(c.strings)-1 && w.kept {
				w.cut()
			}
		}
	}
	w.rest()
	return n.joinStrings(c, first, last, w.lines)
}

// stringWriter collects the insides of JSON strings while old characters and new
// text go by in the order of the cell.
type stringWriter struct {
	list, ascii bool
	edits       []Replacement
	next        int  // the first edit whose text is not written yet
	kept        bool // the last character that went by was not deleted
	lines       [][]byte
	line        []byte
}

// keep takes an old character as it is written in the JSON, unless an edit deletes
// it; the text of edits that start there comes first.
func (w *stringWriter) keep(at int, raw []byte) {
	for w.next < len(w.edits) && w.edits[w.next].Span.Start <= at {
		w.insert(w.edits[w.next].New)
		w.next++
	}
	w.kept = !deleted(w.edits, at)
	if w.kept {
		w.line = append(w.line, raw...)
	}
}

// insert writes new text; in a list every line of it is a string.
func (w *stringWriter) insert(text string) {
	for part := range strings.SplitAfterSeq(text, "\n") {
		w.line = appendEncoded(w.line, part, w.ascii)
		if strings.HasSuffix(part, "\n") {
			w.cut()
		}
	}
}

// cut ends a string of a list.
func (w *stringWriter) cut() {
	if w.list && len(w.line) > 0 {
		w.lines = append(w.lines, w.line)
		w.line = nil
	}
}

// rest writes the edits behind the last character and ends the last string.
func (w *stringWriter) rest() {
	for ; w.next < len(w.edits); w.next++ {
		if endsInNewline(w.line) {
			w.cut()
		}
		w.insert(w.edits[w.next].New)
	}
	if len(w.line) > 0 {
		w.lines = append(w.lines, w.line)
	}
}

// endsInNewline reports whether the inside of a JSON string ends in "\n".
func endsInNewline(line []byte) bool {
	text := appendDecoded(nil, append(append([]byte{'"'}, line...), '"'))
	return bytes.HasSuffix(text, []byte("\n"))
}

// joinStrings puts the rendered lines where strings first to last stood, with
// the separator the list already uses.
func (n *Notebook) joinStrings(c *cell, first, last int, lines [][]byte) Replacement {
	where := Span{c.strings[first].raw.Start, c.strings[last].raw.End}
	if n.Raw[c.value.Start] != '[' {
		return Replacement{where, `"` + string(bytes.Join(lines, nil)) + `"`}
	}
	if len(lines) == 0 {
		switch {
		case last < len(c.strings)-1:
			where.End = c.strings[last+1].raw.Start
		case first > 0:
			where.Start = c.strings[first-1].raw.End
		default:
			return Replacement{c.value, "[]"}
		}
		return Replacement{where, ""}
	}
	quoted := make([]string, len(lines))
	for i, l := range lines {
		quoted[i] = `"` + string(l) + `"`
	}
	return Replacement{where, strings.Join(quoted, n.separator(c))}
}

// separator is what stands between two strings of a cell's list.
func (n *Notebook) separator(c *cell) string {
	if len(c.strings) > 1 {
		return string(n.Raw[c.strings[0].raw.End:c.strings[1].raw.Start])
	}
	lead := string(n.Raw[c.value.Start+1 : c.strings[0].raw.Start])
	if lead == "" {
		return ", "
	}
	return "," + lead
}

// decodeUnit reads one character of the inside of a JSON string and says how
// many bytes it takes there.
func decodeUnit(body []byte) (text string, size int) {
	if body[0] == '\\' {
		return escapeIn(body)
	}
	_, size = utf8.DecodeRune(body)
	return string(body[:size]), size
}

func deleted(edits []Replacement, at int) bool {
	for _, e := range edits {
		if e.Span.Start <= at && at < e.Span.End {
			return true
		}
	}
	return false
}

// isASCII reports whether the whole JSON is: then new text is escaped, too.
func (n *Notebook) isASCII() bool {
	n.ascii.once.Do(func() {
		n.ascii.all = !bytes.ContainsFunc(n.Raw, func(r rune) bool { return r >= 0x80 })
	})
	return n.ascii.all
}
