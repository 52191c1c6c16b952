package train

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/survey"
)

// training is what makes a function worth following to its end, whatever it costs: what a training step is made of, what
// decides whether a tensor has a graph, and loops that sum or collect what is named like a loss.
var training = &survey.Purpose{Does: func(n python.Node, inLoop bool) survey.Interest {
	switch n := n.(type) {
	case *python.AugAssign:
		return survey.If(inLoop && keepsState(n.Value))
	case *python.Call:
		name := python.LastName(n.Func)
		return survey.If(inLoop && (name == "append" || name == "update" || name == "add") && len(n.Args) > 0 && keepsState(n.Args[0].Value))
	case *python.Arg:
		return survey.If(knowledge.OfTraining(n.Name))
	case *python.Attribute:
		return survey.If(knowledge.OfTraining(n.Attr))
	case *python.Name:
		return survey.If(knowledge.OfTraining(n.ID))
	}
	return survey.None
}}

// keepsState reports whether a value is named like a loss or another result of a model: a loop that sums or collects it
// is looked at to its end.
func keepsState(e python.Expr) bool {
	found := false
	python.Walk(e, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Name:
			found = found || knowledge.NamesState(n.ID)
		case *python.Attribute:
			found = found || knowledge.NamesState(n.Attr)
		}
		return !found
	})
	return found
}
