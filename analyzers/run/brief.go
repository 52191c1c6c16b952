package run

import "github.com/trainlint/trainlint/analyzers/python"

// briefSteps is what a function may cost in brief, and briefPurse what all of them together may.
const (
	briefSteps = 600
	briefPurse = 6000
	// briefDepth is how many functions may be told so inside of each other: a factory that only chooses another factory.
	briefDepth = 3
)

// inBrief is what a function gives that is not followed to its end, as far as its own statements tell: a factory of two hundred lines
// ends with `return model, optimizer`, and its last lines say what they are. Of what it calls in the project, only what it gives back is told,
// in brief as well, and nothing that it does is kept. nil where that is not known either.
func (m *Machine) inBrief(f *Function, c *Call, at python.Node) Value {
	if !m.Brief || m.abridged >= briefDepth || m.briefly >= briefPurse || m.steps > m.limit || f.Node == nil || f.Name() == "__init__" || !returns(f.Node) {
		return nil
	}
	seq, trail, trace, cut, limit, began := m.seq, len(m.trail), m.Trace, m.cut, m.limit, m.steps
	m.limit = min(limit, m.steps+briefSteps)
	m.abridged++
	result, inside := m.body(f, c, at)
	if len(inside.yields) > 0 {
		result = m.generated(f, inside.yields, inside.yielded, at)
	}
	m.abridged--
	if m.steps > m.limit {
		result = nil
	}
	m.limit = limit
	if m.abridged > 0 { // who calls it has its own statements to go through
		m.limit += m.steps - began
	}
	m.briefly += m.steps - began
	m.Trace, m.cut = trace, cut
	m.dead, m.raised = false, false
	for i := len(m.trail) - 1; i >= trail; i-- { // what was there before stays as it was
		if w := m.trail[i]; w.object.Seq <= seq {
			w.object.fields.set(w.name, w.old)
		}
	}
	m.trail = m.trail[:trail]
	return result
}

// givenBack reports whether what a call gives is what the function around it returns, as far as its own statements tell:
// return build(cfg).to(device), or a name that is returned.
func givenBack(at python.Node) bool {
	call, ok := at.(*python.Call)
	if !ok {
		return false
	}
	var top python.Node = call
	for {
		method, ok := top.Parent().(*python.Attribute)
		if !ok {
			break
		}
		outer, ok := method.Parent().(*python.Call)
		if !ok || outer.Func != python.Expr(method) {
			return false
		}
		top = outer
	}
	switch n := top.Parent().(type) {
	case *python.Return:
		return true
	case *python.Assign:
		fn := python.EnclosingFunction(call)
		name, ok := singleName(n)
		return ok && fn != nil && returnsName(fn, name)
	}
	return false
}

func singleName(n *python.Assign) (string, bool) {
	if len(n.Targets) != 1 {
		return "", false
	}
	name, ok := n.Targets[0].(*python.Name)
	if !ok {
		return "", false
	}
	return name.ID, true
}

// returnsName reports whether a function returns what a name stands for, by itself or among others.
func returnsName(fn *python.Function, name string) bool {
	for n := range python.AllIn(fn.Body) {
		r, ok := n.(*python.Return)
		if !ok || r.Value == nil || python.EnclosingFunction(r) != fn {
			continue
		}
		list := []python.Expr{r.Value}
		if several, ok := r.Value.(*python.Sequence); ok {
			list = several.Items
		}
		for _, e := range list {
			for {
				c, ok := e.(*python.Call)
				if !ok || c.Receiver() == nil {
					break
				}
				e = c.Receiver()
			}
			if one, ok := e.(*python.Name); ok && one.ID == name {
				return true
			}
		}
	}
	return false
}

// returns reports whether a function gives something.
func returns(fn *python.Function) bool {
	for n := range python.AllIn(fn.Body) {
		switch n := n.(type) {
		case *python.Return:
			if n.Value != nil && python.EnclosingFunction(n) == fn {
				return true
			}
		case *python.Yield:
			return true
		}
	}
	return false
}
