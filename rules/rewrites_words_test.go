package rules_test

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// importedAs gives what is imported another name, where that name means nothing else in the file.
func importedAs(m *python.Module) rewrite {
	imported, otherwise := map[string]bool{}, map[string]bool{}
	var texts strings.Builder
	for n := range python.AllIn(m.Body) {
		switch n := n.(type) {
		case *python.Import:
			for _, a := range n.Names {
				switch {
				case n.Module == "__future__" || n.Star:
				case a.As != "":
					imported[a.As] = true
				case n.From || !strings.Contains(a.Path, "."):
					imported[a.Path] = true
				default:
					root, _, _ := strings.Cut(a.Path, ".")
					otherwise[root] = true
				}
			}
		case *python.Param:
			otherwise[n.Name] = true
		case *python.Arg:
			if n.Name != "" {
				otherwise[n.Name] = true
			}
		case *python.Function:
			otherwise[n.Name] = true
		case *python.Class:
			otherwise[n.Name] = true
		case *python.Name:
			if python.IsTarget(n) {
				otherwise[n.ID] = true
			}
		case *python.Scoping:
			for _, name := range n.Names {
				otherwise[name] = true
			}
		case *python.String:
			texts.WriteString(m.File.Slice(n.Span()))
		case *python.Opaque, *python.OpaqueStmt:
			texts.WriteString(m.File.Slice(n.Span()))
		}
	}
	other := func(name string) string {
		if imported[name] && !otherwise[name] && !strings.Contains(texts.String(), name) {
			return "zz_" + name
		}
		return ""
	}
	return func(r *rewriter, n python.Node) bool {
		switch n := n.(type) {
		case *python.Alias:
			name := n.As
			if name == "" {
				name = n.Path
			}
			if to := other(name); to != "" {
				r.say(n.Span().Start, n.Path+" as "+to)
				return true
			}
		case *python.Name:
			if to := other(n.ID); to != "" {
				r.say(n.Span().Start, to)
				return true
			}
		}
		return false
	}
}

// verbatim copies texts, whose parts stand within quotes.
func verbatim(r *rewriter, n python.Node) bool {
	if _, is := n.(*python.String); is {
		r.copy(n.Span().Start, n.Span().End)
		return true
	}
	return false
}

var mirror = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}

// mirrored writes b > a for a < b.
func mirrored(r *rewriter, n python.Node) bool {
	c, ok := n.(*python.Compare)
	if !ok || len(c.Ops) != 1 || mirror[c.Ops[0]] == "" || !isName(c.Operands[0]) && !isNumber(c.Operands[1]) {
		return false
	}
	if _, main := c.Operands[1].(*python.String); main { // __name__ == "__main__" is written so
		return false
	}
	at := c.Span().Start
	r.say(at, "(")
	r.node(c.Operands[1])
	r.say(at, ") "+mirror[c.Ops[0]]+" (")
	r.node(c.Operands[0])
	r.say(at, ")")
	return true
}

func isName(e python.Expr) bool { _, is := e.(*python.Name); return is }

func isNumber(e python.Expr) bool { _, is := e.(*python.Number); return is }

func isZero(e python.Expr) bool {
	n, is := e.(*python.Number)
	return is && n.Text == "0"
}

// notRemainder writes not a % b for a % b == 0.
func notRemainder(r *rewriter, n python.Node) bool {
	c, ok := n.(*python.Compare)
	if !ok || len(c.Ops) != 1 || c.Ops[0] != "==" || !isZero(c.Operands[1]) {
		return false
	}
	b, ok := c.Operands[0].(*python.Binary)
	if !ok || b.Op != "%" {
		return false
	}
	r.say(c.Span().Start, "(not ")
	r.node(b)
	r.say(c.Span().Start, ")")
	return true
}

// spelledOut writes x = x + y for x += y.
func spelledOut(r *rewriter, n python.Node) bool {
	a, ok := n.(*python.AugAssign)
	if !ok || !isPlain(a.Target) {
		return false
	}
	at := a.Span().Start
	target := r.text(a.Target)
	r.say(at, target+" = "+target+" "+strings.TrimSuffix(a.Op, "=")+" (")
	r.node(a.Value)
	r.say(at, ")")
	return true
}

// isPlain reports whether an expression is a name, or an attribute of one.
func isPlain(e python.Expr) bool {
	if a, is := e.(*python.Attribute); is {
		return isPlain(a.Value)
	}
	return isName(e)
}
