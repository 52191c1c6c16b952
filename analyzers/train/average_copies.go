package train

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// CopyingAverage is an average of a model's weights with its two factors exchanged: nearly all of it is the weights as
// they are now.
type CopyingAverage struct {
	// Update is what changes the average.
	Update run.Place
	// Kept is the share of the average that an update keeps, Taken what it takes of the weights.
	Kept, Taken float64
}

// maxKept is the share of an average below which it is none: who wants the weights as they are copies them.
const maxKept = 0.05

// CopyingAverages lists the averages of weights that keep nearly nothing of themselves, and are not trained.
func (f *Facts) CopyingAverages() []*CopyingAverage {
	var list []*CopyingAverage
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		add := func(at run.Place, kept *weightsOf, decay float64) {
			if kept == nil || decay <= 1e-9 || decay > maxKept || at.Node == nil || seen[at.Node] || !kept.copied &&
				e.trainsIn(nil, kept.module) {
				return
			}
			seen[at.Node] = true
			list = append(list, &CopyingAverage{at, decay, 1 - decay})
		}
		scaled := scalings{}
		for _, c := range e.Calls {
			scaled.note(c)
			m, ok := c.Callee.(*run.Member)
			if !ok || c.Node == nil {
				continue
			}
			if m.Name == "copy_" && len(c.Args) > 0 {
				kept, decay := e.blendInto(m.Object, c.Args[0].Value)
				add(c.Place(), kept, decay)
			} else if kept, decay, ok := e.blended(c, scaled); ok {
				add(c.Place(), kept, decay)
			}
		}
		for _, s := range e.Stores {
			if s.Target == nil || s.Node == nil || s.Kind != run.StoreAttribute && s.Kind != run.StoreItem ||
				s.Kind == run.StoreAttribute && s.Name != "data" {
				continue
			}
			kept, decay := e.blendInto(s.Target, s.New)
			add(run.Place{Unit: s.Unit, Node: s.Node}, kept, decay)
		}
	}
	return list
}

// blendInto is d of a value where that is given d times itself and 1 - d times the weights of another model.
func (e *Entry) blendInto(target, v run.Value) (kept *weightsOf, decay float64) {
	into := e.weightsBehind(target, maxParts+1) // a dictionary of copies is one more than a copy
	sum, ok := run.Bare(v).(*run.Object)
	if into == nil || !ok || sum.Operator != "+" || len(sum.Operands) != 2 {
		return nil, 0
	}
	for i := range sum.Operands {
		own, average := factor(sum.Operands[i])
		share, weights := factor(sum.Operands[1-i])
		first, isFirst := fraction(own)
		second, isSecond := fraction(share)
		if !isFirst || !isSecond || !near(first+second, 1) {
			continue
		}
		itself, other := e.weightsBehind(average, maxParts), e.weightsBehind(weights, maxParts)
		if itself == nil || other == nil || itself.module != into.module || itself.copied != into.copied ||
			other.module == itself.module && other.copied == itself.copied {
			continue
		}
		if kept, decay, ok := e.pairOf(average, weights, share); ok {
			return kept, decay
		}
	}
	return nil, 0
}
