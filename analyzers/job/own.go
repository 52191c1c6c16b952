package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Own is a model that the job trains and that the project writes: an instance of one of its classes, or layers of torch
// that the program puts together.
type Own struct {
	// Name is that of the class, Class where it stands; the zero Place for a class of torch.
	Name  string
	Class Place
	// Made is the call that makes it.
	Made *Given
	// Held are the parts that optimizers hold, "" for all of it; nil where some of the parameters are left out.
	Held []string
	// After is what is done to it later that changes what it takes, in order.
	After []Change
	// Frozen: some of its parameters may be frozen, which ones is not known.
	Frozen bool
	// Beside is another model that the program makes and does not train, a teacher or a perceptual loss: a step takes its
	// memory, too. nil where none is seen.
	Beside *Doubt
	// Hooked is where its forward pass gets more to do than it says; nil where none is seen.
	Hooked *Doubt
	// Recast is where its parameters are cast to fp32 in each step, perhaps to be cast back: they are held in what they
	// were made in, or in that. nil where they are not.
	Recast *Doubt
	// OfLibrary: a function of a library makes the whole of it, by a name.
	OfLibrary bool
	// Fed are the parameters of its forward pass, where each step is seen to call it once; else nil.
	Fed []Parameter
	// Doubt is why more than that is not certain; nil where it is.
	Doubt *Doubt
}

// Change is what the program does to a model that is made, or to a part of it: a method that casts or freezes it.
type Change struct {
	Path   string
	Method string
	Call   *Given // with its arguments
	At     Place
	// Set is the part that becomes Value, an attribute or a number; "" where a method is called.
	Set   string
	Value *Given
	// Keeps: Set is no part, but something that the model keeps beside them. Its value may not be known.
	Keeps bool
	// Thaws: it gives gradients again, from some epoch on, to what was frozen before the training began.
	Thaws bool
	seq   int
	laps  []run.Lap
}

// InLoop reports whether it happens again and again.
func (c Change) InLoop() bool { return len(c.laps) > 0 }

// Doubt is where something is not known, and why.
type Doubt struct {
	At  Place
	Why string
}

// isModule reports whether a class is a torch module, by what it inherits from.
func isModule(c *run.Class) bool {
	return slices.ContainsFunc(c.Line(), func(one run.Value) bool {
		s, ok := one.(run.Symbol)
		return ok && (knowledge.IsModuleBase(string(s)) || knowledge.IsNetwork(string(s)))
	})
}

// isOwn reports whether an object is a module that the project writes or puts together.
func isOwn(o *run.Object) bool {
	if class, ok := o.Class.(*run.Class); ok {
		return o.Kind == run.Instance && isModule(class)
	}
	if o.Made == nil {
		return false
	}
	s, ok := run.Bare(o.Made.Callee).(run.Symbol)
	return ok &&
		(knowledge.BuildsNetwork(string(s)) || loadsPublished(string(s), o.Made) ||
			strings.HasPrefix(string(s), "torch.nn.") &&
				!wrapsModel[run.LastPart(string(s))] && run.ClassLike(run.LastPart(string(s))) &&
				!strings.HasPrefix(string(s), "torch.nn.utils."))
}

// loadsPublished recognises UNet2DModel.from_pretrained("google/ddpm-cifar10-32"): of most other names the sizes lie in
// a file.
func loadsPublished(callee string, made *run.Call) bool {
	class, loads := strings.CutSuffix(callee, ".from_pretrained")
	if !loads || !strings.HasSuffix(class, ".UNet2DModel") || !knowledge.BuildsNetwork(class) {
		return false
	}
	name, _ := made.Argument("pretrained_model_name_or_path", 0)
	text, known := run.Bare(name).(run.Str)
	return known && knowledge.PublishedUNet(string(text))
}

// owning finds the models of the project's own that a job trains.
type owning struct {
	j       *Job
	m       *run.Machine
	list    []*Own
	objects []*run.Object // of list
	of      map[*run.Object]*Own
	doubt   *Doubt
	inside  map[*run.Object]place
	// told are the targets of assignments that were read as they are written.
	told map[python.Node]bool
	// last is when the last backward pass happens; 0 where none is seen.
	last int
	// aside are the models that nobody trains, asides what they are in the run.
	aside  []*Own
	asides []*run.Object
	// resumed are the models that are loaded in place of another where an earlier run has left them.
	resumed map[*run.Object]bool
	// unnamed are names of methods, and whether nothing names them but their definitions.
	unnamed map[string]bool
}

