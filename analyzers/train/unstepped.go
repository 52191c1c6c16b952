package train

import (
	"bytes"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// Unstepped is a scheduler of PyTorch that a file makes, and with which it does nothing that could step it.
type Unstepped struct {
	Making *python.Call
	// Class is the last word of what makes it. Name is what the file calls it, "" where it is kept under none.
	Class, Name string
	// Attribute is set where it is kept on self, where another file may step it, and Owner is the class then.
	Attribute bool
	Owner     string
}

// UnsteppedSchedulers lists the schedulers that nothing can step: a scheduler that nobody can reach changes its
// optimizer's rate once, when it is made.
func (f *Facts) UnsteppedSchedulers() []*Unstepped {
	if bytes.Contains(f.Module.File.Text, []byte("locals()")) || bytes.Contains(f.Module.File.Text, []byte("globals()")) {
		return nil
	}
	var list []*Unstepped
	seen := map[string]bool{}
	for _, c := range f.Module.AllCalls() {
		if !knowledge.MakesStepped(f.Module.Resolve(c.Func)) || len(c.Args) == 0 {
			continue
		}
		u := &Unstepped{Making: c, Class: python.LastName(c.Func)}
		switch up := c.Parent().(type) {
		case *python.ExprStmt:
		case *python.Assign:
			if len(up.Targets) != 1 || !f.keptUnstepped(u, up.Targets[0]) {
				continue
			}
		default:
			continue
		}
		if u.Name != "" && f.switchedOff(u.Name) || !f.stepsOptimizerOf(c) {
			continue // the checkpoint of an evaluation is loaded into what a training made
		}
		where := ""
		if fn := python.EnclosingFunction(c); fn != nil {
			where = fn.Name
		}
		if key := where + " " + u.Name; u.Name == "" || !seen[key] { // one of several, by an option
			seen[key] = true
			list = append(list, u)
		}
	}
	return list
}

// keptUnstepped reports whether a scheduler is kept under a name with which the file does nothing that could step it.
func (f *Facts) keptUnstepped(u *Unstepped, target python.Expr) bool {
	switch target := target.(type) {
	case *python.Name:
		u.Name = target.ID
		scope, _ := f.Module.Lookup(target.ID, target)
		for n := range python.AllIn(f.Module.Body) {
			use, ok := n.(*python.Name)
			if !ok || use.ID != target.ID || python.IsTarget(use) || readsScheduler(use) {
				continue
			}
			if other, _ := f.Module.Lookup(use.ID, use); other == scope {
				return false
			}
		}
		return !bindsGlobally(target)
	case *python.Attribute:
		fn := python.EnclosingFunction(target)
		class := python.EnclosingClass(target)
		if fn == nil || class == nil || len(fn.Params) == 0 || !isName(target.Value, fn.Params[0].Name) ||
			!f.plainObject(class) {
			return false
		}
		u.Name, u.Attribute, u.Owner = target.Attr, true, class.Name
		return !slices.ContainsFunc(f.Module.Attributes(func(name string) bool { return name == target.Attr }),
			func(use *python.Attribute) bool {
				return use.Assignment() == nil && !readsScheduler(use) &&
					!knowledge.IsSchedulerModule(f.Module.Resolve(use)) // self.lr_scheduler = torch.optim.lr_scheduler.StepLR(…)
			}) &&
			!f.Module.Mentions(func(word string) bool { return word == "getattr" || word == "vars" || word == "__dict__" })
	}
	return false
}

// bindsGlobally reports whether a function binds a name of its module: others read it there.
func bindsGlobally(name *python.Name) bool {
	fn := python.EnclosingFunction(name)
	if fn == nil {
		return false
	}
	for n := range python.AllIn(fn.Body) {
		if g, ok := n.(*python.Scoping); ok && slices.Contains(g.Names, name.ID) {
			return true
		}
	}
	return false
}

// plainObject reports whether no class that is not seen stands above one of the file's: a trainer of a library steps
// what it finds on self.
func (f *Facts) plainObject(class *python.Class) bool {
	for _, one := range f.Module.Ancestry(class) {
		for _, base := range one.Bases {
			if path := f.Module.Resolve(base.Value); path != "object" && path != "torch.nn.Module" && path != "abc.ABC" &&
				f.Module.Definition(base.Value) == nil {
				return false
			}
		}
	}
	return true
}

// readsScheduler reports whether the use of a scheduler only asks what it is: its rate, its state.
func readsScheduler(use python.Expr) bool {
	on, ok := use.Parent().(*python.Attribute)
	return ok && on.Value == use && knowledge.ReadsScheduler(on.Attr)
}

// stepsOptimizerOf reports whether the optimizer that a scheduler is made for may step: the file calls its step(),
// keeps it on an object, or hands it to somebody who may.
func (f *Facts) stepsOptimizerOf(scheduler *python.Call) bool {
	optimizer := f.Module.Argument(scheduler, "optimizer", 0).Value
	name, ok := optimizer.(*python.Name)
	if !ok {
		return optimizer != nil && !python.IsNone(optimizer)
	}
	scope, bindings := f.Module.Lookup(name.ID, name)
	if slices.ContainsFunc(bindings, func(b *python.Binding) bool { return b.Kind == python.Parameter }) {
		return true // the caller's
	}
	for n := range python.AllIn(f.Module.Body) {
		use, ok := n.(*python.Name)
		if !ok || use.ID != name.ID || use == name || python.IsTarget(use) {
			continue
		}
		if other, _ := f.Module.Lookup(use.ID, use); other != scope {
			continue
		}
		switch up := use.Parent().(type) {
		case *python.Attribute:
			if up.Attr == "step" {
				return true
			}
		case *python.Arg:
			if c, ok := up.Parent().(*python.Call); ok && !knowledge.MakesStepped(f.Module.Resolve(c.Func)) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// switchedOff reports whether a comment of the file holds a scheduler's step: somebody wanted none.
func (f *Facts) switchedOff(name string) bool {
	return slices.ContainsFunc(f.Module.Comments, func(c python.Comment) bool {
		return strings.Contains(c.Text, name+".step(")
	})
}

// ReadsOfHeirs reports whether a file has a class on one of a name, and reads an attribute anywhere.
func ReadsOfHeirs(m *python.Module, class, attribute string) bool {
	heirs := false
	for n := range python.AllIn(m.Body) {
		heir, ok := n.(*python.Class)
		heirs = heirs || ok &&
			slices.ContainsFunc(heir.Bases, func(b *python.Arg) bool { return python.LastName(b.Value) == class })
	}
	return heirs && len(m.Attributes(func(name string) bool { return name == attribute })) > 0
}
