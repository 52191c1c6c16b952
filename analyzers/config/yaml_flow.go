package config

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// flow reads the {…} or […] at pos, over as many lines as it takes.
func (y *yamlReader) flow() *Node {
	start, line, before := y.pos, y.lineStart, y.doc.mark()
	n := y.flowCollection()
	if y.openFlow == 0 || y.stopped {
		return n
	}
	// Never closed: everything up to the end was swallowed. Take the first line
	// as one unreadable value and go on below it.
	y.openFlow = 0
	y.doc.forget(before)
	y.unclosedAt(start, "this '"+y.src[start:start+1]+"'")
	y.pos, y.lineStart = y.lineEnd(start), line
	return y.scalar(Opaque, start, y.pos)
}

// flowCollection leaves openFlow raised when the closing bracket is missing.
func (y *yamlReader) flowCollection() *Node {
	kind, closing := Sequence, byte(']')
	if y.peek() == '{' {
		kind, closing = Mapping, '}'
	}
	n := y.node(kind, Flow, y.pos, y.pos)
	if y.pending != nil {
		y.pending.apply(y, n)
		y.pending = nil
	}
	if !y.enter() {
		return n
	}
	defer y.leave()
	y.openFlow++
	y.pos++
	comma := false // the last thing read was a comma
	for y.next(); !y.eof(); y.next() {
		switch c := y.peek(); c {
		case ']', '}':
			if c != closing {
				y.fail(y.pos, y.pos+1, "'%c' closes a bracket that was opened with another one", c)
			}
			y.pos++
			y.openFlow--
			n.Span.End = y.pos
			return n
		case ',':
			if comma || len(n.Entries)+len(n.Items) == 0 {
				y.fail(y.pos, y.pos+1, "a comma without a value before it")
			}
			comma = true
			y.pos++
		default:
			comma = false
			y.flowMember(n)
		}
	}
	n.Span.End = y.pos
	return n
}

// flowMember reads one member and the comma after it.
func (y *yamlReader) flowMember(n *Node) {
	start := y.pos
	explicit := y.peek() == '?' // PyYAML wants no white space behind it here
	if explicit {
		y.pos++
		y.next()
	}
	var key *Node
	if explicit && y.peek() == ':' {
		key = y.empty(y.pos)
	} else {
		key = y.flowValue()
	}
	y.next()
	colon := y.peek() == ':'
	switch {
	case colon || explicit && n.Kind == Sequence:
		value := y.empty(key.Outer().End)
		if colon {
			y.pos++
			y.next()
			value = y.flowValue()
		}
		if n.Kind == Sequence { // [a: 1] and [? a] are sequences of one-key mappings
			pair := y.node(Mapping, Flow, start, value.Outer().End)
			pair.put(key, value)
			n.add(pair)
		} else {
			e := n.put(key, value)
			e.Merge = e.Key == "<<" && key.Style == Plain
		}
	case n.Kind == Sequence:
		n.add(key)
	default:
		n.put(key, y.empty(key.Span.End))
	}
	y.next()
	if c := y.peek(); c != ',' && c != ']' && c != '}' && !y.eof() {
		y.fail(y.pos, y.pos+1, "expected ',' or a closing bracket here")
		if y.pos == start {
			y.pos++
		}
	}
}

// flowValue reads a value inside brackets.
func (y *yamlReader) flowValue() *Node {
	var props properties
	for c := y.peek(); c == '&' || c == '!'; c = y.peek() {
		props = props.and(y, y.properties())
		y.next()
	}
	if y.eof() {
		return y.empty(y.pos)
	}
	n := y.flowBare(props)
	if n.Anchor == "" && n.Tag == "" {
		props.apply(y, n)
	}
	return n
}

func (y *yamlReader) flowBare(props properties) *Node {
	switch c := y.peek(); c {
	case ',', ']', '}':
		return y.empty(max(props.span.End, y.pos))
	case ':':
		if props.span.Len() == 0 {
			y.fail(y.pos, y.pos+1, "a ':' without a key before it")
		}
		return y.empty(max(props.span.End, y.pos))
	case '"', '\'':
		return y.quoted()
	case '[', '{':
		if y.templateAhead() {
			return y.template()
		}
		y.pending = &props
		return y.flowCollection()
	case '*':
		return y.alias()
	}
	return y.plainFlow()
}

// plainFlow reads a bare scalar inside brackets.
func (y *yamlReader) plainFlow() *Node {
	start, end := y.pos, y.pos
	folded := false
	if c := y.peek(); c == '-' && y.blankAt(y.pos+1) || strings.IndexByte("|>@`%", c) >= 0 {
		y.fail(start, start+1, "%q cannot start a value in brackets; quote it", c)
	}
	for !y.eof() {
		stop := y.plainFlowLine()
		if stop > y.pos {
			end = trimSpaces(y.src, y.pos, stop)
		}
		y.pos = stop
		if c := y.peek(); c != '\n' && c != '\r' {
			break
		}
		y.next()
		if c := y.peek(); y.eof() || c == ',' || c == ']' || c == '}' || c == ':' && y.flowColon(y.pos) || c == '#' {
			break
		}
		folded = true
	}
	if end == start { // a byte that can start nothing
		end = min(start+1, len(y.src))
		y.pos = max(y.pos, end)
		y.fail(start, end, "%q cannot start a value", y.src[start:end])
	}
	n := y.scalar(Plain, start, end)
	if folded {
		n.Text = foldPlain(n.Text)
	}
	return n
}

func (y *yamlReader) plainFlowLine() int {
	for i := y.pos; ; i++ {
		switch y.at(i) {
		case ',', '[', ']', '{', '}', '\n', '\r', 0:
			return i
		case ':':
			if y.flowColon(i) {
				return i
			}
		case '#':
			if i > y.pos && isSpace(y.src[i-1]) {
				return i
			}
		}
	}
}

// flowColon reports whether the ':' at i ends a key inside brackets.
func (y *yamlReader) flowColon(i int) bool {
	switch y.at(i + 1) {
	case ' ', '\t', '\n', '\r', 0, ',', '[', ']', '{', '}':
		return true
	}
	return false
}

// templateAhead reports whether a template expression {{ … }} starts at pos. A
// mapping as the first key of a mapping cannot be meant: PyYAML cannot hash it.
func (y *yamlReader) templateAhead() bool {
	next := y.at(y.pos + 1)
	return y.peek() == '{' && (next == '{' || next == '%')
}

// template takes {{ … }} and what is glued to it as one unknown value.
func (y *yamlReader) template() *Node {
	start, end := y.pos, y.lineEnd(y.pos)
	stop := end
	if y.openFlow > 0 {
		stop = start
		for i := start; i+1 < end; i++ {
			if (y.src[i] == '}' || y.src[i] == '%') && y.src[i+1] == '}' {
				stop = i + 2
				break
			}
		}
		if stop == start {
			stop = end
		}
	}
	return y.templateUntil(trimComment(y.src, start, stop))
}

func (y *yamlReader) templateUntil(stop int) *Node {
	start := y.pos
	y.pos = stop
	n := y.scalar(Opaque, start, stop)
	y.doc.problem(
		Template,
		source.Span{Start: start, End: stop},
		"a template expression: another program fills this file in",
	)
	return n
}