// place is where an object lies in a model.
type place struct {
	own  *Own
	path string
}

// readOwn takes the models of the project's own that optimizers and trainers hold.
func (j *Job) readOwn() {
	trained := j.trained()
	if slices.ContainsFunc(trained, func(l Load) bool { return !knowledge.BuildsNetwork(l.Class) }) {
		return // a model that is loaded, with what the project adds to it
	}
	w := j.owned()
	j.Own, j.OwnDoubt, j.Library = w.list, w.doubt, len(trained) > 0
	if len(w.list) == 0 {
		loaded := slices.ContainsFunc(j.Loads, func(l Load) bool { return !knowledge.BuildsNetwork(l.Class) })
		if !loaded && j.wantsLoop() {
			j.Loop = w.loop()
		}
		return
	}
	for i, l := range j.Loads {
		j.Loads[i].resumed, j.Loads[i].within = w.loadsResumed(l), w.keepsLoaded(l)
	}
	w.readBackbone()
	j.Globals = w.globals()
	if len(w.list) == 1 {
		w.list[0].Beside = w.beside()
		w.list[0].Fed = w.fedOnce(w.objects[0])
	}
	if j.wantsLoop() || w.doubt == nil && len(w.list) == 1 && w.list[0].Beside == nil {
		if j.Loop = w.loop(); j.Loop == nil {
			j.Loop = w.fit()
		}
	}
}

// owned finds the models of the project's own that optimizers and trainers hold, and what is done to them.
func (j *Job) owned() *owning {
	w := &owning{
		j:       j,
		m:       j.Program.run.ran(),
		of:      map[*run.Object]*Own{},
		told:    map[python.Node]bool{},
		resumed: map[*run.Object]bool{},
	}
	for _, c := range w.backwards() {
		w.last = max(w.last, c.Seq)
	}
	called := w.called()
	for _, p := range j.programs {
		for _, c := range p.optimizers() {
			if len(called) > 0 && !called[c] {
				continue // another script's, of which this one imports something
			}
			var before []part
			for i, params := range w.optimized(p, c) {
				parts, _ := w.owners(params)
				if i > 0 && w.again(before, parts) {
					continue // self.build() is called once more, and what it made before is gone
				}
				before = parts
				w.held(params, p.Place(c), true)
			}
		}
		for _, c := range p.trainerCalls() {
			if model, presence := p.Argument(c, "model", 0); presence == python.Given {
				w.held(model.Value, p.Place(c), false)
			}
		}
		for _, engine := range p.trainedByEngines() {
			w.held(engine.held, p.Place(engine.call), engine.parameters)
		}
	}
	for _, c := range slices.Concat(j.chosenOptimizers(), j.namedOptimizers()) {
		params, _ := c.Argument("params", 0)
		w.held(params, c.Place().Origin(), true)
	}
	w.joinParts()
	w.renamed()
	w.inside = map[*run.Object]place{}
	w.foundInside(w.reach(w.objects, w.list))
	w.untrained()
	w.casts()
	w.stores()
	w.partsSet()
	w.touched()
	w.copied()
	for _, own := range append(w.list[:len(w.list):len(w.list)], w.aside...) {
		slices.SortStableFunc(own.After, func(a, b Change) int { return a.seq - b.seq })
	}
	return w
}

// called are the calls that make optimizers when the script is started, those left out that happen only in functions
// which nothing is seen to call.
func (w *owning) called() map[*python.Call]bool {
	optimizers := map[*python.Call]bool{}
	for _, p := range w.j.programs {
		for _, c := range p.optimizers() {
			optimizers[c] = true
		}
	}
	found := map[*python.Call]bool{}
	for _, c := range w.m.Trace.Calls {
		if !optimizers[c.Node] {
			continue
		}
		outer := c
		for outer.Caller != nil && !outer.Entry {
			outer = outer.Caller
		}
		if !outer.Entry {
			found[c.Node] = true
		}
	}
	return found
}

