package job

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/job/evaluate"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// wholeBatches says why a DataLoader with batch_size=1 does not train on one sample at
// a time: its dataset puts the batches together itself, and the loader only carries
// them. "" when nothing says so.
func (j *Job) wholeBatches(c *python.Call) string {
	const own = "the dataset puts batches together itself"
	m := j.Program.Module
	if collate := m.Argument(c, "collate_fn", 6); collate.Presence == python.Given {
		switch takes, known := j.takesFirst(collate.Value); {
		case takes:
			return "collate_fn unpacks the one item it gets: " + own
		case !known:
			return "collate_fn is not seen"
		}
	}
	dataset := m.Argument(c, "dataset", 0)
	if dataset.Presence != python.Given {
		return ""
	}
	v := j.Program.Value(dataset.Value)
	if v.Call != nil {
		for _, a := range v.Call.Args {
			if namesBatch(a.Name) {
				return own
			}
		}
	}
	if v.Local != nil && mentionsBatch(v.Local) {
		return own
	}
	return ""
}

// takesFirst reports whether a collate function returns the first of its examples, as
// it came. known is false for one that cannot be looked into.
func (j *Job) takesFirst(e python.Expr) (takes, known bool) {
	p := j.Program
	if lambda, ok := e.(*python.Lambda); ok {
		return len(lambda.Params) > 0 && isFirst(lambda.Body, lambda.Params[0].Name), true
	}
	if in, d := p.Definition(e); d != nil {
		f, ok := d.(*python.Function)
		return ok && returnsFirst(in, f), ok
	}
	v := p.Value(e)
	switch {
	case v.Local != nil && v.Module != nil: // an object with __call__
		f, ok := v.Module.Module.Method(v.Local, "__call__").(*python.Function)
		return ok && returnsFirst(v.Module, f), ok
	case v.Kind == evaluate.None:
		return false, true
	case v.Kind == evaluate.Object && v.Call != nil:
		return false, isLibrary(v.Module.Module.Resolve(v.Call.Func)) // transformers' collators batch samples
	case v.Kind == evaluate.Symbol:
		return false, isLibrary(v.Str)
	}
	return false, false
}

func isLibrary(path string) bool {
	root, _, dotted := strings.Cut(path, ".")
	return dotted && knowledge.IsLibrary(root)
}

// returnsFirst reports whether a function of a list of examples returns examples[0].
func returnsFirst(in *evaluate.Program, f *python.Function) bool {
	at := 0
	if _, isMethod := f.Parent().(*python.Class); isMethod {
		at = 1
	}
	if len(f.Params) <= at {
		return false
	}
	for _, r := range python.Returns(f) {
		value := r.Value
		if name, ok := value.(*python.Name); ok { // batch = examples[0]; return batch
			if _, bindings := in.Module.Lookup(name.ID, name); len(bindings) == 1 && bindings[0].Kind == python.Assigned {
				value = bindings[0].Value
			}
		}
		if isFirst(value, f.Params[at].Name) {
			return true
		}
	}
	return false
}

// isFirst recognises examples[0].
func isFirst(e python.Expr, examples string) bool {
	s, ok := e.(*python.Subscript)
	if !ok || len(s.Index) != 1 {
		return false
	}
	name, ok := s.Value.(*python.Name)
	number, isNumber := s.Index[0].(*python.Number)
	return ok && isNumber && name.ID == examples && number.Text == "0"
}

// mentionsBatch reports whether a dataset's class has a batch size of its own.
func mentionsBatch(class *python.Class) bool {
	for n := range python.All(class) {
		switch n := n.(type) {
		case *python.Attribute:
			if namesBatch(n.Attr) {
				return true
			}
		case *python.Param:
			if namesBatch(n.Name) {
				return true
			}
		}
	}
	return false
}

func namesBatch(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "batch_size") || strings.Contains(name, "bucket")
}
