package flow

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// isModule reports whether an expression is an nn.Module: by its class where the
// file shows it, else by its name.
func (f *Facts) isModule(e python.Expr) bool {
	if known, is := f.moduleType(f.Module.TypeOf(e)); known {
		return is
	}
	if c, ok := e.(*python.Call); ok {
		return c != nil && f.Module.TypeOf(e) == "" && (c.MethodName() == "from_pretrained" || lastName(c.Func) == "DataParallel")
	}
	if sub, ok := e.(*python.Subscript); ok { // self.layers[i], models["G"]
		return f.isModule(sub.Value)
	}
	if c := f.Module.ClassOf(e); c != nil {
		return false
	}
	name := lastName(e)
	return moduleName.MatchString(name) && f.RoleOf(e) == NoRole && !strings.HasSuffix(name, "_loss")
}

// moduleType reports whether a class is one of modules; known is false when the
// name says nothing.
func (f *Facts) moduleType(t string) (known, is bool) {
	switch {
	case t == "":
		return false, false
	case strings.HasPrefix(t, "torch.nn."):
		return true, !strings.HasPrefix(t, "torch.nn.parameter.")
	case strings.HasPrefix(t, "."):
		for _, b := range f.Module.ModuleScope().Bindings(t[1:]) {
			if c, ok := b.Node.(*python.Class); ok {
				return f.moduleClass(c)
			}
		}
		return false, false
	case strings.HasPrefix(t, "torch."):
		return true, false
	case f.typeRole(t) == Model:
		return true, true
	case f.typeRole(t) != NoRole, t == "int", t == "float", t == "bool", t == "str", t == "list", t == "dict", t == "tuple":
		return true, false
	}
	return false, false
}

// moduleClass reports whether a class of this file is a module.
func (f *Facts) moduleClass(c *python.Class) (known, is bool) {
	for _, base := range f.Module.BaseNames(c) {
		if strings.HasPrefix(base, ".") && f.definesClass(base[1:]) { // BaseNames has gone up through this file
			continue
		}
		if known, is := f.moduleType(base); known && is {
			return true, true
		}
		if strings.HasSuffix(base, "LightningModule") || moduleName.MatchString(base[strings.LastIndexByte(base, '.')+1:]) {
			return true, true
		}
	}
	if fn, ok := f.Module.Method(c, "forward").(*python.Function); ok && fn != nil {
		return true, true
	}
	return true, false
}

func (f *Facts) definesClass(name string) bool {
	for _, b := range f.Module.ModuleScope().Bindings(name) {
		if b.Kind == python.ClassDefined {
			return true
		}
	}
	return false
}

// isCriterion reports whether a callable computes a loss from what it is given and
// has no parameters of its own.
func (f *Facts) isCriterion(e python.Expr) bool {
	t := f.Module.TypeOf(e)
	if t != "" {
		return strings.HasSuffix(t, "Loss") || strings.HasSuffix(t, "Criterion")
	}
	return criterionName.MatchString(lastName(e))
}

// parameterKind is what a function's parameter holds when its caller is not seen.
func (f *Facts) parameterKind(p *python.Param) valueKind {
	if fn, ok := p.Parent().(*python.Function); ok {
		if _, method := fn.Parent().(*python.Class); method && len(fn.Params) > 0 && fn.Params[0] == p {
			return plainValue
		}
	}
	if p.Star > 0 {
		return externalValue
	}
	name := &nameOnly{p.Name}
	switch t := f.annotation(p); {
	case t == "int" || t == "float" || t == "bool" || t == "str":
		return plainValue
	case t != "" && t != "torch.Tensor":
		if _, is := f.moduleType(t); is {
			return moduleValue
		}
		if t != "tuple" && t != "list" && t != "dict" {
			return plainValue
		}
	}
	switch {
	case nameRole(p.Name) != NoRole, criterionName.MatchString(p.Name) && name.callable(), plainName.MatchString(p.Name), dataName.MatchString(p.Name):
		return plainValue
	case moduleName.MatchString(p.Name):
		return moduleValue
	}
	if v, ok := p.Default.(*python.Number); ok && v != nil {
		return plainValue
	}
	if k, ok := p.Default.(*python.Constant); ok && k.Kind != python.None {
		return plainValue
	}
	if s, ok := p.Default.(*python.String); ok && s != nil {
		return plainValue
	}
	return externalValue
}

// nameOnly tells a loss function from a loss by its name.
type nameOnly struct{ text string }

func (n nameOnly) callable() bool {
	return strings.Contains(n.text, "crit") || strings.Contains(n.text, "fn") || strings.Contains(n.text, "func")
}

func (f *Facts) annotation(p *python.Param) string {
	if p.Annotation == nil {
		return ""
	}
	return f.Module.Resolve(p.Annotation)
}

