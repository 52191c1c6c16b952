package train

import "github.com/trainlint/trainlint/analyzers/run"

// reach is the recorded operations that values were computed by. sure holds those that are in it whichever way the
// program went.
type reach struct {
	all, sure map[*run.Object]bool
}

// reachOf walks back from values through everything that was not detached.
func (g *graph) reachOf(list []run.Value) *reach {
	r := &reach{map[*run.Object]bool{}, map[*run.Object]bool{}}
	for _, v := range list {
		g.addReach(r, v, len(list) == 1)
	}
	return r
}

func (g *graph) addReach(r *reach, v run.Value, sure bool) {
	options := run.Alternatives(v)
	real := 0
	for _, one := range options {
		if !run.Known(one) {
			real++
		}
	}
	for _, one := range options {
		switch one := one.(type) {
		case *run.Tuple:
			for _, item := range one.Items {
				g.addReach(r, item, sure && real == 1)
			}
		case *run.Object:
			g.addObject(r, one, sure && real == 1)
		}
	}
}

func (g *graph) addObject(r *reach, o *run.Object, sure bool) {
	from, seen := g.origin(o), r.all[o]
	if from != container && !seen {
		if put := g.putInto(o); len(put) > 0 { // losses = torch.zeros(n), losses[k] = loss: it has a graph from then on
			r.all[o] = true
			for _, item := range put {
				g.addReach(r, item, false)
			}
		}
	}
	if from == leaf {
		return
	}
	carry := g.requires(o)
	if carry == CarriesNot {
		return
	}
	certain := sure && carry == Carries
	if r.sure[o] || seen && !certain { // what was put into it is not all: it was computed of something, too
		return
	}
	r.all[o] = true
	if certain {
		r.sure[o] = true
	}
	if from == container {
		if whole := valueOf(o); whole != nil { // for name, loss in losses.items(): it comes of what was put there
			g.addReach(r, whole, certain)
			return
		}
		held := g.entry.Facts.machine.Contents(o)
		for _, item := range g.emptied(o) {
			g.addReach(r, item, false)
		}
		for _, item := range held {
			g.addReach(r, item, certain && len(held) == 1)
		}
		return
	}
	for _, operand := range operands(o) {
		g.addReach(r, operand, certain)
	}
}

// shares reports whether two graphs have a recorded operation in common: a backward pass through one frees what the
// other needs.
func (g *graph) shares(a, b *reach) Carry {
	found := CarriesNot
	for o := range a.all {
		if g.origin(o) == container || !b.all[o] {
			continue
		}
		if a.sure[o] && b.sure[o] {
			return Carries
		}
		found = MayCarry
	}
	return found
}

// recorded is the graph that a pass goes through.
func (g *graph) recorded(p *pass) *reach {
	if p.reach == nil {
		p.reach = g.reachOf(p.loss)
	}
	return p.reach
}
