package config

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// Move takes an entry with its value out of its mapping and adds it to another
// one of the same file, re-indented; a trailing comment on a one-line entry comes
// along.
func Move(e *Entry, into *Node) ([]Change, error) {
	d := e.owner.doc
	if into == nil || into.doc != d || e.Value.encloses(into) || into == e.owner {
		return nil, ErrShape
	}
	if hasAlias(e.Value) || e.Value.Tag != "" {
		return nil, ErrShape
	}
	removed, err := Remove(e)
	if err != nil {
		return nil, err
	}
	raw := d.text[e.Value.Outer().Start:e.Value.Outer().End]
	if strings.Contains(d.text[e.Span.Start:e.Span.End], "\n") {
		return moveLines(e, into, removed)
	}
	if e.Value.Style == Empty {
		raw = ""
	}
	if d.Format != JSON && into.Style != Flow && e.owner.Style != Flow {
		raw += trailingComment(e)
	}
	added, err := InsertInto(into, e.Key, raw)
	if err != nil {
		return nil, err
	}
	return combine(removed, added)
}

// hasAlias reports whether the value needs anchors that may then stand below it.
func hasAlias(n *Node) bool {
	if n.Kind == Alias {
		return true
	}
	for _, item := range n.Items {
		if hasAlias(item) {
			return true
		}
	}
	for _, e := range n.Entries {
		if hasAlias(e.Value) {
			return true
		}
	}
	return false
}

func trailingComment(e *Entry) string {
	d := e.owner.doc
	line := d.File.LineSpan(d.File.LineOf(e.Span.End)).End
	rest := d.text[e.Span.End:max(e.Span.End, line)]
	if strings.HasPrefix(strings.TrimLeft(rest, " \t"), "#") {
		return strings.TrimRight(rest, " \t")
	}
	return ""
}

// moveLines moves a value of several lines; block style only, where shifting all
// lines by the same number of columns keeps the meaning.
func moveLines(e *Entry, into *Node, removed []Change) ([]Change, error) {
	d := e.owner.doc
	if d.Format != YAML || e.owner.Style != Block || into.Style == Flow || LosesComment(e) && trailingComment(e) != "" {
		return nil, ErrShape
	}
	const marker = "\x00"
	added, err := InsertInto(into, e.Key, marker)
	if err != nil {
		return nil, err
	}
	head, _, _ := strings.Cut(added[0].New, marker)
	lineStart := strings.LastIndexByte(head, '\n') + 1
	indent := head[lineStart : lineStart+len(head[lineStart:])-len(strings.TrimLeft(head[lineStart:], " "))]
	lines := strings.Split(d.text[e.Span.Start:e.Span.End], "\n")
	shift := len(indent) - len(e.indent())
	for i := 1; i < len(lines); i++ {
		lines[i] = shiftLine(lines[i], shift)
	}
	added[0].New = head[:lineStart] + indent + strings.Join(lines, "\n")
	return combine(removed, added)
}

func shiftLine(line string, shift int) string {
	content := strings.TrimLeft(line, " ")
	if content == "" || content == "\r" {
		return line
	}
	return strings.Repeat(" ", max(0, len(line)-len(content)+shift)) + content
}

// combine puts the changes of two edits together when they leave each other alone.
func combine(a, b []Change) ([]Change, error) {
	for _, x := range a {
		for _, y := range b {
			if x.Span.Overlaps(y.Span) ||
				x.Span.Contains(y.Span) && y.Span != (source.Span{Start: x.Span.Start, End: x.Span.Start}) &&
					y.Span != (source.Span{Start: x.Span.End, End: x.Span.End}) {
				return nil, ErrShape
			}
		}
	}
	return slices.SortedStableFunc(slices.Values(append(slices.Clone(a), b...)), inOrder), nil
}
