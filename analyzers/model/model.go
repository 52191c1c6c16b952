package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// Request says which model is built, and what it is fed.
type Request struct {
	// Name is a class or a factory of the module, or a method of a class, such as EfficientNet.from_name.
	Name string
	// Arguments are the constructor's: by place where the name is empty. Each is an expression as it would stand in the
	// module; what does not read as one is a text.
	Arguments []Argument
	// Make makes the model in place of a call of Name, out of what somebody else knows. What it stops for is where the
	// answer ends.
	Make func(*exact.Machine) exact.Value
	// After is what is done to the model before it is fed: it is cast, or frozen.
	After func(*exact.Machine, *exact.Instance)
	// Allowed is asked for steps of work, of a budget that others draw from, too; nil: as many as one model may take.
	Allowed func(steps int) bool
	// Globals is what names of modules are that only the program's start says; nil: nothing is known of any.
	Globals func(m *exact.Machine, u *exact.Unit, name string) exact.Value
	// Suppose is a number in the place of one that only the run knows, where a layer takes it for how wide it is; 0: none.
	// nil: nothing is supposed.
	Suppose func(u *exact.Unknown) int64
	// Wide and Counted are a Training's.
	Wide    func(u *exact.Unknown, text string)
	Counted func(u *exact.Unknown) (n int64, ok bool)
	// Sizes are a Training's.
	Sizes []Size
	// Published is the config of a model that is loaded by its name; nil, and nil of it: not known.
	Published func(name string) *Published
	// Defaults: options of a command line that scripts parse when they are imported have their defaults.
	Defaults bool
	// Inputs are those of forward.
	Inputs []Input
	// Autocast is what torch.autocast casts to around forward; NoDType: it is not used.
	Autocast tensor.DType
	// Optimizer is what the optimizer of StepPeak keeps and allocates; nil: AdamW's, two states a parameter and a
	// temporary list.
	Optimizer *Optimizer
	// Card is the GPU that the step runs on, BLASBytes what cuBLAS takes there for its workspaces once a product of
	// matrices ran.
	Card      tensor.Card
	BLASBytes int64
	// Checkpointing says which modules torch.utils.checkpoint runs again in the backward pass: those of a class, or
	// Blocks; empty: none.
	Checkpointing string
	// Weights is what the model is cast to before it runs, and what it is fed; NoDType: it is not.
	Weights tensor.DType
	// Torch is the minor version of torch 2; 0 is the newest.
	Torch int
	// Eval is evaluation mode without a backward pass.
	Eval bool
}

// Optimizer is what an optimizer takes, in bytes for each byte of the gradients.
type Optimizer struct {
	States    float64 // kept from step to step
	Temporary float64 // while it works
}

// Argument is one argument of the constructor.
type Argument struct{ Name, Text string }

// Input is a tensor that the model is fed.
type Input struct {
	Name  string // of forward's parameter; empty: by place
	Shape []int64
	DType tensor.DType
}

// run is one request under way.
type run struct {
	m     *exact.Machine
	l     *library
	unit  *exact.Unit
	model *module
	*Answer
	optimizer *Optimizer
	blasBytes int64
}

// Build answers a request about a module of a project; of one that is made by Make, the module may be nil. The error
// says that there is nothing of that name, or what is missing to build it. Where the value of a tensor decides which
// way forward goes, all ways have to keep about the same.
func Build(project exact.Project, module *python.Module, dotted string, ask Request) (*Answer, error) {
	stopped, undecided, err := answer(project, module, dotted, ask, nil)
	if err != nil || !undecided {
		return stopped, err
	}
	f := &forks{}
	var found *Answer
	for ways := 0; ways == 0 || f.advance(); ways++ {
		a, _, err := answer(project, module, dotted, ask, f)
		switch {
		case err != nil || ways == mostForked:
			return stopped, err
		case len(a.Unknown) > 0 && a.Unknown[0].Raised: // the program ends there: the others count
		case len(a.Unknown) > 0 || found != nil && !a.near(found):
			return stopped, nil
		case found == nil || a.Saved > found.Saved:
			found = a
		}
	}
	if found == nil {
		return stopped, nil
	}
	return found, nil
}

