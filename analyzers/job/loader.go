package job

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// wholeBatches says why a DataLoader with batch_size=1 does not train on one sample at
// a time: its dataset puts the batches together itself, and the loader only carries
// them. "" when nothing says so.
func (p *Program) wholeBatches(c *python.Call) string {
	const own = "the dataset puts batches together itself"
	if collate, presence := p.Argument(c, "collate_fn", 6); presence == python.Given {
		switch takes, known := p.takesFirst(collate); {
		case p.handsOn(collate):
			return "collate_fn hands on the items it gets: " + own
		case takes:
			return "collate_fn unpacks the one item it gets: " + own
		case !known:
			return "collate_fn is not seen"
		}
	}
	dataset, presence := p.Argument(c, "dataset", 0)
	if presence != python.Given {
		return ""
	}
	if made := dataset.made(); made != nil {
		for _, a := range made.Args {
			if namesBatch(a.Name) {
				return own
			}
		}
	}
	if class := dataset.class(); class != nil && mentionsBatch(class.Node) {
		return own
	}
	return ""
}

// class is the class of the project that the one object the value is was made of; nil for any other value.
func (f Found) class() *run.Class {
	if o, ok := f.Value.(*run.Object); ok {
		class, _ := o.Class.(*run.Class)
		return class
	}
	return nil
}

// takesFirst reports whether a collate function returns the first of its examples, as
// it came. known is false for one that cannot be looked into.
func (p *Program) takesFirst(collate Found) (takes, known bool) {
	if choice, ok := collate.Value.(*run.Choice); ok {
		known = true
		for _, a := range choice.Alternatives {
			t, k := p.takesFirst(p.run.found(a.Value))
			takes, known = takes || t, known && k
		}
		return takes, known
	}
	switch v := collate.Value.(type) {
	case run.NoneType:
		return false, true
	case run.Symbol:
		return false, isLibrary(string(v))
	case *run.Function:
		return returnsFirst(v, 0), true
	case *run.Method:
		return returnsFirst(v.Func, 1), true
	case *run.Partial: // the batch is its first free argument
		if f, ok := v.Func.(*run.Function); ok {
			at := 0
			for _, a := range v.Args {
				if a.Name == "" && a.Star == 0 {
					at++
				}
			}
			return returnsFirst(f, at), true
		}
	case *run.Object: // one with __call__, or one of transformers' collators, which batch samples
		if class := collate.class(); class != nil {
			f, ok := p.run.machine.ClassMember(class, "__call__").(*run.Function)
			return ok && returnsFirst(f, 1), ok
		}
		class, ok := v.Class.(run.Symbol)
		return false, ok && isLibrary(string(class))
	}
	return false, false
}

// handsOn recognises lambda x: x: what the loader yields is what the dataset holds.
func (p *Program) handsOn(collate Found) bool {
	f, ok := collate.Value.(*run.Function)
	if !ok || f.Lambda == nil || len(f.Params()) != 1 {
		return false
	}
	name, ok := f.Lambda.Body.(*python.Name)
	return ok && name.ID == f.Params()[0].Name
}

// cachedBatch is the batch of an earlier loader that went by the name of one that hands on what its dataset holds:
// DreamBooth scripts encode its batches once, and train on what they kept of them.
func (p *Program) cachedBatch(c *python.Call) (int, Found) {
	collate, _ := p.Argument(c, "collate_fn", 6)
	name, function := boundTo(c), python.EnclosingFunction(c)
	if name == "" || !p.handsOn(collate) {
		return 0, Found{}
	}
	size, by := 0, Found{}
	for _, before := range p.Module().Calls("torch.utils.data.DataLoader") {
		if before.Span().Start >= c.Span().Start || boundTo(before) != name || python.EnclosingFunction(before) != function {
			continue
		}
		v, _ := p.Argument(before, "batch_size", 1)
		n, _ := v.Int()
		if n < 1 || size > 0 {
			return 0, Found{} // or several
		}
		size, by = int(n), v
	}
	return size, by
}

func isLibrary(path string) bool {
	root, _, dotted := strings.Cut(path, ".")
	return dotted && knowledge.IsLibrary(root)
}

// returnsFirst reports whether a function of a list of examples returns examples[0]; at is the position of the list.
func returnsFirst(f *run.Function, at int) bool {
	params := f.Params()
	if len(params) <= at {
		return false
	}
	if f.Lambda != nil {
		return isFirst(f.Lambda.Body, params[at].Name)
	}
	for _, r := range python.Returns(f.Node) {
		value := r.Value
		if name, ok := value.(*python.Name); ok { // batch = examples[0]; return batch
			if _, bindings := f.Unit.Module.Lookup(name.ID, name); len(bindings) == 1 && bindings[0].Kind == python.Assigned {
				value = bindings[0].Value
			}
		}
		if isFirst(value, params[at].Name) {
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
