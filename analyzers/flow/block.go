package flow

import "github.com/trainlint/trainlint/analyzers/python"

// Block is the list of statements that one stands in, nil at module level.
func Block(s python.Stmt) []python.Stmt {
	for _, list := range blocks(s.Parent()) {
		for _, other := range list {
			if other == s {
				return list
			}
		}
	}
	return nil
}

func blocks(n python.Node) [][]python.Stmt {
	switch n := n.(type) {
	case *python.Function:
		return [][]python.Stmt{n.Body}
	case *python.Class:
		return [][]python.Stmt{n.Body}
	case *python.For:
		return [][]python.Stmt{n.Body, n.Else}
	case *python.While:
		return [][]python.Stmt{n.Body, n.Else}
	case *python.If:
		return [][]python.Stmt{n.Body, n.Else}
	case *python.With:
		return [][]python.Stmt{n.Body}
	case *python.Try:
		return [][]python.Stmt{n.Body, n.Else, n.Finally}
	case *python.Handler:
		return [][]python.Stmt{n.Body}
	case *python.Case:
		return [][]python.Stmt{n.Body}
	}
	return nil
}
