package tensor_test

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// layer is a module as a value of the program.
type layer struct {
	tensor.Value
	module   *tensor.Module
	sequence []layer
}

func (p *program) arguments(e *python.Call) (args []tensor.Value, kw map[string]tensor.Value) {
	kw = map[string]tensor.Value{}
	for _, a := range e.Args {
		v := p.value(a.Value)
		switch {
		case a.Star == 1:
			args = append(args, listOf(v)...)
		case a.Name != "":
			kw[a.Name] = v
		default:
			args = append(args, v)
		}
	}
	return args, kw
}

var roots = map[string]string{"F.": "torch.nn.functional.", "nn.": "torch.nn.", "torch.": "torch.",
	"einops.": "einops."}

// full is the name of a function as the package calls it.
func (p *program) full(path string) string {
	switch path {
	case "rearrange", "reduce", "repeat":
		return "einops." + path
	}
	for short, long := range roots {
		if rest, ok := strings.CutPrefix(path, short); ok && p.names[strings.TrimSuffix(short, ".")] == nil {
			return long + rest
		}
	}
	return ""
}

func (p *program) called(e *python.Call) tensor.Value {
	path := python.PathText(e.Func)
	full := p.full(path)
	args, kw := p.arguments(e)
	switch {
	case path == "abs":
		return p.op("Tensor.__abs__", args...)
	case path == "float":
		return tensor.Float(math.Inf(-1))
	case path == "math.sqrt":
		return tensor.Float(math.Sqrt(real(args[0])))
	case full == "torch.nn.Sequential":
		return p.sequential(args)
	case strings.HasPrefix(full, "torch.nn.") && !strings.HasPrefix(full,
		"torch.nn.functional."), strings.HasPrefix(full, "einops.layers."):
		for i, a := range args {
			if l, ok := a.(layer); ok {
				args[i] = l.module
			}
		}
		m, err := tensor.NewModule(full, args, kw)
		if err != nil {
			panic(err)
		}
		return layer{module: m}
	case full != "":
		return p.call(full, args, kw)
	}
	return p.method(e, args, kw)
}

// method is a method's call, or the call of a layer.
func (p *program) method(e *python.Call, args []tensor.Value, kw map[string]tensor.Value) tensor.Value {
	if attribute, ok := e.Func.(*python.Attribute); ok {
		self := p.value(attribute.Value)
		if l, ok := self.(layer); ok {
			switch attribute.Attr {
			case "eval":
				l.train(false)
				return l
			case "requires_grad_":
				l.freeze()
				return l
			}
			panic(fmt.Errorf("%s of a layer is not known here", attribute.Attr))
		}
		return p.call("Tensor."+attribute.Attr, append([]tensor.Value{self}, args...), kw)
	}
	l, ok := p.value(e.Func).(layer)
	if !ok {
		panic(fmt.Errorf("no function: %T", e.Func))
	}
	return p.forward(l, args, kw)
}

func (p *program) forward(l layer, args []tensor.Value, kw map[string]tensor.Value) tensor.Value {
	if l.module == nil {
		v := args[0]
		for _, part := range l.sequence {
			v = p.forward(part, []tensor.Value{v}, nil)
		}
		return v
	}
	if !slices.Contains(p.modules, l.module) {
		p.modules = append(p.modules, l.module)
	}
	v, err := p.tape.Forward(l.module, args, kw)
	if err != nil {
		panic(err)
	}
	return v
}

func (p *program) sequential(parts []tensor.Value) tensor.Value {
	var l layer
	for _, part := range parts {
		l.sequence = append(l.sequence, part.(layer))
	}
	return l
}

func (l layer) train(on bool) {
	for _, part := range l.sequence {
		part.train(on)
	}
	if l.module != nil {
		for within := range l.module.All() {
			within.Training = on
		}
	}
}

func (l layer) freeze() {
	for _, part := range l.sequence {
		part.freeze()
	}
	if l.module != nil {
		for m := range l.module.All() {
			for _, parameter := range m.Parameters {
				if parameter.Tensor != nil {
					parameter.Tensor.RequiresGrad = false
				}
			}
		}
	}
}

// count is the number of elements of what the program's layers hold.
func (p *program) count(of func(*tensor.Module) []tensor.Named) int64 {
	var n int64
	for _, root := range p.modules {
		for m := range root.All() {
			for _, named := range of(m) {
				if named.Tensor != nil {
					n += named.Tensor.Numel()
				}
			}
		}
	}
	return n
}
