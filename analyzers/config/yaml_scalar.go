package config

import (
	"strings"
)

// inline reads a value that starts at pos on this line: anything but a block
// collection.
func (y *yamlReader) inline(indent int, props *properties) *Node {
	n := y.inlineValue(indent, props)
	if props != nil && n.Properties.Len() == 0 {
		props.apply(y, n)
	}
	return n
}

func (y *yamlReader) inlineValue(indent int, props *properties) *Node {
	switch c := y.peek(); c {
	case '|', '>':
		return y.blockScalar(indent)
	case '"', '\'':
		return y.alone(y.quoted())
	case '*':
		return y.alone(y.alias())
	case '[', '{':
		if y.templateAhead() {
			return y.template()
		}
		y.pending = props
		return y.alone(y.flow())
	case '`', '@', '%', ',', ']', '}':
		end := trimComment(y.src, y.pos, y.lineEnd(y.pos))
		y.fail(y.pos, y.pos+1, "'%c' cannot start a value; quote it", c)
		n := y.scalar(Plain, y.pos, end)
		y.pos = end
		return n
	}
	if y.dash() {
		y.fail(y.pos, y.pos+1, "a list cannot start on the line of its key")
	} else if y.peek() == ':' && y.blankAt(y.pos+1) {
		y.fail(y.pos, y.pos+1, "a second ':' on this line; quote the value if it belongs to it")
	} else if y.peek() == '?' && y.blankAt(y.pos+1) {
		y.fail(y.pos, y.pos+1, "a '?' key cannot start on the line of another key")
	}
	return y.plain(indent)
}

// alone checks that nothing but a comment follows a value on its line.
func (y *yamlReader) alone(n *Node) *Node {
	if y.stopped {
		return n
	}
	y.skipSpaces()
	if y.endOfLine() {
		return n
	}
	end := y.lineEnd(y.pos)
	if n.Style == Opaque {
		y.pos = end
		return n
	}
	y.fail(y.pos, end, "nothing may follow the value on its line")
	y.pos = end
	return n
}

// plain reads a bare scalar and the lines that continue it.
func (y *yamlReader) plain(indent int) *Node {
	start := y.pos
	end, stopped := y.plainLine()
	n := y.scalar(Plain, start, end)
	if stopped {
		return n
	}
	folded := false
	for {
		mark, line := y.pos, y.lineStart
		if !y.continues(indent) {
			y.pos, y.lineStart = mark, line
			break
		}
		folded = true
		if end, stopped = y.plainLine(); stopped {
			break
		}
	}
	if folded {
		n.Span.End = end
		n.Text = foldPlain(y.src[start:end])
	}
	return n
}

// plainLine reads the rest of a bare scalar on this line; stopped says that it
// cannot go on below, because a comment or an error ended it.
func (y *yamlReader) plainLine() (end int, stopped bool) {
	lineEnd := y.lineEnd(y.pos)
	stop := lineEnd
	for i := y.pos; i < lineEnd; i++ {
		switch y.src[i] {
		case '#':
			if i > y.pos && isSpace(y.src[i-1]) {
				stop, stopped = i, true
				i = lineEnd
			}
		case ':':
			if y.blankAt(i+1) && i > y.pos {
				y.fail(i, i+1, "a second ':' on this line; quote the value if it belongs to it")
				stop, stopped = trimComment(y.src, y.pos, lineEnd), true
				i = lineEnd
			}
		}
	}
	end = trimSpaces(y.src, y.pos, stop)
	y.pos = end
	return end, stopped
}

// continues moves to the next line of a bare scalar; false when it ended.
func (y *yamlReader) continues(indent int) bool {
	for y.skipSpaces(); y.peek() == '\n' || y.peek() == '\r'; y.skipSpaces() {
		y.lineBreak()
	}
	if y.eof() || y.col() <= indent || y.peek() == '#' || y.atMarker() {
		return false
	}
	return !y.keyAhead() && !strings.HasPrefix(y.src[y.pos:], "{%")
}

func trimSpaces(src string, start, end int) int {
	for end > start && (isSpace(src[end-1]) || src[end-1] == '\r') {
		end--
	}
	return end
}

// trimComment is the end of what stands before a trailing comment.
func trimComment(src string, start, end int) int {
	for i := start + 1; i < end; i++ {
		if src[i] == '#' && isSpace(src[i-1]) {
			end = i
			break
		}
	}
	return trimSpaces(src, start, end)
}

