package config

import "strings"

func (y *yamlReader) mapping(n *Node, indent int) *Node {
	y.mappingEntries(n, y.col(), indent)
	return n
}

func (y *yamlReader) mappingEntries(n *Node, col, indent int) {
	for !y.eof() {
		y.entry(n, y.col())
		n.Span.End = max(n.Span.Start, y.lastEnd(n))
		if y.next(); !y.more(col, indent, n, y.keyAhead) {
			return
		}
	}
}

// more decides at the next content whether the collection at column col goes on.
// Lines that fit nowhere are reported; they join the collection when they look
// like one of its members, and are skipped when they do not.
func (y *yamlReader) more(col, indent int, n *Node, member func() bool) bool {
	for !y.eof() && !y.atMarker() {
		if y.templateLine() {
			y.next()
			continue
		}
		at := y.col()
		if at == col && member() {
			return true
		}
		if at <= indent || (at == col && n.Kind == Sequence) {
			return false
		}
		end := y.lineEnd(y.pos)
		if at != col && member() {
			y.fail(y.pos, end, "this line is not indented like its neighbours")
			return true
		}
		if n.Kind == Mapping {
			y.fail(y.pos, end, "expected a key followed by ':' here")
		} else {
			y.fail(y.pos, end, "expected '- ' here")
		}
		y.pos = end
		y.next()
	}
	return false
}

// entry reads one key of the mapping at column col, and its value.
func (y *yamlReader) entry(n *Node, col int) {
	start := y.pos
	explicit := y.peek() == '?' && y.blankAt(y.pos+1)
	var key *Node
	switch {
	case explicit:
		key = y.explicitKey(col)
	case y.peek() == ':' && y.blankAt(y.pos+1):
		y.fail(y.pos, y.pos+1, "a ':' without a key before it")
		key = y.empty(y.pos)
	default:
		key = y.implicitKey()
	}
	y.skipSpaces()
	var value *Node
	if y.peek() == ':' {
		beside := explicit && y.col() == col // a collection may start behind such a ':', as behind a '-'
		y.pos++
		if beside {
			y.skipSpaces()
		}
		if beside && !y.endOfLine() {
			value = y.blockNode(col, true, false)
		} else {
			value = y.entryValue(col)
		}
	} else {
		value = y.empty(y.pos)
	}
	e := n.put(key, value)
	e.Span.Start = start
	e.Merge = e.Key == "<<" && key.Style == Plain && key.Tag == ""
}

func (y *yamlReader) explicitKey(col int) *Node {
	y.pos++
	key := y.itemValue(col)
	y.next()
	if y.col() != col || y.peek() != ':' || !y.blankAt(y.pos+1) {
		y.pos = key.Outer().End
		y.lineStart = strings.LastIndexByte(y.src[:y.pos], '\n') + 1
	}
	return key
}

// implicitKey reads a key that keyAhead has seen.
func (y *yamlReader) implicitKey() *Node {
	var props properties
	if c := y.peek(); c == '&' || c == '!' {
		props = y.properties()
		y.skipSpaces()
	}
	var key *Node
	switch y.peek() {
	case '"', '\'':
		key = y.quoted()
	case '*':
		key = y.alias()
	case '[', '{':
		if y.templateAhead() {
			key = y.templateUntil(skipBrackets(y.src, y.pos))
		} else {
			key = y.flow()
		}
	default:
		colon, _ := y.colon(y.pos)
		end := colon
		for end > y.pos && isSpace(y.src[end-1]) {
			end--
		}
		key = y.scalar(Plain, y.pos, end)
		y.pos = end
	}
	props.apply(y, key)
	return key
}

// entryValue reads what follows a key's colon.
func (y *yamlReader) entryValue(col int) *Node {
	colon := y.pos
	for y.peek() == ' ' {
		y.pos++
	}
	if y.peek() == '\t' {
		y.tab()
	}
	if !y.endOfLine() {
		return y.blockNode(col, false, true)
	}
	for y.next(); y.templateLine(); y.next() {
	}
	switch {
	case y.eof() || y.atMarker():
	case y.col() > col:
		return y.blockNode(col, true, false)
	case y.col() == col && y.dash():
		return y.sequence(y.node(Sequence, Block, y.pos, y.pos), col-1)
	}
	return y.empty(colon)
}