// near reports whether two ways through forward give the same, and take about as much memory.
func (a *Answer) near(other *Answer) bool {
	return a.Ran && other.Ran && slices.EqualFunc(a.Outputs, other.Outputs, slices.Equal) && alike(a.Saved, other.Saved) &&
		alike(a.ForwardPeak, other.ForwardPeak) && alike(a.StepPeak, other.StepPeak)
}

// answer follows it on one way through forward; undecided: it stopped at the value of a tensor.
func answer(
	project exact.Project,
	module *python.Module,
	dotted string,
	ask Request,
	f *forks,
) (a *Answer, undecided bool, err error) {
	l := newLibrary()
	l.forks, l.published, l.defaults = f, ask.Published, ask.Defaults
	defer func() {
		if undecided = l.undecided; a != nil {
			a.Defaults, a.Shared = l.tookDefaults, l.tape.Shared
		}
	}()
	if l.suppose = ask.Suppose; ask.Torch > 0 {
		l.tape.Torch = 200 + ask.Torch
	}
	l.tape.Card = ask.Card
	m := exact.New(project, l)
	m.Counted, l.sized, m.Wants = ask.Counted, ask.Wide, l.wanted
	m.Sizes = l.sizes(ask.Sizes)
	defer m.Close()
	m.Allowed = ask.Allowed
	m.Returned, m.True = l.returned, knowledge.NamesWeights
	m.Replaced = func(old exact.Value) { l.rebound(m, old) }
	if ask.Globals != nil {
		m.Globals = func(u *exact.Unit, name string) exact.Value { return ask.Globals(m, u, name) }
	}
	r := &run{
		m:         m,
		l:         l,
		Answer:    &Answer{Name: ask.Name, Inputs: ask.Inputs},
		optimizer: ask.Optimizer,
		blasBytes: ask.BLASBytes,
	}
	if ask.Make != nil {
		if r.build(func() exact.Value { return ask.Make(m) }, ask.After) {
			r.unseen()
			r.follow(ask)
		}
		r.count()
		return r.Answer, false, nil
	}
	r.Path = module.File.Path
	r.unit = m.Unit(module, dotted)
	name, method, isMethod := strings.Cut(ask.Name, ".")
	made := m.Global(r.unit, name)
	if of, isClass := made.(*exact.Class); isMethod && made != nil {
		if made = nil; isClass && m.Lookup(of, method) != nil {
			made = m.Attribute(of, method)
		}
	}
	if made == nil {
		return nil, false, fmt.Errorf(
			"%s has no %s: it has %s",
			module.File.Path,
			ask.Name,
			strings.Join(r.candidates(), ", "),
		)
	}
	if u, ok := made.(*exact.Unknown); ok {
		r.gap(&exact.Stop{At: u.At, Reason: u.Why})
		return r.Answer, false, nil
	}
	of := made
	if bound, ok := made.(*exact.Method); ok {
		of = bound.Func
	}
	r.Line = m.PlaceOf(of).Line
	args, err := r.arguments(ask)
	if err != nil {
		return nil, false, err
	}
	if err := r.missing(ask.Name, made, args); err != nil {
		return nil, false, err
	}
	if r.build(func() exact.Value { return r.called(made, args) }, ask.cast) {
		if err := r.checkpoint(ask.Checkpointing); err != nil {
			return nil, false, err
		}
		if len(ask.Inputs) == 0 { // else forward comes to it
			r.unseen()
		}
		r.follow(ask)
	}
	r.count()
	return r.Answer, false, nil
}

// cast casts a model as it is asked for, before anything else is done to it.
func (ask Request) cast(m *exact.Machine, o *exact.Instance) {
	if ask.Weights != tensor.NoDType {
		m.CallMethod(o, "to", ask.Weights)
	}
	if ask.After != nil {
		ask.After(m, o)
	}
}

