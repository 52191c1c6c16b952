package python

import "github.com/trainlint/trainlint/analyzers/pattern"

// shownValue is how a comment begins that tells what an expression gives, as the prompt prints it.
var shownValue = pattern.New(
	`^#+\s*(?:(?:=>|->|>>>|=|Out(?:put)?:?|returns?:?)\s*)?(?:tensor\(|array\(|torch\.Size\(|\[+\s*-?\d)`,
)

// ShowsValue reports whether a comment behind a statement tells what it gives: x.repeat(2)  # tensor([1, 2, 1, 2]). It
// demonstrates the expression, and nobody means to keep the result. So do the statements beside it without one.
func (m *Module) ShowsValue(s Stmt) bool {
	for _, other := range m.Block(s) {
		if _, alone := other.(*ExprStmt); alone && m.shownBehind(other) {
			return true
		}
	}
	return false
}

func (m *Module) shownBehind(s Stmt) bool {
	line := m.File.LineOf(s.Span().End)
	for _, c := range m.Comments {
		if c.Span.Start >= s.Span().End && m.File.LineOf(c.Span.Start) == line {
			return shownValue.MatchString(c.Text)
		}
	}
	return false
}
