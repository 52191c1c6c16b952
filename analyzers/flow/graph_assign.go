package flow

import "github.com/trainlint/trainlint/analyzers/python"

func (r *run) assignment(s *python.Assign) {
	if s.Value == nil {
		return
	}
	var old values
	adds := r.addsToItself(s)
	if adds != nil {
		old = r.eval(s.Targets[0])
	}
	vs := r.eval(s.Value)
	if adds != nil {
		r.note(accumulatesSum, s, s.Targets[0], adds, old, r.evaluated(adds), vs)
	}
	for _, t := range s.Targets {
		r.assign(t, vs)
	}
}

// addsToItself is y in `x = x + y` and `x = y + x`, nil in other statements.
func (r *run) addsToItself(s *python.Assign) python.Expr {
	b, ok := s.Value.(*python.Binary)
	if !ok || b.Op != "+" || len(s.Targets) != 1 {
		return nil
	}
	to, ok := r.placeOf(s.Targets[0])
	if !ok {
		return nil
	}
	if p, ok := r.placeOf(b.Left); ok && p == to {
		return b.Right
	}
	if p, ok := r.placeOf(b.Right); ok && p == to {
		return b.Left
	}
	return nil
}

func (r *run) assign(t python.Expr, vs values) {
	switch t := t.(type) {
	case *python.Name:
		if p, ok := r.placeOf(t); ok {
			r.env[p] = vs
		}
	case *python.Attribute:
		r.assignAttribute(t, vs)
	case *python.Subscript:
		r.assignItem(t, vs)
	case *python.Starred:
		r.assign(t.Value, vs)
	case *python.Sequence:
		for i, item := range t.Items {
			r.assign(item, r.unpacked(vs, i))
		}
	}
}

// unpacked is item i of what a value unpacks to.
func (r *run) unpacked(vs values, i int) values {
	var items values
	for _, v := range vs {
		switch {
		case v.kind != containerValue:
			items = items.with(v)
		case len(v.items) > 0:
			items = items.with(v.items["#"+itoa(i)]...).with(v.rest...)
		default:
			items = items.with(v.rest...)
		}
	}
	return items
}

func (r *run) assignAttribute(t *python.Attribute, vs values) {
	switch t.Attr {
	case "requires_grad":
		if p, ok := r.placeOf(t.Value); ok && !r.f.Module.IsFalse(assignedValue(t)) {
			r.env[p] = r.asLeaves(r.eval(t.Value))
			return
		}
	case "data", "grad":
		return
	}
	r.eval(t.Value)
	if p, ok := r.placeOf(t); ok {
		r.env[p] = vs
		return
	}
	r.escape(vs)
}

func assignedValue(t python.Expr) python.Expr {
	if a, ok := t.Parent().(*python.Assign); ok {
		return a.Value
	}
	return nil
}

// asLeaves makes tensors require gradients: data becomes a leaf.
func (r *run) asLeaves(vs values) values {
	var leaves values
	for _, v := range vs {
		if v.kind == plainValue || v.kind == nullValue {
			v = r.once(v.node, leafValue)
			v.kind = leafValue
		}
		leaves = leaves.with(v)
	}
	return leaves
}

// assignItem writes into a container, or into a part of a tensor: the tensor is
// then computed from what was written too.
func (r *run) assignItem(t *python.Subscript, vs values) {
	base := r.eval(t.Value)
	r.evalAll(t.Index)
	key, known := constantKey(t)
	if known && namesKey(t) || r.f.walksKeys(t) {
		base = r.asDictionary(t, base)
	}
	tensor := false
	for _, v := range base {
		switch {
		case v.kind == containerValue && known && len(base) == 1 && len(v.laps) == len(r.laps):
			v.items[key] = vs
		case v.kind == containerValue && known:
			v.items[key] = v.items[key].with(vs...)
		case v.kind == containerValue:
			v.rest = v.rest.with(vs...)
		default:
			tensor = true
		}
	}
	if p, ok := r.placeOf(t.Value); ok && tensor {
		now := r.make(operation, t, base, vs)
		r.note(accumulatesItem, assignmentOf(t), t, assignedValue(t), base, vs, now)
		r.env[p] = now
		return
	}
	for _, v := range base {
		if !known {
			r.noteAdded(accumulatesItem, assignmentOf(t), t, assignedValue(t), v, vs)
		}
	}
}

// namesKey reports whether the key of an item is a text: what has such items is no tensor.
func namesKey(t *python.Subscript) bool {
	_, ok := t.Index[0].(*python.String)
	return ok
}

// walksKeys reports whether the key of an item is one of the keys that a loop finds in
// the very thing: `for key, value in losses.items(): losses[key] = value.item()`.
func (f *Facts) walksKeys(t *python.Subscript) bool {
	if len(t.Index) != 1 {
		return false
	}
	key, ok := t.Index[0].(*python.Name)
	path := python.PathText(t.Value)
	if !ok || path == "" {
		return false
	}
	_, bindings := f.Module.Lookup(key.ID, key)
	for _, b := range bindings {
		over := unwrapIterable(b.Value)
		if c, ok := over.(*python.Call); ok && (c.MethodName() == "items" || c.MethodName() == "keys") {
			over = c.Receiver()
		}
		if b.Kind == python.LoopTarget && over != nil && python.PathText(over) == path {
			return true
		}
	}
	return false
}

// asDictionary turns a computed value into the dictionary that out["loss"] = … shows
// it to be: its other items hang on a graph or not.
func (r *run) asDictionary(t *python.Subscript, base values) values {
	p, ok := r.placeOf(t.Value)
	if !ok || len(base) != 1 || base[0].kind == containerValue {
		return base
	}
	held := r.container(t)
	if r.grad == CarriesNot || base[0].kind == plainValue {
		held.rest = base
	} else {
		held.rest = r.make(unknownResult, t, base)
	}
	r.env[p] = values{held}
	return r.env[p]
}

func assignmentOf(t python.Expr) python.Node {
	if s, ok := t.Parent().(python.Stmt); ok {
		return s
	}
	return t
}

func (r *run) augment(s *python.AugAssign) {
	old, added := r.eval(s.Target), r.eval(s.Value)
	for _, v := range old {
		if v.kind == containerValue && s.Op == "+=" { // list += list
			values{}.join(v, added)
			r.noteAdded(accumulatesList, s, s.Target, s.Value, v, r.flatten(added))
			return
		}
	}
	now := r.compute(s, old, added)
	if old.allNull() && added.allNull() {
		now = values{r.once(s, nullValue)}
	}
	if s.Op == "+=" {
		r.note(accumulatesSum, s, s.Target, s.Value, old, added, now)
	}
	if sub, ok := s.Target.(*python.Subscript); ok {
		base := r.eval(sub.Value)
		key, known := constantKey(sub)
		for _, v := range base {
			switch {
			case v.kind == containerValue && known:
				v.items[key] = now
			case v.kind == containerValue:
				v.rest = v.rest.with(now...)
			}
		}
		return
	}
	r.assign(s.Target, now)
}
