package model

import (
	"sync"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// legacyTypes are the tensor types of torch's early days: torch.FloatTensor(3, 4).
var legacyTypes = map[string]tensor.DType{
	"FloatTensor": tensor.Float32, "DoubleTensor": tensor.Float64, "HalfTensor": tensor.Float16,
	"LongTensor": tensor.Int64,
	"IntTensor":  tensor.Int32, "BoolTensor": tensor.Bool8, "ByteTensor": tensor.Uint8, "BFloat16Tensor": tensor.BFloat16,
}

// enterTorch are torch's names that are no operations on tensors.
func enterTorch(l *library) {
	constructors()
	set := func(name string, do func(m *exact.Machine, a exact.Args) exact.Value) {
		l.names[name] = exact.NewFunction(name, do)
	}
	l.names["torch.Tensor"], l.names["torch.dtype"], l.names["torch.device"] = tensorClass, dtypeClass, deviceClass
	l.names["torch.autograd.Function"] = l.autogradFunction()
	l.names["torch.autograd.function.Function"] = l.names["torch.autograd.Function"]
	l.names["torch.nn.parameter.Parameter"], l.names["torch.nn.Parameter"] = parameterClass, parameterClass
	l.names["torch.__version__"], l.names["torch.version.cuda"] = "2.10.0", "12.8"
	l.names["torch.pi"] = 3.141592653589793
	l.names["torch.inf"] = inf
	l.names["torch.strided"], l.names["torch.contiguous_format"] = "strided", "contiguous_format"
	l.names["torch.channels_last"] = "channels_last"
	l.names["torch.Size"] = exact.NewFunction("Size", func(m *exact.Machine, a exact.Args) exact.Value {
		return &exact.Tuple{Items: m.Items(a.Pos[0]), Sizes: true}
	})
	set("torch.broadcast_shapes", broadcastShapes)
	set(
		"torch.is_tensor",
		func(_ *exact.Machine, a exact.Args) exact.Value { _, ok := a.Pos[0].(*tensor.Tensor); return ok },
	)
	set("torch.numel", func(m *exact.Machine, a exact.Args) exact.Value { return m.CallMethod(a.Pos[0], "numel") })
	set("torch.is_grad_enabled", func(*exact.Machine, exact.Args) exact.Value { return l.tape.Grad })
	set(
		"torch.is_floating_point",
		func(m *exact.Machine, a exact.Args) exact.Value { return m.CallMethod(a.Pos[0], "is_floating_point") },
	)
	set(
		"torch.is_complex",
		func(m *exact.Machine, a exact.Args) exact.Value { return m.CallMethod(a.Pos[0], "is_complex") },
	)
	set("torch.get_default_dtype", func(*exact.Machine, exact.Args) exact.Value { return tensor.Float32 })
	l.names["numpy.finfo"] = exact.NewFunction("finfo", func(m *exact.Machine, a exact.Args) exact.Value {
		return limits(m, a.Or(0, "dtype", tensor.Float64))
	})
	set("torch.finfo", func(m *exact.Machine, a exact.Args) exact.Value { return limits(m, a.Or(0, "", tensor.Float32)) })
	set("torch.iinfo", func(m *exact.Machine, a exact.Args) exact.Value { return limits(m, a.Or(0, "", tensor.Int64)) })
	l.enterFlags(set)
	l.enterGradModes(set)
	l.enterCreation(set)
	l.enterCalls(set)
}

// broadcastShapes is the shape that several shapes meet in.
func broadcastShapes(m *exact.Machine, a exact.Args) exact.Value {
	var shape []exact.Value
	for _, v := range a.Pos {
		list := m.Items(v)
		for len(shape) < len(list) {
			shape = append([]exact.Value{int64(1)}, shape...)
		}
		for i, n := range list {
			at := len(shape) - len(list) + i
			switch {
			case m.Equal(shape[at], int64(1)):
				shape[at] = n
			case !m.Equal(n, int64(1)) && !m.Equal(n, shape[at]):
				m.Raise(exact.RuntimeError, "Shape mismatch: objects cannot be broadcast to a single shape")
			}
		}
	}
	return &exact.Tuple{Items: shape, Sizes: true}
}

var inf = func() float64 { var zero float64; return 1 / zero }()

type enters func(name string, do func(m *exact.Machine, a exact.Args) exact.Value)

// enterFlags are questions about where the program runs, and what changes nothing.
func (l *library) enterFlags(set enters) {
	for name, v := range map[string]exact.Value{
		"torch.cuda.is_available": true, "torch.accelerator.is_available": true, "torch.accelerator.device_count": int64(1),
		"torch.accelerator.current_accelerator": device{"cuda"}, "torch.cuda.device_count": int64(1),
		"torch.cuda.current_device": int64(0), "torch.cuda.is_bf16_supported": true,
		"torch.jit.is_scripting": false, "torch.jit.is_tracing": false, "torch.onnx.is_in_onnx_export": false,
		"torch.is_autocast_enabled":      false,
		"torch.distributed.is_available": true, "torch.distributed.is_initialized": false,
		"torch.distributed.get_rank":       int64(0),
		"torch.distributed.get_world_size": int64(1), "torch.compiler.is_compiling": false,
		"torch._dynamo.is_compiling":      false,
		"torch.backends.mps.is_available": false, "torch.are_deterministic_algorithms_enabled": false,
		"torch.cuda.get_device_capability": &exact.Tuple{Items: []exact.Value{int64(8), int64(0)}},
		"torch.get_autocast_gpu_dtype":     tensor.Float16, "torch.jit.is_script_module": false,
	} {
		set(name, func(*exact.Machine, exact.Args) exact.Value { return v })
	}
	for _, name := range []string{
		"torch.manual_seed", "torch.cuda.manual_seed", "torch.cuda.manual_seed_all", "torch.set_num_threads",
		"torch.cuda.empty_cache",
		"torch.cuda.synchronize", "torch.cuda.set_device", "torch.set_default_dtype", "torch.set_printoptions",
		"torch.set_float32_matmul_precision", "torch.autograd.set_detect_anomaly", "torch.use_deterministic_algorithms",
		"torch._assert",
		"torch.cuda.reset_peak_memory_stats", "torch.multiprocessing.set_start_method",
		"torch.backends.cuda.enable_flash_sdp",
		"torch.backends.cuda.enable_mem_efficient_sdp", "torch.backends.cuda.enable_math_sdp", "torch._C._log_api_usage_once",
		"torch._dynamo.mark_dynamic",
	} {
		set(name, func(*exact.Machine, exact.Args) exact.Value { return exact.None })
	}
	for _, name := range []string{"torch.set_default_device", "torch.set_default_tensor_type"} {
		set(name, func(_ *exact.Machine, a exact.Args) exact.Value {
			l.createsOnDevice = a.Get(0, "") != exact.Value("cpu")
			return exact.None
		})
	}
	elsewhere := map[string]bool{
		"torch.load": true, "torch.jit.load": false, "torch.export.load": false, "torch.cuda.get_device_name": false,
	}
	for _, name := range knowledge.FetchedWeights {
		elsewhere[name] = true
	}
	for name, weights := range elsewhere {
		set(name, func(m *exact.Machine, _ exact.Args) exact.Value {
			u := m.Unknown("%s: what lies elsewhere", name)
			u.Weights = weights
			return u
		})
	}
	set("torch.hub.load", l.loadFromHub)
}

// limits is torch.finfo(dtype) or torch.iinfo(dtype).
func limits(m *exact.Machine, of exact.Value) exact.Value {
	d, ok := of.(tensor.DType)
	if !ok {
		return m.Unknown("the limits of a type")
	}
	o := &exact.Instance{Class: exact.NewClass("finfo")}
	top, eps := 3.4028234663852886e+38, 1.1920928955078125e-07
	switch d {
	case tensor.Float16:
		top, eps = 65504, 0.0009765625
	case tensor.BFloat16:
		top, eps = 3.3895313892515355e+38, 0.0078125
	case tensor.Float64:
		top, eps = 1.7976931348623157e+308, 2.220446049250313e-16
	case tensor.Int64:
		o.Attrs.Set("max", int64(1<<63-1))
		o.Attrs.Set("min", int64(-1<<63))
		return o
	}
	o.Attrs.Set("max", top)
	o.Attrs.Set("min", -top)
	o.Attrs.Set("eps", eps)
	o.Attrs.Set("tiny", 1.1754943508222875e-38)
	o.Attrs.Set("dtype", d)
	return o
}

// mode is a context manager and decorator that changes how operations are recorded.
type mode struct {
	l       *library
	grad    bool
	cast    *tensor.DType
	outer   []bool
	casting []tensor.DType
}

// Enter goes into it.
func (g *mode) Enter(*exact.Machine) exact.Value {
	g.outer, g.casting = append(g.outer, g.l.tape.Grad), append(g.casting, g.l.tape.Autocast)
	if g.cast != nil {
		g.l.tape.Autocast = *g.cast
		if t := g.l.training; t != nil && g.l.tape.Grad {
			t.casts[*g.cast] = true
		}
	} else {
		g.l.tape.Grad = g.grad
	}
	return exact.None
}

// Exit leaves it.
func (g *mode) Exit(*exact.Machine) {
	last := len(g.outer) - 1
	g.l.tape.Grad = g.outer[last]
	if g.cast != nil && g.casting[last] == tensor.NoDType {
		g.l.tape.EndAutocast()
	}
	g.l.tape.Autocast = g.casting[last]
	g.outer, g.casting = g.outer[:last], g.casting[:last]
}

// enterGradModes are no_grad, enable_grad, set_grad_enabled, inference_mode and autocast.
func (l *library) enterGradModes(set enters) {
	class := exact.NewClass("no_grad")
	class.Method("__call__", func(_ *exact.Machine, a exact.Args) exact.Value {
		o, _ := a.Pos[0].(*exact.Instance)
		g, _ := o.Native.(*mode)
		return l.under(g, a.Get(1, "func"))
	})
	made := func(g *mode) exact.Value { return &exact.Instance{Class: class, Native: g} }
	for name, grad := range map[string]bool{
		"torch.no_grad": false, "torch.inference_mode": false, "torch.enable_grad": true,
	} {
		set(name, func(m *exact.Machine, a exact.Args) exact.Value {
			on := grad
			if len(a.Pos) > 0 {
				switch v := a.Pos[0].(type) {
				case bool:
					on = !v
				default:
					return l.under(&mode{l: l, grad: grad}, v)
				}
			}
			return made(&mode{l: l, grad: on})
		})
	}
	set("torch.set_grad_enabled", func(m *exact.Machine, a exact.Args) exact.Value {
		g := &mode{l: l, grad: m.Truth(a.Or(0, "mode", true))}
		g.outer, g.casting = append(g.outer, l.tape.Grad), append(g.casting, l.tape.Autocast)
		o := &exact.Instance{Class: class, Native: &switched{g}}
		l.tape.Grad = g.grad
		return o
	})
	autocast := func(m *exact.Machine, a exact.Args) exact.Value {
		to := tensor.Float16
		if d, ok := a.Named("dtype").(tensor.DType); ok {
			to = d
		}
		if v := a.Named("enabled"); v != nil && !m.Truth(v) {
			to = tensor.NoDType
		}
		if len(a.Pos) > 0 {
			if d, isType := a.Pos[min(1, len(a.Pos)-1)].(tensor.DType); isType {
				to = d
			}
			switch on := a.Pos[0].(type) {
			case string, device: // torch.autocast's device comes first
				if len(a.Pos) > 2 && !m.Truth(a.Pos[2]) {
					to = tensor.NoDType
				}
			default:
				if !m.Truth(on) {
					to = tensor.NoDType
				}
			}
		}
		return made(&mode{l: l, cast: &to})
	}
	for _, name := range []string{"torch.amp.autocast", "torch.autocast", "torch.cuda.amp.autocast"} {
		set(name, autocast)
	}
}

// switched is torch.set_grad_enabled(…), which acts when it is made.
type switched struct{ *mode }

// Enter does nothing more.
func (*switched) Enter(*exact.Machine) exact.Value { return exact.None }

// under is a function that runs in a mode.
func (l *library) under(g *mode, f exact.Value) exact.Value {
	return &exact.Builtin{Name: "decorated", Method: true, Do: func(m *exact.Machine, a exact.Args) exact.Value {
		g.Enter(m)
		defer g.Exit(m)
		return m.Call(f, a)
	}}
}

// parameter is torch.nn.Parameter(data).
func parameter(t *tensor.Tensor, grad bool) *tensor.Tensor {
	p := tensor.NewParameter(t.DType, append([]int64(nil), t.Shape...)...)
	p.RequiresGrad = grad
	return p
}

// constructors gives the types of torch's values, which all libraries share, what makes one: once, for programs are
// followed beside each other.
var constructors = sync.OnceFunc(func() {
	deviceClass.Make = func(m *exact.Machine, _ *exact.Class, a exact.Args) exact.Value {
		switch v := a.Or(0, "device", "cuda").(type) {
		case string:
			return device{v}
		case device:
			return v
		}
		return device{"cuda:0"}
	}
	parameterClass.Make = func(m *exact.Machine, _ *exact.Class, a exact.Args) exact.Value {
		grad := m.Truth(a.Or(1, "requires_grad", true))
		switch v := a.Or(0, "data", exact.None).(type) {
		case *tensor.Tensor:
			return parameter(v, grad)
		case exact.NoneType:
			return parameter(tensor.NewTensor(tensor.Float32, 0), grad)
		case *exact.Unknown:
			m.StopFor(v, "the data of a parameter")
		}
		m.Stop("the data of a parameter")
		return nil
	}
	tensorClass.Make = func(m *exact.Machine, _ *exact.Class, a exact.Args) exact.Value {
		return m.Library.(*library).legacyTensor(m, a, tensor.Float32, true)
	}
})

// enterCreation are the ways to make tensors that take Python's values apart.
func (l *library) enterCreation(set enters) {
	for name, d := range legacyTypes {
		for prefix, host := range map[string]bool{"torch.": true, "torch.cuda.": false} {
			set(prefix+name, func(m *exact.Machine, a exact.Args) exact.Value { return l.legacyTensor(m, a, d, host) })
		}
	}
	for _, name := range []string{"torch.tensor", "torch.as_tensor", "torch.asarray"} {
		set(name, func(m *exact.Machine, a exact.Args) exact.Value {
			d, _ := a.Named("dtype").(tensor.DType)
			a = l.withGiven(m, a)
			if rows := l.rowsOf(m, a.Get(0, "data"), d); rows != nil {
				return rows
			}
			if s := asSeries(m, a.Get(0, "data"), d); s != nil {
				return s
			}
			if t := l.fromArray(m, a.Get(0, "data")); t != nil {
				if d == tensor.NoDType {
					return t
				}
				return l.op(m, "Tensor.to", exact.Positional(t, d))
			}
			if t, ok := a.Get(0, "data").(*tensor.Tensor); ok {
				if d == tensor.NoDType {
					d = t.DType
				}
				return l.op(m, "Tensor.to", exact.Positional(t, d))
			}
			data := a.Get(0, "data")
			if row, ok := data.(*array); ok {
				data = &exact.List{Items: row.items}
				if d == tensor.NoDType {
					d = row.elements()
				}
			}
			t := l.literal(m, data, d)
			if made, ok := t.(*tensor.Tensor); ok {
				if v := a.Named("requires_grad"); v != nil {
					made.RequiresGrad = m.Truth(v)
				}
			}
			return t
		})
	}
}

// maxKnown bounds the elements that are kept of a tensor written out in the code.
const maxKnown = 4096

// maxDims bounds the dimensions of a tensor; torch's own bound is 64.
const maxDims = 64

// literal is a tensor of numbers and lists of numbers.
func (l *library) literal(m *exact.Machine, v exact.Value, d tensor.DType) exact.Value {
	var shape []int64
	var known []float64
	whole, truth, unknown := true, true, false
	elements := tensor.NoDType  // of the arrays among them
	var kindless *exact.Unknown // it may be an array as well as a number: np.eye(n)[words]
	var walk func(v exact.Value, depth int)
	walk = func(v exact.Value, depth int) {
		switch v := v.(type) {
		case *exact.List, *exact.Tuple, *exact.Range:
			if depth == maxDims {
				m.Stop("a tensor of very many dimensions")
			}
			list := m.Items(v)
			m.Spend(len(list))
			if depth == len(shape) {
				shape = append(shape, int64(len(list)))
			}
			for _, item := range list {
				walk(item, depth+1)
			}
			return
		case *exact.Unknown:
			unknown, truth = true, false
			if kindless == nil && !v.Whole && !v.Real && !v.Share {
				kindless = v
			}
			whole = whole && !v.Real && !v.Share
			return
		case *tensor.Tensor:
			if v.Numel() != 1 {
				m.Stop("a tensor made of tensors")
			}
			whole, truth = whole && !v.DType.Floating(), false
			if len(v.Elements()) == 1 {
				known = append(known, v.Elements()[0])
			} else {
				unknown = true
			}
			return
		}
		if sides, of, ok := arrayOf(m, v); ok { // a list of states, each an array
			if depth == len(shape) {
				shape = append(shape, sides...)
			}
			unknown, truth, elements = true, false, max(elements, of)
			return
		}
		x, ok := exact.Float(v)
		if !ok {
			m.Stop("a tensor of %s", m.ClassOf(v).Name)
		}
		_, isInt := exact.Integer(v)
		_, isBool := v.(bool)
		whole, truth = whole && isInt, truth && isBool
		known = append(known, x)
	}
	if u, ok := v.(*exact.Unknown); ok {
		return made(u)
	}
	walk(v, 0)
	if kindless != nil {
		return made(kindless)
	}
	if d == tensor.NoDType {
		d = elements
	}
	if d == tensor.NoDType {
		switch {
		case truth && len(known) > 0:
			d = tensor.Bool8
		case whole && (len(known) > 0 || unknown):
			d = tensor.Int64
		default:
			d = tensor.Float32
		}
	}
	t := tensor.NewTensor(d, shape...)
	if !unknown && len(known) <= maxKnown && int64(len(known)) == t.Numel() {
		t.Known = known
	}
	return t
}

// compilers are functions that give what they are given, compiled, and the names under which they take it.
var compilers = map[string]string{
	"torch.compile": "model", "torch._dynamo.optimize": "", "torch.compiler.disable": "fn", "torch._dynamo.disable": "fn",
	"torch.compiler.allow_in_graph": "fn",
	"torch.jit.script":              "obj", "torch.jit.trace": "func", "torch.jit.trace_module": "mod",
	"torch.jit.freeze":                 "mod",
	"torch.jit.optimize_for_inference": "mod",
	"torch.jit.ignore":                 "fn", "torch.jit.export": "fn", "torch.jit.unused": "fn",
	"torch.jit.script_method":     "fn",
	"torch.jit.script_if_tracing": "fn",
	"torch.jit.interface":         "obj",
}

// enterCalls are functions that call others: checkpoints, wrappers.
func (l *library) enterCalls(set enters) {
	for name, takes := range compilers {
		set(name, func(_ *exact.Machine, a exact.Args) exact.Value { return eager(a, takes) })
	}
	set("torch.jit.annotate", func(m *exact.Machine, a exact.Args) exact.Value { return argument(m, a, 1, "the_value") })
	set(
		"torch.jit.fork",
		func(m *exact.Machine, a exact.Args) exact.Value { return m.Call(argument(m, a, 0, "func"), a.Rest(1)) },
	)
	set("torch.jit.wait", func(m *exact.Machine, a exact.Args) exact.Value { return argument(m, a, 0, "future") })
	set("torch.jit.save", func(*exact.Machine, exact.Args) exact.Value { return exact.None })
	l.names["torch.jit.ScriptModule"] = l.names["torch.nn.Module"]
	set("torch.autograd.grad", func(m *exact.Machine, a exact.Args) exact.Value { return differentiate(l, m, a) })
	set("torch.autograd.Variable", func(m *exact.Machine, a exact.Args) exact.Value {
		if t, ok := a.Get(0, "data").(*tensor.Tensor); ok && m.Truth(a.Or(1, "requires_grad", false)) {
			t.RequiresGrad = true
		}
		return a.Get(0, "data")
	})
	set("torch.utils.checkpoint.checkpoint", l.checkpoint)
	set("torch.nn.utils.parameters_to_vector", func(m *exact.Machine, a exact.Args) exact.Value {
		m.Stop("parameters_to_vector is not followed")
		return nil
	})
}

// legacyTensor is what the constructors of torch's early days make: of sizes, torch.FloatTensor(3, 4) and
// torch.FloatTensor(x.size()), or of the data.
func (l *library) legacyTensor(m *exact.Machine, a exact.Args, d tensor.DType, host bool) exact.Value {
	sizes := a.Pos
	if len(a.Pos) == 1 {
		if size, ok := a.Pos[0].(*exact.Tuple); ok && size.Sizes {
			sizes = size.Items
		} else if t := l.legacyOf(m, a.Pos[0], d, host); t != nil {
			return t
		}
	}
	shape := make([]int64, len(sizes))
	for i, v := range sizes {
		n, ok := m.Index(v)
		if !ok {
			m.Stop("the size of a tensor")
		}
		shape[i] = n
	}
	if l.training == nil {
		return tensor.NewTensor(d, shape...)
	}
	return l.placed(l.empty(m, d, shape), host)
}

// legacyOf is a tensor of the one thing that a constructor of old is given; nil for a number, which is a size.
func (l *library) legacyOf(m *exact.Machine, v exact.Value, d tensor.DType, host bool) exact.Value {
	if shape, _, ok := arrayOf(m, v); ok {
		return l.placed(l.empty(m, d, shape), host)
	}
	switch v := v.(type) {
	case *exact.List, *exact.Tuple:
		return l.literal(m, v, d)
	case *exact.Range:
		return l.literal(m, &exact.List{Items: m.Items(v)}, d)
	case *array:
		return l.literal(m, &exact.List{Items: v.items}, d)
	case *exact.Unknown:
		if rows := l.rowsOf(m, v, d); rows != nil {
			return rows
		}
		return made(v)
	case *exact.Instance:
		return l.rowsOf(m, v, d)
	case *tensor.Tensor:
		return l.op(m, "Tensor.to", exact.Positional(v, d))
	}
	return nil
}

func (l *library) placed(t *tensor.Tensor, host bool) *tensor.Tensor {
	if host {
		return l.hosted(t)
	}
	return t
}
