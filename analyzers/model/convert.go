package model

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// device is torch.device: where a tensor lies changes nothing here.
type device struct{ name string }

// activations are the functions of torch that people hand to a layer of its Transformer, which takes their names, too.
var activations = map[string]bool{
	"relu":       true,
	"gelu":       true,
	"silu":       true,
	"tanh":       true,
	"selu":       true,
	"elu":        true,
	"leaky_relu": true,
}

// toTensor is a value of the program as an operation takes it. What only a run knows ends the answer.
func (l *library) toTensor(m *exact.Machine, v exact.Value) tensor.Value {
	switch v := v.(type) {
	case *tensor.Tensor:
		return v
	case tensor.DType:
		return v
	case exact.NoneType, nil:
		return tensor.None{}
	case bool:
		return tensor.Bool(v)
	case int64:
		return tensor.Int(v)
	case float64:
		return tensor.Float(v)
	case string:
		return tensor.String(v)
	case exact.EllipsisType:
		return tensor.Ellipsis{}
	case *exact.Slice:
		return tensor.Slice{Start: l.toTensor(m, v.Lower), Stop: l.toTensor(m, v.Upper), Step: l.toTensor(m, v.Step)}
	case *exact.List:
		return tensor.List(l.listToTensor(m, v.Items))
	case *exact.Tuple:
		return tensor.Tuple(l.listToTensor(m, v.Items))
	case *exact.Range, *exact.Iterator, *exact.Set:
		return tensor.List(l.listToTensor(m, m.Items(v)))
	case *array:
		if t, ok := v.tensor(l, m).(*tensor.Tensor); ok {
			return t
		}
	case device:
		return tensor.String(v.name)
	case *exact.Unknown:
		if l.suppose != nil {
			if n := l.suppose(v); n > 0 {
				return tensor.Open(n)
			}
		}
		if l.constructing {
			m.AskFor(v, "an argument")
		}
		m.StopFor(v, "an argument")
	case *exact.Instance:
		if t := l.fromGiven(m, v); t != nil {
			return t
		}
		switch native := v.Native.(type) {
		case *exact.List, *exact.Tuple, int64, float64, string:
			return l.toTensor(m, native)
		case *module:
			if native.layer != nil { // an encoder's layer
				native.share()
				return native.layer
			}
			if list := native.listed(); list != nil {
				return tensor.List(l.listToTensor(m, list))
			}
		}
	case *exact.Builtin:
		name := strings.TrimPrefix(strings.TrimPrefix(v.Name, "torch."), "nn.functional.")
		if activations[name] {
			return tensor.String(name)
		}
	case *exact.Class:
		if d, ok := dtypesOfPython[v.Name]; ok && v.Node == nil { // dtype=float
			return d
		}
	case exact.Symbol:
		m.Stop("%s is not known", string(v))
	}
	m.Stop("an argument of the type %s", m.ClassOf(v).Name)
	return nil
}

// dtypesOfPython are what torch takes Python's own types for, where it asks for a dtype.
var dtypesOfPython = map[string]tensor.DType{"float": tensor.Float64, "int": tensor.Int64, "bool": tensor.Bool8}

func (l *library) listToTensor(m *exact.Machine, list []exact.Value) []tensor.Value {
	out := make([]tensor.Value, len(list))
	for i, v := range list {
		out[i] = l.toTensor(m, v)
	}
	return out
}

// arguments are those of a call as an operation takes them.
func (l *library) arguments(m *exact.Machine, a exact.Args) ([]tensor.Value, map[string]tensor.Value) {
	kw := make(map[string]tensor.Value, len(a.Kw))
	for _, k := range a.Kw {
		if k.Name == "device" || k.Name == "generator" {
			continue
		}
		kw[k.Name] = l.toTensor(m, k.Value)
	}
	return l.listToTensor(m, a.Pos), kw
}

// fromTensor is what an operation gives as a value of the program.
func fromTensor(v tensor.Value) exact.Value {
	switch v := v.(type) {
	case nil, tensor.None:
		return exact.None
	case tensor.Bool:
		return bool(v)
	case tensor.Int:
		return int64(v)
	case tensor.Float:
		return float64(v)
	case tensor.String:
		return string(v)
	case tensor.Ellipsis:
		return exact.EllipsisType{}
	case tensor.List:
		return &exact.List{Items: fromTensors(v)}
	case tensor.Tuple:
		return &exact.Tuple{Items: fromTensors(v)}
	case *tensor.Tensor:
		if v == nil {
			return exact.None
		}
		return v
	}
	return v
}

func fromTensors(list []tensor.Value) []exact.Value {
	out := make([]exact.Value, len(list))
	for i, v := range list {
		out[i] = fromTensor(v)
	}
	return out
}

