package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// UnregisteredParameters lists what modules keep on self in the place of a parameter, and what was computed of it: a
// plain tensor.
func (f *Facts) UnregisteredParameters() []Unregistered {
	var list []Unregistered
	for _, class := range f.moduleClasses() {
		if slices.ContainsFunc(f.Module.Ancestry(class), registersByHand) {
			continue
		}
		for _, s := range storesOn(class) {
			part, by := f.computedOfParameter(s.value)
			device := ""
			if part == nil {
				if part, device = f.movedParameter(s.value); part == nil {
					continue
				}
				by = "to"
			}
			made := run.Place{Unit: f.Machine().Unit(f.Module, "__main__"), Node: part}
			list = append(list, Unregistered{Class: class, Target: s.target, Part: made, By: by, Device: device})
		}
	}
	return list
}

// computedOfParameter is the call of nn.Parameter of which an expression surely makes another tensor, and by what.
func (f *Facts) computedOfParameter(e python.Expr) (part *python.Call, by string) {
	switch e := e.(type) {
	case *python.Binary:
		for _, side := range []python.Expr{e.Left, e.Right} {
			if c := f.plainParameter(side); c != nil {
				return c, e.Op
			}
		}
	case *python.Call:
		c := f.plainParameter(e.Receiver())
		if c == nil {
			return nil, ""
		}
		method := e.MethodName()
		switch {
		case knowledge.MakesTensor(method):
			return c, method
		case method == "cuda", method == "to":
			if !elsewhereAlready(c) && f.movesToCUDA(e) {
				return c, method
			}
		}
	}
	return nil, ""
}

// movedParameter is the call of nn.Parameter whose parameter an expression moves to a device that is handed to the
// function around it, and what it is called there; nil where some run shows the device.
func (f *Facts) movedParameter(e python.Expr) (part *python.Call, device string) {
	call, ok := e.(*python.Call)
	if !ok || call.MethodName() != "to" || len(call.Args) == 0 {
		return nil, ""
	}
	part = f.plainParameter(call.Receiver())
	name, ok := call.Args[0].Value.(*python.Name)
	fn := python.EnclosingFunction(call)
	if part == nil || elsewhereAlready(part) || !ok || fn == nil || !knowledge.NamesDevice(name.ID) ||
		!slices.ContainsFunc(fn.Params, func(p *python.Param) bool { return p.Name == name.ID && !f.staysOnCPU(p) }) {
		return nil, ""
	}
	if class := python.EnclosingClass(fn); class == nil || f.madeOnCPU(class) {
		return nil, ""
	}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.Node == call {
				if to, _ := c.Argument("device", 0); run.Known(to) || knownDevice(to) {
					return nil, ""
				}
			}
		}
	}
	return part, name.ID
}

// staysOnCPU reports whether a parameter of a function is the CPU unless somebody says otherwise.
func (f *Facts) staysOnCPU(p *python.Param) bool {
	return p.Default != nil && strings.Contains(f.Module.File.Slice(p.Default.Span()), "cpu")
}

// madeOnCPU reports whether the file makes an instance of a class and says that it is for the CPU.
func (f *Facts) madeOnCPU(class *python.Class) bool {
	for n := range python.AllIn(f.Module.Body) {
		if c, ok := n.(*python.Call); ok && python.LastName(c.Func) == class.Name &&
			strings.Contains(f.Module.File.Slice(c.Span()), "cpu") {
			return true
		}
	}
	return false
}

// knownDevice reports whether a value is a device that the program made in sight.
func knownDevice(v run.Value) bool {
	o, ok := v.(*run.Object)
	return ok && o.Made != nil
}

// plainParameter is an expression where it makes a parameter that learns.
func (f *Facts) plainParameter(e python.Expr) *python.Call {
	c, ok := e.(*python.Call)
	if !ok {
		return nil
	}
	if !knowledge.MakesParameter(f.Module.Resolve(c.Func)) || len(c.Args) == 0 || c.Spreads() {
		return nil
	}
	if learns := f.Module.Argument(c, "requires_grad", 1); learns.Presence == python.Uncertain ||
		learns.Presence == python.Given && !f.Module.IsTrue(learns.Value) {
		return nil
	}
	return c
}

// elsewhereAlready reports whether what a parameter is made of may stand on a GPU.
func elsewhereAlready(parameter *python.Call) bool {
	for n := range python.All(parameter) {
		switch n := n.(type) {
		case *python.Arg:
			if n.Name == "device" {
				return true
			}
		case *python.Attribute:
			if n.Attr == "cuda" || n.Attr == "to" || strings.Contains(n.Attr, "device") {
				return true
			}
		}
	}
	value := parameter.Args[0].Value
	if scaled, ok := value.(*python.Binary); ok { // torch.randn(n, width) / 8
		if _, number := scaled.Right.(*python.Number); number {
			value = scaled.Left
		} else if _, number := scaled.Left.(*python.Number); number {
			value = scaled.Right
		}
	}
	c, made := value.(*python.Call) // what a variable holds may stand anywhere
	return !made || len(c.Args) == 0
}

// movesToCUDA reports whether a call of cuda() or to() moves to what is, or may be, a CUDA device.
func (f *Facts) movesToCUDA(call *python.Call) bool {
	if call.MethodName() == "cuda" || f.namesCUDA(f.Module.Argument(call, "device", 0).Value, call) {
		return true
	}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.Node == call {
				device, _ := c.Argument("device", 0)
				if MayBeCUDA(device) {
					return true
				}
			}
		}
	}
	return f.mayBeCUDAHere(f.Module.Argument(call, "device", 0).Value)
}

// mayBeCUDAHere reports whether a name is one of the file's own that is, or may be, a CUDA device: no run need come to
// where it is used.
func (f *Facts) mayBeCUDAHere(device python.Expr) bool {
	name, ok := device.(*python.Name)
	if !ok || f.project == nil {
		return false
	}
	made := f.Module.OnlyValue(name)
	if made == nil || python.EnclosingFunction(made) != nil {
		return false
	}
	machine := f.Machine()
	return MayBeCUDA(machine.Global(machine.Unit(f.Module, "__main__"), name.ID))
}

// namesCUDA reports whether an expression is the name of a CUDA device: written out, or the default of a parameter of
// the function around a call.
func (f *Facts) namesCUDA(device python.Expr, call *python.Call) bool {
	if name, ok := device.(*python.Name); ok {
		fn := python.EnclosingFunction(call)
		if fn == nil {
			return false
		}
		i := slices.IndexFunc(fn.Params, func(p *python.Param) bool { return p.Name == name.ID })
		if i < 0 {
			return false
		}
		device = fn.Params[i].Default
	}
	text, ok := device.(*python.String)
	return ok && strings.HasPrefix(text.Text, "cuda")
}
