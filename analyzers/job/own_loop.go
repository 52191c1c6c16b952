package job

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Loop is a training loop, apart from the run: its statement, and what it finds bound.
type Loop struct {
	At Place // of the statement
	// Around are the loops that it stands in, or that call what it stands in.
	Around []Place
	// Inside: it stands in a function.
	Inside bool
	// Names are the variables that it reads, as they are when it is entered.
	Names map[string]*Given
	// Unbound are names that it reads and that nothing around it binds: its own variables, or the module's.
	Unbound []string
	// Models are those of the names of its module, where the loop stands in a function, that hold models, optimizers and
	// the like: what the module's own body makes of them, run apart, are others.
	Models map[string]*Given
	// Told is what calls of libraries give that only the job knows: its command line, and the config files that it names.
	Told map[At]*Given
	// Backward are the places in it where backward passes begin.
	Backward []Place
	// Own are the models that the job trains, as the loop's names hold them.
	Own []*Own
	// Beside are modules that the program makes and does not train.
	Beside []*Own
	// Fit: the loop is that of Lightning's Trainer, and At is where it is told to train.
	Fit *Fit
	// Steps makes what runs the steps, where a library does by a config; nil where the program has a loop of its own.
	Steps *Given
	// Old: what runs them is of the time before torch 2.
	Old bool
	// Long: the script took more steps than it may before it came through the loop. Who follows it notes that, so that
	// nobody does so again. nil for a loop of a library's.
	Long *atomic.Bool
}

// backwards are the calls that begin backward passes.
func (w *owning) backwards() []*run.Call {
	var list []*run.Call
	for _, c := range w.m.Trace.Calls {
		if beginsBackward(c) {
			list = append(list, c)
		}
	}
	return list
}

// loop finds the innermost loop over something else than numbers that a backward pass and an optimizer's step are in;
// where there is none, the innermost over numbers or of a while.
func (w *owning) loop() *Loop {
	entered := map[int]*run.LoopRun{}
	for _, l := range w.m.Trace.Loops {
		entered[l.Entry] = l
	}
	var found *run.LoopRun
	calls, steps := w.backwards(), w.steps()
	for _, c := range calls {
		if found == nil {
			found = training(c, entered, steps)
		}
	}
	if found == nil {
		return nil
	}
	found = together(found, calls, entered)
	module := w.j.Program.peer(found.Unit.Module)
	if module == nil {
		return nil
	}
	out := &Loop{
		At:     module.Place(found.Node),
		Own:    w.list,
		Names:  map[string]*Given{},
		Long:   new(atomic.Bool),
		Inside: python.EnclosingFunction(found.Node) != nil,
	}
	for _, c := range calls {
		if slices.ContainsFunc(c.Laps, func(l run.Lap) bool { return l.Entry == found.Entry }) {
			at := c.Place().Origin()
			if !slices.Contains(out.Backward, at) {
				out.Backward = append(out.Backward, at)
			}
		}
	}
	for _, lap := range found.Laps {
		if around := entered[lap.Entry]; around != nil {
			out.Around = append(out.Around, Place{File: around.Unit.Module.File, Span: around.Node.Span()})
		}
	}
	w.bind(out, found)
	out.Told = w.readings()
	return out
}

// mostRounds is how often a loop goes round at most that is a part of a step, as the critic of a GAN is trained some
// times for each step of the generator.
const mostRounds = 32

// together is the loop around all that is trained in turn: a loop that counts a few times is one of its parts where the
// loop around it begins a backward pass besides.
func together(found *run.LoopRun, calls []*run.Call, entered map[int]*run.LoopRun) *run.LoopRun {
	if count, ok := run.Bare(found.Iterated).(*run.Range); found.Iterated != nil && !ok ||
		ok && (count.Stop-count.Start)/max(count.Step, 1) > mostRounds {
		return found
	}
	within := map[int]int{} // how deep the loops around it stand
	for i, lap := range found.Laps {
		within[lap.Entry] = i + 1
	}
	whole, outermost := found, len(found.Laps)+1
	for _, c := range calls {
		if slices.ContainsFunc(
			c.Laps,
			func(l run.Lap) bool { around := entered[l.Entry]; return around != nil && around.Node == found.Node },
		) {
			continue // it is begun anew in each epoch
		}
		for i := len(c.Laps) - 1; i >= 0; i-- {
			if at := within[c.Laps[i].Entry]; at > 0 {
				if l := entered[c.Laps[i].Entry]; at < outermost && l != nil {
					whole, outermost = l, at
				}
				break
			}
		}
	}
	return whole
}

// steps are the loops in which an optimizer steps, by their entry.
func (w *owning) steps() map[int]bool {
	in := map[int]bool{}
	for _, c := range w.m.Trace.Calls {
		method, ok := c.Callee.(*run.Member)
		if !ok || method.Name != "step" {
			continue
		}
		switch library.RoleOf(method.Object) {
		case knowledge.Optimizer, knowledge.Scaler, knowledge.Engine:
			for _, lap := range c.Laps {
				in[lap.Entry] = true
			}
		}
	}
	return in
}