// candidates are the classes and functions of the module.
func (r *run) candidates() []string {
	var list []string
	for _, s := range r.unit.Module.Body {
		switch s := s.(type) {
		case *python.Class:
			list = append(list, s.Name)
		case *python.Function:
			list = append(list, s.Name)
		}
	}
	return list
}

func (r *run) arguments(ask Request) (exact.Args, error) {
	var args exact.Args
	for _, a := range ask.Arguments {
		v, err := r.m.Evaluate(r.unit, a.Text)
		var raised *exact.Raised
		if ok := errors.As(err, &raised); ok && raised.Value.Class.Is(exact.NameError) || err != nil && !ok {
			v, err = a.Text, nil // --arg act=relu
		}
		if err != nil {
			return args, fmt.Errorf("the argument %s: %w", a.Text, err)
		}
		if a.Name == "" {
			args.Pos = append(args.Pos, v)
			continue
		}
		if args.Kw, err = r.named(args.Kw, strings.Split(a.Name, "."), v); err != nil {
			return args, err
		}
	}
	return args, nil
}

// named adds an argument under its name; config.width is an attribute of config.
func (r *run) named(given []exact.Keyword, path []string, v exact.Value) ([]exact.Keyword, error) {
	i := slices.IndexFunc(given, func(k exact.Keyword) bool { return k.Name == path[0] })
	if len(path) == 1 {
		if i >= 0 {
			return given, fmt.Errorf("the argument %s is given twice", path[0])
		}
		return append(given, exact.Keyword{Name: path[0], Value: v}), nil
	}
	if i < 0 {
		i = len(given)
		given = append(given, exact.Keyword{Name: path[0], Value: r.m.Namespace()})
	}
	at, ok := given[i].Value.(*exact.Instance)
	for _, name := range path[1 : len(path)-1] {
		if !ok {
			break
		}
		if at.Attrs.Get(name) == nil {
			at.Attrs.Set(name, r.m.Namespace())
		}
		at, ok = at.Attrs.Get(name).(*exact.Instance)
	}
	if !ok {
		return given, fmt.Errorf("the argument %s is given as a value, too", strings.Join(path[:len(path)-1], "."))
	}
	at.Attrs.Set(path[len(path)-1], v)
	return given, nil
}

// missing names the required parameters of a class or function that nobody gives.
func (r *run) missing(name string, made exact.Value, args exact.Args) error {
	f, ok := made.(*exact.Function)
	skip := 0
	switch of := made.(type) {
	case *exact.Class:
		f, ok = r.m.Lookup(of, "__init__").(*exact.Function)
		skip = 1
	case *exact.Method:
		f, ok = of.Func.(*exact.Function)
		skip = 1
	}
	if !ok {
		return nil
	}
	missing := &Missing{Name: name}
	for i, p := range f.Parameters() {
		if i < skip || !p.Required || i-skip < len(args.Pos) || args.Named(p.Name) != nil {
			continue
		}
		missing.Names = append(missing.Names, p.Name)
		missing.Reads = append(missing.Reads, attributesOf(r.m, made, p.Name)...)
	}
	if len(missing.Names) > 0 {
		return missing
	}
	return nil
}

// gap notes where the answer ends.
func (r *run) gap(err error) {
	var stop *exact.Stop
	var raised *exact.Raised
	defer func() {
		if last := len(r.Unknown) - 1; last >= 0 && r.Unknown[last].Path == "" { // nothing of the program was under way
			r.Unknown[last].Path, r.Unknown[last].Line = r.Path, r.Line
		}
	}()
	switch {
	case errors.As(err, &stop):
		r.Unknown = append(r.Unknown, Gap{
			Path: stop.At.Path, Line: stop.At.Line, Reason: stop.Reason, Asks: askedBy(stop), Spent: stop.Spent,
		})
	case errors.As(err, &raised):
		at := raised.At
		raised.At = exact.Place{}
		r.Unknown = append(
			r.Unknown,
			Gap{
				Path:   at.Path,
				Line:   at.Line,
				Reason: "the program raises " + raised.Error(),
				Raised: true,
				Shapes: r.refused(raised),
			},
		)
	}
}

