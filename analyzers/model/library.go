// Package model builds the models that people write, from their code, and follows their forward pass with shapes alone:
// the constructor runs in package exact, the layers and operations of torch are package tensor's. It knows what torch's
// modules are to a program: how they register what is assigned to them, what their methods give, what a call of one
// does.
package model

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// library answers what torch and its friends are, for one run.
type library struct {
	told      map[*tensor.Tensor]told // numbers in tensors that are told by others
	forks     *forks                  // take the ways that the values of tensors decide; nil: they end the answer
	undecided bool                    // one of these did
	tape      *tensor.Tape
	names     map[string]exact.Value
	base      *exact.Class            // torch.nn.Module
	groups    map[string]*exact.Class // by the layer that inherits from them
	units     map[string]*exact.Unit  // preludes that were read
	reading   map[string]bool         // those that are being read
	// last is the newest tensor that has a history.
	last *tensor.Tensor
	// mismatch is what torch last refused, as it words it.
	mismatch string
	// calls are the modules whose forward is under way, outermost first.
	calls []*module
	// fed are the modules that something unknown was handed to last, as their first argument, by the expression that gave
	// it.
	fed map[exact.Expression]*module
	// seen are the modules that were called, in the order in which they were first.
	seen []*module
	// suppose is a Request's.
	suppose func(u *exact.Unknown) int64
	// sides is a Training's.
	sides *Sides
	// constructing: the arguments of a layer's constructor are read.
	constructing bool
	// said are data of which somebody said the shape, given the tensors of those that the loop computes with.
	said   map[string]*exact.Instance
	spoken map[string]Size // sizes with a name of their own that somebody said
	given  map[*exact.Instance]*tensor.Tensor
	// sized is a Training's Wide.
	sized func(u *exact.Unknown, text string)
	// published is a Request's.
	published func(name string) *Published
	// precision is a Training's.
	precision string
	// tokens is the length of texts that are taken to be as long as their tokenizer lets them be; 0: there are none.
	tokens int64
	// defaults is a Request's; tookDefaults: they were asked for.
	defaults, tookDefaults bool
	// training is the loop that is followed; nil where a model is followed by itself.
	training *training
	// before: a script is on its way to its training loop.
	before bool
	// createsOnDevice: the program made the GPU the place where tensors are made.
	createsOnDevice bool
}

func newLibrary() *library {
	l := &library{
		tape:    tensor.NewTape(),
		names:   map[string]exact.Value{},
		units:   map[string]*exact.Unit{},
		reading: map[string]bool{},
	}
	for _, enter := range []func(*library){
		enterModules, enterGroups, enterTorch, enterSurroundings, enterNumpy, enterTraining, enterProject, enterPublished,
	} {
		enter(l)
	}
	return l
}

// absent are packages that speed up what works without them: models ask for them in a try.
var absent = map[string]bool{
	"apex": true, "flash_attn": true, "xformers": true, "inplace_abn": true, "encoding": true, "mamba_ssm": true,
	"causal_conv1d": true, "triton": true,
	"torch_xla": true, "tensorflow": true, "spconv": true, "MinkowskiEngine": true, "torchsparse": true, "deepspeed": true,
	"fairscale":    true,
	"bitsandbytes": true, "thop": true, "ptflops": true, "fvcore": true, "torchsummary": true, "torchinfo": true,
	"tensorboardX": true,
}

// Absent reports packages whose import fails.
func (l *library) Absent(dotted string) bool {
	first, _, _ := strings.Cut(dotted, ".")
	return absent[first]
}

// Lookup is what a dotted name stands for.
func (l *library) Lookup(m *exact.Machine, dotted string) exact.Value {
	if v, ok := l.names[dotted]; ok {
		return v
	}
	v := l.find(m, python.Canonical(dotted))
	l.names[dotted] = v
	return v
}

