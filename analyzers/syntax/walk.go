package syntax

import sitter "github.com/smacker/go-tree-sitter"

// walk does what flatten_c.c does through the binding, several times slower: for
// platforms where that cannot be linked, and to compare with.
func (g *Grammar) walk(root *sitter.Node, into []Node) []Node {
	cursor := sitter.NewTreeCursor(root)
	defer cursor.Close()
	return g.walkAt(cursor, root.HasError(), into)
}

func (g *Grammar) walkAt(cursor *sitter.TreeCursor, broken bool, into []Node) []Node {
	node := cursor.CurrentNode()
	symbol := uint16(node.Symbol())
	keep := Drop
	switch {
	case int(symbol) < len(g.keep):
		keep = g.keep[symbol]
	case symbol == ErrorSymbol:
		keep = Tree
	}
	missing := broken && node.IsMissing()
	if missing {
		keep = Leaf
	}
	field := uint8(0)
	if keep != Drop {
		field = g.fields[cursor.CurrentFieldName()]
	}
	if keep == Drop || keep == FieldLeaf && field == 0 {
		return into
	}
	at := len(into)
	into = append(into, Node{Symbol: symbol, Field: field, Missing: missing, Start: node.StartByte(), End: node.EndByte()})
	if keep == Tree && cursor.GoToFirstChild() {
		for {
			into = g.walkAt(cursor, broken, into)
			if !cursor.GoToNextSibling() {
				break
			}
		}
		cursor.GoToParent()
	}
	into[at].Next = uint32(len(into))
	return into
}
