package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// AcrossSamples is an operation that takes the samples of a batch for something else: for the steps of a sequence, or
// for the classes among which a softmax decides.
type AcrossSamples struct {
	// At is what says on which axis it works: the call that makes the layer, or that of the softmax.
	At run.Place
	// Made makes the layer; nil for a softmax.
	Made *run.Call
	// Call is where a batch comes to it.
	Call *run.Call
	// Layer is the class of a layer that goes over time; "" for a softmax.
	Layer string
	// Loss takes what the softmax gives; "" for a layer.
	Loss string
}

// AcrossSamples lists the layers over time without batch_first that are given what has the samples of a shuffled loader
// on its first axis, and the softmaxes over that axis whose result is given to a loss as the probabilities of classes.
func (f *Facts) AcrossSamples() []*AcrossSamples {
	var list []*AcrossSamples
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		axes := &sampleAxes{e: e, of: map[*run.Object]int{}}
		for _, c := range e.Calls {
			layer, ok := c.Callee.(*run.Object)
			if !ok || len(c.Args) == 0 || c.Args[0].Star > 0 || layer.Kind != run.Instance {
				continue
			}
			made := timeFirst(layer)
			if made == nil || made.Node == nil || seen[made.Node] || axes.on(c.Args[0].Value, maxMakings) != 0 {
				continue
			}
			seen[made.Node] = true
			list = append(list, &AcrossSamples{At: made.Place(), Made: made, Call: c, Layer: run.LastPart(symbolOf(made))})
		}
		for _, l := range e.LossCalls() {
			c := l.overFirstAxis(axes)
			if c == nil || c.Node == nil || seen[c.Node] {
				continue
			}
			seen[c.Node] = true
			list = append(list, &AcrossSamples{At: c.Place(), Call: l.Call, Loss: l.Loss})
		}
	}
	return list
}

// overFirstAxis is the softmax over the first axis of what has the samples there, which gives the loss its input; nil
// for none.
func (l *LossCall) overFirstAxis(axes *sampleAxes) *run.Call {
	if l.Loss != knowledge.CrossEntropy && l.Loss != knowledge.NegativeLogLikelihood {
		return nil
	}
	for _, a := range l.Activated() {
		if a.By != knowledge.Softmax && a.By != knowledge.LogSoftmax || a.Call == nil {
			continue
		}
		o, ok := a.Call.Result.(*run.Object)
		if !ok || !slices.Contains(run.Alternatives(l.Input), run.Value(o)) { // reshaped behind it
			continue
		}
		told, position := a.Call, 1
		switch callee := a.Call.Callee.(type) {
		case *run.Object:
			told, position = callee.Made, 0
		case *run.Member:
			position = 0
		}
		if told == nil || told.Node == nil {
			continue
		}
		if dim, _ := told.Argument("dim", position); dim != nil && run.Bare(dim) == run.Value(run.Int(0)) &&
			axes.on(l.Input, maxMakings) == 0 {
			return told
		}
	}
	return nil
}

// timeFirst is the call that makes a layer, or the one that another stacks, which takes its first axis for time; nil
// for any other.
func timeFirst(layer *run.Object) *run.Call {
	class, _ := layer.Class.(run.Symbol)
	if layer.Made == nil {
		return nil
	}
	if parameter := knowledge.StacksLayer(string(class)); parameter != "" {
		v, _ := layer.Made.Argument(parameter, 0)
		inner, ok := v.(*run.Object)
		if !ok {
			return nil
		}
		return timeFirst(inner)
	}
	first, open := layer.Made.Argument("batch_first", knowledge.FewestBeforeBatchFirst)
	if !knowledge.GoesOverTime(string(class)) || open || first != nil && run.Bare(first) != run.Value(run.Bool(false)) {
		return nil
	}
	return layer.Made
}

// sampleAxes finds on which axis of a tensor the samples of a batch lie.
type sampleAxes struct {
	e  *Entry
	of map[*run.Object]int
}

// noAxis: it is not known where the samples lie, or there are none.
const noAxis = -1

func (s *sampleAxes) on(v run.Value, depth int) int {
	axis := noAxis
	for i, one := range run.Alternatives(v) {
		o, ok := run.Bare(one).(*run.Object)
		if !ok || depth == 0 {
			return noAxis
		}
		here := s.object(o, depth)
		if here == noAxis || i > 0 && here != axis {
			return noAxis
		}
		axis = here
	}
	return axis
}

