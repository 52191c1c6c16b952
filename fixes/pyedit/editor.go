package pyedit

import (
	"errors"
	"sort"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes/pytoken"
)

// Editor builds edits of one Python file.
type Editor struct {
	module  *python.Module
	file    *source.File
	scanned bool
	list    []pytoken.Token
	err     error // the file takes no edits
}

// New makes an editor. On a file with a syntax error every plan fails. The file is
// not looked at before the first edit: most files have nothing to mend.
func New(m *python.Module) *Editor { return &Editor{module: m, file: m.File} }

// scan is the file's tokens, kept with its module: rules make an editor for each finding.
type scan struct {
	list []pytoken.Token
	err  error
}

type scanKey struct{}

func (e *Editor) scan() {
	if e.scanned {
		return
	}
	e.scanned = true
	if e.file.HasLoneReturn() {
		e.err = errors.New("a line of the file ends in a carriage return alone")
		return
	}
	once := e.module.Keep(scanKey{}, func() any {
		list, err := pytoken.Scan(e.file.Text)
		return scan{list, err}
	}).(scan)
	e.list, e.err = once.list, once.err
	if e.err == nil && len(e.module.Errors) > 0 {
		e.err = errors.New("the file has a syntax error")
	}
}

// tokens are the file's tokens, none when it takes no edits.
func (e *Editor) tokens() []pytoken.Token {
	e.scan()
	return e.list
}

// failure says why the file takes no edits, nil when it does.
func (e *Editor) failure() error {
	e.scan()
	return e.err
}

// editable says why a node cannot be edited; nil when it can.
func (e *Editor) editable(n python.Node) error {
	if e.failure() != nil {
		return e.failure()
	}
	start := n.Span().Start
	// any other node begins with a token of its own
	if t := e.tokens()[e.at(start+1)-1]; t.Kind == pytoken.FString && t.Start < start {
		return errors.New("it stands inside an f-string")
	}
	if elif, ok := n.(*python.If); ok && elif.Elif {
		return errors.New("an elif is no statement of its own")
	}
	return nil
}

// at is the index of the first token that starts at or after an offset.
func (e *Editor) at(offset int) int {
	return sort.Search(len(e.tokens()), func(i int) bool { return e.tokens()[i].Start >= offset })
}

func (e *Editor) text(t pytoken.Token) string { return string(e.file.Text[t.Start:t.End]) }

// is reports whether token i is this operator or word.
func (e *Editor) is(i int, text string) bool {
	return i >= 0 && i < len(e.tokens()) && e.tokens()[i].Kind != pytoken.Comment && e.text(e.tokens()[i]) == text
}

// significant is the index of the first token from i on, in direction step, that
// is no comment.
func (e *Editor) significant(i, step int) int {
	for i >= 0 && i < len(e.tokens()) && e.tokens()[i].Kind == pytoken.Comment {
		i += step
	}
	return i
}

// after is the first token after an offset that is no comment; before the last one.
func (e *Editor) after(offset int) int  { return e.significant(e.at(offset), 1) }
func (e *Editor) before(offset int) int { return e.significant(e.at(offset)-1, -1) }

func (e *Editor) hasComment(start, end int) bool {
	for i := e.at(start); i < len(e.tokens()) && e.tokens()[i].Start < end; i++ {
		if e.tokens()[i].Kind == pytoken.Comment {
			return true
		}
	}
	return false
}

// lineStart is where the line of an offset begins; a byte-order mark is not part of it.
func (e *Editor) lineStart(offset int) int {
	start := e.file.LineSpan(e.file.LineOf(offset)).Start
	if start == 0 && e.file.HasBOM() {
		return 3
	}
	return start
}

// lineEnd is where the line of an offset ends, before its newline.
func (e *Editor) lineEnd(offset int) int { return e.file.LineSpan(e.file.LineOf(offset)).End }

// nextLine is where the line after that of an offset begins.
func (e *Editor) nextLine(offset int) int {
	return e.file.FullLines(source.Span{Start: offset, End: offset}).End
}

// startsLine reports whether only white space stands before an offset on its line.
func (e *Editor) startsLine(offset int) bool {
	return strings.Trim(e.file.Slice(source.Span{Start: e.lineStart(offset), End: offset}), " \t\f") == ""
}

// sameLine reports whether two offsets stand on one line of text.
func (e *Editor) sameLine(a, b int) bool { return e.file.LineOf(a) == e.file.LineOf(b) }

// unitBeside is by how much a block is moved in that stands in others: in a file of tabs and spaces, by what they are
// moved with.
func (e *Editor) unitBeside(indent string) string {
	unit := e.unit()
	switch {
	case indent == "" || indent[0] == unit[0]:
		return unit
	case indent[0] == '\t':
		return "\t"
	}
	return "    "
}

// unit is one step of the file's indentation: the one that it takes most often, of several the first, four spaces in a
// file without any.
func (e *Editor) unit() string {
	steps, most := map[string]int{}, "    "
	above, depth := "", 0
	for _, t := range e.tokens() {
		if !t.First || t.Kind == pytoken.Comment || !e.startsLine(t.Start) {
			continue
		}
		indent := e.file.Indent(t.Start)
		if step, deeper := strings.CutPrefix(indent, above); deeper && t.Block == depth+1 && step != "" {
			steps[step]++
			if steps[step] > steps[most] {
				most = step
			}
		}
		above, depth = indent, t.Block
	}
	return most
}
