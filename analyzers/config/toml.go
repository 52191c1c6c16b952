package config

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// tomlReader reads TOML 1.0. A line it cannot read is reported and skipped.
type tomlReader struct {
	reader
	defined map[*Node]bool // tables that a [header] has opened
	// keyed finds a table's keys without a search: a file may have 100,000 of them.
	keyed map[*Node]map[string]*Entry
}

func readTOML(d *Document) {
	t := &tomlReader{reader: reader{doc: d, src: d.text}, defined: map[*Node]bool{}, keyed: map[*Node]map[string]*Entry{}}
	if strings.HasPrefix(t.src, "\ufeff") {
		t.pos = 3
	}
	root := t.node(Mapping, Table, 0, len(t.src))
	d.Roots = append(d.Roots, root)
	table := root
	for t.skipLines(); !t.eof(); t.skipLines() {
		start := t.pos
		if t.peek() == '[' {
			table = t.header(root, table)
		} else {
			t.pair(table, Table)
		}
		t.endLine(start)
	}
}

// skipLines moves over white space, line breaks and comments.
func (t *tomlReader) skipLines() {
	for t.pos < len(t.src) {
		switch t.src[t.pos] {
		case ' ', '\t', '\n', '\r':
			t.pos++
		case '#':
			t.pos = t.lineEnd(t.pos)
		default:
			return
		}
	}
}

// endLine checks that a statement is alone on its line, and always moves on.
func (t *tomlReader) endLine(start int) {
	t.skipSpaces()
	if c := t.peek(); c == '#' || c == '\n' || c == '\r' || c == 0 {
		return
	}
	end := t.lineEnd(t.pos)
	if t.pos == start || !t.failedSince(start) {
		t.fail(t.pos, end, "expected the end of the line here")
	}
	t.pos = max(end, start+1)
}

// failedSince reports whether a problem was already reported at or after start.
func (t *tomlReader) failedSince(start int) bool {
	n := len(t.doc.Problems)
	return n > 0 && t.doc.Problems[n-1].Kind == Syntax && t.doc.Problems[n-1].Span.Start >= start
}

// header reads [a.b] or [[a.b]] and returns the table that the next lines fill.
func (t *tomlReader) header(root, current *Node) *Node {
	start := t.pos
	array := strings.HasPrefix(t.src[t.pos:], "[[")
	closing := "]"
	t.pos++
	if array {
		closing, t.pos = "]]", t.pos+1
	}
	keys := t.keys()
	if len(keys) == 0 || !strings.HasPrefix(t.src[t.pos:], closing) {
		t.fail(start, t.lineEnd(start), "expected a table name between brackets here")
		t.pos = t.lineEnd(start)
		return current
	}
	t.pos += len(closing)
	last := len(keys) - 1
	parent := t.descend(root, keys[:last])
	span := source.Span{Start: start, End: t.pos}
	if array {
		return t.arrayTable(parent, keys[last], span)
	}
	return t.table(parent, keys[last], span)
}

func (t *tomlReader) table(parent, key *Node, span source.Span) *Node {
	e := t.keyed[parent][key.Text]
	if e != nil && e.Value.Kind == Mapping && e.Value.Style == Table {
		if t.defined[e.Value] {
			t.fail(span.Start, span.End, "table %s is defined twice", key.Text)
		}
		if e.Implied {
			e.Implied, e.KeySpan, e.KeyNode, e.Span, e.Value.Span = false, key.Span, key, span, span
		}
		t.defined[e.Value] = true
		return e.Value
	}
	if e != nil {
		t.fail(span.Start, span.End, "%s already has a value; it cannot be a table too", key.Text)
	}
	n := t.node(Mapping, Table, span.Start, span.End)
	t.defined[n] = true
	t.put(parent, key, n)
	return n
}

func (t *tomlReader) arrayTable(parent, key *Node, span source.Span) *Node {
	n := t.node(Mapping, Table, span.Start, span.End)
	e := t.keyed[parent][key.Text]
	if e == nil || e.Value.Kind != Sequence {
		if e != nil {
			t.fail(span.Start, span.End, "%s already has a value; it cannot be an array of tables too", key.Text)
		}
		e = t.put(parent, key, t.node(Sequence, Table, span.Start, span.End))
	}
	e.Value.add(n)
	e.Value.Span.End = span.End
	return n
}

func (t *tomlReader) put(n, key, value *Node) *Entry {
	e := n.put(key, value)
	if t.keyed[n] == nil {
		t.keyed[n] = map[string]*Entry{}
	}
	t.keyed[n][e.Key] = e
	return e
}

// descend finds or makes the tables that a dotted name passes through.
func (t *tomlReader) descend(n *Node, keys []*Node) *Node {
	for _, key := range keys {
		e := t.keyed[n][key.Text]
		if e == nil {
			e = t.put(n, key, t.node(Mapping, Table, key.Span.Start, key.Span.End))
			e.Implied = true
		}
		next := e.Value
		if next.Kind == Sequence && len(next.Items) > 0 {
			next = next.Items[len(next.Items)-1]
		}
		if next.Kind != Mapping {
			t.fail(key.Span.Start, key.Span.End, "%s is a value, not a table", key.Text)
			next = t.node(Mapping, Table, key.Span.Start, key.Span.End)
			t.put(n, key, next)
		}
		n = next
	}
	return n
}

// pair reads key = value into n.
func (t *tomlReader) pair(n *Node, style Style) {
	start := t.pos
	keys := t.keys()
	if len(keys) == 0 || t.peek() != '=' {
		end := t.lineEnd(start)
		t.fail(start, end, "expected key = value here")
		t.pos = end
		return
	}
	t.pos++
	t.skipSpaces()
	if c := t.peek(); c == '\n' || c == '\r' || c == '#' || c == 0 {
		t.fail(start, t.pos, "a value is missing after '='")
	}
	value := t.value()
	last := len(keys) - 1
	e := t.put(t.descend(n, keys[:last]), keys[last], value)
	e.Span.Start = start
	if style == Table {
		n.growTable(e.Span.End)
	}
}

// growTable ends a [table] after its last own key.
func (n *Node) growTable(end int) {
	if n.owner == nil {
		return
	}
	n.Span.End = max(n.Span.End, end)
	if n.entry != nil {
		n.entry.Span.End = n.Span.End
	} else if n.owner.entry != nil { // an item of an array of tables
		n.owner.Span.End = n.Span.End
		n.owner.entry.Span.End = n.Span.End
	}
}

// keys reads a.b."c d" and the spaces after it.
func (t *tomlReader) keys() []*Node {
	var keys []*Node
	for {
		t.skipSpaces()
		key := t.key()
		if key == nil {
			return nil
		}
		keys = append(keys, key)
		t.skipSpaces()
		if t.peek() != '.' {
			return keys
		}
		if t.pos++; len(keys) > maxDepth {
			t.tooDeep()
			return nil
		}
	}
}

func (t *tomlReader) key() *Node {
	if c := t.peek(); c == '"' || c == '\'' {
		return t.text()
	}
	start := t.pos
	for isBareKey(t.peek()) {
		t.pos++
	}
	if t.pos == start {
		return nil
	}
	return t.scalar(Plain, start, t.pos)
}

func isBareKey(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}