// foldPlain joins the lines of a bare or quoted scalar as YAML does: one line
// break is a space, each further one a newline.
func foldPlain(text string) string {
	if !strings.ContainsAny(text, "\n\r") {
		return text
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	lines := strings.Split(text, "\n")
	var b strings.Builder
	breaks := 0
	for i, line := range lines {
		if i > 0 {
			line = strings.TrimLeft(line, " \t")
			breaks++
		}
		if i < len(lines)-1 {
			line = strings.TrimRight(line, " \t")
		}
		if line == "" && i > 0 && i < len(lines)-1 {
			continue
		}
		writeBreaks(&b, breaks)
		breaks = 0
		b.WriteString(line)
	}
	return b.String()
}

func writeBreaks(b *strings.Builder, n int) {
	if n == 1 {
		b.WriteByte(' ')
	}
	for ; n > 1; n-- {
		b.WriteByte('\n')
	}
}

// quoted reads a '…' or "…" scalar.
func (y *yamlReader) quoted() *Node {
	start, quote := y.pos, y.peek()
	end := closingQuote(y.src, start)
	if end < 0 {
		y.unclosedAt(start, "this quote")
		y.pos = y.lineEnd(start)
		return y.scalar(Opaque, start, y.pos)
	}
	n := y.node(Scalar, SingleQuoted, start, end)
	n.Text = y.src[start+1 : end-1]
	if quote == '"' {
		n.Style = DoubleQuoted
		n.Text = y.unescape(n.Text, start+1)
	} else {
		n.Text = foldPlain(strings.ReplaceAll(n.Text, "''", "'"))
	}
	y.pos = end
	if i := strings.LastIndexByte(y.src[start:end], '\n'); i >= 0 {
		y.lineStart = start + i + 1
	}
	return n
}

func closingQuote(src string, start int) int {
	quote := src[start]
	for i := start + 1; i < len(src); i++ {
		switch {
		case src[i] == '\\' && quote == '"':
			i++
		case src[i] == quote:
			if quote == '\'' && i+1 < len(src) && src[i+1] == '\'' {
				i++
				continue
			}
			return i + 1
		}
	}
	return -1
}

var yamlEscapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f",
	'r': "\r", 'e': "\x1b", ' ': " ", '"': "\"", '/': "/", '\\': "\\", 'N': "\u0085",
	'_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// unescape is the content of a double-quoted scalar that starts at offset.
func (y *yamlReader) unescape(text string, offset int) string {
	if !strings.Contains(text, `\`) {
		return foldPlain(text)
	}
	// Escapes are kept apart from folding: \n is no line break of the file.
	var b strings.Builder
	for i := 0; i < len(text); {
		next := strings.IndexByte(text[i:], '\\')
		if next < 0 || i+next+1 >= len(text) {
			b.WriteString(foldPlain(text[i:]))
			break
		}
		b.WriteString(foldPlain(text[i : i+next]))
		i += next
		size, value, ok := escape(text[i:])
		if !ok {
			y.fail(offset+i, offset+i+2, `unknown escape %s in a double-quoted value; use single quotes or \\`, text[i:i+2])
		}
		b.WriteString(value)
		i += size
	}
	return b.String()
}

// escape reads the escape sequence at the start of text.
func escape(text string) (size int, value string, ok bool) {
	c := text[1]
	if c == '\r' || c == '\n' {
		size, value = joinLines(text)
		return size, value, true
	}
	if s, ok := yamlEscapes[c]; ok {
		return 2, s, true
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
	if digits > 0 && len(text) >= 2+digits {
		if r, ok := hexRune(text[2 : 2+digits]); ok {
			return 2 + digits, string(r), true
		}
	}
	return 2, text[:2], false
}

// joinLines reads an escaped line break, which joins two lines. Each blank line between
// them is a line break of the value.
func joinLines(text string) (size int, value string) {
	rest := text[1:]
	for breaks := 0; ; breaks++ {
		rest = strings.TrimLeft(rest[breakLen(rest):], " \t")
		if rest == "" || rest[0] != '\r' && rest[0] != '\n' {
			return len(text) - len(rest), strings.Repeat("\n", breaks)
		}
	}
}

func hexRune(digits string) (rune, bool) {
	var r rune
	for _, c := range digits {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | (c - '0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | (c | 0x20 - 'a' + 10)
		default:
			return 0, false
		}
	}
	return r, true
}
