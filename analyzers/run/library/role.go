package library

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// RoleOf is what a value does in training: by its class, else by the word for it. Of several values it is what all of
// them do.
func RoleOf(v run.Value) knowledge.Role {
	var s several
	return s.role(v)
}

// several are the roles of the values of which nobody can tell which it is. They hold each other many times over: each
// is looked at once.
type several map[*run.Object]knowledge.Role

func (s *several) role(v run.Value) knowledge.Role {
	switch v := v.(type) {
	case *run.Object:
		if !isOneOfMany(v) {
			return roleOfObject(v)
		}
		role, met := (*s)[v]
		if !met {
			role = s.common(v.Operands)
			if *s == nil {
				*s = several{}
			}
			(*s)[v] = role
		}
		return role
	case *run.Choice:
		found := knowledge.NoRole
		for _, a := range v.Alternatives {
			if !s.shared(&found, a.Value) {
				return knowledge.NoRole
			}
		}
		return found
	}
	return knowledge.NoRole
}

// common is the role that all values share but those that are None.
func (s *several) common(list []run.Value) knowledge.Role {
	found := knowledge.NoRole
	for _, v := range list {
		if !s.shared(&found, v) {
			return knowledge.NoRole
		}
	}
	return found
}

// shared goes on from the role of the values before with one more; it reports whether it has that role, too.
func (s *several) shared(found *knowledge.Role, v run.Value) bool {
	if run.IsNone(v) {
		return true
	}
	role := s.role(v)
	if *found != knowledge.NoRole && role != *found {
		return false
	}
	*found = role
	return true
}

// isOneOfMany reports whether a value is one of too many to tell apart.
func isOneOfMany(o *run.Object) bool {
	return o.Operator == "choice" && o.Kind == run.Unknown && len(o.Operands) > 0
}

func roleOfObject(o *run.Object) knowledge.Role {
	if role, known := roleOfClass(o.Class); known {
		if role == knowledge.NoRole && o.Kind == run.Unknown && saysOptimizer(o) {
			return knowledge.Optimizer
		}
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
	if role := knowledge.RoleOfWord(o.Word); role != knowledge.NoRole {
		return role
	}
	if knowledge.RoleOfWord(o.Named) == knowledge.Optimizer && takesParameters(o.Made) {
		return knowledge.Optimizer
	}
	return knowledge.RoleOfTarget(o.Named)
}

// takesParameters reports whether a call that is not seen is given all parameters of something, and nothing else of it:
// opt = instantiate(cfg.opt, params=model.parameters()). Options are called opt as well.
func takesParameters(c *run.Call) bool {
	return c != nil && slices.ContainsFunc(c.Args, func(a run.Argument) bool {
		o, ok := run.Bare(a.Value).(*run.Object)
		if !ok || o.Made == nil || len(o.Made.Args) > 0 {
			return false
		}
		m, ok := o.Made.Callee.(*run.Member)
		return ok && m.Name == "parameters"
	})
}

// saysOptimizer reports whether something whose maker is not seen is called an optimizer by its own name and by that of
// the type which it is annotated with, a name of a library or of the project for one of several: optimizer: T_optim.
func saysOptimizer(o *run.Object) bool {
	alias, ok := o.Class.(run.Symbol)
	return ok && knowledge.RoleOfWord(o.Word) == knowledge.Optimizer &&
		knowledge.NamesOptimizerType(run.LastPart(string(alias)))
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
func IsModule(v run.Value) bool { return isModule(v, nil) }

// isModule is IsModule for one of several values, of which some were found to be modules before.
func isModule(v run.Value, met map[*run.Object]bool) bool {
	o, ok := v.(*run.Object)
	if !ok {
		return false
	}
	switch class := o.Class.(type) {
	case run.Symbol:
		if o.Kind == run.Unknown && class == "torch.nn.Module" {
			return true
		}
		return knowledge.CallGives(string(class)) == knowledge.Module ||
			knowledge.RoleOfClass(string(class)) == knowledge.Model
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
			return knowledge.MethodGives(callee.Name) == knowledge.NotKnown && knowledge.Makes(callee.Name) &&
				knowledge.NamesModule(callee.Name)
		case *run.Object:
			return callee.Kind == run.Unknown && knowledge.Makes(callee.Word) && knowledge.NamesModule(callee.Word)
		}
		return false
	}
	if o.Operator == "choice" && len(o.Operands) > 0 { // one of too many to tell apart
		if met[o] {
			return true
		}
		if met == nil {
			met = map[*run.Object]bool{}
		}
		met[o] = true
		return !slices.ContainsFunc(o.Operands, func(one run.Value) bool { return !isModule(one, met) && !run.IsNone(one) })
	}
	return knowledge.NamesModule(o.Word) && !knowledge.Makes(o.Word)
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
