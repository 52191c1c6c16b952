package train

import "github.com/trainlint/trainlint/analyzers/python"

// TriesOneBatch reports whether a with statement holds one step that is tried once, before or after the loop that
// trains: a backward pass of its own, no loop in it or around it, and one elsewhere in its function.
func TriesOneBatch(with *python.With) bool {
	if python.EnclosingLoop(with) != nil || hasLoop(with.Body) {
		return false
	}
	steps := false
	for n := range python.AllIn(with.Body) {
		if c, ok := n.(*python.Call); ok && c.Receiver() != nil && python.LastName(c.Func) == "backward" {
			steps = true
		}
	}
	fn := python.EnclosingFunction(with)
	return steps && fn != nil && hasLoop(fn.Body)
}

func hasLoop(body []python.Stmt) bool {
	for n := range python.AllIn(body) {
		switch n.(type) {
		case *python.For, *python.While:
			return true
		}
	}
	return false
}
