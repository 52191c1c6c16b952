package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// UnreadParameter is a parameter of a module's constructor that decides nothing.
type UnreadParameter struct {
	Class     *python.Class
	Parameter *python.Param
}

// UnreadParameters lists the parameters, with a name of some kind, of the constructors of modules that nothing uses, or
// that are only stored in one attribute of the module that nothing in the file reads, by a dot or by a string.
func (f *Facts) UnreadParameters(is func(name string) bool) []UnreadParameter {
	var list []UnreadParameter
	for _, class := range f.moduleClasses() {
		init, ok := f.Module.Method(class, "__init__").(*python.Function)
		if !ok || init.Parent() != python.Node(class) || keepsArguments(init) {
			continue
		}
		for _, param := range init.Params {
			if param.Star > 0 || !is(param.Name) {
				continue
			}
			if attribute, stored := f.onlyStored(init, param.Name); stored && (attribute == "" || !f.readsAttribute(attribute)) {
				list = append(list, UnreadParameter{class, param})
			}
		}
	}
	return list
}

// moduleClasses are the classes of the file that are modules with a forward pass.
func (f *Facts) moduleClasses() []*python.Class {
	if f.classes == nil {
		f.classes = []*python.Class{}
		for n := range python.AllIn(f.Module.Body) {
			if class, ok := n.(*python.Class); ok && f.isModuleClass(class) {
				f.classes = append(f.classes, class)
			}
		}
	}
	return f.classes
}

func (f *Facts) isModuleClass(class *python.Class) bool {
	for _, base := range f.Module.BaseNames(class) {
		if base == "torch.nn.Module" || strings.HasSuffix(base, ".Module") {
			_, forward := f.Module.Method(class, "forward").(*python.Function)
			return forward
		}
	}
	return false
}

// keepsArguments reports whether a decorator or a call of a constructor takes all arguments.
func keepsArguments(init *python.Function) bool {
	if len(init.Decorators) > 0 {
		return true
	}
	for n := range python.All(init) {
		if c, ok := n.(*python.Call); ok && knowledge.KeepsArguments(python.LastName(c.Func)) {
			return true
		}
	}
	return false
}

// onlyStored reports whether a parameter is used for nothing, or only put into one attribute of self.
func (f *Facts) onlyStored(init *python.Function, name string) (attribute string, ok bool) {
	for n := range python.AllIn(init.Body) {
		use, isName := n.(*python.Name)
		if !isName || use.ID != name {
			continue
		}
		assign, isAssign := use.Parent().(*python.Assign)
		if !isAssign || assign.Value != python.Expr(use) || len(assign.Targets) != 1 {
			return "", false
		}
		target, isAttribute := assign.Targets[0].(*python.Attribute)
		if !isAttribute || attribute != "" || !f.isSelf(target.Value) { // self.encoder.gradient_checkpointing = flag
			return "", false
		}
		attribute = target.Attr
	}
	return attribute, true
}

// readsAttribute reports whether anything in the file reads an attribute of that name, by a dot or by a string.
func (f *Facts) readsAttribute(name string) bool {
	for n := range python.AllIn(f.Module.Body) {
		switch n := n.(type) {
		case *python.Attribute:
			if n.Attr == name && n.Assignment() == nil {
				return true
			}
		case *python.String:
			if n.Text == name {
				return true
			}
		}
	}
	return false
}

// isSelf reports whether an expression is the object whose method it stands in.
func (f *Facts) isSelf(e python.Expr) bool {
	name, ok := e.(*python.Name)
	return ok && f.Module.ClassOf(name) != nil
}
