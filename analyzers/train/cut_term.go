package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// CutTerm is a term of a loss that was made a number before it was added: it moves the loss that is printed, and
// nothing else.
type CutTerm struct {
	// Made makes the number of the term: aux.item(), float(aux).
	Made     *run.Call
	Backward *Event
	// Alone is set where no term is anything but a number: backward() has nothing to differentiate then, and raises an
	// error.
	Alone bool
}

// CutTerms lists the terms of the losses that are differentiated which were computed with a graph and added without it.
func (f *Facts) CutTerms() []*CutTerm {
	var list []*CutTerm
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, ev := range e.Events() {
			if ev.Kind != Backward || ev.Loss == nil {
				continue
			}
			terms := e.termsOf(ev.Loss, maxReshaped)
			for _, term := range terms {
				c := e.numberOf(term)
				if c == nil || c.Node == nil || seen[c.At] || !inAsLoss(c, ev) || slices.Contains(terms, run.Value(sourceOf(c))) ||
					len(terms) == 1 && python.EnclosingFunction(c.At) != python.EnclosingFunction(ev.Call.At) {
					continue
				}
				seen[c.At] = true
				alone := !slices.ContainsFunc(terms, func(v run.Value) bool { return !run.Known(v) && e.numberOf(v) == nil })
				list = append(list, &CutTerm{c, ev, alone})
			}
		}
	}
	return list
}

// inAsLoss reports whether a number was made in the lap of a backward pass, or in a loop within it, as one over the
// tasks of a batch: one of an earlier lap is a sum to be shown.
func inAsLoss(c *run.Call, backward *Event) bool {
	shared := min(len(c.Laps), len(backward.Call.Laps))
	return sameLaps(c.Laps[:shared], backward.Call.Laps[:shared])
}

// termsOf are what a sum adds up, whatever they are weighted with. Where it may still be the number that it began with,
// before a loop over the tasks, what is added to that counts.
func (e *Entry) termsOf(v run.Value, depth int) []run.Value {
	computed := slices.DeleteFunc(slices.Clone(run.Alternatives(v)), run.Known)
	if len(computed) > 1 { // after one lap, or after two
		var terms []run.Value
		for _, one := range computed {
			terms = append(terms, e.termsOf(one, depth-1)...)
		}
		return terms
	}
	if len(computed) == 1 {
		v = computed[0]
	}
	o, ok := v.(*run.Object)
	if !ok || depth <= 0 {
		return []run.Value{v}
	}
	switch {
	case (o.Operator == "+" || o.Operator == "-") && len(o.Operands) == 2:
		return append(e.termsOf(o.Operands[0], depth-1), e.termsOf(o.Operands[1], depth-1)...)
	case o.Operator == "*" && len(o.Operands) == 2: // 0.1 * aux.item()
		for i, side := range o.Operands {
			if run.Known(side) {
				return e.termsOf(o.Operands[1-i], depth-1)
			}
		}
	}
	return []run.Value{v}
}

// numberOf is the call that made a term a number where what it was made of carries a graph; nil for any other term.
func (e *Entry) numberOf(term run.Value) *run.Call {
	o, ok := term.(*run.Object)
	if !ok || o.Made == nil {
		return nil
	}
	switch callee := o.Made.Callee.(type) {
	case *run.Member:
		if !knowledge.GivesNumber(callee.Name) {
			return nil
		}
	case run.Symbol:
		if callee != "float" {
			return nil
		}
	default:
		return nil
	}
	source := sourceOf(o.Made)
	if source == nil {
		return nil
	}
	switch e.graphs().carriesOne(source) {
	case Carries:
		return o.Made
	case MayCarry: // what a method that is not seen gives, and what is called a loss
		if o.Made.Node != nil && knowledge.SpeaksOfLoss(python.LastName(o.Made.Node.Receiver())) {
			return o.Made
		}
	}
	return nil
}

// sourceOf is the tensor that a call makes a number of.
func sourceOf(c *run.Call) *run.Object {
	v := memberObject(c)
	if v == nil && len(c.Args) > 0 {
		v = c.Args[0].Value
	}
	o, _ := v.(*run.Object)
	return o
}

