package job

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// isRows reports whether a value is a dataset of Hugging Face's, a part of one, or what its methods make of it.
func isRows(v *Given) bool {
	for v != nil {
		switch {
		case v.Kind == GivenItem || v.Kind == GivenAttribute:
			v = v.Of
		case v.Kind == GivenCall && v.Of != nil && v.Of.Kind == GivenSymbol:
			return knowledge.LoadsRows(v.Of.Name)
		case v.Kind == GivenCall && v.Of != nil && v.Of.Kind == GivenAttribute:
			v = v.Of.Of
		default:
			return false
		}
	}
	return false
}

// rows is what a method of such a dataset makes of it; nil for anything else.
func (g *giver) rows(o *run.Object, callee *run.Member) *Given {
	if !knowledge.MakesRows(callee.Name) {
		return nil
	}
	of := g.of(callee.Object)
	if !isRows(of) {
		return nil
	}
	at := o.Made.Place().Origin()
	out := &Given{Kind: GivenCall, Of: &Given{Kind: GivenAttribute, Name: callee.Name, Of: of, At: at}, At: at}
	if out = g.arguments(out, o.Made.Args); out.Kind == GivenUnknown {
		return out
	}
	return g.changedRows(o, out)
}

// changedRows is a dataset behind the methods that change it where it is, before the time that is asked about:
// dataset.set_transform(augment) makes of it what with_transform gives.
func (g *giver) changedRows(o *run.Object, made *Given) *Given {
	for _, c := range g.machine.Trace.Calls {
		method, ok := c.Callee.(*run.Member)
		if !ok || c.Seq > g.seq {
			continue
		}
		name := knowledge.ChangesRows(method.Name)
		if on, same := run.Bare(method.Object).(*run.Object); name == "" || !same || on != o {
			continue
		}
		at := c.Place().Origin()
		if perhaps(c.Gates) {
			return unknownGiven(at, "whether .%s() is called, only the run can tell", method.Name)
		}
		out := &Given{Kind: GivenCall, Of: &Given{Kind: GivenAttribute, Name: name, Of: made, At: at}, At: at}
		if made = g.arguments(out, c.Args); made.Kind == GivenUnknown {
			return made
		}
	}
	return made
}