// refused reports whether an exception is torch's word about the shapes of an operation in the forward pass.
func (r *run) refused(raised *exact.Raised) bool {
	return r.Built && len(r.l.calls) > 0 && r.l.mismatch != "" && strings.HasSuffix(raised.Error(), r.l.mismatch)
}

// build runs the constructor.
func (r *run) build(call func() exact.Value, after func(*exact.Machine, *exact.Instance)) bool {
	err := r.m.Try(func() {
		v := call()
		if t, ok := v.(*exact.Tuple); ok && len(t.Items) > 0 { // model, classifier
			v = t.Items[0]
		}
		if r.model = moduleOf(v); r.model == nil {
			if u, ok := v.(*exact.Unknown); ok {
				r.m.StopFor(u, "the model")
			}
			r.m.Stop("%s gives %s, which is no torch.nn.Module", r.Name, r.m.ClassOf(v).Name)
		}
		if after != nil {
			after(r.m, r.model.object)
		}
	})
	if err != nil {
		r.gap(err)
		r.model = nil
	}
	r.Built = err == nil
	return r.Built
}

// follow runs forward in training or evaluation mode.
func (r *run) follow(ask Request) {
	err := r.m.Try(func() { r.m.CallMethod(r.model.object, "train", !ask.Eval) })
	if err != nil {
		r.gap(err)
		return
	}
	if gap := r.misfit(ask.Inputs); gap != nil {
		r.Unknown = append(r.Unknown, *gap)
		return
	}
	r.l.tape.Grad, r.l.tape.Autocast = !ask.Eval, ask.Autocast
	var args exact.Args
	for _, in := range ask.Inputs {
		if ask.Weights != tensor.NoDType && in.DType.Floating() {
			in.DType = ask.Weights
		}
		t := tensor.NewTensor(in.DType, in.Shape...)
		if in.Name == "" {
			args.Pos = append(args.Pos, t)
		} else {
			args.Kw = append(args.Kw, exact.Keyword{Name: in.Name, Value: t})
		}
	}
	var out exact.Value
	r.l.tape.Begin()
	if err := r.m.Try(func() {
		out = r.m.Call(r.model.object, args)
		if u, ok := out.(*exact.Unknown); ok {
			r.m.StopFor(u, "what forward gives")
		}
	}); err != nil {
		r.gap(err)
		if r.l.last != nil {
			r.saved([]tensor.Value{r.l.last})
		}
		return
	}
	r.Ran = true
	r.l.tape.Autocast = tensor.NoDType // the loss is summed outside of it
	tensors := tensorsOf(out)
	results := make([]tensor.Value, len(tensors))
	for i, t := range tensors {
		r.Outputs = append(r.Outputs, t.Shape)
		r.OutputBytes += t.Bytes()
		results[i] = t
	}
	if op := r.l.tape.Overwritten(results...); op != "" && !ask.Eval {
		r.Ran = false
		r.Unknown = append(
			r.Unknown,
			Gap{
				Path:   r.Path,
				Line:   r.Line,
				Reason: "torch refuses its backward pass: what " + op + " keeps for it is changed in place later",
			},
		)
		return
	}
	r.saved(results)
	if !ask.Eval {
		r.peaks(tensors, args)
	}
}