// staticKind is what an expression elsewhere in the file leaves in its variable.
func (f *Facts) staticKind(e python.Expr) valueKind {
	switch e := e.(type) {
	case nil:
		return externalValue
	case *python.Number:
		return nullValue
	case *python.Constant:
		if e.Kind == python.None {
			return nullValue
		}
		return plainValue
	case *python.String, *python.Compare, *python.Lambda:
		return plainValue
	case *python.Sequence:
		return containerValue
	case *python.Dict, *python.Comprehension:
		return containerValue
	case *python.Call:
		return f.staticCall(e)
	case *python.Binary:
		return mixed(f.staticKind(e.Left), f.staticKind(e.Right))
	case *python.Unary:
		return f.staticKind(e.Operand)
	case *python.IfExp:
		return mixed(f.staticKind(e.Body), f.staticKind(e.Else))
	case *python.Bool:
		return mixed(f.staticKind(e.Left), f.staticKind(e.Right))
	case *python.Name:
		if f.isModule(e) {
			return moduleValue
		}
		if scope, _ := f.Module.Lookup(e.ID, e); scope != nil {
			if fn, ok := scope.Node.(*python.Function); ok && fn.Name != "__init__" && stateName.MatchString(e.ID) {
				return externalValue
			}
		}
		return plainValue
	case *python.Attribute:
		if f.isModule(e) {
			return moduleValue
		}
		return plainValue
	}
	return plainValue
}

func mixed(a, b valueKind) valueKind {
	if a == externalValue || b == externalValue {
		return externalValue
	}
	return plainValue
}

func (f *Facts) staticCall(c *python.Call) valueKind {
	path := f.Module.Resolve(c.Func)
	switch {
	case containerMakers[path]:
		return containerValue
	case path == "torch.nn.parameter.Parameter", f.requiresGradArgument(c):
		return leafValue
	case f.RoleOf(c) != NoRole && f.RoleOf(c) != Model:
		return plainValue
	}
	if known, is := f.moduleType(f.Module.TypeOf(c)); known {
		if is {
			return moduleValue
		}
		return plainValue
	}
	if detachingMethods[c.MethodName()] {
		return plainValue
	}
	if f.isModule(c.Func) || f.isCriterion(c.Func) {
		return externalValue
	}
	if receiver := c.Receiver(); receiver != nil && tensorMethods[c.MethodName()] {
		return f.staticKind(receiver)
	}
	return plainValue
}

func (f *Facts) requiresGradArgument(c *python.Call) bool {
	a := c.Keyword("requires_grad")
	return a != nil && f.Module.IsTrue(a.Value)
}

// attributeKind is what an attribute holds that the run has not set.
func (f *Facts) attributeKind(e *python.Attribute) valueKind {
	if f.RoleOf(e) != NoRole {
		return plainValue
	}
	c := f.Module.ClassOf(e.Value)
	if c == nil {
		return f.foreignAttribute(e)
	}
	kind, found := nullValue, false
	for _, class := range f.Module.Ancestry(c) {
		for _, b := range f.Module.Member(class, e.Attr) {
			found = true
			kind = worse(kind, f.memberKind(b))
		}
	}
	switch {
	case found:
		return kind
	case plainName.MatchString(e.Attr), f.Module.Method(c, e.Attr) != nil, !stateName.MatchString(e.Attr):
		return plainValue
	}
	return externalValue
}

// memberKind is what one assignment leaves in an attribute. What a constructor
// stores there is configuration, modules and parameters, not results.
func (f *Facts) memberKind(b *python.Binding) valueKind {
	fn := b.Scope.Function()
	switch b.Kind {
	case python.FunctionDefined, python.ClassDefined:
		return plainValue
	case python.Augmented:
		if kind := f.staticKind(b.Value); kind != externalValue {
			return nullValue
		}
		return externalValue
	case python.Assigned:
		kind := f.staticKind(b.Value)
		if kind == externalValue && fn != nil && fn.Name == "__init__" {
			return plainValue
		}
		if kind == plainValue && fn != nil && fn.Name != "__init__" {
			switch b.Value.(type) {
			case *python.Name, *python.Attribute, *python.Call, *python.Binary:
				if stateName.MatchString(b.Name) {
					return externalValue
				}
			}
		}
		return kind
	case python.Unpacked:
		if fn != nil && fn.Name == "__init__" {
			return plainValue
		}
	}
	return externalValue
}

// foreignAttribute is an attribute of an object whose class is not in this file.
func (f *Facts) foreignAttribute(e *python.Attribute) valueKind {
	switch {
	case e.Attr == "weight" || e.Attr == "bias":
		return leafValue
	case f.isModule(e.Value) && stateName.MatchString(e.Attr):
		return externalValue
	case f.isModule(e):
		return moduleValue
	}
	return plainValue
}