func (l *library) find(m *exact.Machine, dotted string) exact.Value {
	if v, ok := l.names[dotted]; ok {
		return v
	}
	if name, ok := strings.CutPrefix(dotted, "torch.functional."); ok { // where torch.fx finds some of them
		return l.find(m, "torch."+name)
	}
	if name, ok := strings.CutPrefix(dotted, "torch."); ok {
		if d, ok := tensor.DTypeNamed(name); ok {
			return d
		}
	}
	if dotted == "torch.nn.NLLLoss2d" { // its name until torch 1
		return l.layerClass("torch.nn.NLLLoss")
	}
	if strings.HasPrefix(dotted, "torch.nn.") && tensor.KnownModule(dotted) {
		return l.layerClass(dotted)
	}
	if v := l.prelude(m, dotted); v != nil {
		return v
	}
	if v := l.ofClass(m, dotted); v != nil {
		return v
	}
	if knowledge.CountsInFunction(dotted) {
		return l.prelude(m, "lightning.metric_of_a_batch")
	}
	if dotted == "torchmetrics.MetricCollection" {
		return l.prelude(m, "lightning.MetricCollection")
	}
	if knowledge.IsMetric(dotted) && namesClass(dotted) { // they hold counts, and no parameters
		if knowledge.Differentiates(dotted) {
			return l.prelude(m, "lightning.MetricWithGraph")
		}
		if knowledge.CountsOnly(dotted) {
			return l.prelude(m, "lightning.MetricThatCounts")
		}
		return l.prelude(m, "lightning.MetricOfTorch")
	}
	if v := l.recorded(dotted); v != nil {
		return v
	}
	if !tensor.Known(dotted) {
		return nil
	}
	return exact.NewFunction(dotted, func(m *exact.Machine, a exact.Args) exact.Value { return l.op(m, dotted, a) })
}

// ofClass is a method that a class of a prelude gives by itself: transformers.AutoModel.from_pretrained; nil for
// anything else.
func (l *library) ofClass(m *exact.Machine, dotted string) exact.Value {
	dot := strings.LastIndexByte(dotted, '.')
	if dot < 0 || !namesClass(dotted[:dot]) {
		return nil
	}
	of, isClass := l.prelude(m, dotted[:dot]).(*exact.Class)
	if !isClass || m.Lookup(of, dotted[dot+1:]) == nil {
		return nil
	}
	return m.Attribute(of, dotted[dot+1:])
}

// Call calls a Symbol or a value of torch.
func (l *library) Call(m *exact.Machine, callee exact.Value, a exact.Args) exact.Value {
	switch f := callee.(type) {
	case exact.Symbol:
		if marks(string(f)) {
			return decoration(a)
		}
		if knowledge.WalksOver(string(f)) && len(a.Pos) > 0 { // a bar over it
			return a.Pos[0]
		}
	case tensor.DType:
		return numberOf(m, f, a.Get(0, ""))
	}
	return nil
}

// numberOf is what a type of numpy's makes of a number, np.float32(3), or of an array of them.
func numberOf(m *exact.Machine, to tensor.DType, v exact.Value) exact.Value {
	if v == nil {
		v = int64(0)
	}
	x, isNumber := exact.Float(v)
	switch v := v.(type) {
	case *array:
		return &array{v.items, to}
	case *exact.Unknown:
		return made(v)
	case *exact.Instance:
		if v.Class.Name == "ndarray" || v.Class.Name == "series" { // a row of which nobody knows how long it is
			return m.Call(m.Attribute(v, "astype"), exact.Positional(to))
		}
	case *exact.List:
		return m.Call(m.Imported("numpy.array"), exact.Positional(v, to))
	}
	switch {
	case !isNumber:
		return m.Unknown("what %s makes of it", to)
	case to == tensor.Bool8:
		return x != 0
	case to.Floating():
		return x
	}
	if n, ok := exact.Integer(v); ok {
		return n
	}
	return int64(x)
}

// marks reports whether a library's decorator leaves what it decorates as it is: it registers or checks.
func marks(name string) bool {
	word := name[strings.LastIndexByte(name, '.')+1:]
	return strings.HasPrefix(word, "register") || decorators[word] && !strings.HasPrefix(name, "torch.jit.")
}

var decorators = map[string]bool{
	"typechecked": true, "beartype": true, "jaxtyped": true, "compile": true, "compiler_disable": true, "disable": true,
	"auto_fp16":  true,
	"force_fp32": true, "custom_fwd": true, "custom_bwd": true, "njit": true, "jit": true, "once_differentiable": true,
}

// decoration is what a decorator gives that leaves what it decorates as it is, with or without settings beside it: the
// settings alone give another decorator.
func decoration(a exact.Args) exact.Value {
	switch v := a.Get(0, "").(type) {
	case *exact.Function, *exact.Class, *exact.StaticMethod, *exact.ClassMethod, *exact.Method, *exact.Partial,
		*exact.Instance:
		return v
	}
	return exact.NewFunction(
		"decorator",
		func(m *exact.Machine, a exact.Args) exact.Value { return argument(m, a, 0, "func") },
	)
}

// eager is what a compiler gives that takes a module or a function under a name: what it is given, as it runs without
// one. Settings alone give a decorator.
func eager(a exact.Args, name string) exact.Value {
	switch v := a.Get(0, name).(type) {
	case nil, exact.NoneType, bool, string: // torch.jit.ignore(drop=True), torch._dynamo.optimize("inductor")
	case *exact.Instance:
		if mod := moduleOf(v); mod != nil {
			mod.compiled = true
		}
		return v
	default:
		return v
	}
	return exact.NewFunction("compiler", func(m *exact.Machine, a exact.Args) exact.Value {
		return eager(exact.Positional(argument(m, a, 0, name)), name)
	})
}