// training is the loop around a backward pass that goes over batches. One of micro-batches, behind which the optimizer
// steps, is a part of it.
func training(c *run.Call, entered map[int]*run.LoopRun, steps map[int]bool) *run.LoopRun {
	stepped := slices.ContainsFunc(c.Laps, func(l run.Lap) bool { return steps[l.Entry] })
	var numbers *run.LoopRun
	for i := len(c.Laps) - 1; i >= 0; i-- {
		l := entered[c.Laps[i].Entry]
		if l == nil || stepped && !steps[l.Entry] {
			continue
		}
		_, counts := run.Bare(l.Iterated).(*run.Range)
		if l.Iterated != nil && !counts && !c.Laps[i].Exact {
			return l
		}
		if numbers == nil {
			numbers = l
		}
	}
	return numbers
}

// bind takes what the loop reads out of the run.
func (w *owning) bind(out *Loop, found *run.LoopRun) {
	reads := map[string]bool{}
	python.Walk(found.Node, func(n python.Node) bool {
		if name, ok := n.(*python.Name); ok {
			reads[name.ID] = true
		}
		return true
	})
	g := newGiver(w.m, found.Seq)
	g.models, g.inside = map[*run.Object]*Given{}, w.inside
	for i, o := range w.objects {
		g.models[o] = w.list[i].Made
	}
	for i, o := range w.asides {
		g.models[o] = w.aside[i].Made
	}
	for _, one := range w.copies(found) {
		if one.whole {
			g.models[one.to] = one.own.Made
		}
		out.Beside = append(out.Beside, one.own)
	}
	g.is = func(o *run.Object) *Given {
		if parts := w.parts(o); len(parts) == 1 {
			return w.part(parts[0])
		}
		return nil
	}
	g.same, g.passed = w.same, w.passes
	w.optimizing(g)
	w.wrappers(g)
	if out.Inside {
		out.Models = w.globalModels(g, found.Unit)
	}
	for i, name := range found.Names {
		if reads[name] {
			out.Names[name] = g.of(found.Values[i])
		}
	}
	for name := range reads {
		if out.Names[name] == nil && !python.IsBuiltin(name) {
			out.Unbound = append(out.Unbound, name)
		}
	}
	for i, own := range w.aside {
		if w.asides[i].Seq < found.Seq {
			// a part of it may be all that is used, or that lies on the GPU
			if builtByLibrary(w.asides[i]) && !w.moved(w.asides[i]) {
				own.doubts(w.asides[i].At.Origin(), "what "+own.Name+" takes beside the model")
			}
			out.Beside = append(out.Beside, own)
		}
	}
}

// wrappers gives modules that nobody trains, and that are made of those that somebody does, these very ones.
func (w *owning) wrappers(g *giver) {
	for i, o := range slices.Backward(w.asides) { // the last one made comes first
		given := map[*run.Object]bool{}
		w.givenTo(o, given)
		if !slices.ContainsFunc(w.objects, func(model *run.Object) bool { return given[model] }) {
			continue
		}
		made := newGiver(w.m, o.Seq)
		made.models, made.inside, made.is = g.models, g.inside, g.is
		w.aside[i].Made = made.made(o)
		g.models[o] = w.aside[i].Made
	}
}

// part is a part of a model; nil where which one it is, or what becomes of it, is not known.
func (w *owning) part(p part) *Given {
	o, path := w.outermost(p.model)
	own := w.of[o]
	if own == nil || p.many || p.one || p.by != nil {
		return nil
	}
	return own.Made.at(strings.Trim(path+"."+p.path, "."))
}

// optimizing gives optimizers the parameters that they are seen to hold, however they came by them.
func (w *owning) optimizing(g *giver) {
	calls := map[*python.Call]*Program{}
	for _, p := range w.j.programs {
		for _, c := range p.optimizers() {
			calls[c] = p
		}
	}
	for _, c := range w.m.Trace.Calls {
		o, ok := c.Result.(*run.Object)
		if calls[c.Node] == nil || !ok || o.Made != c {
			continue
		}
		params, _ := c.Argument("params", 0)
		var list []*Given
		for i, one := range run.Alternatives(params) {
			groups := w.groups(one)
			if i > 0 && !slices.Equal(groups, list) {
				groups = nil // one of several models
			}
			if list = groups; list == nil {
				break
			}
		}
		if list == nil {
			continue
		}
		held := &Given{Kind: GivenList}
		for _, of := range list {
			call := &Given{Kind: GivenCall, Of: of.at("parameters")}
			held.Items = append(
				held.Items,
				&Given{Kind: GivenDict, Keys: []*Given{{Kind: GivenConstant, Constant: run.Str("params")}}, Items: []*Given{call}},
			)
		}
		g.models[o] = optimizerGiven(g, c, held)
	}
}

