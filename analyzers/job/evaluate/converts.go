package evaluate

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// convert forgets the given fields that a class may turn into something else: a plain
// dataclass keeps what it is given, but __post_init__ may convert it, and pydantic and
// attrs convert by the declared type.
func (p *Program) convert(class *python.Class, given map[string]Value) {
	keeps := p.keepsText(class)
	for name, v := range given {
		if v.Kind == String && !keeps || p.writesField(class, name) {
			given[name] = Value{}
		}
	}
}

// keepsText reports whether a class and its bases are plain ones or dataclasses, as far
// as the project defines them.
func (p *Program) keepsText(class *python.Class) bool {
	for _, c := range p.Module.Ancestry(class) {
		for _, d := range c.Decorators {
			decorator := d.Value
			if call, ok := decorator.(*python.Call); ok {
				decorator = call.Func
			}
			if p.Module.Resolve(decorator) != "dataclasses.dataclass" {
				return false
			}
		}
	}
	for _, base := range p.Module.BaseNames(class) {
		if base != "object" && !strings.HasPrefix(base, ".") {
			return false
		}
	}
	return true
}

// writesField reports whether __post_init__ assigns a field, or whichever it finds.
func (p *Program) writesField(class *python.Class, name string) bool {
	post, ok := p.Module.Method(class, "__post_init__").(*python.Function)
	if !ok || len(post.Params) == 0 {
		return false
	}
	field := post.Params[0].Name + "." + name
	for n := range python.All(post) {
		switch n := n.(type) {
		case *python.Assign:
			for _, target := range n.Targets {
				if python.PathText(target) == field {
					return true
				}
			}
		case *python.Call:
			if p.Module.Resolve(n.Func) == "setattr" || n.MethodName() == "__setattr__" || n.MethodName() == "update" {
				return true
			}
		}
	}
	return false
}
