package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/rules"
)

// RequiresGradTypo finds attributes that look like requires_grad and are not.
var RequiresGradTypo = &rules.Rule{
	Name:     "requires-grad-typo",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("requires-grad-typo"),
	On:       rules.PythonFile,
	Words:    []string{"equires_g", "equire_g", "equiresg", "equireG", "equiresG", "_grad True", "_grad False"},
	Check:    checkRequiresGradTypo,
}

const requiresGrad = "requires_grad"

func checkRequiresGradTypo(p *rules.Pass) {
	read := map[string]bool{}
	var written []*python.Attribute
	python.WalkBody(p.Python.Body, func(n python.Node) bool {
		a, ok := n.(*python.Attribute)
		if !ok || !misspelt(a.Attr) {
			return true
		}
		if assigned(a) {
			written = append(written, a)
		} else {
			read[a.Attr] = true
		}
		return true
	})
	for _, a := range written {
		if read[a.Attr] && a.Attr != requiresGrad+"_" || isSelf(p, a.Value) {
			continue
		}
		fix := fixes.Fix{Title: "spell it requires_grad", Safety: fixes.Unsafe,
			Edits: []fixes.Edit{{File: p.File.Path, Span: a.AttrSpan, New: requiresGrad}}}
		p.Report(rules.Diagnostic{Severity: p.Rule.Severity, File: p.File.Path, Span: source.Span{Start: a.Span().Start, End: a.AttrSpan.End},
			Message: fmt.Sprintf("%s.%s is a new attribute that PyTorch never reads: requires_grad keeps its value and nothing is frozen or unfrozen; spell it requires_grad", p.File.Slice(a.Value.Span()), a.Attr),
			Fixes:   []fixes.Fix{fix}})
	}
}

func isSelf(p *rules.Pass, e python.Expr) bool {
	name, ok := e.(*python.Name)
	return ok && p.Python.ClassOf(name) != nil
}

// assigned reports whether an attribute is what a statement assigns to.
func assigned(a *python.Attribute) bool {
	s, ok := a.Parent().(*python.Assign)
	if !ok {
		return false
	}
	for _, t := range s.Targets {
		if t == python.Expr(a) {
			return true
		}
	}
	return false
}

// misspelt reports whether a name is requires_grad with one or two slips.
func misspelt(name string) bool {
	switch {
	case name == requiresGrad || name == "requires_grad_for" || len(name) < 9:
		return false
	case name == "require_gradient" || name == "requires_gradient" || name == "require_gradients" || name == "requires_gradients" || name == "requiresGrad" || name == "requireGrad":
		return true
	}
	return distance(name, requiresGrad) <= 2
}

// distance is the number of letters to insert, remove or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			diagonal, row[j] = row[j], min(row[j]+1, row[j-1]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