// optimizerGiven is an optimizer of these parameters, with what its class keeps by the settings that it is given.
func optimizerGiven(g *giver, c *run.Call, held *Given) *Given {
	out := &Given{
		Kind:  GivenCall,
		Of:    &Given{Kind: GivenSymbol, Name: "torch.optim.Optimizer"},
		Items: []*Given{held},
		Names: []string{""},
		At:    c.Place().Origin(),
	}
	class, ok := run.Bare(c.Callee).(run.Symbol)
	if !ok || !knowledge.StepsPlainly(string(class)) {
		return out
	}
	for i, a := range c.Args {
		if a.Star > 0 || a.Name == "" && i > 1 {
			return out
		}
	}
	out.Of = &Given{Kind: GivenSymbol, Name: string(class)}
	for _, a := range c.Args {
		switch a.Name {
		case "momentum", "centered", "weight_decay", "decoupled_weight_decay":
			out.Items, out.Names = append(out.Items, g.of(a.Value)), append(out.Names, a.Name)
		}
	}
	return out
}

// maxAside bounds the models that are looked at beside those that are trained.
const maxAside = 40

// untrained finds the models that the program makes and does not train: teachers, losses.
func (w *owning) untrained() {
	if len(w.list) == 0 {
		return
	}
	given := map[*run.Object]bool{}
	for _, o := range w.objects {
		w.givenTo(o, given)
	}
	for i := len(w.m.Trace.Calls) - 1; i >= 0; i-- { // what is made of others comes after them
		c := w.m.Trace.Calls[i]
		o, ok := c.Result.(*run.Object)
		if !ok || o.Made != c || !isOwn(o) || given[o] || w.resumes(o) || len(w.aside) == maxAside {
			continue
		}
		w.givenTo(o, given)
		if _, part := w.inside[o]; part || w.of[o] != nil || w.constructs(o, c.Caller) || w.inModule(c.Caller) {
			continue
		}
		w.aside, w.asides = append(w.aside, w.own(o)), append(w.asides, o)
	}
	w.foundInside(w.reach(w.asides, w.aside))
}

// inModule reports whether a call happens in the constructor of a module.
func (w *owning) inModule(c *run.Call) bool {
	for ; c != nil; c = c.Caller {
		init, ok := c.Callee.(*run.Function)
		if !ok || init.Name() != "__init__" || len(c.Args) == 0 {
			continue
		}
		if o, ok := c.Args[0].Value.(*run.Object); ok && isOwn(o) {
			return true
		}
	}
	return false
}

// globalModels are the models, and what is made with them, that a module's names hold.
func (w *owning) globalModels(g *giver, unit *run.Unit) map[string]*Given {
	found := map[string]*Given{}
	for name := range boundOnce(unit.Module) {
		switch v := run.Bare(w.m.Global(unit, name)).(type) {
		case *run.Object:
			given := g.of(v)
			if g.models[v] != nil || given.Kind != GivenUnknown && (v.Kind == run.Result || v.Kind == run.Instance) {
				found[name] = given
			}
		case *run.Choice:
			if given := w.same(v); given != nil {
				found[name] = given
			}
		}
	}
	return found
}

// same is the one model that all of several values are: as it was made, or wrapped for several devices.
func (w *owning) same(c *run.Choice) *Given {
	var found *Given
	for _, a := range run.Alternatives(c) {
		o, ok := run.Bare(a).(*run.Object)
		if !ok {
			return nil
		}
		parts := w.parts(o)
		if len(parts) != 1 {
			return nil
		}
		one := w.part(parts[0])
		if one == nil || found != nil && one != found {
			return nil
		}
		found = one
	}
	return found
}

// groups are the parts of models that an optimizer holds whole; nil where it may hold less, or what is not known.
func (w *owning) groups(params run.Value) []*Given {
	parts, partly := w.owners(params)
	var list []*Given
	for _, p := range parts {
		of := w.part(p)
		if of == nil || partly {
			return nil
		}
		list = append(list, of)
	}
	return list
}

// givenTo marks the modules that the constructor of another one is given: they are parts of it.
func (w *owning) givenTo(o *run.Object, marked map[*run.Object]bool) {
	if o.Made == nil {
		return
	}
	var visit func(v run.Value, depth int)
	visit = func(v run.Value, depth int) {
		for _, one := range run.Alternatives(v) {
			switch v := run.Bare(one).(type) {
			case *run.Tuple:
				for _, item := range v.Items {
					visit(item, depth)
				}
			case *run.Object:
				if marked[v] || depth == 0 {
					continue
				}
				if isOwn(v) {
					marked[v] = true
					w.givenTo(v, marked)
				} else if v.Kind == run.List || v.Kind == run.Dict {
					for _, item := range w.m.Contents(v) {
						visit(item, depth-1)
					}
				}
			}
		}
	}
	for _, a := range o.Made.Args {
		visit(a.Value, maxNested)
	}
}

// wantsLoop reports whether somebody wants to know what the job takes: who lints or sizes it for a card, or a launcher
// that asks a cluster for one by its name.
func (j *Job) wantsLoop() bool {
	return j.Program.run.w.Loops || j.Launch != nil && len(j.Launch.Cards()) > 0
}
