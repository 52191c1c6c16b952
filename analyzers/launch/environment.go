package launch

import (
	"maps"
	"slices"
	"strings"
)

// variable is one shell variable: a scalar has one element.
type variable struct {
	elements []text
	array    bool
	exported bool
}

func scalar(t text) variable { return variable{elements: []text{t}} }

func (v variable) first() text {
	if len(v.elements) == 0 {
		return nil
	}
	return v.elements[0]
}

// environment is the variables at one point of a script.
type environment map[string]variable

func (e environment) clone() environment { return maps.Clone(e) }

// set assigns, keeping the export mark a name already has.
func (e environment) set(name string, v variable) {
	v.exported = v.exported || e[name].exported
	e[name] = v
}

// forget makes a variable's value unknown but not unset.
func (e environment) forget(name string) {
	e.set(name, scalar(plain("$"+name, unknown)))
}

// merge is what holds after one of two branches ran: a name that both leave
// with the same value keeps it, any other is unknown. A branch that only takes
// the value from the script's own arguments (a usage loop) leaves the default
// standing, because that is what the script as written runs with.
func merge(a, b environment) environment {
	out := a.clone()
	for name, v := range b {
		w, both := a[name]
		switch {
		case both && same(v, w), both && v.first().isArgument(), both && interpreters(v, w):
		case both && w.first().isArgument():
			out[name] = v
		case both && longer(name, v, w) != nil:
			out[name] = *longer(name, v, w)
		case both && optional(v, w) != nil:
			out[name] = *optional(v, w)
		default:
			out.forget(name)
		}
	}
	for name, v := range a {
		if _, both := b[name]; !both && !v.first().isArgument() {
			out.forget(name)
		}
	}
	return out
}

// longer is a variable that two ways append to, each something else or nothing: what it begins with either way, and
// something that only the run knows.
func longer(name string, a, b variable) *variable {
	if a.array != b.array {
		return nil
	}
	if !a.array {
		one, other := a.first(), b.first()
		if len(one) > len(other) {
			one, other = other, one
		}
		rest, begins := strings.CutPrefix(other.String(), one.String())
		if !begins || len(one) == 0 || !strings.HasPrefix(rest, " ") ||
			!slices.ContainsFunc(one, func(c cell) bool { return c.b == ' ' }) {
			return nil
		}
		more := plain("$"+name, unknown|quoted)
		if added := other[len(one)+1:]; added.beginsOption() {
			more = added.with(optionally, 0)
		}
		v := scalar(append(append(slices.Clone(one), cell{' ', -1, 0}), more...))
		v.exported = a.exported || b.exported
		return &v
	}
	if len(a.elements) > len(b.elements) {
		a, b = b, a
	}
	begin := 0
	for begin < min(len(a.elements), len(b.elements)) && a.elements[begin].String() == b.elements[begin].String() {
		begin++
	}
	if begin < 2 {
		return nil
	}
	if begin == len(b.elements) { // the same words, of which some are not known
		return &a
	}
	out := &variable{elements: slices.Clone(a.elements[:begin]), array: true}
	if begin == len(a.elements) && b.elements[begin].beginsOption() {
		for _, e := range b.elements[begin:] {
			out.elements = append(out.elements, e.with(optionally, 0))
		}
		return out
	}
	out.elements = append(out.elements, plain("$"+name, unknown))
	return out
}

// optional is a variable that holds options on one way and nothing, or others, on the other: RESUME="--resume $LAST"
// where there is a checkpoint. Which options may be meant is known then. nil where a way leaves something else in it.
func optional(a, b variable) *variable {
	if a.array || b.array {
		return nil
	}
	var all text
	for _, one := range []text{a.first(), b.first()} {
		switch {
		case len(one) == 0 || strings.Contains(all.String(), one.String()):
			continue
		case !one.beginsOption():
			return nil
		case all != nil:
			all = append(all, cell{' ', -1, 0})
		}
		all = append(all, one.with(optionally, 0)...)
	}
	v := scalar(all)
	v.exported = a.exported || b.exported
	return &v
}

// interpreters reports whether both are an interpreter of Python, whichever is there.
func interpreters(a, b variable) bool {
	return !a.array && !b.array && a.first().known() && b.first().known() && IsPython(a.first().String()) &&
		IsPython(b.first().String())
}

func same(a, b variable) bool {
	return a.array == b.array && slices.EqualFunc(a.elements, b.elements, func(s, t text) bool {
		return s.known() && t.known() && s.String() == t.String()
	})
}
