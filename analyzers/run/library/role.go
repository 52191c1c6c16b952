package library

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// RoleOf is what a value does in training: by its class, else by the word for it.
func RoleOf(v run.Value) knowledge.Role {
	switch v := v.(type) {
	case *run.Object:
		return roleOfObject(v)
	case *run.Choice:
		found := knowledge.NoRole
		for _, a := range v.Alternatives {
			if run.IsNone(a.Value) {
				continue
			}
			role := RoleOf(a.Value)
			if found != knowledge.NoRole && role != found {
				return knowledge.NoRole
			}
			found = role
		}
		return found
	}
	return knowledge.NoRole
}

func roleOfObject(o *run.Object) knowledge.Role {
	if role, known := roleOfClass(o.Class); known {
		return role
	}
	switch o.Kind {
	case run.List, run.Dict, run.Set, run.Namespace, run.Scope:
		return knowledge.NoRole
	}
	if o.Made != nil {
		if path, ok := o.Made.Callee.(run.Symbol); ok {
			if role := roleOfFactory(string(path)); role != knowledge.NoRole {
				return role
			}
		}
		if module := PickedFrom(o.Made); module != "" {
			return knowledge.RoleOfClass(module + ".Any")
		}
	}
	if o.Operator == "choice" && o.Kind == run.Unknown && len(o.Operands) > 0 { // one of too many to tell apart
		return RoleOf(anyOf(o.Operands))
	}
	if role := knowledge.RoleOfWord(o.Word); role != knowledge.NoRole {
		return role
	}
	return knowledge.RoleOfTarget(o.Named)
}

// anyOf is the choice of several values.
func anyOf(list []run.Value) *run.Choice {
	c := &run.Choice{Alternatives: make([]run.Alternative, 0, len(list))}
	for _, v := range list {
		c.Alternatives = append(c.Alternatives, run.Alternative{Value: v})
	}
	return c
}

// PickedFrom is the module of a library from which the class that is called was picked by a name that is not known:
// getattr(torch.optim, name)(parameters); "" for any other call.
func PickedFrom(c *run.Call) string {
	class, ok := c.Callee.(*run.Object)
	if !ok || class.Made == nil || class.Made.Callee != run.Value(run.Symbol("getattr")) {
		return ""
	}
	module, _ := class.Made.Argument("", 0)
	path, _ := run.Bare(module).(run.Symbol)
	return string(path)
}

// roleOfClass is the role of a class of the project or a library; known is false when it is not known.
func roleOfClass(class run.Value) (role knowledge.Role, known bool) {
	switch c := class.(type) {
	case run.Symbol:
		return knowledge.RoleOfClass(string(c)), true
	case *run.Class:
		for _, one := range c.Line() {
			if s, ok := one.(run.Symbol); ok {
				if role := knowledge.RoleOfClass(string(s)); role != knowledge.NoRole {
					return role, true
				}
			}
		}
		return knowledge.NoRole, true
	}
	return knowledge.NoRole, false
}

// roleOfFactory is the role of what a library's function returns.
func roleOfFactory(path string) knowledge.Role {
	last := run.LastPart(path)
	if strings.HasPrefix(path, "transformers.") && strings.Contains(last, "schedule") ||
		strings.HasPrefix(path, "diffusers.") && last == "get_scheduler" {
		return knowledge.Scheduler
	}
	return knowledge.RoleOfClass(path)
}

// IsModule reports whether a value is a network: an instance of a class of modules, or something that is called one.
func IsModule(v run.Value) bool {
	o, ok := v.(*run.Object)
	if !ok {
		return false
	}
	switch class := o.Class.(type) {
	case run.Symbol:
		if o.Kind == run.Unknown && class == "torch.nn.Module" {
			return true
		}
		return knowledge.CallGives(string(class)) == knowledge.Module || knowledge.RoleOfClass(string(class)) == knowledge.Model
	case *run.Class:
		return ModuleClass(class)
	}
	switch o.Kind {
	case run.List, run.Dict, run.Set, run.Namespace, run.Scope:
		return false
	case run.Result:
		if o.Made == nil {
			return false
		}
		if path, ok := o.Made.Callee.(run.Symbol); ok {
			return knowledge.CallGives(string(path)) == knowledge.Module
		}
		switch callee := o.Made.Callee.(type) {
		case *run.Member:
			return knowledge.MethodGives(callee.Name) == knowledge.NotKnown && knowledge.Makes(callee.Name) && knowledge.NamesModule(callee.Name)
		case *run.Object:
			return callee.Kind == run.Unknown && knowledge.Makes(callee.Word) && knowledge.NamesModule(callee.Word)
		}
		return false
	}
	if o.Operator == "choice" && len(o.Operands) > 0 { // one of too many to tell apart
		return !slices.ContainsFunc(o.Operands, func(one run.Value) bool { return !IsModule(one) && !run.IsNone(one) })
	}
	return knowledge.NamesModule(o.Word)
}

// ModuleClass reports whether a class of the project is one of modules.
func ModuleClass(c *run.Class) bool {
	for _, one := range c.Line() {
		if s, ok := one.(run.Symbol); ok && knowledge.RoleOfClass(string(s)) == knowledge.Model {
			return true
		}
	}
	return false
}