// argument is one that a call has to give: without it, Python raises.
func argument(m *exact.Machine, a exact.Args, i int, name string) exact.Value {
	v := a.Get(i, name)
	if v == nil {
		m.Raise(exact.TypeError, "missing a required argument: '%s'", name)
	}
	return v
}

// Harmless reports whether a call of something unknown with these arguments changes nothing that matters: it gets no
// module and no tensor.
func (l *library) Harmless(callee exact.Value, a exact.Args) bool {
	switch f := callee.(type) {
	case exact.Symbol:
		if knowledge.Reports(string(f)) {
			return true
		}
	case *exact.Unknown:
		if l.training != nil &&
			(knowledge.Reports(f.Name) || f.Name == "append" && len(l.training.backward) > 0 && keepsLoss(a)) {
			return true
		}
	}
	for _, v := range a.Pos {
		if holdsModel(v) {
			return false
		}
	}
	for _, k := range a.Kw {
		if holdsModel(k.Value) {
			return false
		}
	}
	return true
}

// keepsLoss reports whether what a list of something unknown gets is one number, as the loss is behind its backward
// pass, which has freed its graph.
func keepsLoss(a exact.Args) bool {
	if len(a.Pos) != 1 || len(a.Kw) > 0 {
		return false
	}
	t, ok := a.Pos[0].(*tensor.Tensor)
	return ok && t.Numel() == 1
}

func holdsModel(v exact.Value) bool {
	switch v := v.(type) {
	case *tensor.Tensor:
		return true
	case *exact.Instance:
		return isModule(v)
	case *exact.List:
		for _, item := range v.Items {
			if holdsModel(item) {
				return true
			}
		}
	case *exact.Tuple:
		for _, item := range v.Items {
			if holdsModel(item) {
				return true
			}
		}
	}
	return false
}

// operators are the methods behind Python's operators.
var operators = map[string]string{
	"+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
	"&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
	"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
}

