package config

import "strings"

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
	style, size := SingleQuoted, 1
	if quote == `"` {
		style = DoubleQuoted
	}
	var end int
	triple := strings.Repeat(quote, 3)
	switch {
	case strings.HasPrefix(t.src[start:], triple):
		style, size = Literal, 3
		end = t.closingTriple(start+3, triple)
	case quote == "'":
		end = t.closingLiteral(start)
	default:
		end = skipQuoted(t.src, start)
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