// renamed looks for attributes that are set under names which only the run knows, as options out of a file are: what
// the models are made with may be among them. (Modules do so in their constructors, which are followed by their names.)
func (w *owning) renamed() {
	if len(w.list) == 0 {
		return
	}
	for _, c := range w.m.Trace.Calls {
		if run.Bare(c.Callee) != run.Value(run.Symbol("setattr")) || len(c.Args) < 2 || c.Args[0].Star+c.Args[1].Star > 0 {
			continue
		}
		if _, known := run.Bare(c.Args[1].Value).(run.Str); known {
			continue
		}
		if o, ok := run.Bare(c.Args[0].Value).(*run.Object); ok && isOwn(o) && !builtByLibrary(o) {
			continue
		}
		if len(c.Args) == 3 && isNetwork(c.Args[2].Value) {
			continue
		}
		w.doubts(c.Place().Origin(), "which options are set here, only the run can tell")
	}
}

// isNetwork reports whether a value is a network, or one that is wrapped, whichever way the program goes: that is no
// option. setattr(self, "net" + name, net) puts each network of a list of names back where it was.
func isNetwork(v run.Value) bool {
	if c, ok := run.Bare(v).(*run.Choice); ok {
		return len(c.Alternatives) > 0 && !slices.ContainsFunc(c.Alternatives, func(a run.Alternative) bool {
			return !isNetwork(a.Value)
		})
	}
	o, ok := run.Bare(v).(*run.Object)
	if !ok {
		return false
	}
	if isOwn(o) {
		return true
	}
	if o.Made == nil {
		return false
	}
	callee, ok := run.Bare(o.Made.Callee).(run.Symbol)
	return ok && wrapsModel[run.LastPart(string(callee))]
}

// maxGlobals bounds how many names of one module are taken out of a run.
const maxGlobals = 200

// globals are the names of the script's modules that are constants, options or containers of these.
func (w *owning) globals() map[string]map[string]*Given {
	found := map[string]map[string]*Given{}
	g := newGiver(w.m, w.objects[0].Seq)
	for _, p := range w.j.programs {
		unit := w.m.Unit(p.Module(), p.name())
		names := map[string]*Given{}
		for name, times := range boundOnce(p.Module()) {
			if v := w.m.Global(unit, name); v != nil && times == 1 && len(names) < maxGlobals && isData(v) {
				if given := g.of(v); given.Kind != GivenUnknown {
					names[name] = given
				}
			}
		}
		found[p.File().Path] = names
	}
	return found
}

// boundOnce counts how often the names of a module are assigned outside of its functions and classes.
func boundOnce(m *python.Module) map[string]int {
	times := map[string]int{}
	python.WalkBody(m.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Function, *python.Class, *python.Lambda, *python.Comprehension:
			return false
		case *python.Assign:
			for _, target := range n.Targets {
				for n := range python.All(target) { // generator, critic = Generator(), Critic()
					if name, ok := n.(*python.Name); ok && python.IsTarget(name) {
						times[name.ID]++
					}
				}
			}
		case *python.AugAssign:
			if name, ok := n.Target.(*python.Name); ok {
				times[name.ID] = 2 // it changes
			}
		}
		return true
	})
	return times
}

// isData reports whether a value is one that a module's names hold for others to read.
func isData(v run.Value) bool {
	switch v := run.Bare(v).(type) {
	case *run.Tuple:
		return true
	case run.Symbol:
		return v == knowledge.AbslFlags
	case *run.Object:
		return v.Kind == run.List || v.Kind == run.Dict || v.Kind == run.Set || v.Kind == run.Namespace ||
			v.Class == run.Value(run.Symbol("argparse.Namespace"))
	default:
		return run.Known(v)
	}
}

