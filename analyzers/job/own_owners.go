package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

func sameParts(a, b []part) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(p part) bool { return !slices.Contains(b, p) })
}

// owners are the parts of models whose parameters flow into a value.
func (w *owning) owners(v run.Value) (list []part, partly bool) {
	walk := ownerWalk{j: w.j, seen: map[*run.Object]bool{}, parts: w.parts}
	walk.visit(v, true)
	if walk.filtered == 1 {
		walk.partly = true
	}
	return walk.owners, walk.partly
}

// parts are the parts of models that a value is.
func (w *owning) parts(v run.Value) []part {
	var list []part
	w.addParts(v, part{}, maxNested, &list)
	return list
}

func (w *owning) addParts(v run.Value, at part, depth int, list *[]part) {
	alternatives := w.begunWith(run.Alternatives(v))
	if len(alternatives) > 1 &&
		slices.ContainsFunc(alternatives[1:], func(a run.Value) bool { return a != alternatives[0] }) {
		at.one = true
	}
	for _, one := range alternatives {
		o, ok := run.Bare(one).(*run.Object)
		if !ok || depth == 0 {
			continue
		}
		inner, step, many := around(o)
		if isOwn(o) || inner == nil {
			at.model = o
			if !slices.Contains(*list, at) {
				*list = append(*list, at)
			}
			continue
		}
		if step != "" {
			step = strings.TrimSuffix(step+"."+at.path, ".")
		} else {
			step = at.path
		}
		next := part{path: step, many: at.many || many, one: at.one, by: at.by}
		if o.Made != nil && !many && changesModel(o.Made) {
			next.by = o
		}
		w.addParts(inner, next, depth-1, list)
	}
}

// changesModel reports whether a call that gives a model back may give one of another size.
func changesModel(c *run.Call) bool {
	if method, ok := c.Callee.(*run.Member); ok && knowledge.ReturnsItself(method.Name) {
		return false
	}
	name := nameOf(c.Callee)
	return name == "get_peft_model" || !wrapsModel[name] && !keepsModel[name]
}

// networkName is the name of a class or network of a library that a call makes.
func networkName(c *run.Call) string {
	symbol := string(run.Bare(c.Callee).(run.Symbol))
	name := run.LastPart(symbol)
	if knowledge.LoadsCLIP(symbol) > 0 {
		for _, parameter := range []string{"name", "model_name"} {
			v, _ := c.Argument(parameter, 0)
			if text, ok := run.Bare(v).(run.Str); ok {
				return "CLIP " + string(text)
			}
		}
		return "CLIP"
	}
	if knowledge.GivesInstance(name) { // Net.from_pretrained
		return run.LastPart(strings.TrimSuffix(symbol, "."+name))
	}
	if name == "create_model" {
		v, _ := c.Argument("model_name", 0)
		if text, ok := run.Bare(v).(run.Str); ok {
			return string(text)
		}
	}
	return name
}