// op runs one operation; what torch refuses is an exception of the program, what is not known ends the answer.
func (l *library) op(m *exact.Machine, name string, a exact.Args) exact.Value {
	if name == "torch.stack" && len(a.Pos) == 1 {
		if u, ok := a.Pos[0].(*exact.Unknown); ok && u.Each != nil {
			if rows := l.rowsOf(m, u, tensor.NoDType); rows != nil {
				return rows
			}
		}
	}
	if joined := joinedRows(m, name, a); joined != nil {
		return joined
	}
	m.Spend(callCost)
	if f, ok := fillings[name]; ok && (name != "torch.full" || a.Named("dtype") != nil) {
		a = withoutNumber(a, f.position, f.name)
	}
	if name == "torch.randint" {
		a = withoutBounds(a)
	}
	if u := unknownIn(a); u != nil && len(l.calls) == 0 && (l.training == nil || l.training.ways != nil) {
		return l.opOfUnknown(name, a, u)
	}
	if filled := l.filledFromHost(name, a); filled != nil {
		return filled
	}
	if strings.HasSuffix(name, ".roll") {
		a = withoutNumber(a, 1, "shifts")
	}
	arguments := l.arguments
	if creations[name] { // sides alone are what they take
		arguments = l.sizesOf
	}
	args, kw := arguments(m, l.targeted(m, name, l.weighed(m, name, a, 2)))
	out, err := l.tape.Call(name, args, kw)
	if err != nil {
		l.failed(m, err)
	}
	if made, ok := out.(*tensor.Tensor); ok {
		if reduced, ok := reducedTo(name, args, kw); ok {
			made.Known = []float64{reduced}
		}
		if makesOnHost(name, a) {
			out = l.hosted(made)
		}
	}
	v := l.noted(fromTensor(out))
	if t, isTuple := v.(*exact.Tuple); isTuple {
		if c := recordOf(name); c != nil && len(c.Fields) == len(t.Items) {
			return exact.Record(c, t.Items)
		}
	}
	return v
}

// resultNames are what operations of several results return, by their last word: the items have names, too.
var resultNames = map[string]*exact.Class{}

func init() { //nolint:gochecknoinits // classes are made once
	for names, fields := range map[string][]string{
		"max min median nanmedian mode kthvalue sort topk cummax cummin": {"values", "indices"},
		"aminmax": {"min", "max"}, "slogdet": {"sign", "logabsdet"}, "qr": {"Q", "R"},
		"eigh": {"eigenvalues", "eigenvectors"}, "triangular_solve": {"solution", "cloned_coefficient"},
		"lstsq": {"solution", "residuals", "rank", "singular_values"},
	} {
		for _, name := range strings.Fields(names) {
			resultNames[name] = exact.RecordClass(name, fields...)
		}
	}
}

func recordOf(name string) *exact.Class {
	return resultNames[name[strings.LastIndexByte(name, '.')+1:]]
}

// reducedTo is the one number that whole numbers written in the code are reduced to: torch.tensor(shape).prod().
func reducedTo(name string, args []tensor.Value, kw map[string]tensor.Value) (n float64, ok bool) {
	if len(args) != 1 || len(kw) > 0 {
		return 0, false
	}
	t, isTensor := args[0].(*tensor.Tensor)
	sums := strings.HasSuffix(name, ".sum") // of truths, which are counted
	if !isTensor || t.DType != tensor.Int64 && !(sums && t.DType == tensor.Bool8) || len(t.Elements()) == 0 ||
		int64(len(t.Elements())) != t.Numel() {
		return 0, false
	}
	of := map[string]func(a, b float64) float64{
		"prod": func(a, b float64) float64 { return a * b }, "sum": func(a, b float64) float64 { return a + b },
		"max": math.Max, "min": math.Min,
	}[name[strings.LastIndexByte(name, '.')+1:]]
	if of == nil {
		return 0, false
	}
	n = t.Elements()[0]
	for _, x := range t.Elements()[1:] {
		n = of(n, x)
	}
	return n, math.Abs(n) < 1<<53
}

// creations make a tensor out of no other.
var creations = map[string]bool{
	"torch.zeros": true, "torch.ones": true, "torch.empty": true, "torch.full": true, "torch.rand": true,
	"torch.randn": true, "torch.randint": true,
	"torch.randperm": true, "torch.arange": true, "torch.linspace": true, "torch.logspace": true, "torch.eye": true,
	"torch.tril_indices": true,
	"torch.triu_indices": true,
}

// makesOnHost reports whether a call makes a tensor that lies in the host's memory, where nobody says otherwise.
func makesOnHost(name string, a exact.Args) bool {
	if !creations[name] {
		return false
	}
	switch a.Named("device") {
	case nil, exact.Value(exact.None), exact.Value("cpu"), exact.Value(device{"cpu"}):
		return true
	}
	return false
}

