package flow

import "github.com/trainlint/trainlint/analyzers/python"

// differentiation is one evaluation of a backward or grad call.
type differentiation struct {
	call  *python.Call
	kind  EventKind
	loss  values
	path  []branch
	ended []ended
	laps  []lap
	seq   int
	graph *graph
	run   *run
}

// Differentiates lists what a backward or grad call differentiates.
func (f *Facts) Differentiates(c *python.Call) []python.Expr {
	if f.kindOf(c) == Grad {
		return listed(f.Module.Argument(c, "outputs", 0).Value)
	}
	if scale := f.scaledLoss(c.Receiver()); scale != nil {
		return []python.Expr{scale}
	}
	receiver := c.Receiver()
	if receiver == nil {
		return nil
	}
	first := f.Module.Argument(c, f.lossKeyword(c), 0).Value
	path := f.Module.Resolve(receiver)
	switch {
	case path == "torch.autograd", c.MethodName() == "manual_backward":
		return listed(first)
	}
	switch f.RoleOf(receiver) {
	case Accelerator, Fabric, Engine, Optimizer, Scaler:
		return listed(first)
	}
	return []python.Expr{receiver}
}

func (f *Facts) lossKeyword(c *python.Call) string {
	if f.Module.Resolve(c.Receiver()) == "torch.autograd" {
		return "tensors"
	}
	return "loss"
}

func listed(e python.Expr) []python.Expr {
	if e == nil {
		return nil
	}
	return []python.Expr{e}
}

// scaledLoss is loss in `scaler.scale(loss)`.
func (f *Facts) scaledLoss(e python.Expr) python.Expr {
	c, ok := e.(*python.Call)
	if !ok || c.MethodName() != "scale" || len(c.Args) != 1 {
		return nil
	}
	return c.Args[0].Value
}

func (r *run) differentiate(c *python.Call, receiver values, args []values) values {
	var loss values
	for _, e := range r.f.Differentiates(c) {
		loss = loss.with(r.flatten(r.evaluated(e))...)
	}
	if r.f.passesLoss(c, receiver, args) {
		loss = loss.with(r.flatten(args[0])...)
	}
	r.record(c, r.f.kindOf(c), loss)
	if r.f.kindOf(c) != Grad {
		return r.plain(c)
	}
	if create := c.Keyword("create_graph"); create != nil && !r.f.Module.IsFalse(create.Value) {
		return r.make(operation, c, append([]values{loss}, args...)...)
	}
	return r.plain(c)
}

// passesLoss reports whether the object whose backward method is called is not the
// tensor: self.strategy.backward(loss).
func (f *Facts) passesLoss(c *python.Call, receiver values, args []values) bool {
	if f.kindOf(c) != Backward || len(args) == 0 || c.Args[0].Name != "" {
		return false
	}
	for _, v := range receiver {
		if v.kind != plainValue && v.kind != moduleValue && v.kind != nullValue {
			return false
		}
	}
	return f.Module.Resolve(c.Receiver()) == ""
}

func (r *run) record(c *python.Call, kind EventKind, loss values) {
	if kind == Backward || len(loss) == 1 {
		for _, v := range loss {
			if len(loss) == 1 && v.kind != plainValue && v.kind != nullValue {
				v.differentiated = true
			}
		}
	}
	r.backward = append(r.backward, &differentiation{
		call: c, kind: kind, loss: loss, path: r.path[:len(r.path):len(r.path)],
		ended: r.ended, laps: r.laps, seq: r.number(), run: r,
	})
}

func (d *differentiation) recorded() graph {
	if d.graph == nil {
		g := graphOf(d.loss)
		d.graph = &g
	}
	return *d.graph
}

// mayFollow reports whether b can run after d did.
func (d *differentiation) mayFollow(b *differentiation) bool {
	if b.seq <= d.seq || excludes(d.path, b.path) {
		return false
	}
	for _, e := range b.ended {
		if isPrefix(e.path, d.path) {
			return false
		}
	}
	return true
}