// optimizers are the calls that make optimizers in this run: those of which the states are known, and any other class
// that is called like one.
func (p *Program) optimizers() []*python.Call {
	var list []*python.Call
	for _, o := range p.optimizerCalls() {
		list = append(list, o.call)
	}
	for _, c := range p.Module().AllCalls() {
		name := run.LastPart(python.PathText(c.Func))
		if len(c.Args) == 0 || !run.ClassLike(name) || !calledLikeOptimizer(name) || slices.Contains(list, c) {
			continue
		}
		if runs, known := p.Runs(c); !known || runs {
			list = append(list, c)
		}
	}
	return list
}

// calledLikeOptimizer reports whether a class has the name of an optimizer.
func calledLikeOptimizer(name string) bool {
	if strings.HasSuffix(name, "LR") || strings.Contains(name, "Sched") {
		return false // LambdaLR
	}
	name = strings.ToLower(name)
	return slices.ContainsFunc(
		[]string{"adam", "sgd", "ranger", "lamb", "lion", "rmsprop", "adagrad", "adadelta", "novograd", "optim",
			"muon", "prodigy", "sophia", "yogi", "madgrad", "diffgrad", "shampoo"},
		func(word string) bool { return strings.Contains(name, word) },
	)
}

// held takes what an optimizer, or a trainer, is given.
func (w *owning) held(v run.Value, at Place, parameters bool) {
	alternatives := run.Alternatives(v)
	var before []part
	for i, one := range w.begunWith(alternatives) {
		var parts []part
		partly := false
		if parameters {
			parts, partly = w.owners(one)
		} else {
			parts = w.parts(one)
		}
		if i > 0 && !sameParts(before, parts) {
			if w.again(before, parts) {
				continue
			}
			w.doubts(at, "which model it trains, only the run can tell")
		}
		before = parts
		for _, p := range parts {
			w.take(p, partly, at)
		}
	}
}

// again reports whether parts of models are those of an earlier lap, made anew in the same way: each fold of a
// cross-validation trains a model of its own, and lets go of the last one. They then stand for the earlier ones.
func (w *owning) again(before, parts []part) bool {
	if len(before) != len(parts) {
		return false
	}
	for i, p := range parts {
		b := before[i]
		anew := w.madeAgain(b.model.Made, p.model.Made) ||
			w.replaced(b.model, p.model) && w.sameCall(b.model.Made, p.model.Made)
		if b.path != p.path || b.many || p.many || b.by != nil || p.by != nil || w.of[b.model] == nil || !anew ||
			w.collected(b.model) ||
			w.collected(p.model) {
			return false
		}
	}
	for i, p := range parts {
		w.of[p.model] = w.of[before[i].model]
	}
	return true
}

// collected reports whether a model is put into a container, which keeps it beside the next one.
func (w *owning) collected(model *run.Object) bool {
	return slices.ContainsFunc(w.m.Trace.Stores, func(s *run.Store) bool {
		if s.Kind != run.StoreAdded && s.Kind != run.StoreItem {
			return false
		}
		return slices.ContainsFunc(
			append(run.Alternatives(s.Added), run.Alternatives(s.New)...),
			func(v run.Value) bool { return run.Bare(v) == run.Value(model) },
		)
	})
}

// madeAgain reports whether two calls are one in two laps of a loop, with the same arguments, which nothing has
// changed.
func (w *owning) madeAgain(a, b *run.Call) bool {
	if !w.sameCall(a, b) || len(a.Laps) == 0 || len(b.Laps) == 0 {
		return false
	}
	for a != nil && b != nil && a.Node == b.Node {
		a, b = a.Caller, b.Caller
	}
	return a == nil && b == nil
}

// sameCall reports whether two calls stand at one place and have the same arguments, which nothing has changed.
func (w *owning) sameCall(a, b *run.Call) bool {
	if a == nil || b == nil || a.Node == nil || a.Node != b.Node || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if a.Args[i].Name != b.Args[i].Name ||
			!w.sameArgument(a.Args[i].Value, b.Args[i].Value, a.Seq) &&
				!w.alike(a.Args[i].Value, b.Args[i].Value, a.Seq, b.Seq, maxAlike) {
			return false
		}
	}
	return true
}

