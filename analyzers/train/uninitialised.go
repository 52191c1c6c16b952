package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Uninitialised is a constructor of a module that gives the module a part before torch.nn.Module's own constructor has
// run.
type Uninitialised struct {
	Class *python.Class
	Init  *python.Function
	// First is the first statement of the constructor, behind its documentation.
	First python.Stmt
	// Store is the first statement that does so, and Target the attribute.
	Store  *python.Assign
	Target *python.Attribute
	// Late is the statement behind it in which the base's constructor is called after all; nil when none is.
	Late python.Stmt
}

// Uninitialised lists the constructors that surely do so: nothing that runs before may have called the base's
// constructor, and no class on the way to torch.nn.Module is unknown or treats its attributes in its own way.
func (f *Facts) Uninitialised() []Uninitialised {
	var list []Uninitialised
	for n := range python.AllIn(f.Module.Body) {
		class, ok := n.(*python.Class)
		if !ok || !f.plainModule(class) {
			continue
		}
		if u := f.storesTooEarly(class); u != nil {
			list = append(list, *u)
		}
	}
	return list
}

// plainModule reports whether a class inherits from torch.nn.Module and, besides, only from classes that are seen or
// add nothing to how an instance is made.
func (f *Facts) plainModule(class *python.Class) bool {
	if of := f.runClass(class.Name); of != nil && of.Node == class {
		return plainLine(of)
	}
	module := false
	for _, c := range f.Module.Ancestry(class) {
		if len(c.Decorators) > 0 || definesOwn(c) {
			return false
		}
		for _, base := range c.Bases {
			if base.Name != "" || base.Star > 0 {
				return false // metaclass=…
			}
			value := base.Value
			if generic, ok := value.(*python.Subscript); ok {
				value = generic.Value
			}
			if _, seen := f.Module.Definition(value).(*python.Class); seen {
				continue
			}
			path := f.Module.Resolve(value)
			module = module || path == "torch.nn.Module"
			if path != "torch.nn.Module" && !knowledge.AddsNoConstructor(path) {
				return false
			}
		}
	}
	return module
}

// plainLine is plainModule of a class with all that it inherits from, in whichever file.
func plainLine(class *run.Class) bool {
	module := false
	for _, one := range class.Line() {
		switch one := run.Bare(one).(type) {
		case *run.Class:
			if one.Node == nil || len(one.Node.Decorators) > 0 || definesOwn(one.Node) ||
				slices.ContainsFunc(one.Node.Bases, func(b *python.Arg) bool { return b.Name != "" || b.Star > 0 }) {
				return false
			}
		case run.Symbol:
			module = module || one == "torch.nn.Module"
			if one != "torch.nn.Module" && one != "object" && !knowledge.AddsNoConstructor(string(one)) {
				return false
			}
		default:
			return false
		}
	}
	return module
}

// definesOwn reports whether a class decides itself how an instance is made or its attributes are stored.
func definesOwn(class *python.Class) bool {
	for _, s := range class.Body {
		switch s := s.(type) {
		case *python.Function:
			switch s.Name {
			case "__new__", "__setattr__", "__init_subclass__", "__getattr__", "__getattribute__":
				return true
			}
		case *python.Assign:
			for _, t := range s.Targets {
				if name, ok := t.(*python.Name); ok && strings.HasPrefix(name.ID, "__") || ok && name.ID == "call_super_init" {
					return true
				}
			}
		}
	}
	return false
}

// storesTooEarly looks through the statements of a class's constructor that run whenever it does.
func (f *Facts) storesTooEarly(class *python.Class) *Uninitialised {
	var init *python.Function
	for _, s := range class.Body {
		if fn, ok := s.(*python.Function); ok && fn.Name == "__init__" {
			if init != nil {
				return nil
			}
			init = fn
		}
	}
	if init == nil || len(init.Decorators) > 0 || len(init.Params) == 0 {
		return nil
	}
	self := init.Params[0].Name
	for i, s := range init.Body {
		if store, target := f.storesModule(s, self); target != nil {
			u := &Uninitialised{Class: class, Init: init, First: behindText(init.Body), Store: store, Target: target}
			for _, later := range init.Body[i+1:] {
				if startsBase(later) && u.Late == nil {
					u.Late = later
				}
			}
			return u
		}
		if mayStartBase(s, self) {
			return nil
		}
	}
	return nil
}

// behindText is the first statement of a body that does something; there is one.
func behindText(body []python.Stmt) python.Stmt {
	if s, ok := body[0].(*python.ExprStmt); ok {
		if _, text := s.Value.(*python.String); text && len(body) > 1 {
			return body[1]
		}
	}
	return body[0]
}

// storesModule is the attribute of self that a statement gives a layer or parameter of PyTorch, or a module of this
// file.
func (f *Facts) storesModule(s python.Stmt, self string) (*python.Assign, *python.Attribute) {
	assign, ok := s.(*python.Assign)
	if !ok || len(assign.Targets) != 1 || assign.Value == nil || mayStartBase(s, self) {
		return nil, nil
	}
	target, ok := assign.Targets[0].(*python.Attribute)
	if !ok || !isName(target.Value, self) {
		return nil, nil
	}
	call, ok := assign.Value.(*python.Call)
	if !ok {
		return nil, nil
	}
	if class, ours := f.Module.Definition(call.Func).(*python.Class); ours {
		if f.plainModule(class) {
			return assign, target
		}
		return nil, nil
	}
	if knowledge.IsPart(f.Module.Resolve(call.Func)) {
		return assign, target
	}
	return nil, nil
}

func isName(e python.Expr, id string) bool {
	name, ok := e.(*python.Name)
	return ok && name.ID == id
}

// startsBase reports whether a constructor of another class is called: super().__init__(), Base.__init__(self).
func startsBase(s python.Stmt) bool {
	for n := range python.All(s) {
		if c, ok := n.(*python.Call); ok && c.MethodName() == "__init__" {
			return true
		}
	}
	return false
}

// mayStartBase reports whether a statement may do so in some way: it speaks of a constructor or of super, or hands self
// to something or calls a method of it.
func mayStartBase(s python.Stmt, self string) bool {
	for n := range python.All(s) {
		switch n := n.(type) {
		case *python.Attribute:
			if n.Attr == "__init__" || n.Attr == "__dict__" || n.Attr == "__class__" {
				return true
			}
		case *python.Name:
			if n.ID == "super" || n.ID == self && !storedOrRead(n) {
				return true
			}
		case *python.OpaqueStmt, *python.Opaque, *python.Return:
			return true
		}
	}
	return false
}

// storedOrRead reports whether a use of self only stores or reads a plain attribute.
func storedOrRead(self *python.Name) bool {
	a, ok := self.Parent().(*python.Attribute)
	if !ok {
		return false
	}
	called, ok := a.Parent().(*python.Call)
	return !ok || called.Func != python.Expr(a)
}
