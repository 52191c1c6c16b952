package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// enterInherited enters the loops that classes of the file inherit from classes which leave a part of the step to them:
// the loss, a batch, what predicts. Run by itself, the class that they inherit from shows only half of what happens.
func (f *Facts) enterInherited(visit func(fn *run.Function, self run.Value)) {
	unit := f.machine.Unit(f.Module, "__main__")
	near, hooked := 0, 0
	for _, s := range f.Module.Body {
		node, ok := s.(*python.Class)
		if ok && len(node.Bases) > 0 && hasForward(node) && hooked < maxHookedHeirs {
			if steps, self := f.hooksOfHeir(unit, node); len(steps) > 0 {
				hooked++
				for _, fn := range steps {
					visit(fn, self)
				}
			}
		}
		if !ok || !mayInheritLoop(node) && !f.mayInheritEvaluation(node) {
			continue
		}
		heir, ok := f.machine.Global(unit, node.Name).(*run.Class)
		if !ok {
			continue
		}
		for _, one := range heir.Line() {
			base, ok := one.(*run.Class)
			if !ok || base == heir || base.Unit == heir.Unit && near == maxNearHeirs {
				continue
			}
			left := f.leftToHeirs(base, heir)
			if len(left) > 0 && base.Unit == heir.Unit {
				near++
			}
			for _, fn := range left {
				visit(fn, f.machine.Instance(heir))
			}
		}
	}
}

// hooksOfHeir are the hooks with a training step, and the heir on which they run, that a LightningModule of the file
// inherits from a class of the project: its forward pass is what they call. What the class that they stand in runs by
// itself, if anything, is another network.
func (f *Facts) hooksOfHeir(unit *run.Unit, node *python.Class) (list []*run.Function, self run.Value) {
	heir, ok := f.machine.Global(unit, node.Name).(*run.Class)
	if !ok || hooksOf(heir) != Lightning {
		return nil, nil
	}
	for _, name := range []string{"training_step", "validation_step"} {
		fn, ok := f.machine.ClassMember(heir, name).(*run.Function)
		if !ok || fn.Node == nil || fn.Kind != run.PlainMethod || fn.Node.Parent() == python.Node(node) {
			continue
		}
		list = append(list, fn)
	}
	if len(list) > 0 {
		self = f.machine.Instance(heir)
	}
	return list, self
}

// hasForward reports whether a class writes a forward pass of its own.
func hasForward(c *python.Class) bool {
	return slices.ContainsFunc(c.Body, func(s python.Stmt) bool {
		fn, ok := s.(*python.Function)
		return ok && fn.Name == "forward"
	})
}

// maxNearHeirs bounds the classes of a file that are entered for one in the same file: each runs the loop once more.
const maxNearHeirs = 6

// maxHookedHeirs bounds those whose steps a framework calls: such a step has no loop and is short.
const maxHookedHeirs = 16

// mayInheritLoop reports whether a class may get a training loop from another one, by the names of those it inherits
// from.
func mayInheritLoop(c *python.Class) bool {
	for _, base := range c.Bases {
		if knowledge.NamesTrainingClass(python.LastName(base.Value)) {
			return true
		}
	}
	return false
}

// mayInheritEvaluation reports whether a class inherits from one of the same file that evaluates in a loop: what the
// loop runs may be another thing for each heir, and the first of them is the only one that stands for all.
func (f *Facts) mayInheritEvaluation(c *python.Class) bool {
	return slices.ContainsFunc(c.Bases, func(b *python.Arg) bool {
		base, ok := f.Module.Definition(b.Value).(*python.Class)
		return ok && slices.ContainsFunc(base.Body, func(s python.Stmt) bool {
			fn, ok := s.(*python.Function)
			return ok && knowledge.NamesEvaluation(fn.Name) && holdsLoop(fn)
		})
	})
}

