package syntax

import sitter "github.com/smacker/go-tree-sitter"

// Windows links no object with names left open, so the C loop cannot reach the
// functions of the binding from outside it. The slow way gives the same tree.
func (g *Grammar) flatten(root *sitter.Node, into []Node) []Node {
	return g.walk(root, into[:0])
}
