package config

import "strings"

// yamlReader reads YAML in one pass over the text. It is written by hand because
// the readers at hand each lack one half: yaml.v3 gives no end of a value and
// rejects what PyYAML takes (duplicate keys), the tree-sitter grammar misreads
// 2.5 % of real files. What it accepts is PyYAML's language; where PyYAML raises
// it reports a Problem and goes on with the next line that makes sense.
type yamlReader struct {
	reader
	lineStart int              // offset of the first byte of the line that holds pos
	anchors   map[string]*Node // of the current document
	tabSeen   bool
	openFlow  int // brackets open around pos
	// pending belong to the bracket at pos: its anchor counts inside it already.
	pending *properties
}

func readYAML(d *Document) {
	y := &yamlReader{reader: reader{doc: d, src: d.text}}
	if strings.HasPrefix(y.src, "\ufeff") {
		y.pos, y.lineStart = 3, 3
	}
	for {
		closed := y.directives()
		started := y.documentStart()
		y.next()
		if closed && !started && !y.eof() {
			y.fail(y.pos, y.lineEnd(y.pos), "after '...' a new document starts with '---'")
		}
		if y.eof() {
			if started {
				d.Roots = append(d.Roots, y.empty(y.pos))
			}
			return
		}
		if root := y.document(); root != nil {
			d.Roots = append(d.Roots, root)
		} else if started {
			d.Roots = append(d.Roots, y.empty(y.pos))
		}
	}
}

// directives skips %YAML and %TAG lines, comments, and ... markers; true when
// there was such a marker.
func (y *yamlReader) directives() (closed bool) {
	for y.next(); !y.eof() && y.col() == 0; y.next() {
		marker := y.marker("...")
		if y.peek() != '%' && !marker {
			break
		}
		closed = closed || marker
		y.pos = y.lineEnd(y.pos)
	}
	return closed
}

func (y *yamlReader) documentStart() bool {
	if !y.marker("---") {
		return false
	}
	y.pos += 3
	return true
}

// document reads one document up to the marker or the end that closes it.
func (y *yamlReader) document() *Node {
	y.anchors = map[string]*Node{}
	var root *Node
	for !y.eof() && !y.atMarker() {
		if y.templateLine() {
			y.next()
			continue
		}
		if root == nil {
			root = y.blockNode(-1, true, false)
		} else if root.Kind == Mapping && root.Style == Block && y.col() >= 0 && y.keyAhead() {
			y.fail(y.pos, y.lineEnd(y.pos), "this line is not indented like the keys above it")
			y.mappingEntries(root, y.col(), -1)
		} else {
			y.fail(y.pos, y.lineEnd(y.pos), "the document already ended above this line")
			y.pos = y.lineEnd(y.pos)
		}
		y.next()
	}
	return root
}

func (y *yamlReader) col() int { return y.pos - y.lineStart }

func (y *yamlReader) marker(m string) bool {
	return y.pos == y.lineStart && strings.HasPrefix(y.src[y.pos:], m) && y.blankAt(y.pos+3)
}

func (y *yamlReader) atMarker() bool {
	return y.col() == 0 && (y.marker("---") || y.marker("..."))
}

// lineBreak steps over the line break at pos.
func (y *yamlReader) lineBreak() {
	if y.peek() == '\r' && y.at(y.pos+1) == '\n' {
		y.pos++
	}
	y.pos++
	y.lineStart = y.pos
}

// next moves to the next byte that is not white space or comment, or to the end.
func (y *yamlReader) next() {
	for y.pos < len(y.src) {
		switch c := y.src[y.pos]; c {
		case ' ':
			y.pos++
		case '\t':
			y.tab()
		case '\n', '\r':
			y.lineBreak()
		case '#':
			y.pos = y.lineEnd(y.pos)
		default:
			return
		}
	}
}

// tab steps over a tab. PyYAML's scanner raises at one that stands before a
// token; before a comment or a line end it does no harm, and inside brackets
// only libyaml takes it.
func (y *yamlReader) tab() {
	start := y.pos
	y.skipSpaces()
	if y.tabSeen || y.peek() == '#' || y.blankAt(y.pos) {
		return
	}
	y.tabSeen = true
	y.fail(start, start+1, "a tab: PyYAML takes only spaces here")
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// blockNode reads the value that starts at pos. It belongs to a construct whose
// own column is indent; lines up to that column end it. compact says that a
// block collection may start right here; zero that a sequence may start on a
// later line at column indent itself (the value of a key may).
func (y *yamlReader) blockNode(indent int, compact, zero bool) *Node {
	if !y.enter() {
		return y.empty(y.pos)
	}
	defer y.leave()
	if compact {
		if c := y.peek(); c == '-' && y.blankAt(y.pos+1) {
			return y.sequence(y.node(Sequence, Block, y.pos, y.pos), indent)
		}
		if y.keyAhead() {
			return y.mapping(y.node(Mapping, Block, y.pos, y.pos), indent)
		}
	}
	if c := y.peek(); c == '&' || c == '!' {
		return y.withProperties(indent, zero)
	}
	return y.inline(indent, nil)
}

// withProperties reads a value that has a tag or an anchor in front.
func (y *yamlReader) withProperties(indent int, zero bool) *Node {
	for props := y.properties(); ; props = props.and(y, y.properties()) {
		y.skipSpaces()
		if !y.endOfLine() {
			return y.inline(indent, &props)
		}
		y.next()
		switch {
		case y.eof() || y.atMarker() || y.col() < indent || (y.col() == indent && !(zero && y.dash())):
			n := y.empty(props.span.End)
			props.apply(y, n)
			return n
		case y.dash():
			n := y.node(Sequence, Block, y.pos, y.pos)
			props.apply(y, n)
			return y.sequence(n, min(indent, y.col()-1))
		case y.keyAhead():
			n := y.node(Mapping, Block, y.pos, y.pos)
			props.apply(y, n)
			return y.mapping(n, indent)
		case y.peek() != '&' && y.peek() != '!':
			return y.inline(indent, &props)
		}
	}
}

func (y *yamlReader) dash() bool { return y.peek() == '-' && y.blankAt(y.pos+1) }

// endOfLine reports whether only a comment or nothing follows on this line. Where
// a token may start, PyYAML takes # without white space in front.
func (y *yamlReader) endOfLine() bool {
	c := y.peek()
	return c == '\n' || c == '\r' || c == 0 || c == '#'
}

// sequence reads the items at the column of pos, all starting with "- ".
func (y *yamlReader) sequence(n *Node, indent int) *Node {
	col := y.col()
	for !y.eof() {
		at := y.col()
		y.pos++
		n.add(y.itemValue(at))
		n.Span.End = max(n.Span.Start+1, y.lastEnd(n))
		if y.next(); !y.more(col, indent, n, y.dash) {
			break
		}
	}
	return n
}

func (y *yamlReader) itemValue(col int) *Node {
	dash := y.pos
	y.skipSpaces()
	if !y.endOfLine() {
		return y.blockNode(col, true, false)
	}
	y.next()
	if y.eof() || y.atMarker() || y.col() <= col {
		return y.empty(dash)
	}
	return y.blockNode(col, true, false)
}

func (y *yamlReader) lastEnd(n *Node) int {
	if len(n.Items) > 0 {
		return n.Items[len(n.Items)-1].Outer().End
	}
	if len(n.Entries) > 0 {
		return n.Entries[len(n.Entries)-1].Span.End
	}
	return n.Span.End
}
