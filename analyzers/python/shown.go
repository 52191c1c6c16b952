package python

import "github.com/trainlint/trainlint/analyzers/pattern"

// shownValue is how a comment begins that tells what an expression gives, as the prompt prints it.
var shownValue = pattern.New(
	`^#+\s*(?:(?:=>|->|>>>|=|Out(?:put)?:?|returns?:?)\s*)?(?:tensor\(|array\(|torch\.Size\(|\[+\s*-?\d)`,
)

// ShowsValue reports whether a comment behind a statement tells what it gives: x.repeat(2)  # tensor([1, 2, 1, 2]). It
// demonstrates the expression, and nobody means to keep the result. So do the statements beside it without one.
func (m *Module) ShowsValue(s Stmt) bool {
	shown := m.shownLines()
	if len(shown) == 0 {
		return false
	}
	for _, other := range m.Block(s) {
		if _, alone := other.(*ExprStmt); alone && shown[m.File.LineOf(other.Span().End)] {
			return true
		}
	}
	return false
}

// shownKey is what shownLines is shared under.
type shownKey struct{}

// shownLines are the lines behind whose code a comment tells a value; hardly any file has one.
func (m *Module) shownLines() map[int]bool {
	return m.Shared(shownKey{}, func() any {
		lines := map[int]bool{}
		for _, c := range m.Comments {
			if shownValue.MatchString(c.Text) {
				lines[m.File.LineOf(c.Span.Start)] = true
			}
		}
		return lines
	}).(map[int]bool)
}
