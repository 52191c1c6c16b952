package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Unregistered is something that learns and that a module keeps where torch.nn.Module does not look: parameters() does
// not give it, to() does not move it, state_dict() does not hold it.
type Unregistered struct {
	Class *python.Class
	// Store is the statement that puts it on self, and Target the attribute.
	Store  *python.Assign
	Target *python.Attribute
	// Part is what learns: a layer in a container, or the parameter that something was computed of.
	Part *python.Call
	// By is what makes another tensor of the parameter: cuda, view, "*"; "" for layers.
	By string
	// Device is the constructor's own word for the device that it moves the parameter to, where no run shows which one
	// that is: on a CPU it stays what it is. "" where it surely becomes another tensor.
	Device string
}

// UnregisteredLayers lists the plain lists and dictionaries of layers that modules keep on self and run, and that no
// code of this file registers, or hands to an optimizer, in another way.
func (f *Facts) UnregisteredLayers() []Unregistered {
	var list []Unregistered
	for _, class := range f.layerHolders() {
		lineage := f.Module.Ancestry(class)
		if slices.ContainsFunc(f.wholeLineage(class), registersByHand) {
			continue
		}
		for _, s := range storesOn(class) {
			part := f.layerAmong(s)
			if part == nil || !f.runsPartOf(lineage, s.target.Attr) || !f.onlyWalked(class, s.target.Attr) {
				continue
			}
			list = append(list, Unregistered{Class: class, Store: s.at, Target: s.target, Part: part})
		}
	}
	return list
}

// layerHolders are the classes of the file that are modules: by their bases here, or by what these inherit from in
// other files.
func (f *Facts) layerHolders() []*python.Class {
	list := f.moduleClasses()
	if f.project == nil {
		return list
	}
	list = slices.Clone(list)
	for _, s := range f.Module.Body {
		class, ok := s.(*python.Class)
		if !ok || len(class.Bases) == 0 || slices.Contains(list, class) || !keepsContainer(class) {
			continue
		}
		if f.isModuleByRun(class) {
			list = append(list, class)
		}
	}
	return list
}

// isModuleByRun reports whether a class of the file is a module by what it inherits from in other files of the project.
func (f *Facts) isModuleByRun(class *python.Class) bool {
	if f.project == nil || len(class.Bases) == 0 {
		return false
	}
	of := f.runClass(class.Name)
	return of != nil && of.Node == class && library.ModuleClass(of)
}

// keepsContainer reports whether a method of a class puts a list or a dictionary on self: only then its bases are
// looked for.
func keepsContainer(class *python.Class) bool {
	return slices.ContainsFunc(storesOn(class), func(s stored) bool {
		_, isContainer := itemsOf(s.value)
		return isContainer
	})
}

// runClass is the class of the project that a name of the file stands for, wherever it is written; nil for anything
// else.
func (f *Facts) runClass(name string) *run.Class {
	if f.project == nil {
		return nil
	}
	machine := f.Machine()
	class, _ := machine.Global(machine.Unit(f.Module, "__main__"), name).(*run.Class)
	return class
}

// wholeLineage are a class and its bases in the project.
func (f *Facts) wholeLineage(class *python.Class) []*python.Class {
	list := f.Module.Ancestry(class)
	if of := f.runClass(class.Name); of != nil && of.Node == class {
		for _, base := range of.Line() {
			if b, ours := base.(*run.Class); ours && b.Node != nil && !slices.Contains(list, b.Node) {
				list = append(list, b.Node)
			}
		}
	}
	return list
}

// stored is one attribute of self that a method assigns, and what it is given.
type stored struct {
	at     *python.Assign
	target *python.Attribute
	value  python.Expr
}

// storesOn are the attributes of self that a class's methods assign: one in a statement, or several with a value each.
func storesOn(class *python.Class) []stored {
	var list []stored
	for _, s := range class.Body {
		fn, ok := s.(*python.Function)
		if !ok || len(fn.Params) == 0 {
			continue
		}
		for n := range python.AllIn(fn.Body) {
			assign, ok := n.(*python.Assign)
			if !ok || len(assign.Targets) != 1 || assign.Value == nil {
				continue
			}
			for i, target := range targetsOf(assign) {
				attribute, ok := target.(*python.Attribute)
				if value := givenTo(assign, i); ok && value != nil && isName(attribute.Value, fn.Params[0].Name) {
					list = append(list, stored{assign, attribute, value})
				}
			}
		}
	}
	return list
}

// targetsOf are what an assignment of one target gives values to: self.down, self.up = [], [] has two.
func targetsOf(s *python.Assign) []python.Expr {
	if several, ok := s.Targets[0].(*python.Sequence); ok {
		return several.Items
	}
	return s.Targets
}

// givenTo is what the target of a number is given; nil where the values are not written one by one.
func givenTo(s *python.Assign, number int) python.Expr {
	targets, ok := s.Targets[0].(*python.Sequence)
	if !ok {
		return s.Value
	}
	values, ok := s.Value.(*python.Sequence)
	if !ok || len(values.Items) != len(targets.Items) {
		return nil
	}
	return values.Items[number]
}

// registersByHand reports whether a class registers parts by their names, hides them on purpose, or says itself what
// its parameters are.
func registersByHand(class *python.Class) bool {
	for n := range python.All(class) {
		switch n := n.(type) {
		case *python.Function:
			switch n.Name {
			case "parameters", "named_parameters", "children", "modules", "named_modules", "_apply", "to", "state_dict",
				"__setattr__", "__getattr__":
				return true
			}
		case *python.Attribute:
			switch n.Attr {
			case "add_module", "register_module", "_modules", "_parameters", "__dict__", "__setattr__", "requires_grad_":
				return true
			case "requires_grad": // one that is read only counts what there is to train
				if n.Assignment() != nil {
					return true
				}
			}
		case *python.Name:
			if n.ID == "setattr" || n.ID == "vars" {
				return true
			}
		}
	}
	return false
}

