package train

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/survey"
)

// training is what makes a function worth following to its end, whatever it costs: what a training step is made of,
// what decides whether a tensor has a graph, and loops that sum or collect what is named like a loss.
var training = &survey.Purpose{Does: func(n python.Node, inLoop bool) survey.Interest {
	switch n := n.(type) {
	case *python.AugAssign:
		return survey.If(inLoop && keepsState(n.Value))
	case *python.Call:
		name := python.LastName(n.Func)
		return survey.If(inLoop && (name == "append" || name == "update" || name == "add") && len(n.Args) > 0 &&
			keepsState(n.Args[0].Value))
	case *python.Arg:
		return survey.If(knowledge.OfTraining(n.Name))
	case *python.Attribute:
		c, ok := n.Parent().(*python.Call)
		return survey.If(knowledge.OfTraining(n.Attr) && !(ok && c.Func == python.Expr(n) && denoises(c)))
	case *python.Name:
		return survey.If(knowledge.OfTraining(n.ID))
	}
	return survey.None
}}

// SurveyNote is the key under which is noted of a file what its functions have to do with training.
func SurveyNote() any { return training }

// denoises reports whether a call is the step of a diffusion model's noise schedule, whose result somebody uses:
// latents = scheduler.step(noise, t, latents). That of a learning rate gives nothing.
func denoises(c *python.Call) bool {
	_, alone := c.Parent().(*python.ExprStmt)
	return !alone && c.MethodName() == "step" && len(c.Args) > 1 && knowledge.NamesSchedule(python.LastName(c.Receiver()))
}

// keepsState reports whether a value is named like a loss or another result of a model: a loop that sums or collects it
// is looked at to its end.
func keepsState(e python.Expr) bool { return speaksOf(e, knowledge.NamesState) }

// speaksOf reports whether a name or an attribute in an expression is a word of some kind.
func speaksOf(e python.Expr, kind func(word string) bool) bool {
	for n := range python.All(e) {
		switch n := n.(type) {
		case *python.Name:
			if kind(n.ID) {
				return true
			}
		case *python.Attribute:
			if kind(n.Attr) {
				return true
			}
		}
	}
	return false
}
