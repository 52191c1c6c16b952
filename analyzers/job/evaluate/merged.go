package evaluate

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/python"
)

// layered looks a key up in layers of which the last wins. Mappings on several
// layers merge, as OmegaConf and Hydra merge them.
func layered(layers []Value, key string) (Value, bool) {
	var found []Value
	for i := len(layers) - 1; i >= 0; i-- {
		v, ok := layers[i].Child(key)
		if !ok {
			continue
		}
		if v.Kind != Mapping && v.Kind != Table && v.Kind != Merged {
			if len(found) == 0 {
				return v, true
			}
			break
		}
		found = append([]Value{v}, found...)
	}
	switch len(found) {
	case 0:
		return Value{}, false
	case 1:
		return found[0], true
	}
	return Value{Kind: Merged, Items: found, Place: found[len(found)-1].Place}, true
}

// hydra composes the config that @hydra.main(config_path, config_name) passes:
// the primary file, one file for each group of its defaults list, the command
// line's overrides on top.
func (p *Program) hydra(c *python.Call) Value {
	dir, name := p.value(argumentNamed(p, c, "config_path", 0)), p.value(argumentNamed(p, c, "config_name", 1))
	file := name.Str
	if f, ok := p.Arguments.Flag("config_name", "cn"); ok && len(f.Values) > 0 {
		file = f.Values[0].Text
	}
	if file == "" {
		return Value{}
	}
	base := path.Join(path.Dir(p.Module.File.Path), dir.Str)
	return p.composed(base, file)
}

func argumentNamed(p *Program, c *python.Call, name string, position int) python.Expr {
	return p.Module.Argument(c, name, position).Value
}

func (p *Program) composed(base, file string) Value {
	primary := p.document(path.Join(base, withYAML(file)), config.OmegaConf)
	if primary.Kind != Mapping {
		return Value{}
	}
	out := Value{Kind: Merged, Place: primary.Place}
	self, groups := false, map[string]bool{}
	if list, ok := primary.Child("defaults"); ok && list.Kind == List {
		for _, item := range list.Items {
			if item.Kind == String && item.Str == "_self_" {
				out.Items, self = append(out.Items, primary), true
				continue
			}
			out.Items = append(out.Items, p.group(base, item, groups)...)
		}
	}
	if !self {
		out.Items = append(out.Items, primary)
	}
	out.Items = append(out.Items, p.overridesBut(groups))
	return out
}

// group is one entry of a defaults list: "- optimizer: adamw" puts the file
// optimizer/adamw.yaml under the key optimizer.
func (p *Program) group(base string, item Value, groups map[string]bool) []Value {
	if item.Kind == String {
		if v := p.document(path.Join(base, withYAML(strings.TrimPrefix(item.Str, "/"))), config.OmegaConf); v.Kind == Mapping {
			return []Value{v}
		}
		return nil
	}
	if item.Kind != Mapping {
		return nil
	}
	var out []Value
	for _, key := range item.Node.Keys() {
		choice, _ := item.Child(key)
		group := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(key, "override "), "optional "), "/")
		groups[group] = true
		for _, o := range p.Arguments.Overrides {
			if o.Key == group && o.Value.Known {
				choice = Value{Kind: String, Str: o.Value.Text}
			}
		}
		if choice.Kind != String {
			continue
		}
		v := p.document(path.Join(base, group, withYAML(choice.Str)), config.OmegaConf)
		if v.Kind != Mapping {
			continue
		}
		keys := strings.Split(group, "/")
		for i := len(keys) - 1; i >= 0; i-- {
			v = Value{Kind: Table, Fields: map[string]Value{keys[i]: v}}
		}
		out = append(out, v)
	}
	return out
}

func withYAML(name string) string {
	if ext := path.Ext(name); ext == ".yaml" || ext == ".yml" {
		return name
	}
	return name + ".yaml"
}
