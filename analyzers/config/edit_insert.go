package config

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// InsertAfter adds a key right below a sibling, indented and separated like it.
func InsertAfter(sibling *Entry, key, raw string) ([]Change, error) {
	m := sibling.owner
	if err := m.insertable(key); err != nil {
		return nil, err
	}
	if sibling.Implied || sibling.odd() {
		return nil, ErrShape
	}
	member := likeKey(sibling, key) + separator(sibling) + raw
	if m.Style == Flow {
		return insertFlow(sibling, member), nil
	}
	if m.Style == Table &&
		(sibling.Value.Style == Table || strings.Contains(m.doc.text[sibling.Span.Start:sibling.KeySpan.Start], ".")) {
		return nil, ErrShape // a.b = 1: the new key would not land in the same table
	}
	if keepsBreaks(sibling.Value) {
		return nil, ErrShape
	}
	f := m.doc.File
	at := f.LineSpan(f.LineOf(max(sibling.Span.Start, sibling.Span.End-1))).End
	at = max(at, sibling.Span.End)
	return []Change{{Span: source.Span{Start: at, End: at}, New: f.Newline() + sibling.indent() + member}}, nil
}

// InsertInto adds a key to a mapping, after its last own key.
func InsertInto(m *Node, key, raw string) ([]Change, error) {
	if m == nil || m.doc == nil {
		return nil, ErrMissing
	}
	if err := m.insertable(key); err != nil {
		return nil, err
	}
	for i := len(m.Entries) - 1; i >= 0; i-- {
		if e := m.Entries[i]; m.Style != Table || e.Value.Style != Table {
			return InsertAfter(e, key, raw)
		}
	}
	member := bareKey(m.doc.Format, key) + ": " + raw
	if m.doc.Format == TOML {
		member = bareKey(TOML, key) + " = " + raw
	}
	switch {
	case m.Kind == Mapping && m.Style == Flow:
		at := m.Span.Start + 1
		if strings.TrimSpace(m.doc.text[at:m.Span.End-1]) != "" {
			return nil, ErrShape
		}
		return []Change{{Span: source.Span{Start: at, End: m.Span.End - 1}, New: member}}, nil
	case m.Style == Table && m.owner != nil && (m.entry == nil || !m.entry.Implied):
		at := m.doc.File.LineSpan(m.doc.File.LineOf(m.Span.Start)).End
		return []Change{{Span: source.Span{Start: at, End: at}, New: m.doc.File.Newline() + member}}, nil
	case m.Style == Empty && m.entry != nil && m.doc.Format == YAML && m.Properties.Len() == 0 &&
		m.entry.owner.Style == Block && !m.entry.odd():
		f := m.doc.File
		at := f.LineSpan(f.LineOf(m.Span.Start)).End
		return []Change{{Span: source.Span{Start: at, End: at}, New: f.Newline() + m.entry.indent() + "  " + member}}, nil
	}
	return nil, ErrShape
}

func (n *Node) insertable(key string) error {
	if err := n.doc.editable(); err != nil {
		return err
	}
	switch {
	case n.Kind == Alias:
		return ErrBorrowed
	case n.Shared():
		return ErrShared
	case n.Tag != "" && !strings.HasPrefix(n.Tag, "!!"):
		return ErrTagged
	case n.Has(key):
		return ErrExists
	}
	return nil
}

// separator is what stands between a sibling's key and value: ": ", ":", " = ".
func separator(sibling *Entry) string {
	text := sibling.owner.doc.text[sibling.KeySpan.End:max(sibling.KeySpan.End, sibling.Value.Outer().Start)]
	format := sibling.owner.doc.Format
	switch {
	case format == TOML && strings.Trim(text, " ") == "=":
		return text
	case format == TOML:
		return " = "
	case format == JSON && strings.Trim(text, " ") == ":":
		return text
	}
	return ": "
}

// indent is the white space that puts a line below the entry at its column.
func (e *Entry) indent() string {
	f := e.owner.doc.File
	line := f.LineSpan(f.LineOf(e.Span.Start)).Start
	if line == 0 && f.HasBOM() {
		line = len("\ufeff")
	}
	before := f.Slice(source.Span{Start: line, End: e.Span.Start})
	if strings.TrimLeft(before, " \t") == "" {
		return before
	}
	return strings.Repeat(" ", len(before)) // "- " in front of the first key of an item
}

// keepsBreaks reports whether the value ends in a block scalar whose text depends
// on the line breaks below it: |+ owns the blank lines, and the last line of a
// file without a final newline gives | none.
func keepsBreaks(n *Node) bool {
	n = n.lastLeaf()
	if !n.isBlockText() {
		return false
	}
	header, _, _ := strings.Cut(n.Raw(), "\n")
	return strings.Contains(header, "+") || n.Span.End == len(n.doc.text) && !strings.Contains(header, "-")
}

func (n *Node) isBlockText() bool {
	return n.doc.Format == YAML && (n.Style == Literal || n.Style == Folded)
}

// lastLeaf is the value that ends where n ends.
func (n *Node) lastLeaf() *Node {
	for {
		switch {
		case len(n.Items) > 0:
			n = n.Items[len(n.Items)-1]
		case len(n.Entries) > 0:
			n = n.Entries[len(n.Entries)-1].Value
		default:
			return n
		}
	}
}

// insertFlow adds a member to {…}: on the same line when the mapping is written
// on one line, on a line of its own when the sibling has one.
func insertFlow(sibling *Entry, member string) []Change {
	d := sibling.owner.doc
	end := sibling.Span.End
	if !sibling.startsLine() {
		return []Change{{Span: source.Span{Start: end, End: end}, New: ", " + member}}
	}
	line := d.File.LineSpan(d.File.LineOf(max(sibling.Span.Start, end-1))).End
	rest := d.text[end:max(end, line)]
	newline := d.File.Newline() + sibling.indent()
	if after := strings.TrimLeft(rest, " \t"); strings.HasPrefix(after, ",") && !moreOnLine(after[1:]) {
		return []Change{{Span: source.Span{Start: line, End: line}, New: newline + member + ","}}
	} else if after == "" || !moreOnLine(after) {
		return []Change{{Span: source.Span{Start: end, End: line}, New: "," + rest + newline + member}}
	}
	return []Change{{Span: source.Span{Start: end, End: end}, New: "," + newline + member}}
}

// moreOnLine reports whether anything but a comment follows.
func moreOnLine(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	return rest != "" && !strings.HasPrefix(rest, "#") && !strings.HasPrefix(rest, "//")
}

// startsLine reports whether only white space stands before the entry on its line.
func (e *Entry) startsLine() bool {
	before := strings.TrimRight(e.owner.doc.text[:e.Span.Start], " \t")
	return before == "" || before == "\ufeff" || strings.HasSuffix(before, "\n")
}
