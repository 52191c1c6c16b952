package run

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// fitting leaves out of a choice what cannot be called with these arguments: Python raises TypeError there, and nobody
// trains with a program that does. Where one of six decoders is run by one of two loops, and which one goes with which
// is written in a table, the loop that gives the images alone does not run the decoder that wants their lengths, too.
// Where nothing fits all stay: then it is the arguments that are not understood.
func (m *Machine) fitting(c *Choice, args []Argument) *Choice {
	if slices.ContainsFunc(args, func(a Argument) bool { return a.Star != 0 }) {
		return c
	}
	var left []Alternative
	for _, a := range c.Alternatives {
		if params, open := m.signature(Bare(a.Value)); open || accepts(params, args) {
			left = append(left, a)
		}
	}
	if len(left) == 0 || len(left) == len(c.Alternatives) {
		return c
	}
	return &Choice{left}
}

// signature are the parameters that are left for the arguments of a call; open where nobody knows them.
func (m *Machine) signature(callee Value) (params []*python.Param, open bool) {
	switch v := callee.(type) {
	case *Function:
		return v.signature(0)
	case *Method:
		return v.Func.signature(1)
	case *Object:
		class, ok := v.Class.(*Class)
		if !ok || v.Kind != Instance {
			return nil, true
		}
		for _, name := range []string{"__call__", "forward"} {
			f, ok := m.lookupClass(class, name).(*Function)
			if ok && (name == "__call__" || class.Foreign()) && m.get(v, name) == nil {
				return f.signature(1)
			}
		}
	}
	return nil, true
}

// signature are a function's parameters behind the first few. A decorator may take others than the function does; those
// of torch switch something around it.
func (f *Function) signature(given int) (params []*python.Param, open bool) {
	all := f.params()
	foreign := func(d Symbol) bool { return !strings.HasPrefix(string(d), "torch.") }
	if len(all) < given || slices.ContainsFunc(f.Decorators, foreign) ||
		slices.ContainsFunc(all[:given], func(p *python.Param) bool { return p.Star != 0 }) {
		return nil, true
	}
	return all[given:], false
}

// accepts reports whether a function with these parameters can be called with these arguments.
func accepts(params []*python.Param, args []Argument) bool {
	named, positions := map[string]bool{}, 0
	for _, a := range args {
		if a.Name != "" {
			named[a.Name] = true
		} else {
			positions++
		}
	}
	anyMore, anyNamed := false, false
	for _, p := range params {
		switch {
		case p.Star == 1:
			anyMore = true
		case p.Star == 2:
			anyNamed = true
		case !p.KeywordOnly && positions > 0:
			positions--
		case named[p.Name]:
			delete(named, p.Name)
		case p.Default == nil:
			return false
		}
	}
	return (positions == 0 || anyMore) && (len(named) == 0 || anyNamed)
}