// replaced reports whether one model takes the place of another where that was kept, as an attribute: self.build() is
// called once more, to load the best weights into what it makes.
func (w *owning) replaced(before, after *run.Object) bool {
	kept := w.kept(before)
	return len(kept) > 0 && !slices.ContainsFunc(kept, func(k *run.Store) bool {
		return !slices.ContainsFunc(
			w.kept(after),
			func(s *run.Store) bool { return s.Target == k.Target && s.Name == k.Name },
		)
	})
}

// kept are the assignments by which objects keep a model.
func (w *owning) kept(model *run.Object) (list []*run.Store) {
	for _, s := range w.m.Trace.Stores {
		if s.Kind == run.StoreAttribute && run.Bare(s.New) == run.Value(model) && s.Target != nil {
			list = append(list, s)
		}
	}
	return list
}

// sameArgument reports whether two values are known to be one, which nothing changes since a moment.
func (w *owning) sameArgument(a, b run.Value, since int) bool {
	a, b = run.Bare(a), run.Bare(b)
	o, ok := a.(*run.Object)
	if !ok {
		same, known := run.Equal(a, b)
		return same && known
	}
	return b == run.Value(o) &&
		!slices.ContainsFunc(w.m.Trace.Stores, func(s *run.Store) bool { return s.Target == o && s.Seq > since })
}

func (w *owning) doubts(at Place, why string) {
	if w.doubt == nil {
		w.doubt = &Doubt{at, why}
	}
}

// keepsModel are further functions that give a model back as large as it was.
var keepsModel = map[string]bool{
	"convert_sync_batchnorm":     true,
	"convert_syncbn_model":       true,
	"initialize":                 true,
	"setup":                      true,
	"setup_module":               true,
	"script":                     true,
	"broadcast_params":           true,
	"module":                     true,
	"DistributedDataParallelCPU": true,
	"DataParallelWithCallback":   true,
}

// outermost is the model in whose constructor an object was made, and the object's path in it; the object itself where
// it was made outside of any.
func (w *owning) outermost(o *run.Object) (*run.Object, string) {
	if o.Made == nil {
		return o, ""
	}
	found, path := o, ""
	for c := o.Made.Caller; c != nil; c = c.Caller {
		init, ok := c.Callee.(*run.Function)
		if !ok || init.Name() != "__init__" || len(c.Args) == 0 {
			continue
		}
		outer, ok := c.Args[0].Value.(*run.Object)
		if !ok || !isOwn(outer) {
			continue
		}
		if at, ok := w.reach([]*run.Object{outer}, []*Own{nil})[o]; ok && !strings.Contains(at.path, "*") {
			found, path = outer, at.path
		}
	}
	if found == o {
		found, path = w.putInto(o)
	}
	return found, path
}

// take notes a part of a model that is trained.
func (w *owning) take(p part, partly bool, at Place) {
	o := p.model
	if !isOwn(o) {
		if len(w.j.Loads) == 0 || !w.j.isLoaded(o) {
			why := o.Why
			if why == "" {
				why = "what it is is not known"
			}
			w.doubts(either(o.At.Origin(), at), why)
		}
		return
	}
	o, path := w.outermost(o)
	p.path = strings.Trim(path+"."+p.path, ".")
	own := w.of[o]
	if own == nil {
		own = w.own(o)
		w.of[o], w.list, w.objects = own, append(w.list, own), append(w.objects, o)
	}
	if p.by != nil {
		own.doubts(p.by.At.Origin(), "what "+nameOf(p.by.Made.Callee)+" makes of it is not known")
	}
	if p.one {
		w.doubts(either(own.Made.At, at), "which model it trains, only the run can tell")
	}
	switch {
	case partly || p.many:
		own.Held = nil
	case own.Held != nil && !slices.Contains(own.Held, p.path):
		own.Held = append(own.Held, p.path)
	}
}

// own is a model that was made.
func (w *owning) own(o *run.Object) *Own {
	own := &Own{Held: []string{}}
	if class, ok := o.Class.(*run.Class); ok {
		own.Name = class.Name()
		own.Class = Place{File: class.Unit.Module.File, Span: class.Node.Span()}
	} else {
		own.Name, own.OfLibrary = networkName(o.Made), builtByLibrary(o)
	}
	own.Made = newGiver(w.m, o.Seq).made(o)
	return own
}
