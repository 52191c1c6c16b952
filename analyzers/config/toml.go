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
			t.limit("nested more than %d levels deep; the rest was not read", maxDepth)
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

func (t *tomlReader) value() *Node {
	switch t.peek() {
	case '"', '\'':
		return t.text()
	case '[':
		return t.array()
	case '{':
		return t.inlineTable()
	}
	start := t.pos
	for c := t.peek(); c != 0 && !strings.ContainsRune(",]}#\n\r", rune(c)); c = t.peek() {
		t.pos++
	}
	t.pos = trimSpaces(t.src, start, t.pos)
	if t.pos == start {
		return t.empty(start)
	}
	return t.scalar(Plain, start, t.pos)
}

func (t *tomlReader) array() *Node {
	start := t.pos
	n := t.node(Sequence, Flow, start, start)
	if !t.enter() {
		return n
	}
	defer t.leave()
	t.pos++
	for t.skipLines(); !t.eof(); t.skipLines() {
		if c := t.peek(); c == ']' {
			t.pos++
			n.Span.End = t.pos
			return n
		} else if c == ',' {
			t.pos++
			continue
		}
		before := t.pos
		if item := t.value(); t.pos > before {
			n.add(item)
			continue
		}
		t.fail(t.pos, t.pos+1, "expected a value or ']' here")
		t.pos++
	}
	n.Span.End = t.pos
	if !t.stopped {
		t.fail(start, start+1, "this '[' is never closed")
		t.stopped = true
	}
	return n
}

func (t *tomlReader) inlineTable() *Node {
	start := t.pos
	n := t.node(Mapping, Flow, start, start)
	if !t.enter() {
		return n
	}
	defer t.leave()
	t.pos++
	for t.skipSpaces(); !t.eof(); t.skipSpaces() {
		switch t.peek() {
		case '}':
			t.pos++
			n.Span.End = t.pos
			return n
		case ',':
			t.pos++
			continue
		case '\n', '\r', '#':
			t.fail(start, start+1, "an inline table must close on its line")
			n.Span.End = t.pos
			return n
		}
		before := t.pos
		t.pair(n, Flow)
		t.pos = max(t.pos, before+1)
	}
	n.Span.End = t.pos
	if !t.stopped {
		t.fail(start, start+1, "this '{' is never closed")
		t.stopped = true
	}
	return n
}

// text reads the four kinds of strings.
func (t *tomlReader) text() *Node {
	start := t.pos
	quote := t.src[start : start+1]
	style, size, end := SingleQuoted, 1, -1
	if quote == `"` {
		style = DoubleQuoted
	}
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(t.src[start:], triple) {
		style, size = Literal, 3
		end = t.closingTriple(start+3, triple)
	} else if end = skipQuoted(t.src, start); quote == "'" {
		end = t.closingLiteral(start)
	}
	if end < 0 {
		t.unclosedAt(start, "this quote")
		t.pos = t.lineEnd(start)
		return t.scalar(Opaque, start, t.pos)
	}
	n := t.node(Scalar, style, start, end)
	n.Text = t.src[start+size : end-size]
	if size == 3 {
		n.Text = strings.TrimPrefix(strings.TrimPrefix(n.Text, "\r"), "\n")
	}
	if quote == `"` {
		n.Text = t.unescape(n.Text, start+size)
	}
	t.pos = end
	return n
}

// closingLiteral is the offset after a '…' string, where nothing is escaped.
func (t *tomlReader) closingLiteral(start int) int {
	n := strings.IndexAny(t.src[start+1:], "'\n")
	if n < 0 || t.src[start+1+n] != '\'' {
		return -1
	}
	return start + n + 2
}

// closingTriple is the offset after the quotes that end a multi-line string; up
// to two more quotes in front of them belong to the text.
func (t *tomlReader) closingTriple(i int, triple string) int {
	for ; i < len(t.src); i++ {
		if t.src[i] == '\\' && triple[0] == '"' {
			i++
			continue
		}
		if strings.HasPrefix(t.src[i:], triple) {
			end := i + 3
			for n := 0; n < 2 && t.at(end) == triple[0]; n++ {
				end++
			}
			return end
		}
	}
	return -1
}

var tomlEscapes = map[byte]string{
	'b': "\b", 't': "\t", 'n': "\n", 'f': "\f", 'r': "\r", 'e': "\x1b", '"': `"`, '\\': `\`,
}

func (t *tomlReader) unescape(text string, offset int) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		if s, ok := tomlEscapes[text[i+1]]; ok {
			b.WriteString(s)
			i++
			continue
		}
		if rest := strings.TrimLeft(text[i+1:], " \t"); strings.HasPrefix(rest, "\n") || strings.HasPrefix(rest, "\r\n") {
			i = len(text) - len(strings.TrimLeft(rest, " \t\r\n")) - 1
			continue
		}
		size, value, ok := 2, text[i:i+2], false
		if c := text[i+1]; c == 'u' || c == 'U' || c == 'x' {
			size, value, ok = escape(text[i:])
		}
		if !ok {
			t.fail(offset+i, offset+i+2, `unknown escape %s in a string; use single quotes or \\`, text[i:i+2])
		}
		b.WriteString(value)
		i += size - 1
	}
	return b.String()
}