// fillings are the arguments that say with which number a tensor is filled, or what stands behind its end: the id of a
// tokenizer's padding.
var fillings = map[string]struct {
	position int
	name     string
}{
	"torch.full":              {1, "fill_value"},
	"torch.full_like":         {1, "fill_value"},
	"Tensor.new_full":         {2, "fill_value"},
	"Tensor.fill_":            {1, "value"},
	"torch.nn.functional.pad": {3, "value"},
}

// withoutNumber has 0 for an argument that only a run knows, as it changes neither a shape nor what is kept: by how far
// roll turns a tensor, or with what one is filled.
func withoutNumber(a exact.Args, position int, name string) exact.Args {
	out := exact.Args{Pos: slices.Clone(a.Pos), Kw: slices.Clone(a.Kw)}
	if len(out.Pos) > position {
		if _, ok := out.Pos[position].(*exact.Unknown); ok {
			out.Pos[position] = int64(0)
		}
	}
	for i, k := range out.Kw {
		if _, ok := k.Value.(*exact.Unknown); ok && k.Name == name {
			out.Kw[i].Value = int64(0)
		}
	}
	return out
}

// withoutBounds has one where randint is told bounds that only a run knows: between which numbers others are drawn
// changes nothing of how many there are.
func withoutBounds(a exact.Args) exact.Args {
	out := exact.Args{Pos: slices.Clone(a.Pos), Kw: slices.Clone(a.Kw)}
	size := slices.IndexFunc(out.Pos, func(v exact.Value) bool { // what stands before the shape is a bound, whatever it is
		_, isTuple := v.(*exact.Tuple)
		_, isList := v.(*exact.List)
		return isTuple || isList
	})
	for i, v := range out.Pos {
		if u, ok := v.(*exact.Unknown); ok && (u.Whole || i < size) {
			out.Pos[i] = int64(1)
		}
	}
	for i, k := range out.Kw {
		if u, ok := k.Value.(*exact.Unknown); ok && u.Whole && (k.Name == "low" || k.Name == "high") {
			out.Kw[i].Value = int64(1)
		}
	}
	return out
}

// opOfUnknown is an operation on something unknown while a model is built: what it gives is as unknown, but for a
// tensor that it writes into, which stays what it is. (In a forward pass it would be a hole in what is kept.)
func (l *library) opOfUnknown(name string, a exact.Args, u *exact.Unknown) exact.Value {
	if written, ok := a.Get(0, "").(*tensor.Tensor); ok && strings.HasPrefix(name, "Tensor.") &&
		strings.HasSuffix(name, "_") &&
		!strings.HasSuffix(name, "__") {
		return written
	}
	return made(u)
}

// filledFromHost is the tensor that a program made beforehand and fills with what lies in the host's memory: it stays
// as large as it is. nil for any other call, and where a gradient would go through it.
func (l *library) filledFromHost(name string, a exact.Args) exact.Value {
	if name != "Tensor.copy_" || len(l.calls) > 0 {
		return nil
	}
	to, ok := a.Get(0, "").(*tensor.Tensor)
	from, unknown := a.Get(1, "other").(*exact.Unknown)
	if !ok || !unknown || !from.Hosted || to.RequiresGrad {
		return nil
	}
	return to
}

// unknownIn is the first unknown value among arguments and the items of their lists; nil for none.
func unknownIn(a exact.Args) *exact.Unknown {
	list := a.Pos
	for _, k := range a.Kw {
		list = append(list[:len(list):len(list)], k.Value)
	}
	return unknownAmong(list)
}

func unknownAmong(list []exact.Value) *exact.Unknown {
	var seen map[exact.Value]bool
	for next := list; len(next) > 0; {
		var deeper []exact.Value
		for _, v := range next {
			switch u := v.(type) {
			case *exact.Unknown:
				return u
			case *exact.List, *exact.Tuple:
				if seen == nil {
					seen = map[exact.Value]bool{}
				}
				if !seen[v] {
					seen[v] = true
					deeper = append(deeper, heldBy(v)...)
				}
			}
		}
		next = deeper
	}
	return nil
}

// failed ends a call as torch or the answer ends there.
func (l *library) failed(m *exact.Machine, err error) {
	var mismatch *tensor.ShapeError
	if errors.As(err, &mismatch) {
		if l.mismatch = ""; !mismatch.Types { // of the types of numpy's arrays less is known than of their shapes
			l.mismatch = mismatch.Error()
		}
		m.Raise(exact.RuntimeError, "%s", mismatch.Error())
	}
	m.Stop("%v", err)
}

// noted remembers the newest tensor: what is known where an answer ends early hangs on it.
func (l *library) noted(v exact.Value) exact.Value {
	if t, ok := v.(*tensor.Tensor); ok && t.RequiresGrad {
		l.last = t
	}
	return v
}

func shapeOf(t *tensor.Tensor) *exact.Tuple {
	out := &exact.Tuple{Items: make([]exact.Value, len(t.Shape)), Sizes: true}
	for i, n := range t.Shape {
		out.Items[i] = n
	}
	return out
}
