package library

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// fieldsOf is dataclasses.fields(C): what each field is called, its type and its default.
func (l Library) fieldsOf(m *run.Machine, c *run.Call) run.Value {
	class, ok := run.Bare(argument(c, "class_or_instance", 0)).(*run.Class)
	if !ok {
		if o, made := run.Bare(argument(c, "class_or_instance", 0)).(*run.Object); made && o.Kind == run.Instance {
			class, ok = o.Class.(*run.Class)
		}
		if !ok {
			return nil
		}
	}
	names, of := class.AllFields()
	list := make([]run.Value, 0, len(names))
	for _, name := range names {
		field := m.NewObject(run.Instance, c)
		field.Class = run.Symbol("dataclasses.Field")
		m.Set(field, "name", run.Str(name))
		if text := nameOfType(of[name], name); plainTypes[text] { // Optional[int] is no int
			m.Set(field, "type", run.Symbol(text))
		}
		if standard := m.FieldDefault(class, name, c); standard != nil {
			m.Set(field, "default", standard)
		}
		list = append(list, field)
	}
	return m.List(list, c)
}

// asDict is dataclasses.asdict(o): what its fields hold, by their names, those of dataclasses in it, too. nil for
// anything else.
func (l Library) asDict(m *run.Machine, c *run.Call) run.Value {
	o, ok := run.Bare(argument(c, "obj", 0)).(*run.Object)
	if !ok || len(c.Args) != 1 {
		return nil
	}
	return fieldValues(m, o, c, maxHeld)
}

// replaced is dataclasses.replace(o, field=value): another one, made with what the fields of the first hold but for
// those that are given. nil where not all of that is known.
func (l Library) replaced(m *run.Machine, c *run.Call) run.Value {
	o, ok := run.Bare(argument(c, "obj", 0)).(*run.Object)
	if !ok || o.Kind != run.Instance {
		return nil
	}
	class, ok := o.Class.(*run.Class)
	if !ok {
		return nil
	}
	fields, _ := class.AllFields()
	names, values := m.Named(o)
	var args []run.Argument
	for _, name := range fields {
		v, open := c.Argument(name, -1)
		if open {
			return nil
		}
		if i := slices.Index(names, name); v == nil && i >= 0 {
			v = values[i]
		}
		if v != nil {
			args = append(args, run.Argument{Name: name, Value: v})
		}
	}
	if len(args) == 0 {
		return nil
	}
	return m.Call(class, args, c)
}

// isDataclass is dataclasses.is_dataclass(o), of a class of the project or an object of one; nil for what nobody knows.
func isDataclass(m *run.Machine, v run.Value) run.Value {
	v = run.Bare(v)
	if o, ok := v.(*run.Object); ok {
		switch o.Kind {
		case run.List, run.Dict, run.Set:
			return run.Bool(false)
		case run.Instance:
			v = o.Class
		}
	}
	if class, ok := v.(*run.Class); ok {
		if m.TakesFields(class) || !class.Foreign() {
			return run.Bool(m.TakesFields(class))
		}
		return nil
	}
	if _, several := v.(*run.Choice); !several && run.Known(v) {
		return run.Bool(false)
	}
	return nil
}

// ofPlainType is what typing says of a class that is written without brackets: it comes of no other, and has no
// arguments.
func ofPlainType(v run.Value, asked string) run.Value {
	switch v := run.Bare(v).(type) {
	case run.Symbol:
		if !plainTypes[string(v)] {
			return nil // the run drops what stands in brackets
		}
	default:
		return nil
	}
	if strings.HasSuffix(asked, "get_args") {
		return &run.Tuple{}
	}
	return run.None
}

// maxHeld bounds how deep dataclasses are in one another.
const maxHeld = 4

func fieldValues(m *run.Machine, o *run.Object, c *run.Call, depth int) run.Value {
	class, ok := o.Class.(*run.Class)
	if !ok || o.Kind != run.Instance || depth == 0 {
		return nil
	}
	fields, _ := class.AllFields()
	if len(fields) == 0 {
		return nil
	}
	names, values := m.Named(o)
	var keys, items []run.Value
	for _, name := range fields {
		i := slices.Index(names, name)
		if i < 0 {
			return nil
		}
		value := values[i]
		if held, isObject := run.Bare(value).(*run.Object); isObject && held.Kind == run.Instance {
			if inner, isClass := held.Class.(*run.Class); isClass {
				if of, _ := inner.AllFields(); len(of) > 0 {
					if value = fieldValues(m, held, c, depth-1); value == nil {
						return nil
					}
				}
			}
		}
		keys, items = append(keys, run.Str(name)), append(items, value)
	}
	return m.Dict(keys, items, c)
}

// plainTypes are the builtins that a command line's words are made into.
var plainTypes = map[string]bool{"int": true, "float": true, "str": true, "bool": true}

// nameOfType is the name that a class annotates a field with; "" for anything else.
func nameOfType(class *run.Class, name string) string {
	if plain, ok := fieldAnnotation(class, name).(*python.Name); ok {
		return plain.ID
	}
	return ""
}

// fieldType is the name of the type that a class annotates a field with: Optional[int] is int.
func fieldType(class *run.Class, name string) string {
	return typeText(fieldAnnotation(class, name))
}

// fieldAnnotation is what a class annotates a field with; nil for none.
func fieldAnnotation(class *run.Class, name string) python.Expr {
	for _, s := range class.Node.Body {
		if a, ok := s.(*python.Assign); ok && a.Annotation != nil && len(a.Targets) == 1 {
			if n, ok := a.Targets[0].(*python.Name); ok && n.ID == name {
				return a.Annotation
			}
		}
	}
	return nil
}

// listOf stands before the type of a list's elements.
const listOf = "list of "

func typeText(e python.Expr) string {
	switch e := e.(type) {
	case *python.Name:
		return e.ID
	case *python.Subscript:
		if len(e.Index) == 1 && strings.HasSuffix(python.PathText(e.Value), "Optional") {
			return typeText(e.Index[0])
		}
		if name := python.LastName(e.Value); len(e.Index) == 1 && (name == "List" || name == "list") {
			return listOf + typeText(e.Index[0])
		}
	case *python.Binary:
		if e.Op == "|" && python.IsNone(e.Right) {
			return typeText(e.Left)
		}
	}
	return ""
}
