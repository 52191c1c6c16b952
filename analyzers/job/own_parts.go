package job

import (
	"maps"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// set notes that a part of a model is another one from now on: a head that is replaced.
func (w *owning) set(at place, name string, to run.Value, where Place, seq int, perhaps bool) {
	o, ok := run.Bare(to).(*run.Object)
	if !ok || perhaps || !isOwn(o) || w.of[o] != nil || strings.Contains(at.path, "*") {
		at.own.doubts(where, "its part "+name+" is set after it is made")
		return
	}
	if w.times(at.own, o) > 1 {
		at.own.doubts(where, "its part "+name+" is one that it has already") // lm_head = embedding
		return
	}
	if in, part := w.inside[o]; part && in.own != at.own && slices.Contains(w.list, in.own) {
		at.own.doubts(where, "its part "+name+" is one of another model") // decoder.head = encoder.embedding
		return
	}
	g := newGiver(w.m, seq)
	g.models, g.inside = map[*run.Object]*Given{}, map[*run.Object]place{}
	within := strings.TrimPrefix(at.path+"."+name+".", ".")
	for part, where := range w.inside {
		if where.own != at.own || !strings.HasPrefix(where.path+".", within) { // what the new part is made of is made with it
			g.inside[part] = where
		}
	}
	for i, model := range w.objects {
		g.models[model] = w.list[i].Made
	}
	at.own.After = append(at.own.After, Change{Path: at.path, Set: name, Value: g.objectAt(o), At: where, seq: seq})
}

// times counts the places of a model that hold a module at the end.
func (w *owning) times(own *Own, part *run.Object) (n int) {
	seen := map[*run.Object]bool{}
	var visit func(v run.Value)
	visit = func(v run.Value) {
		o, ok := run.Bare(v).(*run.Object)
		if !ok || len(seen) > maxInside {
			return
		}
		if o == part {
			n++
		}
		if seen[o] || o != part && !isOwn(o) && o.Kind != run.List && o.Kind != run.Dict {
			return
		}
		seen[o] = true
		_, held := w.m.Named(o)
		for _, one := range append(held, w.m.Contents(o)...) {
			visit(one)
		}
	}
	for i, model := range append(w.objects[:len(w.objects):len(w.objects)], w.asides...) {
		if i < len(w.list) && w.list[i] == own || i >= len(w.list) && w.aside[i-len(w.list)] == own {
			visit(model)
		}
	}
	return n
}

// partsSet notes what is set deeper within a network of a library, of whose parts the run knows nothing:
// model.classifier[6] = …
func (w *owning) partsSet() {
	if !slices.ContainsFunc(slices.Collect(maps.Keys(w.inside)), builtByLibrary) {
		return
	}
	for _, p := range w.j.programs {
		python.WalkBody(p.Module().Body, func(n python.Node) bool {
			if s, ok := n.(*python.Assign); ok {
				for _, target := range s.Targets {
					w.partSet(p, s, target)
				}
			}
			return true
		})
	}
}

func (w *owning) partSet(p *Program, s *python.Assign, target python.Expr) {
	if setsGradient(target) {
		return // model.fc.weight.requires_grad = True: what freezes parameters is read elsewhere
	}
	var steps []string // from the part that is set up to the model
	sure := true
	for on := target; ; {
		switch e := on.(type) {
		case *python.Attribute:
			if len(steps) > 0 && knowledge.NoPart(e.Attr) {
				return // model.config.use_cache = False
			}
			steps, on = append(steps, e.Attr), e.Value
		case *python.Subscript:
			step := ""
			if len(e.Index) == 1 {
				step = index(e.Index[0])
			}
			sure = sure && step != ""
			steps, on = append(steps, step), e.Value
		default:
			return
		}
		if len(steps) < 2 { // the run has seen it
			if _, ok := target.(*python.Attribute); ok {
				continue
			}
		}
		for _, one := range run.Alternatives(p.Value(on).Value) {
			o, _ := run.Bare(one).(*run.Object)
			at, known := w.inside[o]
			if !known || !builtByLibrary(o) {
				continue
			}
			if at.path != "" && (strings.HasPrefix(python.PathText(on), "self.") || madeBeside(o, s)) {
				return // by the methods of the model that it is part of, which are followed
			}
			w.told[target] = true
			runs, whether := p.Runs(s)
			if whether && !runs {
				return
			}
			value, _ := run.Bare(p.Value(s.Value).Value).(*run.Object)
			if !sure || !whether || value == nil || value.Made == nil {
				named := "its part " + steps[0]
				if steps[0] == "" {
					named = "a part of it by its number"
				}
				at.own.doubts(p.Place(s), named+" is set after it is made")
				return
			}
			for i := len(steps) - 1; i > 0; i-- {
				at.path = strings.TrimPrefix(at.path+"."+steps[i], ".")
			}
			w.set(at, steps[0], value, p.Place(s), value.Seq, false)
			return
		}
	}
}

// setsGradient reports whether an assignment says whether a parameter gets gradients. One that sets requires_grad of
// what has no parameter's name may set it of a module, which changes nothing.
func setsGradient(target python.Expr) bool {
	a, ok := target.(*python.Attribute)
	return ok && a.Attr == "requires_grad" && knowledge.NamesParameter(python.LastName(a.Value))
}

// madeBeside reports whether a statement stands in the constructor of a module that makes a network: what is done to it
// there is done again when the module is made.
func madeBeside(o *run.Object, s python.Stmt) bool {
	by := o.Made.Caller
	if by == nil || o.Made.At == nil || python.EnclosingFunction(s) == nil ||
		python.EnclosingFunction(s) != python.EnclosingFunction(o.Made.At) {
		return false
	}
	class, ok := run.Bare(by.Callee).(*run.Class)
	if f, isFunction := run.Bare(by.Callee).(*run.Function); isFunction && f.Class != nil {
		class, ok = f.Class, true
	}
	return ok && isModule(class)
}

// index is a number between brackets, as it is written; "" for anything else.
func index(e python.Expr) string {
	sign := ""
	if u, ok := e.(*python.Unary); ok && u.Op == "-" {
		e, sign = u.Operand, "-"
	}
	if n, ok := e.(*python.Number); ok {
		return sign + n.Text
	}
	return ""
}

// moved reports whether all of a model is moved to a device.
func (w *owning) moved(o *run.Object) bool {
	return slices.ContainsFunc(w.m.Trace.Calls, func(c *run.Call) bool {
		method, ok := c.Callee.(*run.Member)
		return ok && (method.Name == "to" || method.Name == "cuda") && run.Bare(method.Object) == run.Value(o)
	})
}

// builtByLibrary reports whether an object is a network that a library makes.
func builtByLibrary(o *run.Object) bool {
	if o.Made == nil {
		return false
	}
	s, ok := run.Bare(o.Made.Callee).(run.Symbol)
	return ok && knowledge.BuildsNetwork(string(s))
}

// joinParts leaves out the models that are parts of others, as layers are that a constructor was given: their
// parameters are the others'. What is held of a part is held of the whole.
func (w *owning) joinParts() {
	for i := 0; i < len(w.list); i++ {
		inside := w.reach(w.objects[i:i+1], w.list[i:i+1])
		for k := len(w.list) - 1; k >= 0; k-- {
			at, part := inside[w.objects[k]]
			if !part || k == i {
				continue
			}
			w.list[i].hold(at.path, w.list[k].Held)
			w.of[w.objects[k]] = w.list[i]
			w.list, w.objects = slices.Delete(w.list, k, k+1), slices.Delete(w.objects, k, k+1)
			if k < i {
				i--
			}
		}
	}
}

// hold notes that paths below one of a model are held; none: which, is not known.
func (o *Own) hold(path string, below []string) {
	if o.Held == nil || slices.Contains(o.Held, "") {
		return
	}
	if len(below) == 0 || strings.Contains(path, "*") {
		o.Held = nil
		return
	}
	for _, one := range below {
		if whole := strings.Trim(path+"."+one, "."); !slices.Contains(o.Held, whole) {
			o.Held = append(o.Held, whole)
		}
	}
}

// putInto is the network of a library of which an object is made a part once both are there, and which part: the head
// that is replaced and trained alone, model.classifier = head. The object itself where there is none.
func (w *owning) putInto(o *run.Object) (*run.Object, string) {
	for _, s := range w.m.Trace.Stores {
		if s.Kind != run.StoreAttribute || s.Target == nil || run.Bare(s.New) != run.Value(o) || perhaps(s.Gates) {
			continue
		}
		if builtByLibrary(s.Target) && (s.Target.Seq <= o.Seq || w.of[o] == nil) {
			return s.Target, s.Name
		}
	}
	return o, ""
}