// maxLayers bounds how deep layers in layers are looked into.
const maxLayers = 4

// learningLayer is the call where an expression surely makes a layer with parameters: one of torch, a Sequential that
// holds one, or a module of the project that is given one in its constructor.
func (f *Facts) learningLayer(e python.Expr, depth int) *python.Call {
	c, ok := e.(*python.Call)
	if !ok || depth > maxLayers {
		return nil
	}
	if knowledge.ReturnsItself(c.MethodName()) { // nn.Linear(8, 8).to(device)
		if f.learningLayer(c.Receiver(), depth+1) != nil {
			return c
		}
	}
	if class, ours := f.Module.Definition(c.Func).(*python.Class); ours {
		if !f.isModuleClass(class) && !f.isModuleByRun(class) || slices.ContainsFunc(f.wholeLineage(class), registersByHand) {
			return nil
		}
		for _, s := range storesOn(class) {
			if f.learningLayer(s.value, depth+1) != nil {
				return c
			}
		}
		return nil
	}
	if name, ok := c.Func.(*python.Name); ok && f.project != nil && f.Module.Definition(c.Func) == nil {
		if class := f.runClass(name.ID); class != nil && class.Unit.Module != f.Module { // it stands in another file
			there := &Facts{Module: class.Unit.Module, project: f.project, machine: f.Machine(), ran: true}
			if library.ModuleClass(class) && !slices.ContainsFunc(there.wholeLineage(class.Node), registersByHand) &&
				slices.ContainsFunc(
					storesOn(class.Node),
					func(s stored) bool { return there.learningLayer(s.value, depth+1) != nil },
				) {
				return c
			}
			return nil
		}
	}
	if fn, ours := f.Module.Definition(c.Func).(*python.Function); ours {
		if f.givesLayer(fn, depth+1) {
			return c
		}
		return nil
	}
	path := f.Module.Resolve(c.Func)
	if knowledge.HoldsModules(path) {
		for _, a := range c.Args {
			if f.learningLayer(a.Value, depth+1) != nil {
				return c
			}
		}
		return nil
	}
	for _, one := range f.eitherPath(c.Func, depth) {
		if !knowledge.IsPart(one) || !knowledge.HasParameters(one) {
			return nil
		}
		path = one
	}
	if knowledge.IsPart(path) && knowledge.HasParameters(path) || knowledge.IsLayerOfLibrary(path) ||
		!knowledge.IsPart(path) && knowledge.IsMadeOfLayers(path) {
		return c
	}
	return nil
}

// eitherPath are the dotted names of what an expression may be, where the code chooses between two: nn.Conv2d if flat
// else nn.Conv1d, under a name or on self. Nil for any other expression.
func (f *Facts) eitherPath(e python.Expr, depth int) []string {
	if depth > maxLayers {
		return nil
	}
	switch e := e.(type) {
	case *python.IfExp:
		list := []string{}
		for _, side := range []python.Expr{e.Body, e.Else} {
			more := f.eitherPath(side, depth+1)
			if more == nil {
				more = []string{f.Module.Resolve(side)}
			}
			list = append(list, more...)
		}
		return list
	case *python.Name:
		if _, either := f.Module.OnlyValue(e).(*python.IfExp); either {
			return f.eitherPath(f.Module.OnlyValue(e), depth+1)
		}
	case *python.Attribute:
		if !f.isSelf(e.Value) {
			return nil
		}
		var only *python.IfExp
		for _, s := range storesOn(python.EnclosingClass(e)) {
			if s.target.Attr != e.Attr {
				continue
			}
			either, ok := s.value.(*python.IfExp)
			if !ok || only != nil {
				return nil
			}
			only = either
		}
		if only != nil {
			return f.eitherPath(only, depth+1)
		}
	}
	return nil
}

// givesLayer reports whether all that a function of the file returns are layers with parameters that it makes:
// conv_block(8, 16).
func (f *Facts) givesLayer(fn *python.Function, depth int) bool {
	found := false
	for n := range python.AllIn(fn.Body) {
		r, ok := n.(*python.Return)
		if !ok || python.EnclosingFunction(r) != fn {
			continue
		}
		if r.Value == nil || f.learningLayer(f.Module.OnlyValue(r.Value), depth) == nil {
			return false
		}
		found = true
	}
	return found
}

// ReadsOfOthers reports whether code of a file asks an object that is not its own self for an attribute.
func ReadsOfOthers(m *python.Module, attribute string) bool {
	for n := range python.AllIn(m.Body) {
		if a, ok := n.(*python.Attribute); ok && a.Attr == attribute && !knowledge.IsSchedulerModule(m.Resolve(a)) {
			if name, ok := a.Value.(*python.Name); !ok || m.ClassOf(name) == nil {
				return true
			}
		}
	}
	return false
}

// amongTargets reports whether an attribute is one of several that a statement assigns.
func amongTargets(e *python.Attribute) bool {
	several, ok := e.Parent().(*python.Sequence)
	if !ok {
		return false
	}
	s, ok := several.Parent().(*python.Assign)
	return ok && s.Value != nil && slices.Contains(s.Targets, python.Expr(several))
}
