package python

import (
	"bytes"
	"fmt"

	"github.com/trainlint/trainlint/analyzers/budget"
)

// Python itself reads no more than a hundred blocks in each other (MAXINDENT of its
// tokenizer), compiles no more than twenty loops, withs and trys in each other
// (CO_MAXBLOCKS), and gives up on expressions before a thousand levels or not far
// beyond. All that walks the tree recurses as deep as it is.
const (
	maxBlocks = 100
	maxLoops  = 20
	maxLevels = 1000
)

// maxBrackets are CPython's own (MAXLEVEL of its tokenizer).
const maxBrackets = 200

// maxContinued bounds lines that hold a backslash alone. The grammar reads such a row
// again from each of them.
const maxContinued = 200

// measureText refuses, before it is parsed, a text with more brackets in each other
// than Python reads. Nested quotes in an f-string may mislead it about a few.
func measureText(text []byte) error {
	depth, continued := 0, 0
	for at := 0; at < len(text); at++ {
		switch c := text[at]; c {
		case ' ', '\t', '\r', '\n':
			continue
		case '\\':
			if continued++; continued > maxContinued {
				return &budget.Exceeded{
					Why: fmt.Sprintf("more than %d lines in a row hold a backslash alone", maxContinued),
					At:  at,
				}
			}
			continue
		case '#':
			at += lineLength(text[at:])
		case '"', '\'':
			at += stringLength(text[at:]) - 1
		case '(', '[', '{':
			if depth++; depth > maxBrackets {
				return &budget.Exceeded{Why: fmt.Sprintf("more than %d brackets are open here", maxBrackets), At: at}
			}
		case ')', ']', '}':
			depth = max(0, depth-1)
		}
		continued = 0
	}
	return nil
}

// lineLength is how far the line goes on.
func lineLength(text []byte) int {
	if n := bytes.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

// stringLength is the length of the literal that text starts with, quotes included.
// One that is not closed ends with its line.
func stringLength(text []byte) int {
	quote := text[:1]
	if len(text) >= 3 && text[1] == text[0] && text[2] == text[0] {
		quote = text[:3]
	}
	for at := len(quote); at < len(text); at++ {
		switch {
		case text[at] == '\\':
			at++
		case text[at] == '\n' && len(quote) == 1:
			return at
		case bytes.HasPrefix(text[at:], quote):
			return at + len(quote)
		}
	}
	return len(text)
}

// measure refuses a tree that is deeper than anything Python would run.
func (l *lowering) measure() error {
	var blocks, loops, levels nesting
	for i := range uint32(len(l.nodes)) {
		blocks.leave(i)
		loops.leave(i)
		levels.leave(i)
		end := l.nodes[i].Next
		if end == i+1 {
			continue
		}
		levels.enter(end, 1)
		switch l.kind(i) {
		case kindBlock:
			blocks.enter(end, 1)
		case kindFor, kindWhile, kindWith, kindTry:
			loops.enter(end, 1)
		case kindFunction, kindClass: // counts anew
			loops.enter(end, -loops.depth)
		case kindListComprehension, kindSetComprehension, kindDictComprehension, kindGenerator:
			loops.enter(end, l.count(i, kindForIn)-loops.depth)
		case kindIf: // each elif becomes an if in the else of the one before
			levels.enter(end, l.count(i, kindElif))
		}
		var what string
		var most int
		switch {
		case blocks.depth > maxBlocks:
			what, most = "blocks", maxBlocks
		case loops.depth > maxLoops:
			what, most = "loops", maxLoops
		case levels.depth > maxLevels:
			what, most = "levels", maxLevels
		default:
			continue
		}
		return &budget.Exceeded{
			Why: fmt.Sprintf("the file is nested more than %d %s deep here", most, what),
			At:  int(l.nodes[i].Start),
		}
	}
	return nil
}

// nesting are the subtrees around a node, and how deep they make it stand.
type nesting struct {
	depth int
	open  []subtree
}

type subtree struct {
	end    uint32 // the first node behind it
	levels int
}

func (n *nesting) enter(end uint32, levels int) {
	n.depth += levels
	n.open = append(n.open, subtree{end, levels})
}

// leave drops the subtrees that end before node i.
func (n *nesting) leave(i uint32) {
	for len(n.open) > 0 && n.open[len(n.open)-1].end <= i {
		n.depth -= n.open[len(n.open)-1].levels
		n.open = n.open[:len(n.open)-1]
	}
}

// count is how many children of that kind a node has.
func (l *lowering) count(i uint32, wanted kind) int {
	found := 0
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if l.kind(c) == wanted {
			found++
		}
	}
	return found
}
