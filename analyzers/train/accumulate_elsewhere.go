package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// callFromElsewhere is the innermost call in another file that leads to a store; nil when there is none.
func callFromElsewhere(s *run.Store) *run.Call {
	for c := s.Caller; c != nil && c.Node != nil; c = c.Caller {
		if c.Unit != s.Unit {
			return c
		}
	}
	return nil
}

// siteOf is the call in another file that hands a store what it adds and does nothing else with it; nil when the
// statement's own file does. The loss that perceptual(x, y) returns needs the graph of what it is given.
func (g *graph) siteOf(s *run.Store) *run.Call {
	c := callFromElsewhere(s)
	if c == nil || g.argumentHolding(c, addedBy(s)) == nil {
		return nil
	}
	if _, alone := c.Node.Parent().(*python.ExprStmt); !alone {
		return nil
	}
	return c
}

// argumentHolding is the argument of a call that hands over the graph of a value, as the code writes it: what computes
// a prediction of the program's options and of a batch makes the graph itself.
func (g *graph) argumentHolding(c *run.Call, v run.Value) python.Expr {
	from := g.reachOf([]run.Value{v})
	for _, a := range c.Args {
		for _, one := range g.flatten(a.Value) {
			if o, ok := one.(*run.Object); ok && a.Node != nil && from.all[o] && g.carries(one) == Carries {
				return a.Node
			}
		}
	}
	return nil
}

// differentiatedElsewhere reports whether another program of the file comes to the statement and differentiates what it
// adds.
func (f *Facts) differentiatedElsewhere(a *Accumulation) bool {
	return slices.ContainsFunc(f.Entries(), func(e *Entry) bool {
		return e != a.Entry && slices.ContainsFunc(e.Stores, func(s *run.Store) bool {
			return s.Node == a.Store.Node && e.graphs().reachesBackward(s, addedBy(s))
		})
	})
}

// differentiatedForOthers reports whether another call of the function of a statement gives something that is
// differentiated: the function serves the training as well as what draws its progress, and would train nothing with
// detached values.
func (g *graph) differentiatedForOthers(s *run.Store, list []*run.Store) bool {
	return slices.ContainsFunc(list, func(other *run.Store) bool {
		return other.Caller != s.Caller && other.Node == s.Node && g.reachesBackward(other, addedBy(other))
	})
}

// isTrainersModel reports whether an object is the model that transformers' Trainer hands to compute_loss of its heirs:
// the one that it trains.
func (e *Entry) isTrainersModel(o *run.Object) bool {
	if e.isLightningStep() || !e.isTrainersStep() || e.Function.Node == nil {
		return false
	}
	params := e.Function.Node.Params
	return len(params) > 1 && isHandedIn(o) && o.Word == params[1].Name
}