// leftToHeirs are the methods of a class that hold a part of a training step, in a loop of their own, and call a method
// that only the heir has.
func (f *Facts) leftToHeirs(base, heir *run.Class) []*run.Function {
	var list []*run.Function
	f.Module.Meter.Spend(len(base.Node.Body))
	for _, s := range base.Node.Body {
		method, ok := s.(*python.Function)
		if !ok || !holdsLoop(method) {
			continue
		}
		fn, ok := f.machine.ClassMember(heir, method.Name).(*run.Function)
		if ok && fn.Node == method && fn.Kind == run.PlainMethod && (!f.machine.Shown(method) || base.Unit == heir.Unit) &&
			f.callsHeir(method, base, heir) {
			list = append(list, fn)
		}
	}
	return list
}

// holdsLoop reports whether a function has a loop and speaks of training or evaluation; one that puts a network into
// evaluation mode may leave the loop to the heir.
func holdsLoop(fn *python.Function) bool {
	loop, trains := false, knowledge.NamesTraining(fn.Name) || knowledge.NamesEvaluation(fn.Name)
	for n := range python.All(fn) {
		switch n := n.(type) {
		case *python.For, *python.While:
			loop = true
		case *python.Call:
			trains = trains || knowledge.OfStep(python.LastName(n.Func))
			loop = loop || n.Receiver() != nil && n.MethodName() == "eval"
		case *python.Attribute: // def fit(self): for epoch in …: self.train_epoch()
			trains = trains || isSelf(fn, n.Value) && knowledge.NamesTraining(n.Attr)
		}
	}
	return loop && trains
}

// callsHeir reports whether a method, or one that it calls on the same object or takes to call it later, calls a method
// that the class leaves open or does not have, and the heir has; or one that the heir writes anew, where either of them
// has a step of its own.
func (f *Facts) callsHeir(method *python.Function, base, heir *run.Class) bool {
	seen := map[*python.Function]bool{}
	var asks func(fn *python.Function) bool
	asks = func(fn *python.Function) bool {
		if seen[fn] || len(seen) > maxMethodsAsked {
			return false
		}
		seen[fn] = true
		for n := range python.All(fn) {
			a, ok := n.(*python.Attribute) // run = self.epoch if plain else self.epoch_in_half; run()
			if !ok || !isSelf(fn, a.Value) {
				continue
			}
			theirs, _ := f.machine.ClassMember(heir, a.Attr).(*run.Function)
			if theirs == nil {
				continue
			}
			own, _ := f.machine.ClassMember(base, a.Attr).(*run.Function)
			if own == nil ||
				own != theirs &&
					(f.machine.LeavesOpen(base, a.Attr) || doesNothing(own) || stepsOnItsOwn(theirs) || stepsOnItsOwn(own)) {
				return theirs.Node == nil || base.Unit != heir.Unit || !f.machine.Shown(theirs.Node)
			}
			if own.Node != nil && asks(own.Node) {
				return true
			}
		}
		return false
	}
	return asks(method)
}

// doesNothing reports whether a method is there to be written by heirs: it has nothing but a docstring, pass or an
// ellipsis.
func doesNothing(f *run.Function) bool {
	return f.Node != nil && !slices.ContainsFunc(f.Node.Body, func(s python.Stmt) bool {
		switch s := s.(type) {
		case *python.Simple:
			return s.Kind != python.Pass
		case *python.ExprStmt:
			switch s.Value.(type) {
			case *python.String, *python.Constant:
				return false
			}
		}
		return true
	})
}

// stepsOnItsOwn reports whether a method holds a backward pass or an optimizer's step.
func stepsOnItsOwn(f *run.Function) bool {
	if f.Node == nil {
		return false
	}
	for n := range python.All(f.Node) {
		if c, ok := n.(*python.Call); ok && c.Receiver() != nil && knowledge.OfStep(c.MethodName()) {
			return true
		}
	}
	return false
}

// maxMethodsAsked bounds the methods that are looked through for what a class leaves to its heirs.
const maxMethodsAsked = 64