// DecidedTerm is a term of a loss that was computed of what a network decides, of its argmax or of what lies above a
// threshold: it moves the loss that is printed, and has no gradient.
type DecidedTerm struct {
	// At is where it is decided, and By the function or operator that does.
	At       run.Place
	By       string
	Backward *Event
	// Alone is set where no term has a gradient: backward() raises an error.
	Alone bool
}

// DecidedTerms lists such terms in the sums that are differentiated, where another term has a gradient or none has, and
// nothing was detached on purpose.
func (f *Facts) DecidedTerms() []*DecidedTerm {
	var list []*DecidedTerm
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, ev := range e.Events() {
			if ev.Kind != Backward || ev.Loss == nil {
				continue
			}
			terms := e.graphs().weightedTerms(ev.Loss, maxReshaped)
			alone := !slices.ContainsFunc(terms, func(v run.Value) bool { return e.graphs().carriesTerm(v) != CarriesNot })
			learns := func(v run.Value) bool { return e.graphs().carries(v) == Carries }
			if !alone && !slices.ContainsFunc(terms, learns) {
				continue
			}
			for _, term := range terms {
				if e.graphs().carriesTerm(term) != CarriesNot {
					continue
				}
				w := &decisionWalk{e: e, seen: map[*run.Object]bool{}}
				w.value(term, maxMakings)
				if w.found == nil || w.detached || seen[w.found.At.Node] {
					continue
				}
				seen[w.found.At.Node] = true
				w.found.Backward, w.found.Alone = ev, alone
				list = append(list, w.found)
			}
		}
	}
	return list
}

// carriesTerm is whether a term of a loss holds a graph: what a loss of torch gives, which has no parameters, where
// what it is given does.
func (g *graph) carriesTerm(v run.Value) Carry {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || o.Made == nil || !meansBatch(o.Made) {
		return g.carries(v)
	}
	return min(g.carries(v), g.most(operands(o)))
}

// decisionWalk goes back from a term without a gradient to where the graph ends.
type decisionWalk struct {
	e        *Entry
	seen     map[*run.Object]bool
	found    *DecidedTerm
	detached bool // something else ends it, too
}

// value follows a value.
func (w *decisionWalk) value(v run.Value, depth int) {
	if at := w.compares(v); w.found == nil && at.Node != nil {
		w.found = &DecidedTerm{At: at, By: "a comparison"}
	}
	for _, one := range w.e.graphs().flatten(v) {
		o, ok := one.(*run.Object)
		if !ok || depth == 0 || w.seen[o] || w.detached {
			continue
		}
		w.seen[o] = true
		parts := operands(o)
		name, at := o.Operator, run.Place{}
		if o.Made != nil {
			name, at = calleeName(o.Made), o.Made.Place()
		}
		switch {
		case !slices.ContainsFunc(parts, func(v run.Value) bool { return w.e.graphs().carries(v) == Carries }):
			for _, part := range parts {
				w.value(part, depth-1)
			}
		case o.Made == nil || !knowledge.Decides(name) || at.Node == nil || o.Grad == run.Value(run.Bool(false)):
			w.detached = true
		case w.found == nil:
			w.found = &DecidedTerm{At: at, By: name}
		}
	}
}

// compares is where yes and no, as a comparison of something with a graph says, are made numbers: (p > 0.5).float(). No
// place for anything else.
func (w *decisionWalk) compares(v run.Value) run.Place {
	c, ok := v.(*run.Choice)
	if !ok {
		return run.Place{}
	}
	var at run.Place
	for _, a := range c.Alternatives {
		o, ok := a.Value.(*run.Object)
		if !ok || o.Made == nil || len(a.When) == 0 {
			return run.Place{}
		}
		asked := a.When[len(a.When)-1].Condition
		if _, truth := memberObject(o.Made).(run.Bool); !truth || asked.Object == nil || !knowledge.Decides(asked.Operator) ||
			w.e.graphs().carries(asked.Object) != Carries {
			return run.Place{}
		}
		at = o.Made.Place()
	}
	return at
}
