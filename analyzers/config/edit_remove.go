package config

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// Remove takes an entry out, with the comment that trails it on its lines;
// LosesComment tells whether there is one.
func Remove(e *Entry) ([]Change, error) {
	if err := e.removable(); err != nil {
		return nil, err
	}
	if e.owner.Style == Flow {
		return removeFlow(e), nil
	}
	return removeLines(e)
}

func (e *Entry) removable() error {
	if err := e.owner.doc.editable(); err != nil {
		return err
	}
	switch {
	case e.owner.Shared() || anchorUsed(e.Value):
		return ErrShared
	case e.owner.Tag != "" && !strings.HasPrefix(e.owner.Tag, "!!"):
		return ErrTagged
	case e.Implied || e.Value.Style == Table || e.owner.doc.Format == YAML && e.owner.hasOdd():
		return ErrShape
	case e.owner.Style == Block && len(e.owner.Entries) == 1:
		return ErrOnlyKey
	}
	return nil
}

// anchorUsed reports whether something inside n is needed elsewhere.
func anchorUsed(n *Node) bool {
	if n.Anchor != "" && n.used {
		return true
	}
	for _, item := range n.Items {
		if anchorUsed(item) {
			return true
		}
	}
	for _, e := range n.Entries {
		if anchorUsed(e.Value) {
			return true
		}
	}
	return false
}

// LosesComment reports whether Remove would delete a comment together with e.
func LosesComment(e *Entry) bool {
	d := e.owner.doc
	end := d.File.LineSpan(d.File.LineOf(max(e.Span.Start, e.Span.End-1))).End
	rest := strings.TrimLeft(d.text[e.Span.End:max(e.Span.End, end)], " \t,")
	if d.Format == JSON && (strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*")) ||
		strings.HasPrefix(rest, "#") {
		return true
	}
	raw := d.text[e.Span.Start:e.Span.End]
	return strings.Contains(raw, "\n") && strings.Contains(raw, "#")
}

// removeLines takes out whole lines, as block YAML and TOML have them.
func removeLines(e *Entry) ([]Change, error) {
	d := e.owner.doc
	if keepsBreaks(e.Value) {
		return nil, ErrShape
	}
	if !e.startsLine() {
		return removeFirstOfItem(e)
	}
	lines := d.File.FullLines(e.Span)
	if first := d.File.LineOf(e.Span.Start); lines.End == len(d.text) && !strings.HasSuffix(d.text, "\n") && first > 1 &&
		!e.followsBlockText() {
		lines.Start = d.File.LineSpan(first - 1).End // the file keeps having no final newline
	}
	if d.File.HasBOM() {
		lines.Start = max(lines.Start, len("\ufeff"))
	}
	return []Change{{Span: lines}}, nil
}

// followsBlockText reports whether a | or > value ends right above the entry: the
// line break between them is part of its text.
func (e *Entry) followsBlockText() bool {
	for i, sibling := range e.owner.Entries {
		if sibling == e {
			return i > 0 && e.owner.Entries[i-1].Value.lastLeaf().isBlockText()
		}
	}
	return false
}

// removeFirstOfItem takes out the key behind "- "; the next one moves up to it.
func removeFirstOfItem(e *Entry) ([]Change, error) {
	m := e.owner
	if m.Entries[0] != e || len(m.Entries) < 2 || m.Style == Table {
		return nil, ErrShape
	}
	between := m.doc.text[e.Span.End:m.Entries[1].Span.Start]
	if strings.Count(between, "\n") != 1 {
		return nil, ErrShape // comment lines in between would move behind the dash
	}
	return []Change{{Span: source.Span{Start: e.Span.Start, End: m.Entries[1].Span.Start}}}, nil
}

// removeFlow takes a member out of {…} with the comma that is then too many.
func removeFlow(e *Entry) []Change {
	d, siblings := e.owner.doc, e.owner.Entries
	at := 0
	for siblings[at] != e {
		at++
	}
	last := at == len(siblings)-1
	lines := d.File.FullLines(e.Span)
	after := strings.TrimLeft(d.text[e.Span.End:lines.End], " \t")
	alone := e.startsLine() && !moreOnLine(strings.TrimRight(strings.TrimPrefix(after, ","), "\r\n"))
	if alone {
		changes := []Change{{Span: lines}}
		if comma, ok := d.commaAfter(siblings, at-1); last && ok && !strings.HasPrefix(after, ",") {
			changes = append([]Change{{Span: source.Span{Start: comma, End: comma + 1}}}, changes...)
		}
		return changes
	}
	switch {
	case !last:
		return []Change{{Span: source.Span{Start: e.Span.Start, End: siblings[at+1].Span.Start}}}
	case at > 0:
		return []Change{{Span: source.Span{Start: siblings[at-1].Span.End, End: e.Span.End}}}
	}
	only := e.Span
	if comma, ok := d.commaAfter(siblings, 0); ok {
		only.End = comma + 1
	}
	return []Change{{Span: only}}
}

// commaAfter finds the comma behind a member, past comments.
func (d *Document) commaAfter(siblings []*Entry, at int) (int, bool) {
	if at < 0 {
		return 0, false
	}
	for i := siblings[at].Span.End; i < len(d.text); i++ {
		switch c := d.text[i]; {
		case c == ',':
			return i, true
		case c != ' ' && c != '\t' && c != '\n' && c != '\r':
			return 0, false
		}
	}
	return 0, false
}
