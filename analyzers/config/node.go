package config

import (
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// Kind is the shape of a node.
type Kind int

// The shapes a node can have.
const (
	Scalar Kind = iota
	Mapping
	Sequence
	Alias // *name; Target is what it stands for
)

// Style is how a node was written; what a scalar means depends on it.
type Style int

// The ways of writing a node.
const (
	Plain        Style = iota // bare: the loader guesses the type from the text
	SingleQuoted              // '…'
	DoubleQuoted              // "…"
	Literal                   // | block, and TOML's ''' and """
	Folded                    // > block
	Block                     // a mapping or sequence by indentation
	Flow                      // {…} or […]
	Table                     // a TOML [table], [[array of tables]] or dotted key
	Opaque                    // text nobody can take apart: {{ … }}, an unclosed bracket or quote
	Empty                     // nothing is written: null in YAML
)

// Node is one value.
type Node struct {
	Kind  Kind
	Style Style
	// Span covers the value itself, quotes and brackets included, tag and anchor
	// excluded. It is empty, at the place where a value would start, for Empty.
	Span source.Span
	// Text is a scalar's content: unquoted, unescaped, folded. An alias's name.
	Text string
	// Tag is written as in the file (!new:torch.nn.Linear, !!float); "" if none.
	Tag string
	// Anchor is the name after &; "" if none.
	Anchor string
	// Properties covers tag and anchor, empty when there is neither.
	Properties source.Span
	Entries    []*Entry // of a Mapping, in file order, duplicates included
	Items      []*Node  // of a Sequence
	// Target of an Alias; nil when no such anchor was defined before it.
	Target *Node

	doc   *Document
	owner *Node  // the mapping or sequence that holds this node; nil for a root
	entry *Entry // the entry whose value this is; nil in sequences
	index int    // the place among a sequence's items
	used  bool   // an alias refers to this node's anchor

	odd, oddKnown bool // what hasOdd found
}

// Entry is one key with its value.
type Entry struct {
	Key     string // content of the key
	KeySpan source.Span
	KeyNode *Node
	Value   *Node // never nil; Style Empty when nothing is written
	// Span runs from the key to the end of the value, without trailing comment.
	Span source.Span
	// Merge: the key is YAML's <<, its value's entries count as this mapping's.
	Merge bool
	// Shadowed: the same key is written again below, and that one wins.
	Shadowed bool
	// Implied: no text of its own; a TOML header or dotted key names it in passing.
	Implied bool

	owner *Node
}

// Raw is the text of the value exactly as written.
func (n *Node) Raw() string {
	if n == nil || n.doc == nil || n.Span.End > len(n.doc.text) {
		return ""
	}
	return n.doc.text[n.Span.Start:n.Span.End]
}

// Outer covers the value with its tag and anchor.
func (n *Node) Outer() source.Span {
	if n.Properties.Len() > 0 {
		return source.Span{Start: n.Properties.Start, End: max(n.Properties.End, n.Span.End)}
	}
	return n.Span
}

// Document is the file that the node was read from.
func (n *Node) Document() *Document { return n.doc }

// Entry is the entry whose value n is; nil for roots and items of a sequence.
func (n *Node) Entry() *Entry { return n.entry }

// Owner is the mapping or sequence that holds n; nil for a root.
func (n *Node) Owner() *Node { return n.owner }

// Owner is the mapping that holds the entry.
func (e *Entry) Owner() *Node { return e.owner }

// Path is where the entry is written, as Node.Get takes it.
func (e *Entry) Path() string { return joinKey(e.owner.Path(), e.Key) }

// Path is where the node is written below its root, as Node.Get takes it.
func (n *Node) Path() string {
	switch {
	case n == nil || n.owner == nil:
		return ""
	case n.entry != nil:
		return joinKey(n.owner.Path(), n.entry.Key)
	}
	return joinIndex(n.owner.Path(), n.index)
}

func joinKey(path, key string) string {
	if key == "" || strings.ContainsAny(key, ".[]\"") {
		return path + "[" + strconv.Quote(key) + "]"
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

func joinIndex(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// Resolve follows aliases to the value they stand for. It is nil for an alias
// without a target.
func (n *Node) Resolve() *Node {
	for range maxAliasChain {
		if n == nil || n.Kind != Alias {
			return n
		}
		n = n.Target
	}
	return nil
}

// An alias names a node that was complete or open before it, so a chain longer
// than this cannot be written by accident.
const maxAliasChain = 64

// Shared reports whether an edit of n would be seen, or decided, elsewhere: n is
// an alias, or n or one of the nodes that hold it carries an anchor that is used.
func (n *Node) Shared() bool {
	if n.Kind == Alias {
		return true
	}
	for ; n != nil; n = n.owner {
		if n.Anchor != "" && n.used {
			return true
		}
	}
	return false
}

// IsNull reports whether nothing, ~ or null is written: the forms that every
// host reads as None.
func (n *Node) IsNull() bool {
	n = n.Resolve()
	if n == nil || n.Kind != Scalar {
		return false
	}
	if n.Style == Empty {
		return true
	}
	switch n.Text {
	case "", "~", "null", "Null", "NULL":
		return n.Style == Plain && n.Tag == ""
	}
	return false
}
