package evaluate

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// attribute evaluates e.Value.Attr.
func (p *Program) attribute(e *python.Attribute) Value {
	if path := p.Module.Resolve(e); path != "" {
		if v, ok := p.importedValue(path); ok {
			return v
		}
	}
	if path := p.Module.Resolve(e); path != "" && !strings.HasPrefix(path, ".") {
		return Value{Kind: Symbol, Str: path, Place: p.Place(e)}
	}
	if class := p.Module.ClassOf(e.Value); class != nil {
		return p.member(class, e)
	}
	object := p.value(e.Value)
	here := p.Place(e)
	switch object.Kind {
	case Options:
		v, _ := p.optionOf(object, e.Attr, e)
		return v.through(here)
	case Mapping, Table, Merged:
		if v, written := p.written(e); written {
			return v
		}
		v, ok := object.Child(e.Attr)
		if ok {
			return v.through(here)
		}
	case Object:
		if p.Attribute != nil {
			if v, ok := p.Attribute(object, e.Attr); ok {
				return v.through(here)
			}
		}
		if object.Local != nil {
			v, _ := p.fieldDefault(object.Local, e.Attr)
			return v.through(here)
		}
	case String: // pathlib.Path
		if e.Attr == "parent" {
			object.Str = parentDir(object.Str)
			return object
		}
	}
	return Value{}
}

func parentDir(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return "."
}

// member is self.name, or an attribute of an instance of a class of this file.
func (p *Program) member(class *python.Class, e *python.Attribute) Value {
	if object := p.value(e.Value); object.Kind == Options || object.Kind == Mapping {
		v, _ := p.optionOf(object, e.Attr, e)
		return v.through(p.Place(e))
	}
	for _, c := range p.Module.Ancestry(class) {
		bindings := p.Module.Member(c, e.Attr)
		if len(bindings) == 0 {
			continue
		}
		var current Value
		for _, b := range bindings {
			runs, known := p.runs(b.Node, e)
			if known && !runs {
				continue
			}
			v := p.bound(b)
			if same, ok := v.Same(current); !known && !(ok && same) {
				v = Value{}
			}
			current = v
		}
		return current
	}
	return Value{}
}

// subscript evaluates config["key"] and list[0].
func (p *Program) subscript(e *python.Subscript) Value {
	if len(e.Index) != 1 {
		return Value{}
	}
	if v, written := p.written(e); written {
		return v
	}
	object, key := p.value(e.Value), p.value(e.Index[0])
	if object.Kind == Symbol && object.Str == "os.environ" && key.Kind == String {
		v, _ := p.environment(key.Str)
		return v
	}
	here := p.Place(e)
	switch {
	case key.Kind == Int && object.Kind == List:
		i := int(key.Int)
		if i < 0 {
			i += len(object.Items)
		}
		return p.element(object, i).through(here)
	case key.Known() && object.Kind != Options:
		v, _ := object.Child(key.Text())
		if object.Kind == Table && key.Place.File != nil && key.Place.File != p.Module.File && v.Kind != Unknown {
			v.Place = key.Place // DTYPES[config["dtype"]]: the config decides
		}
		return v.through(here)
	}
	return Value{}
}

// environment is a variable that the command line or its launcher sets; set is
// false when neither does.
func (p *Program) environment(name string) (v Value, set bool) {
	w, ok := p.Environment[name]
	switch {
	case ok && !w.Known:
		return Value{}, true
	case ok:
		return Value{Kind: String, Str: w.Text, Place: Place{p.LaunchFile, w.Origin, name}}, true
	case p.Launcher != nil:
		return p.Launcher(name)
	}
	return Value{}, false
}
