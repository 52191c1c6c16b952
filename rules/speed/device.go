package speed

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

const maxDeviceSteps = 4

// namesCUDA reports whether the file shows that an expression is, or may be, a
// CUDA device: "cuda", torch.device("cuda" if … else "cpu"), a name or attribute
// bound to one, an option whose default is one.
func namesCUDA(m *python.Module, e python.Expr) bool { return cudaDevice(m, e, 0) }

func cudaDevice(m *python.Module, e python.Expr, steps int) bool {
	if e == nil || steps > maxDeviceSteps {
		return false
	}
	if v, ok := m.Const(e); ok {
		return v.Kind == python.StringValue && strings.HasPrefix(v.Str, "cuda")
	}
	switch e := e.(type) {
	case *python.String: // f"cuda:{rank}"
		return strings.Contains(m.File.Slice(e.Span()), "cuda")
	case *python.IfExp:
		return cudaDevice(m, e.Body, steps+1) || cudaDevice(m, e.Else, steps+1)
	case *python.Bool:
		return cudaDevice(m, e.Left, steps+1) || cudaDevice(m, e.Right, steps+1)
	case *python.Call:
		if m.Resolve(e.Func) == "torch.device" && len(e.Args) > 0 {
			return cudaDevice(m, e.Args[0].Value, steps+1)
		}
	case *python.Name:
		_, bindings := m.Lookup(e.ID, e)
		return anyCUDA(m, bindings, steps)
	case *python.Attribute:
		if c := m.ClassOf(e.Value); c != nil {
			return anyCUDA(m, m.Member(c, e.Attr), steps)
		}
	}
	return false
}

func anyCUDA(m *python.Module, bindings []*python.Binding, steps int) bool {
	for _, b := range bindings {
		value := b.Value
		if p, ok := b.Node.(*python.Param); ok {
			value = p.Default
		}
		if (b.Kind == python.Assigned || b.Kind == python.Parameter) && cudaDevice(m, value, steps+1) {
			return true
		}
	}
	return false
}

// movesToCUDA reports whether a call copies what it is called on to a CUDA device.
func movesToCUDA(m *python.Module, c *python.Call) bool {
	switch c.MethodName() {
	case "cuda":
		return m.Resolve(c.Receiver()) == ""
	case "to":
		arg := m.Argument(c, "device", 0)
		return arg.Presence == python.Given && namesCUDA(m, arg.Value)
	}
	return false
}
