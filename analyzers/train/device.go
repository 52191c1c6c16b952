package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// MayBeCUDA reports whether the program shows that a value is, or may be, a CUDA device:
// torch.device("cuda" if … else "cpu"), an option whose default is one.
func MayBeCUDA(v run.Value) bool {
	for _, one := range run.Alternatives(v) {
		if cudaDevice(one) {
			return true
		}
		if o, ok := one.(*run.Object); ok && o.Default != nil && MayBeCUDA(o.Default) {
			return true
		}
	}
	return false
}

// cudaDevice judges one value.
func cudaDevice(v run.Value) bool {
	switch v := run.Bare(v).(type) {
	case run.Str:
		return strings.HasPrefix(string(v), "cuda")
	case *run.Object:
		if v.Operator == "format" {
			return strings.Contains(v.At.Unit.Module.File.Slice(v.At.Node.Span()), "cuda")
		}
		if name := deviceName(v); name != run.Value(v) {
			return MayBeCUDA(name)
		}
		if text := filledText(v); text != nil { // "cuda:{}".format(gpu), "cuda:%d" % gpu, "cuda:" + gpu
			return cudaDevice(text)
		}
	}
	return false
}

// filledText is the text that is filled with values which nobody knows; nil for none.
func filledText(o *run.Object) run.Value {
	var text run.Value
	switch {
	case o.Made != nil:
		if m, ok := o.Made.Callee.(*run.Member); ok && m.Name == "format" {
			text = m.Object
		}
	case (o.Operator == "%" || o.Operator == "+") && len(o.Operands) == 2:
		text = o.Operands[0]
	}
	if s, ok := run.Bare(text).(run.Str); ok {
		return s
	}
	return nil
}

// deviceName is what torch.device is given, by either of the names that it takes; any other value is its own.
func deviceName(v run.Value) run.Value {
	o, ok := v.(*run.Object)
	if !ok || o.Made == nil || symbolOf(o.Made) != "torch.device" {
		return v
	}
	if name, _ := o.Made.Argument("type", 0); name != nil {
		return name
	}
	name, _ := o.Made.Argument("device", 0)
	return name
}

// isCPU reports whether a device is surely the CPU.
func isCPU(device run.Value) bool { return deviceName(device) == run.Value(run.Str("cpu")) }

// MovesToCUDA reports whether a call copies the tensor that it is called on to what is, or may be, a CUDA device.
func MovesToCUDA(c *run.Call) bool {
	m, ok := c.Callee.(*run.Member)
	if !ok || library.IsModule(m.Object) {
		return false
	}
	switch m.Name {
	case "cuda":
		_, ofLibrary := m.Object.(run.Symbol)
		return !ofLibrary
	case "to":
		device, _ := c.Argument("device", 0)
		return MayBeCUDA(device)
	}
	return false
}

// makesOnCUDA reports whether a call makes a tensor on a CUDA device.
func makesOnCUDA(c *run.Call) bool {
	device, _ := c.Argument("device", -1)
	return device != nil && MayBeCUDA(device) && knowledge.CallGives(symbolOf(c)) != knowledge.Number
}

// symbolOf is the library's function that a call calls; "" for anything else.
func symbolOf(c *run.Call) string {
	path, _ := c.Callee.(run.Symbol)
	return string(path)
}
