package train

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// collatesFirst reports whether a loader puts the samples together on a new first axis: as torch does by itself, or by
// a function of the project that gives nothing but stacks of the samples that it is given.
func collatesFirst(collate run.Value) bool {
	if collate == nil || run.IsNone(collate) {
		return true
	}
	fn, _ := collate.(*run.Function)
	bound := 0
	if m, ok := collate.(*run.Method); ok {
		fn, bound = m.Func, 1
	}
	if fn == nil || fn.Node == nil || len(fn.Node.Params) != bound+1 {
		return false
	}
	c, returns := &collating{module: fn.Unit.Module, samples: fn.Node.Params[bound].Name}, false
	for n := range python.AllIn(fn.Node.Body) {
		r, ok := n.(*python.Return)
		if !ok || python.EnclosingFunction(r) != fn.Node {
			continue
		}
		list := []python.Expr{r.Value}
		if several, ok := r.Value.(*python.Sequence); ok {
			list = several.Items
		}
		for _, given := range list {
			if !c.stacks(given, maxCopied) {
				return false
			}
		}
		returns = true
	}
	return returns
}

// maxCopied bounds through how many names a value of a collate_fn is looked for.
const maxCopied = 4

// collating is a collate_fn, and the parameter that is given the list of samples.
type collating struct {
	module  *python.Module
	samples string
}

// stacks reports whether an expression puts the samples on a new first axis.
func (c *collating) stacks(e python.Expr, depth int) bool {
	if value := c.boundTo(e); value != nil && depth > 0 {
		return c.stacks(value, depth-1)
	}
	call, ok := e.(*python.Call)
	if !ok {
		return false
	}
	path := c.module.Resolve(call.Func)
	if len(call.Args) == 0 || !c.ofSamples(call.Args[0].Value, depth) {
		return false
	}
	if knowledge.PadsSamples(path) {
		said := c.module.Argument(call, "batch_first", 1)
		return said.Presence == python.Given && c.module.IsTrue(said.Value)
	}
	dim := c.module.Argument(call, "dim", 1)
	if dim.Presence == python.Given {
		n, known := c.module.Const(dim.Value)
		return knowledge.StacksSamples(path) && known && n.Kind == python.IntValue && n.Int == 0
	}
	return knowledge.StacksSamples(path) && dim.Presence == python.Absent
}

// ofSamples reports whether an expression has one item for each sample: the list, a comprehension over it, or one of
// the columns of zip(*samples).
func (c *collating) ofSamples(e python.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch n := e.(type) {
	case *python.Name:
		if n.ID == c.samples {
			return true
		}
		_, bindings := c.module.Lookup(n.ID, n)
		if len(bindings) == 1 && bindings[0].Kind == python.Unpacked {
			zip, ok := bindings[0].Value.(*python.Call)
			return ok && python.LastName(zip.Func) == "zip" && len(zip.Args) == 1 && zip.Args[0].Star == 1 &&
				c.ofSamples(zip.Args[0].Value, depth-1)
		}
		value := c.boundTo(e)
		return value != nil && c.ofSamples(value, depth-1)
	case *python.Comprehension:
		return n.Value == nil && len(n.Clauses) == 1 && len(n.Clauses[0].Ifs) == 0 &&
			c.ofSamples(n.Clauses[0].Iter, depth-1)
	}
	return false
}

// boundTo is what a name was given, by the one statement that binds it; nil for anything else.
func (c *collating) boundTo(e python.Expr) python.Expr {
	name, ok := e.(*python.Name)
	if !ok {
		return nil
	}
	_, bindings := c.module.Lookup(name.ID, name)
	if len(bindings) != 1 || bindings[0].Kind != python.Assigned {
		return nil
	}
	return bindings[0].Value
}
