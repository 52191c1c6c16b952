package training

import (
	"bytes"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/rules"
)

// code is the text of a file with comments and strings that stand alone blanked:
// what is written about the code is not what the code does.
func code(p *rules.Pass) []byte { return codeOf(p.Python) }

func codeOf(m *python.Module) []byte {
	text := bytes.Clone(m.File.Text)
	blank := func(s source.Span) {
		for i := s.Start; i < s.End && i < len(text); i++ {
			text[i] = ' '
		}
	}
	for _, c := range m.Comments {
		blank(c.Span)
	}
	python.WalkBody(m.Body, func(n python.Node) bool {
		if s, ok := n.(*python.ExprStmt); ok {
			if _, docstring := s.Value.(*python.String); docstring {
				blank(s.Span())
			}
			return false
		}
		_, isExpr := n.(python.Expr)
		return !isExpr
	})
	return text
}