var mirrored = map[string]string{"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

// Binary applies an operator of which a side is a tensor.
func (l *library) Binary(m *exact.Machine, op string, a, b exact.Value) exact.Value {
	if v := l.arithmetic(m, op, a, b); v != nil {
		return v
	}
	x, isLeft := a.(*tensor.Tensor)
	y, isRight := b.(*tensor.Tensor)
	if !isLeft && !isRight {
		return nil
	}
	if isLeft {
		b = someNumber(op, b)
	} else {
		a = someNumber(op, a)
	}
	if isLeft && l.comparesOpen(op, b) || isRight && l.comparesOpen(op, a) {
		return m.Unknown("how a tensor compares with what is not known")
	}
	if isLeft {
		if op == "==" || op == "!=" {
			switch b.(type) {
			case exact.NoneType, string, *exact.List, *exact.Tuple:
				return op == "!="
			}
		}
		return l.tell(l.op(m, "Tensor.__"+operators[op]+"__", exact.Positional(x, b)), op, a, b)
	}
	if other, compares := mirrored[op]; compares {
		if a == exact.Value(exact.None) {
			return op == "!="
		}
		return l.op(m, "Tensor.__"+operators[other]+"__", exact.Positional(y, a))
	}
	return l.tell(l.op(m, "Tensor.__r"+operators[op]+"__", exact.Positional(y, a)), op, a, b)
}

// someNumber is one in the place of a number that nobody knows: which it is changes neither the shape of what it makes
// of a tensor nor what is kept of that. Any other value is itself, and so is an exponent, which decides what is kept.
func someNumber(op string, v exact.Value) exact.Value {
	u, ok := v.(*exact.Unknown)
	if !ok || op == "**" || op == "@" {
		return v
	}
	switch {
	case u.Whole:
		return int64(2)
	case u.Real, u.Share:
		return 0.5
	}
	return v
}

// InPlace is a op= b of a tensor.
func (l *library) InPlace(m *exact.Machine, op string, a, b exact.Value) exact.Value {
	x, ok := a.(*tensor.Tensor)
	if !ok {
		return nil
	}
	b = someNumber(op, b)
	name := "Tensor.__i" + operators[op] + "__"
	if !tensor.Known(name) {
		return l.Binary(m, op, a, b)
	}
	return l.op(m, name, exact.Positional(x, b))
}

// Unary applies an operator to a tensor.
func (l *library) Unary(m *exact.Machine, op string, v exact.Value) exact.Value {
	if a, ok := v.(*array); ok {
		return a.unary(m, op)
	}
	x, ok := v.(*tensor.Tensor)
	if !ok {
		return nil
	}
	switch op {
	case "-":
		return l.op(m, "torch.neg", exact.Positional(x))
	case "~":
		return l.op(m, "torch.bitwise_not", exact.Positional(x))
	}
	return x
}

// Item is tensor[key].
func (l *library) Item(m *exact.Machine, v, key exact.Value) exact.Value {
	switch v := v.(type) {
	case *array:
		return v.item(l, m, key)
	case exact.Symbol: // torchvision.models.__dict__["resnet18"]
		home, isNames := strings.CutSuffix(string(v), ".__dict__")
		if name, ok := key.(string); ok && isNames {
			return m.Attribute(exact.Symbol(home), name)
		}
	}
	if u, unknown := v.(*exact.Unknown); unknown {
		return l.someRows(m, u, key)
	}
	x, ok := v.(*tensor.Tensor)
	if !ok {
		return nil
	}
	one, any := l.anyOne(key)
	out := l.op(m, "Tensor.__getitem__", exact.Positional(x, one))
	if picked, ok := out.(*tensor.Tensor); ok && any {
		picked.Known = nil
	}
	return out
}

// SetItem is tensor[key] = to.
func (l *library) SetItem(m *exact.Machine, v, key, to exact.Value) bool {
	if a, ok := v.(*array); ok {
		a.set(m, key, to)
		return true
	}
	x, ok := v.(*tensor.Tensor)
	if ok {
		key, _ = l.anyOne(key)
		n := someNumber("=", to)
		l.op(m, "Tensor.__setitem__", exact.Positional(x, key, n))
		if n != to {
			x.Known = nil
		}
	}
	return ok
}

// Truth is bool(tensor): of what is not known the run stops, or goes the ways that it is told to.
func (l *library) Truth(m *exact.Machine, v exact.Value) (truth, ok bool) {
	x, ok := v.(*tensor.Tensor)
	if !ok {
		_, isType := v.(tensor.DType)
		_, isDevice := v.(device)
		return true, isType || isDevice
	}
	if len(x.Elements()) == 1 {
		return x.Elements()[0] != 0, true
	}
	if x.Numel() > 1 {
		m.Raise(exact.RuntimeError, "Boolean value of Tensor with more than one value is ambiguous")
	}
	if m.Asserts {
		return false, false
	}
	unknown := m.Unknown("the value of a tensor")
	if l.forks != nil {
		return l.forks.take(m, unknown), true
	}
	if m.Decide != nil {
		return m.Decide(unknown)
	}
	l.undecided = true
	m.Stop("the value of a tensor decides which way the program goes")
	return false, false
}

// Iterate walks over a tensor's first dimension.
func (l *library) Iterate(m *exact.Machine, v exact.Value) []exact.Value {
	if a, ok := v.(*array); ok {
		return append([]exact.Value{}, a.items...)
	}
	x, ok := v.(*tensor.Tensor)
	if !ok {
		return nil
	}
	if len(x.Shape) == 0 {
		m.Raise(exact.TypeError, "iteration over a 0-d tensor")
	}
	return append([]exact.Value{}, m.Items(l.op(m, "Tensor.unbind", exact.Positional(x)))...)
}

// Len is the size of a tensor's first dimension.
func (l *library) Len(m *exact.Machine, v exact.Value) (int, bool) {
	if a, ok := v.(*array); ok {
		return len(a.items), true
	}
	x, ok := v.(*tensor.Tensor)
	if !ok {
		return 0, false
	}
	if len(x.Shape) == 0 {
		m.Raise(exact.TypeError, "len() of a 0-d tensor")
	}
	return int(x.Shape[0]), true
}

var (
	tensorClass    = exact.NewClass("Tensor")
	parameterClass = exact.NewClass("Parameter", tensorClass)
	arrayClass     = exact.NewClass("ndarray")
	dtypeClass     = exact.NewClass("dtype")
	deviceClass    = exact.NewClass("device")
)

// ClassOf is the type of one of torch's values.
func (l *library) ClassOf(v exact.Value) *exact.Class {
	switch v := v.(type) {
	case *tensor.Tensor:
		if v.Parameter {
			return parameterClass
		}
		return tensorClass
	case tensor.DType:
		return dtypeClass
	case device:
		return deviceClass
	case *array:
		return arrayClass
	}
	return nil
}

// namesClass reports whether the last word of a path is written as a class is.
func namesClass(dotted string) bool {
	last := dotted[strings.LastIndexByte(dotted, '.')+1:]
	return last != "" && last[0] >= 'A' && last[0] <= 'Z'
}
