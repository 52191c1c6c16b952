package job

import (
	"bytes"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Parameter is one of a model's forward pass.
type Parameter struct {
	Name string
	// Required: forward cannot do without it.
	Required bool
}

// fedOnce are the parameters of the forward pass of a class of the project of which each step calls an object once, as
// far as is seen: at one place of the function that goes backward from it or, where no script does, by a trainer of
// transformers. nil for any other.
func (w *owning) fedOnce(o *run.Object) []Parameter {
	class, ok := o.Class.(*run.Class)
	if !ok || !w.calledOnce(o) {
		return nil
	}
	for _, one := range class.Line() {
		of, ok := one.(*run.Class)
		if !ok {
			return nil // what a library's forward takes is not known here
		}
		for _, s := range of.Node.Body {
			f, ok := s.(*python.Function)
			if !ok || f.Name != "forward" || len(f.Params) == 0 {
				continue
			}
			var list []Parameter
			for _, p := range f.Params[1:] {
				if p.Star == 0 {
					list = append(list, Parameter{p.Name, p.Default == nil})
				}
			}
			return list
		}
	}
	return nil
}

func (w *owning) calledOnce(o *run.Object) bool {
	backward := map[*python.Function]bool{}
	for _, c := range w.backwards() {
		backward[python.EnclosingFunction(c.Node)] = true
	}
	if len(backward) == 0 { // a trainer goes backward, of what its own loss is
		return len(w.j.Program.trainerCalls()) > 0 && !bytes.Contains(w.j.Program.File().Text, []byte("compute_loss"))
	}
	sites := map[python.Node]bool{}
	for _, c := range w.m.Trace.Calls {
		one, ok := forwarded(c).(*run.Object) // each fold of a cross-validation makes it anew
		if ok && c.Node != nil && (one == o || one.Made != nil && o.Made != nil && one.Made.Node == o.Made.Node) &&
			backward[python.EnclosingFunction(c.Node)] {
			sites[c.Node] = true
		}
	}
	return len(sites) == 1
}

// forwarded is what a call runs forward: model in model(x), and in model.forward(x).
func forwarded(c *run.Call) run.Value {
	switch callee := run.Bare(c.Callee).(type) {
	case *run.Member:
		if callee.Name == "forward" {
			return run.Bare(callee.Object)
		}
	case *run.Function: // of a class of the project
		if callee.Name() == "forward" && callee.Class != nil && len(c.Args) > 0 {
			return run.Bare(c.Args[0].Value)
		}
	case *run.Object:
		return callee
	}
	return nil
}
