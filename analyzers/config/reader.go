package config

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// reader is what the readers of the three notations share: a place in the text,
// and the bounds on what is read.
type reader struct {
	doc   *Document
	src   string
	pos   int
	depth int
	nodes int
	// stopped: a limit was reached; every loop ends, the tree stays as it is.
	stopped bool
	// unclosed counts quotes and brackets that never close. Each costs a look at
	// the rest of the file, so their number is bounded too.
	unclosed int
}

const maxUnclosed = 8

func (r *reader) eof() bool { return r.stopped || r.pos >= len(r.src) }

// at is the byte at an offset, 0 beyond the end.
func (r *reader) at(i int) byte {
	if i < len(r.src) {
		return r.src[i]
	}
	return 0
}

func (r *reader) peek() byte { return r.at(r.pos) }

// blankAt reports whether a token ends at i: white space, line end or file end.
func (r *reader) blankAt(i int) bool {
	switch r.at(i) {
	case ' ', '\t', '\n', '\r', 0:
		return true
	}
	return false
}

// lineEnd is the offset of the line break at or after i, or of the file's end.
func (r *reader) lineEnd(i int) int {
	n := strings.IndexByte(r.src[i:], '\n')
	if n < 0 {
		return len(r.src)
	}
	if n > 0 && r.src[i+n-1] == '\r' {
		n--
	}
	return i + n
}

func (r *reader) skipSpaces() {
	for c := r.peek(); c == ' ' || c == '\t'; c = r.peek() {
		r.pos++
	}
}

func (r *reader) fail(start, end int, format string, args ...any) {
	r.doc.problem(Syntax, source.Span{Start: start, End: max(start, end)}, format, args...)
}

// unclosedAt reports a quote or bracket without its partner, and stops reading
// when there are too many of them.
func (r *reader) unclosedAt(start int, what string) {
	r.fail(start, start+1, "%s is never closed", what)
	if r.unclosed++; r.unclosed >= maxUnclosed {
		r.stopped = true
	}
}

// enter counts one level of nesting; false when reading has to stop. That is a
// syntax problem, not a mere limit of ours: Python's readers recurse, and end in
// RecursionError not far beyond.
func (r *reader) enter() bool {
	if r.depth++; r.depth > maxDepth && !r.stopped {
		r.tooDeep()
	}
	return !r.stopped
}

func (r *reader) tooDeep() {
	r.stopped = true
	r.fail(r.pos, r.pos, "nested more than %d levels deep; the rest was not read", maxDepth)
}

func (r *reader) leave() { r.depth-- }

func (r *reader) limit(format string, args ...any) {
	r.stopped = true
	r.doc.problem(Limit, source.Span{Start: r.pos, End: r.pos}, format, args...)
}

func (r *reader) node(kind Kind, style Style, start, end int) *Node {
	if r.nodes++; r.nodes > maxNodes && !r.stopped {
		r.limit("more than %d values; the rest was not read", maxNodes)
	}
	return &Node{Kind: kind, Style: style, Span: source.Span{Start: start, End: end}, doc: r.doc}
}

// scalar is a node whose content is its own text.
func (r *reader) scalar(style Style, start, end int) *Node {
	n := r.node(Scalar, style, start, end)
	n.Text = r.src[start:end]
	return n
}

func (r *reader) empty(at int) *Node { return r.node(Scalar, Empty, at, at) }

// add puts an item at the end of a sequence.
func (n *Node) add(item *Node) {
	item.owner, item.index = n, len(n.Items)
	n.Items = append(n.Items, item)
}

// put adds a key and its value to a mapping.
func (n *Node) put(key, value *Node) *Entry {
	e := &Entry{Key: key.Text, KeySpan: key.Span, KeyNode: key, Value: value, owner: n}
	e.Span = source.Span{Start: key.Outer().Start, End: max(key.Span.End, value.Outer().End)}
	if key.Kind != Scalar {
		e.Key = key.Raw()
	}
	value.owner, value.entry = n, e
	n.Entries = append(n.Entries, e)
	return e
}
