package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// forwardedBy is the object that a call calls, or whose method forward it calls where its class is not at hand.
func forwardedBy(c *run.Call) (*run.Object, bool) {
	switch callee := c.Callee.(type) {
	case *run.Object:
		return callee, !actsOnModel(c, callee)
	case *run.Member:
		if o, ok := callee.Object.(*run.Object); ok && callee.Name == "forward" && library.IsModule(o) {
			return o, true
		}
	}
	return nil, false
}

// actsOnModel reports whether a call is of something that nothing in sight binds, under a name that says what is done
// to a model: test_model(trainer, model). It is a function that comes from where nobody sees, and no network. Nor is
// what gives something to loop over.
func actsOnModel(c *run.Call, callee *run.Object) bool {
	if callee.Kind != run.Unknown || callee.Made != nil || c.Node == nil || c.Unit == nil {
		return false
	}
	if loop, ok := c.Node.Parent().(*python.For); ok && loop.Iter == python.Expr(c.Node) {
		return true // for task in task_generator(20): it gives the data
	}
	if method, ok := c.Node.Func.(*python.Attribute); ok {
		return knowledge.NamesAction(method.Attr) // workers.train_model(batch)
	}
	name, ok := c.Node.Func.(*python.Name)
	if !ok || !knowledge.NamesAction(name.ID) {
		return false
	}
	_, bindings := c.Unit.Module.Lookup(name.ID, name)
	return len(bindings) == 0
}

// WhatRuns names what a call runs: net of self.net(x), of net.forward(x) and of net.cuda().forward(x), net.encode of
// net.encode(x).
func WhatRuns(c *run.Call) string {
	method := c.Node.MethodName()
	on := c.Node.Receiver()
	for moved, ok := on.(*python.Call); ok && knowledge.ReturnsItself(moved.MethodName()); moved, ok = on.(*python.Call) {
		on = moved.Receiver()
	}
	name := python.LastName(on)
	if method == "" || name == "" || name == "self" {
		return python.LastName(c.Node.Func)
	}
	if method == "forward" {
		return name
	}
	switch c.Callee.(type) {
	case *run.Method, *run.Member:
		return name + "." + method
	}
	return python.LastName(c.Node.Func)
}

// passOf is the module of which call i of the entry runs a method that does what a forward pass does, model.encode(x):
// it runs layers, all of them with gradients on, or it is one of a class that is not seen, and training differentiates
// what it gives; nil for any other call.
func (e *Entry) passOf(i int) *run.Object {
	c := e.Calls[i]
	if member, ok := c.Callee.(*run.Member); ok && newEvent(c) == nil {
		return e.differentiatedMethod(c, member)
	}
	m, ok := c.Callee.(*run.Method)
	if !ok || newEvent(c) != nil || m.Func.Class == nil || !library.ModuleClass(m.Func.Class) {
		return nil
	}
	records := false
	for _, inner := range e.Calls[i+1:] {
		if !within(inner, c) {
			break
		}
		if e.isLayer(inner) {
			if inner.Grad != run.Value(run.Bool(true)) {
				return nil
			}
			records = true
		}
	}
	module, _ := m.Self.(*run.Object)
	if !records {
		return nil
	}
	return module
}

// maxSameMethod bounds how many calls of one method are looked at.
const maxSameMethod = 64

// methodOf is a method of one object, whoever calls it.
type methodOf struct {
	object run.Value
	name   string
}

// differentiatedMethod is the object of a method that is called where nothing differentiates what it gives, while
// another call of the same method of the same object is for a backward pass: model.compute_loss(batch). Of an object
// that is handed in, another function of the file may make that call, for one that is handed in by the same name.
func (e *Entry) differentiatedMethod(c *run.Call, method *run.Member) *run.Object {
	o, ok := method.Object.(*run.Object)
	if !ok || len(c.Args) == 0 {
		return nil
	}
	if e.methods == nil {
		e.methods = map[methodOf][]*run.Call{}
		for _, c := range e.Calls {
			if m, ok := c.Callee.(*run.Member); ok && c.Node != nil && len(c.Laps) > 0 {
				e.methods[methodOf{m.Object, m.Name}] = append(e.methods[methodOf{m.Object, m.Name}], c)
			}
		}
	}
	calls := e.methods[methodOf{method.Object, method.Name}]
	if len(calls) <= maxSameMethod && slices.ContainsFunc(calls, func(other *run.Call) bool {
		return (other.At != c.At || e.outermost(other) != e.outermost(c)) && e.graphs().leadsToPass(other)
	}) {
		return o
	}
	if isHandedIn(o) && e.Facts.forwards().set[o] && e.Facts.differentiatedMethods()[o.Word+"."+method.Name] {
		return o
	}
	return nil
}

// outermost is the statement of the entry's own function that leads to a call.
func (e *Entry) outermost(c *run.Call) python.Node {
	for c.Caller != nil && c.Caller.Node != nil {
		c = c.Caller
	}
	return c.At
}

// differentiatedMethods are the methods, by the names of the object and of the method, that some program of the file
// calls in a loop for a backward pass on an object of which nothing is known.
func (f *Facts) differentiatedMethods() map[string]bool {
	if f.methods != nil {
		return f.methods
	}
	f.methods = map[string]bool{}
	asked, words := map[string]int{}, map[string]bool{} // of what is put into a mode
	for o := range f.forwards().set {
		words[o.Word] = true
	}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			m, ok := c.Callee.(*run.Member)
			if !ok || c.Node == nil || len(c.Laps) == 0 || len(c.Args) == 0 {
				continue
			}
			o, ok := m.Object.(*run.Object)
			if !ok || !words[o.Word] || !isHandedIn(o) {
				continue
			}
			name := o.Word + "." + m.Name
			if asked[name]++; !f.methods[name] && asked[name] <= maxSameMethod && newEvent(c) == nil &&
				e.graphs().leadsToPass(c) {
				f.methods[name] = true
			}
		}
	}
	return f.methods
}
