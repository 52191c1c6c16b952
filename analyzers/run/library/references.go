package library

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/run"
)

// OmegaConf's ${train.batch_size} is what that key of the whole config holds when it is read: of the config that was
// put together, whichever file says so.

// refers is the operator of a value that a file leaves to other keys, its operand the text.
const refers = "${}"

// perReference is how much nearer a reference comes to the bound of nesting: they may lead to each other.
const perReference = maxNesting / 8

// references puts what a whole config says into the places that refer to it.
type references struct {
	m    *run.Machine
	c    *run.Call
	root run.Value
	// left is how many values may still be put in: ${model} stands for all that is below it.
	left int
	// changed are the keys that the program sets later, known once the first reference is met.
	changed []string
	asked   bool
}

// withReferences is a whole config with what its keys say put into the places that name them. Resolvers (${now:%Y},
// ${oc.env:HOME}) and names of nothing stay unknown.
func withReferences(m *run.Machine, c *run.Call, root run.Value) run.Value {
	r := &references{m: m, c: c, root: root, left: maxNodes}
	return r.in(root, nil, 0)
}

// in is a value at a path of the config with its references filled in; the value itself where it has none.
func (r *references) in(v run.Value, at []string, depth int) run.Value {
	o, ok := run.Bare(v).(*run.Object)
	if r.left--; !ok || depth > maxNesting || r.left < 0 {
		return v
	}
	var keys, values []run.Value
	switch o.Kind {
	case run.Unknown:
		if text := referring(o); text != "" {
			if found := r.text(text, at, depth); found != nil {
				return found
			}
		}
		return v
	case run.Dict:
		held, list, exact := r.m.Entries(o)
		if !exact {
			return v
		}
		keys, values = held, list
	case run.List:
		list, exact := r.m.Elements(o)
		if !exact {
			return v
		}
		values = list
	default:
		return v
	}
	changed := false
	out := make([]run.Value, len(values))
	for i, one := range values {
		name := strconv.Itoa(i)
		if keys != nil {
			key, _ := run.Bare(keys[i]).(run.Str)
			name = string(key)
		}
		out[i] = r.in(one, append(at[:len(at):len(at)], name), depth+1)
		changed = changed || out[i] != one
	}
	if !changed {
		return v
	}
	d := r.m.List(out, r.c)
	if o.Kind == run.Dict {
		d = r.m.Dict(keys, out, r.c)
		if r.m.KeysAreAttributes(o) {
			r.m.ByName(d)
		}
	}
	d.Written = o.Written
	return d
}

// referring is the text of a value that names other keys; "" for any other.
func referring(o *run.Object) string {
	if o.Kind != run.Unknown || o.Operator != refers || len(o.Operands) != 1 {
		return ""
	}
	text, _ := o.Operands[0].(run.Str)
	return string(text)
}

// text is what a text with references stands for: what the one that it is names, or a text with those in it; nil where
// that is not known.
func (r *references) text(text string, at []string, depth int) run.Value {
	if inner, ok := strings.CutPrefix(text, "${"); ok && strings.IndexByte(inner, '}') == len(inner)-1 {
		return r.named(inner[:len(inner)-1], at, depth)
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "${")
		b.WriteString(before)
		if !found {
			return run.Str(b.String())
		}
		inner, after, closed := strings.Cut(rest, "}")
		if !closed {
			return nil
		}
		switch v := run.Bare(r.named(inner, at, depth)).(type) {
		case run.Str:
			b.WriteString(string(v))
		case run.Int:
			b.WriteString(strconv.FormatInt(int64(v), 10))
		default:
			return nil
		}
		text = after
	}
}

// named is what the key that a reference names holds; nil where there is none such.
func (r *references) named(name string, at []string, depth int) run.Value {
	if depth > maxNesting || strings.ContainsAny(name, ":$ ") || name == "" {
		return nil
	}
	var path []string
	if relative := strings.TrimLeft(name, "."); relative != name {
		up := len(name) - len(relative) // one dot: beside the key; each more: a level up
		if up > len(at) {
			return nil
		}
		path, name = at[:len(at)-up:len(at)-up], relative
	}
	path = append(path, strings.Split(strings.NewReplacer("[", ".", "]", "").Replace(name), ".")...)
	if r.setLater(strings.Join(path, ".")) {
		return nil
	}
	v := r.root
	for _, part := range path {
		if v = r.below(v, part); v == nil {
			return nil
		}
	}
	v = r.in(v, path, depth+perReference)
	if o, ok := run.Bare(v).(*run.Object); ok && o.Kind == run.Unknown {
		return nil
	}
	return v
}

// setLater reports whether the program sets a key, or what it stands in: OmegaConf looks a reference up when it is
// read.
func (r *references) setLater(path string) bool {
	if !r.asked {
		r.asked, r.changed = true, setLater(r.c)
	}
	return slices.ContainsFunc(r.changed, func(set string) bool { return path == set || strings.HasPrefix(path, set+".") })
}

// below is one part of a config; nil where it has none of that name.
func (r *references) below(v run.Value, name string) run.Value {
	o, ok := run.Bare(v).(*run.Object)
	if !ok {
		return nil
	}
	switch o.Kind {
	case run.Dict:
		keys, values, _ := r.m.Entries(o)
		for i, k := range keys {
			if run.Bare(k) == run.Value(run.Str(name)) {
				return values[i]
			}
		}
	case run.List:
		list, exact := r.m.Elements(o)
		if i, err := strconv.Atoi(name); err == nil && exact && i >= 0 && i < len(list) {
			return list[i]
		}
	}
	return nil
}