// peaks follows a step to its end: backward from the sum of all outputs, then AdamW in its foreach form, whose states
// are there from an earlier step.
func (r *run) peaks(outputs []*tensor.Tensor, args exact.Args) {
	var loss *tensor.Tensor
	held := tensor.Owned{}
	for _, v := range args.Pos {
		held.Held = append(held.Held, r.l.toTensor(r.m, v))
	}
	for _, k := range args.Kw {
		held.Held = append(held.Held, r.l.toTensor(r.m, k.Value))
	}
	r.model.all(func(_ string, mod *module) { // what modules hold on to: weights that were made anew
		for _, v := range mod.object.Attrs.All() {
			for _, t := range tensorsOf(v) {
				held.Held = append(held.Held, t)
			}
		}
	})
	for _, t := range outputs {
		if !t.RequiresGrad {
			continue
		}
		sum, err := r.l.tape.Call("torch.sum", []tensor.Value{t}, nil)
		if err == nil && loss != nil {
			sum, err = r.l.tape.Call("torch.add", []tensor.Value{loss, sum}, nil)
		}
		one, ok := sum.(*tensor.Tensor)
		if err != nil || !ok {
			return
		}
		loss = one
	}
	if loss == nil {
		return
	}
	r.count()
	held.Bytes, held.Each = r.ParameterBytes+r.BufferBytes, r.model.owned()
	r.Peaks, r.Moves = r.l.tape.Peaks(loss, held)
	optimizer := Optimizer{States: 2, Temporary: 1}
	if r.optimizer != nil {
		optimizer = *r.optimizer
	}
	p, states := r.Peaks, int64(optimizer.States*float64(r.Peaks.Gradients))
	p.Forward, p.Backward = p.Forward+states, p.Backward+states
	p.Optimizer += states + int64(optimizer.Temporary*float64(p.Gradients))
	r.ForwardPeak, r.StepPeak = p.Forward, p.Step()
	if p.Multiplies {
		r.ForwardPeak, r.StepPeak = r.ForwardPeak+r.blasBytes, r.StepPeak+r.blasBytes
	}
}

// saved adds up what backward keeps, by the module that keeps it.
func (r *run) saved(results []tensor.Value) {
	r.Saved = r.l.tape.SavedBytes(results...)
	own := map[*module]int64{}
	var holder *module
	for _, k := range r.l.tape.Keepers(results...) {
		mod, _ := k.Owner.(*module)
		own[mod] += k.Bytes
		if k.Largest > r.Largest.Bytes {
			r.Largest, holder = Kept{Shape: k.Shape, Bytes: k.Largest}, mod
		}
	}
	r.model.all(func(path string, mod *module) {
		if mod == holder {
			r.Largest.Path, r.Largest.Type = path, mod.object.Class.Name
		}
	})
	r.layers(own)
}

// layers lists the modules of the model, with what each holds.
func (r *run) layers(own map[*module]int64) {
	most := int64(-1)
	r.model.all(func(path string, mod *module) {
		layer := Layer{Path: path, Type: mod.object.Class.Name, Called: mod.called, Depth: strings.Count(path, ".") + 1}
		if path == "" {
			layer.Depth = 0
		}
		mod.tensors(parametersOf, func(_ string, t *tensor.Tensor) {
			layer.Parameters += t.Numel()
			if t.RequiresGrad {
				layer.Trainable += t.Numel()
			}
		})
		mod.all(func(_ string, below *module) { layer.Saved += own[below] })
		for _, t := range tensorsOf(mod.output) {
			layer.Output = append(layer.Output, t.Shape)
		}
		if own[mod] > most {
			most, r.Holder = own[mod], path
		}
		r.Layers = append(r.Layers, layer)
	})
}

// count adds up parameters and buffers.
func (r *run) count() {
	if r.model == nil || r.Parameters > 0 {
		return
	}
	r.model.tensors(parametersOf, func(_ string, t *tensor.Tensor) {
		elements := 1.0
		for _, n := range t.Shape {
			elements *= float64(n)
		}
		if r.Parameters > mostParameters || elements > mostParameters {
			r.Parameters = mostParameters + 1
			return
		}
		r.Parameters += t.Numel()
		r.ParameterBytes += t.Bytes()
		if t.RequiresGrad {
			r.Trainable += t.Numel()
			r.TrainableBytes += t.Bytes()
		}
	})
	r.model.tensors(buffersOf, func(_ string, t *tensor.Tensor) {
		r.Buffers += t.Numel()
		r.BufferBytes += t.Bytes()
	})
	if r.Parameters > mostParameters {
		r.Built = false
		r.Unknown = append(
			[]Gap{{Path: r.Path, Line: r.Line, Reason: "it has more parameters than any device holds"}},
			r.Unknown...)
	}
	if r.Layers == nil {
		r.layers(nil)
	}
}

// mostParameters keeps sums of sizes far from the end of an int64.
const mostParameters = 1 << 50
