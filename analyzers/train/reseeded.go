package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Reseeded is a generator of random numbers that is put back to the same seed again and again.
type Reseeded struct {
	// Call sets the seed.
	Call *run.Call
	// Site is the place in the loop that leads there.
	Site run.Place
	// Loop is the loop that trains, in each lap of which it happens.
	Loop *Loop
}

// Reseeded lists where the laps of a training, its steps or its epochs, set one and the same seed.
func (f *Facts) Reseeded() []*Reseeded {
	var list []*Reseeded
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.Node == nil || !knowledge.SeedsTorch(symbolOf(c)) || len(c.Args) != 1 || c.Args[0].Star > 0 ||
				len(c.Laps) == 0 {
				continue
			}
			loop := e.LoopAround(c.Laps)
			if loop == nil || !loop.Trains || !loop.again() || len(loop.gatesIn(c.Gates)) > 0 || !e.trainsOn(loop) ||
				!e.sameSeed(c, loop) || drawsItsSamples(c) {
				continue
			}
			if site := e.siteIn(loop, c); !seen[site.Node] {
				seen[site.Node] = true
				list = append(list, &Reseeded{Call: c, Site: site, Loop: loop})
			}
		}
	}
	return list
}

// trainsOn reports whether an optimizer that was made before a loop steps in it, and none that the loop makes: folds
// and trials begin anew, and should begin alike.
func (e *Entry) trainsOn(loop *Loop) bool {
	steps := false
	for _, ev := range e.Events() {
		if !ev.StepsOptimizer() || !loop.has(ev.Call) {
			continue
		}
		if ev.Object == nil || ev.Object.Made == nil || madeIn(ev.Object, loop) {
			return false
		}
		steps = true
	}
	return steps
}

// sameSeed reports whether a call sets the same seed in the first lap of a loop and in a later one.
func (e *Entry) sameSeed(c *run.Call, loop *Loop) bool {
	depth := len(loop.Run.Laps)
	return slices.ContainsFunc(e.Calls, func(other *run.Call) bool {
		return other != c && other.At == c.At && loop.has(other) && other.Laps[depth].N != c.Laps[depth].N &&
			len(other.Args) == 1 && run.Bare(other.Args[0].Value) == run.Bare(c.Args[0].Value)
	})
}

// drawsItsSamples reports whether a seed is set where a walk over samples begins that are drawn at random themselves:
// the data are what the seed gives, and have to be the same in each epoch.
func drawsItsSamples(c *run.Call) bool {
	begin, class := python.EnclosingFunction(c.At), python.EnclosingClass(c.At)
	if begin == nil || class == nil || begin.Name != "__iter__" {
		return false
	}
	m := c.Unit.Module
	for _, name := range []string{"__iter__", "__next__"} {
		fn, ok := m.Method(class, name).(*python.Function)
		if !ok {
			continue
		}
		for n := range python.AllIn(fn.Body) {
			if drawn, ok := n.(*python.Call); ok && knowledge.DrawsTensor(m.Resolve(drawn.Func)) {
				return true
			}
		}
	}
	return false
}

// siteIn is the call that sets the seed, or that of the helper which does nothing else, where it stands in a loop.
func (e *Entry) siteIn(loop *Loop, c *run.Call) run.Place {
	at := c
	for at.Caller != nil && at.Caller.Node != nil && loop.has(at.Caller) {
		fn := python.EnclosingFunction(at.At)
		if fn == nil || !knowledge.NamesSeeding(fn.Name) {
			break
		}
		at = at.Caller
	}
	return at.Place()
}

// SeededSamples lists the calls by which a dataset of the file sets a constant seed whenever it is asked for a sample,
// and draws from that generator behind it.
func (f *Facts) SeededSamples() []*python.Call {
	var list []*python.Call
	for n := range python.AllIn(f.Module.Body) {
		class, ok := n.(*python.Class)
		if !ok || !slices.ContainsFunc(f.Module.BaseNames(class), knowledge.IsDataset) {
			continue
		}
		get, ok := f.Module.Method(class, "__getitem__").(*python.Function)
		if !ok {
			continue
		}
		list = append(list, f.seededIn(get)...)
		for n := range python.AllIn(get.Body) {
			c, ok := n.(*python.Call)
			if !ok || len(get.Params) == 0 || python.PathText(c.Receiver()) != get.Params[0].Name {
				continue
			}
			if helper, ok := f.Module.Method(class, c.MethodName()).(*python.Function); ok && helper != get {
				for _, found := range f.seededIn(helper) {
					if !slices.Contains(list, found) {
						list = append(list, found)
					}
				}
			}
		}
	}
	return list
}

// seededIn is the call of a function that sets a constant seed, if it is the only one that sets any.
func (f *Facts) seededIn(fn *python.Function) []*python.Call {
	var seeds []*python.Call
	draws := false
	for n := range python.AllIn(fn.Body) {
		c, ok := n.(*python.Call)
		if !ok {
			continue
		}
		path := f.Module.Resolve(c.Func)
		switch {
		case knowledge.DrawsAfter(path) != "":
			seeds = append(seeds, c)
		case len(seeds) == 1 && strings.HasPrefix(path, knowledge.DrawsAfter(f.Module.Resolve(seeds[0].Func))):
			draws = true
		}
	}
	if len(seeds) != 1 || !draws || len(seeds[0].Args) != 1 || len(python.GatesOf(seeds[0])) > 0 {
		return nil
	}
	if v, known := f.Module.Const(seeds[0].Args[0].Value); !known || v.Kind != python.IntValue {
		return nil
	}
	return seeds
}
