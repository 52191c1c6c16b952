package pyedit

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pytoken"
)

// ReplaceExpression writes another expression in place of one. It is put in
// parentheses where it would otherwise fall apart. A comment that goes makes it unsafe.
func (e *Editor) ReplaceExpression(old python.Expr, text string) Plan {
	if err := e.editable(old); err != nil {
		return Plan{Err: err}
	}
	s := old.Span()
	bracketed := e.is(e.before(s.Start), "(") && e.is(e.after(s.End), ")")
	if !bracketed && !isPrimary(text) && bindsTightly(old) {
		text = "(" + text + ")"
	}
	p := e.replace(s.Start, s.End, text)
	if e.hasComment(s.Start, s.End) {
		return p.Lower(fixes.Unsafe)
	}
	return p
}

// bindsTightly reports whether an expression stands where an operator, a dot or a
// bracket would take only a part of a longer one.
func bindsTightly(old python.Expr) bool {
	switch old.Parent().(type) {
	case *python.Attribute, *python.Call, *python.Subscript, *python.Binary, *python.Unary, *python.Bool,
		*python.Compare, *python.Await, *python.IfExp, *python.Starred, *python.Clause:
		return true
	}
	return false
}

// isPrimary reports whether a text is one name, literal, call, attribute, item or
// bracketed expression, which stays together everywhere.
func isPrimary(text string) bool {
	tokens, err := pytoken.Scan([]byte(text))
	if err != nil {
		return false
	}
	for i, t := range tokens {
		if t.Depth > 0 || t.Kind == pytoken.Newline {
			continue
		}
		word := text[t.Start:t.End]
		joins := t.Kind == pytoken.Operator && strings.Contains(". ( ) [ ] { }", word)
		follows := i > 0 && tokens[i-1].Kind != pytoken.Operator && t.Kind != pytoken.Operator
		if follows || t.Kind == pytoken.Operator && !joins || word == "not" || word == "await" {
			return false
		}
	}
	return true
}

// RenameCallee makes a call call something else; its arguments stay.
func (e *Editor) RenameCallee(call *python.Call, name string) Plan {
	return e.ReplaceExpression(call.Func, name)
}

// Text is the source of a node, for building other text from it.
func (e *Editor) Text(n python.Node) string { return e.file.Slice(n.Span()) }
