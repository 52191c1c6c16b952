package library

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// composing puts one Hydra config together.
type composing struct {
	l      Library
	m      *run.Machine
	c      *run.Call
	base   string
	groups map[string]bool
	// chosen are the files of groups that another file chooses instead: "- override /model: big".
	chosen map[string]string
}

// compose is the whole config, its references filled in.
func (h *composing) compose(file string) run.Value {
	whole := h.together(file)
	if whole == nil {
		return nil
	}
	return withReferences(h.m, h.c, whole)
}

func (h *composing) together(file string) run.Value {
	primary, ok := h.file(file)
	if !ok {
		return nil
	}
	h.chosen = map[string]string{}
	appended := h.appended()
	h.choose(append(h.defaults(primary), appended...))
	out := h.withDefaults(primary, "", 0)
	for _, item := range appended {
		for _, part := range h.group(item, "", 0) {
			out = h.lay(out, part)
		}
	}
	if h.l.Launch == nil {
		return out
	}
	return h.lay(out, h.l.overrides(h.m, h.c, h.l.Launch.Words, h.groups))
}

// appended are the entries that the command line puts behind the defaults list: +experiment=one.
func (h *composing) appended() (list []run.Value) {
	if h.l.Launch == nil {
		return nil
	}
	for _, w := range h.l.Launch.Words {
		key, ok := overrideKey(w)
		if !ok || !strings.HasPrefix(w.Text, "+") || strings.HasPrefix(w.Text, "++") || strings.Contains(key, ".") ||
			!w.Behind.Known {
			continue
		}
		if _, ok := h.file(path.Join(key, w.Behind.Text)); ok {
			list = append(list, h.m.Dict([]run.Value{run.Str(key)}, []run.Value{run.Str(w.Behind.Text)}, h.c))
		}
	}
	return list
}

// maxDefaults bounds how deep lists of defaults lead to each other.
const maxDefaults = 8

// withDefaults is a file with the files of its defaults list below it or, behind _self_, on top of it. dir is the group
// it is of.
func (h *composing) withDefaults(file *run.Object, dir string, depth int) run.Value {
	var out run.Value
	self := false
	for _, item := range h.defaults(file) {
		if run.Bare(item) == run.Value(run.Str("_self_")) {
			out, self = h.lay(out, h.withoutDefaults(file)), true
			continue
		}
		if depth < maxDefaults {
			for _, part := range h.group(item, dir, depth) {
				out = h.lay(out, part)
			}
		}
	}
	if !self {
		out = h.lay(out, h.withoutDefaults(file))
	}
	return out
}

// defaults is the defaults list of a file.
func (h *composing) defaults(file *run.Object) []run.Value {
	keys, values, _ := h.m.Entries(file)
	for i, k := range keys {
		if k == run.Value(run.Str("defaults")) {
			list, _ := h.m.Elements(values[i])
			return list
		}
	}
	return nil
}

// withoutDefaults is a file as the program gets it.
func (h *composing) withoutDefaults(file *run.Object) run.Value {
	keys, values, exact := h.m.Entries(file)
	at := slices.Index(keys, run.Value(run.Str("defaults")))
	if at < 0 || !exact {
		return file
	}
	return h.m.Dict(slices.Delete(slices.Clone(keys), at, at+1), slices.Delete(slices.Clone(values), at, at+1), h.c)
}

// choose notes which files of groups the chosen files choose themselves.
func (h *composing) choose(list []run.Value) {
	for _, item := range list {
		o, ok := item.(*run.Object)
		if !ok || o.Kind != run.Dict {
			continue
		}
		keys, values, _ := h.m.Entries(o)
		for i, k := range keys {
			key, _ := k.(run.Str)
			group := groupName(string(key))
			file, ok := h.file(path.Join(group, h.choice(group, values[i])))
			if !ok {
				continue
			}
			for _, item := range h.defaults(file) {
				o, ok := item.(*run.Object)
				if !ok || o.Kind != run.Dict {
					continue
				}
				keys, values, _ := h.m.Entries(o)
				for i, k := range keys {
					key, _ := k.(run.Str)
					instead, ok := strings.CutPrefix(string(key), "override /")
					choice, known := run.Bare(values[i]).(run.Str)
					if ok && known {
						h.chosen[instead] = string(choice)
					}
				}
			}
		}
	}
}

// groupName is a group as a defaults list names it.
func groupName(key string) string {
	return strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(key, "override "), "optional "), "/")
}

// choice is the file of a group: what the command line says, what another file says instead, or what the list itself
// does.
func (h *composing) choice(group string, listed run.Value) string {
	choice, _ := run.Bare(listed).(run.Str)
	if instead, ok := h.chosen[group]; ok {
		choice = run.Str(instead)
	}
	if h.l.Launch != nil {
		for _, w := range h.l.Launch.Words {
			if key, ok := overrideKey(w); ok && key == group && w.Behind.Known {
				choice = run.Str(w.Behind.Text)
			}
		}
	}
	return string(choice)
}

func (h *composing) lay(below, above run.Value) run.Value {
	return h.l.over(h.m, h.c, below, above)
}

func (h *composing) file(name string) (*run.Object, bool) {
	o, ok := h.l.document(h.m, h.c, run.Str(path.Join(h.base, withExtension(name))), config.OmegaConf).(*run.Object)
	return o, ok && o.Kind == run.Dict
}

func withExtension(name string) string {
	if ext := path.Ext(name); ext != ".yaml" && ext != ".yml" {
		name += ".yaml"
	}
	return name
}

// group is one entry of the defaults list of a file of a group, or of the first one: "- optimizer: adamw" puts the file
// optimizer/adamw.yaml under the key optimizer.
func (h *composing) group(item run.Value, dir string, depth int) []run.Value {
	if s, ok := run.Bare(item).(run.Str); ok {
		name := path.Join(dir, string(s))
		if strings.HasPrefix(string(s), "/") {
			name = strings.TrimPrefix(string(s), "/")
		}
		if o, ok := h.file(name); ok {
			return []run.Value{h.withDefaults(o, dir, depth+1)}
		}
		return nil
	}
	o, ok := item.(*run.Object)
	if !ok || o.Kind != run.Dict {
		return nil
	}
	var out []run.Value
	keys, values, _ := h.m.Entries(o)
	for i, k := range keys {
		key, _ := k.(run.Str)
		if dir != "" && (strings.HasPrefix(string(key), "override ") || strings.HasPrefix(string(key), "/")) {
			continue // of a group elsewhere, see choose
		}
		below := groupName(string(key))
		group := path.Join(dir, below)
		h.groups[group] = true
		choice := h.choice(group, values[i])
		v, ok := h.file(path.Join(group, choice))
		if choice == "" || !ok {
			continue
		}
		nested := h.withDefaults(v, group, depth+1)
		if h.ofAll(path.Join(group, choice)) {
			out = append(out, nested)
			continue
		}
		parts := strings.Split(below, "/")
		for i := len(parts) - 1; i >= 0; i-- {
			nested = h.m.Dict([]run.Value{run.Str(parts[i])}, []run.Value{nested}, h.c)
		}
		out = append(out, nested)
	}
	return out
}

// ofAll reports whether a file says in its head that its keys are those of the whole config: # @package _global_.
func (h *composing) ofAll(name string) bool {
	d := h.l.Open(path.Join(h.base, withExtension(name)))
	return d != nil && knowledge.IsOfWholeConfig(d.File.Text)
}