// object remembers what it finds: a residual block asks for its input twice.
func (s *sampleAxes) object(o *run.Object, depth int) int {
	axis, known := s.of[o]
	if !known {
		s.of[o] = noAxis
		axis = s.now(o, depth)
		s.of[o] = axis
	}
	return axis
}

func (s *sampleAxes) now(o *run.Object, depth int) int {
	switch {
	case o.Made != nil:
		return s.made(o.Made, depth)
	case s.isBatch(o):
		return 0
	case o.Operator == "[]" && len(o.Operands) == 2:
		whole, ok := o.Operands[0].(*run.Object)
		switch {
		case !ok:
			return noAxis
		case s.isBatch(whole): // a part of it: the pictures, the labels
			return 0
		case givesSteps(whole): // of the output, and not of the state
			if o.Operands[1] != run.Value(run.Int(0)) {
				return noAxis
			}
			return s.on(o.Operands[0], depth-1)
		}
		return indexed(s.on(o.Operands[0], depth-1), o.Operands[1])
	case o.Operator == "@":
		return s.together(o.Operands, depth)
	case knowledge.IsArithmetic(o.Operator):
		return s.together(o.Operands, depth)
	}
	return noAxis
}

// together is where the samples lie in what is computed of several tensors, of which some hold none: weights, encodings
// of positions.
func (s *sampleAxes) together(list []run.Value, depth int) int {
	axis := noAxis
	for _, v := range list {
		here := s.on(v, depth-1)
		if here == noAxis {
			continue
		}
		if axis != noAxis && axis != here {
			return noAxis
		}
		axis = here
	}
	return axis
}

// isBatch reports whether an object is a batch of a loader that shuffles and puts the samples together on a new first
// axis.
func (s *sampleAxes) isBatch(o *run.Object) bool {
	if o.Operator != run.Iterating || len(o.Operands) == 0 {
		return false
	}
	loader, ok := unwrap(o.Operands[0]).(*run.Object)
	if !ok || loader.Made == nil || library.RoleOf(loader) != knowledge.Loader {
		return false
	}
	class, _ := loader.Class.(run.Symbol)
	if !knowledge.IsDataLoader(string(class)) {
		return false
	}
	option := func(name string) run.Value {
		v, open := library.LoaderArgument(s.e.Facts.machine, loader, name)
		if open {
			return run.Symbol("open")
		}
		return run.Bare(v)
	}
	size, shuffle := option("batch_size"), option("shuffle")
	return collatesFirst(option("collate_fn")) && option("batch_sampler") == nil && size != nil && !run.IsNone(size) &&
		size != run.Value(run.Int(1)) && shuffle != nil && shuffle != run.Value(run.Bool(false))
}

// givesSteps reports whether an object is what a layer over time gives: its output, and its state or its weights.
func givesSteps(o *run.Object) bool {
	if o.Made == nil {
		return false
	}
	layer, ok := o.Made.Callee.(*run.Object)
	if !ok {
		return false
	}
	class, _ := layer.Class.(run.Symbol)
	return knowledge.GoesOverTime(string(class))
}

// indexed is where the samples lie in a part of a tensor.
func indexed(axis int, key run.Value) int {
	keys := []run.Value{key}
	if t, ok := key.(*run.Tuple); ok {
		keys = t.Items
	}
	if axis == noAxis || axis != 0 || len(keys) == 0 {
		return noAxis
	}
	if _, ok := keys[0].(*run.Slice); ok {
		if len(keys) > 1 && run.IsNone(keys[1]) { // x[:, None]: whether the samples are meant for steps only its author knows
			return noAxis
		}
		return axis
	}
	return noAxis
}

func (s *sampleAxes) made(c *run.Call, depth int) int {
	switch callee := run.Bare(c.Callee).(type) {
	case run.Symbol:
		path := string(callee)
		if first, _, _ := strings.Cut(path, "."); first != "torch" || len(c.Args) == 0 || c.Args[0].Star > 0 {
			return noAxis
		}
		if name := run.LastPart(path); name == "cat" {
			return s.joined(c, depth)
		} else if !knowledge.KeepsSamples(path) {
			return s.shaped(name, c.Args[0].Value, c.Args[1:], depth)
		}
		input, _ := c.Argument("input", 0)
		return s.first(input, depth)
	case *run.Member:
		if knowledge.KeepsSamples(callee.Name) {
			return s.on(callee.Object, depth-1)
		}
		return s.shaped(callee.Name, callee.Object, c.Args, depth)
	case *run.Object:
		if callee.Kind != run.Instance || len(c.Args) == 0 || c.Args[0].Star > 0 || !s.layerKeeps(callee, depth) {
			return noAxis
		}
		return s.first(c.Args[0].Value, depth)
	}
	return noAxis
}

