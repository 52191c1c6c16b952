package run

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// retries reports whether a loop only tries again what has raised: for _ in range(30): try: model = load(); break. Its
// laps do the same, so that the second one says what all of them do.
func retries(s *python.For) bool {
	name, ok := s.Target.(*python.Name)
	if !ok {
		return false
	}
	found := false
	for _, one := range s.Body {
		try, ok := one.(*python.Try)
		if !ok || len(try.Handlers) == 0 {
			continue
		}
		for _, body := range [][]python.Stmt{try.Body, try.Else} {
			if len(body) > 0 && leavesLoop(body[len(body)-1]) {
				found = true
			}
			if slices.ContainsFunc(body, func(s python.Stmt) bool { return keepsName(s, name.ID) }) {
				return false
			}
		}
	}
	return found
}

// leavesLoop reports whether a statement ends a loop around it.
func leavesLoop(s python.Stmt) bool {
	if simple, ok := s.(*python.Simple); ok {
		return simple.Kind == python.Break
	}
	_, returns := s.(*python.Return)
	return returns
}

// keepsName reports whether something is assigned that is made of a name.
func keepsName(s python.Stmt, name string) bool {
	_, assigns := s.(*python.Assign)
	return assigns && python.MentionsIn(s, func(word string) bool { return word == name })
}
