package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Conversion is a call that gives a module weights of a dtype.
type Conversion struct {
	Call *run.Call
	// Dtype is PyTorch's name, such as torch.float16; "" when it cannot be told.
	Dtype string
}

// WeightsDtype is the conversion that surely decides the dtype of all weights of a module when an event happens; ok is
// false when there is none, or parts of it may have another dtype.
func (e *Entry) WeightsDtype(module *run.Object, at *Event) (last Conversion, ok bool) {
	same := map[*run.Object]bool{}
	var made []*run.Call // the chain of calls that gave the module: Net().cuda().half()
	for o := module; o != nil && !same[o]; {
		same[o] = true
		if o.Made == nil {
			break
		}
		made = append(made, o.Made)
		m, isMember := o.Made.Callee.(*run.Member)
		if !isMember || !knowledge.ReturnsItself(m.Name) {
			break
		}
		o, _ = m.Object.(*run.Object)
	}
	if len(made) > 0 {
		if dtype, given := loadedAs(made[len(made)-1]); given {
			last, ok = Conversion{made[len(made)-1], dtype}, true
		}
	}
	for _, c := range slices.Concat(e.Built.Calls, e.Calls) {
		m, isMember := c.Callee.(*run.Member)
		if !isMember || c.Seq > at.Call.Seq {
			continue
		}
		dtype, converts := convertsTo(c, m.Name)
		on, isObject := m.Object.(*run.Object)
		switch {
		case !converts || !isObject:
		case same[on] || library.IsModule(on) && e.Covers(on, module):
			last, ok = Conversion{c, dtype}, implied(c.Gates, at.Call.Gates)
		case e.Covers(module, on):
			ok = ok && dtype == last.Dtype
		}
	}
	return last, ok && last.Dtype != ""
}

// convertsTo is the dtype to which a method of a module converts its weights.
func convertsTo(c *run.Call, method string) (dtype string, converts bool) {
	if dtype := knowledge.MethodDtype(method); dtype != "" {
		return dtype, len(c.Args) == 0
	}
	if method != "to" {
		return "", false
	}
	for _, a := range c.Args {
		if path, ok := a.Value.(run.Symbol); ok && knowledge.IsDtype(string(path)) {
			return string(path), true
		}
		if a.Name == "dtype" || a.Star > 0 {
			return "", true
		}
	}
	return "", false
}

// loadedAs is the dtype in which from_pretrained is asked to load weights.
func loadedAs(c *run.Call) (dtype string, given bool) {
	if !knowledge.GivesInstance(calleeName(c)) {
		return "", false
	}
	for _, name := range []string{"torch_dtype", "dtype"} {
		if v, _ := c.Argument(name, -1); v != nil {
			path, _ := v.(run.Symbol)
			return string(path), true
		}
	}
	return "", false
}

// NamesOtherDtype reports whether a file speaks of weights that are trained in another dtype than the model's:
// adapters, or parameters that are converted one by one.
func NamesOtherDtype(m *python.Module) bool {
	return m.Mentions(knowledge.NamesAdapter) || slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
		switch c.MethodName() {
		case "float": // p.data = p.data.float()
			return python.LastName(c.Receiver()) == "data"
		case "to":
			dtype := m.Argument(c, "dtype", 0)
			return dtype.Presence == python.Given && knowledge.IsSingle(m.Resolve(dtype.Value))
		}
		return false
	})
}
