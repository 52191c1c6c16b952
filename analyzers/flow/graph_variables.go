package flow

import (
	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/python"
)

// place is a variable, or an attribute of an object: `self.loss` is the attribute
// path "·Trainer.loss" for whatever instance of Trainer.
type place struct {
	scope *python.Scope // nil for attributes
	name  string
}

// variables is what the variables hold.
type variables map[place]values

func (e variables) clone() variables {
	c := make(variables, len(e)+8)
	for p, vs := range e {
		c[p] = vs
	}
	return c
}

// join is what the variables hold where several ways meet. The first map is used up.
func join(meter *budget.Meter, ways []variables) variables {
	if len(ways) == 0 {
		return variables{}
	}
	all := ways[0]
	for _, e := range ways[1:] {
		meter.Spend(1 + 3*len(e))
		for p, vs := range e {
			have, ok := all[p]
			meter.Spend(len(have) * len(vs) / 32)
			switch {
			case !ok:
				all[p] = vs
			case len(have) != len(vs) || len(vs) > 0 && (have[0] != vs[0] || len(vs) > 1):
				all[p] = have.with(vs...)
			}
		}
	}
	return all
}

// copied and joined pay for what they do: a program made to be hard has thousands of
// variables and branches in branches.
func (r *run) copied(e variables) variables {
	r.f.Module.Meter.Spend(1 + 3*len(e))
	return e.clone()
}

func (r *run) joined(ways []variables) variables {
	return join(r.f.Module.Meter, ways)
}

// branch is one arm of one `if` that was reached.
type branch struct{ test, arm int }

// ended is a way through the program that does not come to what follows: the arm
// of an `if` that returned.
type ended struct {
	path  []branch
	until int // the loop lap, loop or call whose end it does not come to
}

func isPrefix(prefix, path []branch) bool {
	if len(prefix) > len(path) {
		return false
	}
	for i, b := range prefix {
		if path[i] != b {
			return false
		}
	}
	return true
}

// excludes reports whether two points lie in different arms of one `if`.
func excludes(a, b []branch) bool {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i].test == b[i].test
		}
	}
	return false
}

// placeOf is where an expression is stored, false when it is not a name or path.
func (r *run) placeOf(e python.Expr) (place, bool) {
	switch e := e.(type) {
	case *python.Name:
		if p, ok := r.places[e]; ok {
			return p, true
		}
		scope, _ := r.f.Module.Lookup(e.ID, e)
		if scope == nil {
			return place{}, false
		}
		p := place{scope, e.ID}
		r.places[e] = p
		return p, true
	case *python.Attribute:
		if root := r.objectName(e.Value); root != "" {
			return place{name: root + "." + e.Attr}, true
		}
	}
	return place{}, false
}

// objectName names an object: every instance of a class of this file has the name
// of its first ancestor here, others that of the variable.
func (r *run) objectName(e python.Expr) string {
	if name, ok := r.objects[e]; ok {
		return name
	}
	name := ""
	if n, ok := e.(*python.Name); ok {
		if p, ok := r.placeOf(n); ok && r.aliases[p] != "" {
			return r.aliases[p]
		}
	}
	if c := r.f.Module.ClassOf(e); c != nil {
		line := r.f.Module.Ancestry(c)
		name = "·" + line[len(line)-1].Name
	} else {
		switch e := e.(type) {
		case *python.Name:
			name = e.ID
		case *python.Attribute:
			if base := r.objectName(e.Value); base != "" {
				name = base + "." + e.Attr
			}
		}
	}
	r.objects[e] = name
	return name
}