// first is 0 where the samples lie on the first axis: what a convolution does with any other is another matter.
func (s *sampleAxes) first(v run.Value, depth int) int {
	if s.on(v, depth-1) != 0 {
		return noAxis
	}
	return 0
}

// layerKeeps reports whether a layer of torch leaves the samples on the first axis.
func (s *sampleAxes) layerKeeps(layer *run.Object, depth int) bool {
	class, _ := layer.Class.(run.Symbol)
	path := string(class)
	if path == "torch.nn.Sequential" && depth > 0 {
		list, exact := s.e.Facts.machine.Elements(layer)
		return exact && !slices.ContainsFunc(list, func(v run.Value) bool {
			one, ok := v.(*run.Object)
			return !ok || !s.layerKeeps(one, depth-1)
		})
	}
	if path == "torch.nn.Flatten" {
		return layer.Made != nil && len(layer.Made.Args) == 0
	}
	return strings.HasPrefix(path, "torch.nn.") &&
		(knowledge.KeepsSamples(path) || knowledge.GoesOverTime(path) || knowledge.StacksLayer(path) != "")
}

// joined is where the samples lie in tensors that are put behind one another on another axis than the first.
func (s *sampleAxes) joined(c *run.Call, depth int) int {
	dim, _ := c.Argument("dim", 1)
	if n, ok := run.Bare(dim).(run.Int); !ok || n == 0 {
		return noAxis
	}
	list, exact := s.e.Facts.machine.Elements(c.Args[0].Value)
	if !exact {
		return noAxis
	}
	return s.together(list, depth)
}

// shaped is where the samples lie behind a change of shape.
func (s *sampleAxes) shaped(name string, v run.Value, args []run.Argument, depth int) int {
	axis := s.on(v, depth-1)
	if axis == noAxis || slices.ContainsFunc(args, func(a run.Argument) bool { return a.Star > 0 }) {
		return noAxis
	}
	var numbers []run.Value
	for _, a := range args {
		if t, ok := a.Value.(*run.Tuple); ok && len(args) == 1 {
			numbers = t.Items
		} else {
			numbers = append(numbers, run.Bare(a.Value))
		}
	}
	at := func(i int) (int, bool) {
		if i >= len(numbers) {
			return 0, false
		}
		n, ok := run.Bare(numbers[i]).(run.Int)
		return int(n), ok
	}
	switch name {
	case "permute":
		for i := range numbers {
			if n, ok := at(i); ok && n == axis {
				return i
			}
		}
	case "transpose", "swapaxes":
		a, oka := at(0)
		b, okb := at(1)
		switch {
		case !oka || !okb:
		case a == axis && b >= 0:
			return b
		case b == axis && a >= 0:
			return a
		case a != axis && b != axis && (axis == 0 || a >= 0 && b >= 0):
			return axis
		}
	case "view", "reshape":
		if axis == 0 && len(numbers) > 1 && s.countsSamples(numbers[0], depth) && numbers[1] != run.Value(run.Int(1)) {
			return 0
		}
	case "flatten", "squeeze", "mean", "sum", "amax", "unsqueeze":
		n, ok := at(0)
		switch {
		case !ok || axis != 0 || n == 0:
		case name == "unsqueeze" && n == 1: // whether the samples are meant for steps only its author knows
		default:
			return 0
		}
	}
	return noAxis
}

// countsSamples reports whether a number is how many samples a batch has: x.size(0), x.shape[0].
func (s *sampleAxes) countsSamples(v run.Value, depth int) bool {
	o, ok := v.(*run.Object)
	if !ok {
		return false
	}
	of := run.Value(nil)
	if o.Made != nil {
		m, ok := o.Made.Callee.(*run.Member)
		if !ok || m.Name != "size" || len(o.Made.Args) != 1 || run.Bare(o.Made.Args[0].Value) != run.Value(run.Int(0)) {
			return false
		}
		of = m.Object
	} else if o.Operator == "[]" && len(o.Operands) == 2 && run.Bare(o.Operands[1]) == run.Value(run.Int(0)) {
		shape, ok := o.Operands[0].(*run.Object)
		if !ok {
			return false
		}
		if shape.Operator == ".shape" && len(shape.Operands) > 0 {
			of = shape.Operands[0]
		} else if shape.Made != nil && calleeName(shape.Made) == "size" {
			of = memberObject(shape.Made)
		}
	}
	return of != nil && s.on(of, depth-1) == 0
}
