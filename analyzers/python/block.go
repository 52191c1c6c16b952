package python

import "slices"

// Blocks are the lists of statements directly in a node: a body, an else, a finally.
// A try's handlers and a match's cases have blocks of their own.
func Blocks(n Node) [][]Stmt {
	switch n := n.(type) {
	case *Function:
		return [][]Stmt{n.Body}
	case *Class:
		return [][]Stmt{n.Body}
	case *For:
		return [][]Stmt{n.Body, n.Else}
	case *While:
		return [][]Stmt{n.Body, n.Else}
	case *If:
		return [][]Stmt{n.Body, n.Else}
	case *With:
		return [][]Stmt{n.Body}
	case *Try:
		return [][]Stmt{n.Body, n.Else, n.Finally}
	case *Handler:
		return [][]Stmt{n.Body}
	case *Case:
		return [][]Stmt{n.Body}
	}
	return nil
}

// BlockOf is the list of statements that one stands in, nil at module level.
func BlockOf(s Stmt) []Stmt {
	for _, list := range Blocks(s.Parent()) {
		for _, other := range list {
			if other == s {
				return list
			}
		}
	}
	return nil
}

// StandsAlone reports whether a statement is the only one of its block, which is not empty without it.
func StandsAlone(s Stmt) bool { return len(BlockOf(s)) == 1 }

// Block is the list of statements that one stands in, at module level too.
func (m *Module) Block(s Stmt) []Stmt {
	if s.Parent() == nil {
		return m.Body
	}
	return BlockOf(s)
}

// BlockAround is the innermost block of a function that holds a statement and all of some names: a variable that is set
// under a condition may be read under the same one further down. Where a name stands in another function it is that of
// the function.
func (m *Module) BlockAround(s Stmt, names []*Name) []Stmt {
	block := m.Block(s)
	for slices.ContainsFunc(names, func(n *Name) bool { return StatementOf(block, n) == nil }) {
		outer := EnclosingStmt(s.Parent())
		if _, function := outer.(*Function); outer == nil || function {
			break
		}
		s, block = outer, m.Block(outer)
	}
	return block
}

// StatementOf is the one of a list of statements that a node is, or stands in; nil for none.
func StatementOf(block []Stmt, n Node) Stmt {
	for ; n != nil; n = n.Parent() {
		for _, s := range block {
			if Node(s) == n {
				return s
			}
		}
	}
	return nil
}
