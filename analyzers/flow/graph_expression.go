package flow

import "github.com/trainlint/trainlint/analyzers/python"

// make is a new value of an expression. Under no_grad nothing is recorded: what
// is computed there carries nothing and depends on nothing.
func (r *run) make(kind valueKind, n python.Node, deps ...values) values {
	v := &value{kind: kind, node: n, laps: r.laps}
	switch {
	case kind == operation || kind == forwardPass || kind == unknownResult:
		if r.grad == CarriesNot {
			v.kind = plainValue
			break
		}
		if r.grad == MayCarry {
			v.kind = unknownResult
		}
		for _, d := range deps {
			if len(d) > 0 {
				v.deps = append(v.deps, r.flatten(d))
			}
		}
	}
	return values{v}
}

// flatten replaces containers by what they hold now: what is added later is not
// part of what was computed from them.
func (r *run) flatten(vs values) values {
	r.search(vs)
	var flat values
	for _, v := range vs {
		if v.kind != containerValue {
			flat = flat.with(v)
			continue
		}
		flat = flat.with(r.holds(v)...)
	}
	return flat
}

const maxNesting = 4

// holds are the values in a container and in the containers within it. Each
// container is opened once: where many hold each other, the ways through them
// multiply at every level. What is opened counts as the run's work.
func (r *run) holds(container *value) values {
	var all values
	opened := map[*value]bool{container: true}
	level := values{container}
	for depth := 0; depth <= maxNesting && len(level) > 0; depth++ {
		var inner values
		for _, c := range level {
			r.steps += len(c.items)
			for _, v := range c.contents() {
				switch {
				case v.kind != containerValue:
					r.search(all)
					all = all.with(v)
				case !opened[v]:
					opened[v] = true
					inner = append(inner, v)
				}
			}
		}
		level = inner
	}
	return all
}

func (r *run) plain(n python.Node) values {
	return values{&value{kind: plainValue, node: n, laps: r.laps}}
}

// compute is an operation on everything its operands hold: each container's items
// take part for sure.
func (r *run) compute(n python.Node, operands ...values) values {
	var deps []values
	for _, o := range operands {
		if len(o) == 1 && o[0].kind == containerValue {
			for _, v := range r.holds(o[0]) {
				deps = append(deps, values{v})
			}
			continue
		}
		deps = append(deps, o)
	}
	return r.make(operation, n, deps...)
}

func (r *run) eval(e python.Expr) values {
	if e == nil || r.over() {
		return nil
	}
	r.steps++
	vs := r.expression(e)
	if len(vs) > maxAlternatives {
		vs = r.make(unknownResult, e, vs)
	}
	switch e.(type) {
	case *python.Number, *python.Constant, *python.String, *python.Compare:
	default:
		if list := r.evaluations[e]; len(list) < maxEvaluations {
			r.evaluations[e] = append(list, vs)
		} else {
			list[len(list)-1] = list[len(list)-1].with(vs...)
		}
		r.latest[e] = vs
	}
	return vs
}

// maxEvaluations is how many evaluations of an expression are told apart.
const maxEvaluations = 6

// maxAlternatives is how many values an expression may have before they are
// lumped together.
const maxAlternatives = 16

func (r *run) evalAll(list []python.Expr) {
	for _, e := range list {
		r.eval(e)
	}
}

func (r *run) expression(e python.Expr) values {
	switch e := e.(type) {
	case *python.Name:
		return r.name(e)
	case *python.Attribute:
		return r.attribute(e)
	case *python.Call:
		return r.call(e)
	case *python.Binary:
		return r.binary(e)
	case *python.Unary:
		if vs := r.eval(e.Operand); e.Op == "-" || e.Op == "+" {
			if vs.allNull() {
				return vs
			}
			return r.compute(e, vs)
		}
		return r.plain(e)
	case *python.Bool:
		left := r.eval(e.Left)
		return left.with(r.eval(e.Right)...)
	case *python.Compare:
		r.evalAll(e.Operands)
		return r.plain(e)
	case *python.IfExp:
		return r.conditional(e)
	case *python.Subscript:
		return r.subscript(e)
	case *python.Sequence:
		return r.display(e)
	case *python.Dict:
		return r.dictionary(e)
	case *python.Comprehension:
		return r.comprehension(e)
	case *python.Starred:
		return r.eval(e.Value)
	case *python.Await:
		return r.eval(e.Value)
	case *python.Yield:
		vs := r.eval(e.Value)
		if a := r.calls[len(r.calls)-1]; len(r.calls) > 1 {
			a.yielded = a.yielded.with(vs...)
		} else {
			r.escape(vs)
		}
		return r.plain(e)
	case *python.Walrus:
		vs := r.eval(e.Value)
		r.assign(e.Target, vs)
		return vs
	case *python.Number:
		return values{r.once(e, nullValue)}
	case *python.Constant:
		if e.Kind == python.None {
			return values{r.once(e, nullValue)}
		}
		return r.plain(e)
	case *python.String:
		r.evalAll(e.Parts)
		return r.plain(e)
	case *python.Lambda:
		return r.plain(e)
	case *python.Opaque:
		r.evalAll(e.Parts)
	}
	return r.plain(e)
}

// once is the same value every time: a literal, a parameter, a module.
func (r *run) once(n python.Node, kind valueKind) *value {
	if v, ok := r.leaves[n]; ok {
		return v
	}
	v := newValue(kind, n)
	r.leaves[n] = v
	return v
}

func (r *run) binary(e *python.Binary) values {
	left, right := r.eval(e.Left), r.eval(e.Right)
	if s, ok := e.Left.(*python.String); ok && s != nil {
		return r.plain(e)
	}
	if left.allNull() && right.allNull() {
		return values{r.once(e, nullValue)}
	}
	if len(left) == 1 && left[0].kind == containerValue && e.Op == "+" { // lists
		c := r.container(e)
		c.rest = left[0].contents()
		return values{c}.join(c, right)
	}
	return r.compute(e, left, right)
}

// join adds what the others hold to a container.
func (vs values) join(c *value, others values) values {
	for _, o := range others {
		if o.kind == containerValue {
			c.rest = c.rest.with(o.contents()...)
		} else {
			c.rest = c.rest.with(o)
		}
	}
	return vs
}

func (r *run) conditional(e *python.IfExp) values {
	r.eval(e.Test)
	if known, value := r.decide(e.Test); known && value {
		return r.eval(e.Body)
	} else if known {
		return r.eval(e.Else)
	}
	var vs values
	r.arms(
		func() { r.narrow(e.Test, true); vs = vs.with(r.eval(e.Body)...) },
		func() { r.narrow(e.Test, false); vs = vs.with(r.eval(e.Else)...) })
	return vs
}

// name reads a variable. One that nothing here has set was there before.
func (r *run) name(e *python.Name) values {
	p, ok := r.placeOf(e)
	if !ok {
		return values{r.once(e, plainValue)}
	}
	if vs, ok := r.env[p]; ok {
		return vs
	}
	vs := values{r.global(e, p)}
	r.env[p] = vs
	return vs
}

// global is what a variable of an outer scope holds.
func (r *run) global(e *python.Name, p place) *value {
	bindings := p.scope.Bindings(p.name)
	if len(bindings) == 0 {
		return r.once(e, externalValue)
	}
	node := bindings[0].Node
	if v, ok := r.leaves[node]; ok {
		return v
	}
	if r.local(p.scope) && setsLater(bindings[0].Kind) {
		return r.once(node, nullValue) // not set yet on this way
	}
	if bindings[0].Kind == python.Parameter {
		bindings = bindings[:1]
	}
	kind := nullValue
	for _, b := range bindings {
		kind = worse(kind, r.boundKind(e, b))
	}
	v := newValue(kind, node)
	r.leaves[node] = v
	return v
}

// setsLater reports whether a binding is a statement that the run comes to itself.
func setsLater(k python.BindingKind) bool {
	switch k {
	case python.Assigned, python.Unpacked, python.Augmented, python.LoopTarget, python.WithTarget:
		return true
	}
	return false
}

// local reports whether a scope's own statements are being run.
func (r *run) local(s *python.Scope) bool {
	for _, a := range r.calls {
		if a.fn != nil && s.Node == python.Node(a.fn) || a.fn == nil && s.Node == nil {
			return true
		}
	}
	return false
}

// worse is the kind of which less is known.
func worse(a, b valueKind) valueKind {
	if a == b || b == nullValue {
		return a
	}
	if a == nullValue {
		return b
	}
	return externalValue
}

// boundKind is what a binding outside of the run leaves in its variable.
func (r *run) boundKind(e python.Expr, b *python.Binding) valueKind {
	switch b.Kind {
	case python.Imported, python.FunctionDefined, python.ClassDefined, python.HandlerName:
		return plainValue
	case python.Parameter:
		if p, ok := b.Node.(*python.Param); ok {
			return r.f.parameterKind(p)
		}
	case python.Assigned:
		return r.f.staticKind(b.Value)
	case python.LoopTarget, python.WithTarget, python.Unpacked:
		if r.f.isModule(e) {
			return moduleValue
		}
		return plainValue
	case python.Augmented:
		return r.f.staticKind(b.Value)
	}
	return externalValue
}

func (r *run) attribute(e *python.Attribute) values {
	if p, ok := r.placeOf(e); ok {
		if vs, ok := r.env[p]; ok {
			if _, isName := e.Value.(*python.Name); !isName {
				r.eval(e.Value)
			}
			return vs
		}
	}
	base := r.eval(e.Value)
	if detachedAttributes[e.Attr] {
		return r.plain(e)
	}
	if r.f.isModule(e) {
		return values{r.once(e, moduleValue)}
	}
	if parts := r.part(base); len(parts) > 0 {
		return parts
	}
	return r.objectAttribute(e)
}

// part is what an attribute or item of values is: of a computed value, it is one
// of its results, in the same graph.
func (r *run) part(base values) values {
	var parts values
	for _, v := range base {
		switch v.kind {
		case operation, forwardPass, unknownResult, leafValue, externalValue:
			parts = parts.with(v)
		case containerValue:
			parts = parts.with(v.contents()...)
		}
	}
	return parts
}

// objectAttribute reads an attribute that was set before the run.
func (r *run) objectAttribute(e *python.Attribute) values {
	p, ok := r.placeOf(e)
	if !ok {
		return values{r.once(e, r.f.attributeKind(e))}
	}
	v := r.attributes[p]
	if v == nil {
		v = newValue(r.f.attributeKind(e), e)
		r.attributes[p] = v
	}
	r.env[p] = values{v}
	return r.env[p]
}

func (r *run) subscript(e *python.Subscript) values {
	base := r.eval(e.Value)
	r.evalAll(e.Index)
	key, known := constantKey(e)
	var vs values
	for _, v := range base {
		if v.kind != containerValue {
			vs = vs.with(v)
			continue
		}
		if item, ok := v.items[key]; ok && known {
			vs = vs.with(item...).with(v.rest...)
		} else {
			vs = vs.with(v.contents()...)
		}
	}
	if len(vs) == 0 {
		return r.plain(e)
	}
	return vs
}

// constantKey is the key of an item where it is a literal.
func constantKey(e *python.Subscript) (string, bool) {
	if len(e.Index) != 1 {
		return "", false
	}
	switch k := e.Index[0].(type) {
	case *python.String:
		return k.Text, k.Known
	case *python.Number:
		return "#" + k.Text, true
	}
	return "", false
}

func (r *run) container(n python.Node) *value {
	c := newValue(containerValue, n)
	c.laps = r.laps
	return c
}

func (r *run) display(e *python.Sequence) values {
	c := r.container(e)
	for i, item := range e.Items {
		vs := r.eval(item)
		if star, ok := item.(*python.Starred); ok {
			r.search(c.rest)
			values{}.join(c, r.elements(star.Value, vs))
			continue
		}
		c.items["#"+itoa(i)] = vs
	}
	return values{c}
}

// search pays for looking whether a value is among others.
func (r *run) search(vs values) { r.f.Module.Meter.Spend(len(vs) / 16) }

func (r *run) dictionary(e *python.Dict) values {
	c := r.container(e)
	for _, item := range e.Items {
		if item.Key == nil {
			r.search(c.rest)
			values{}.join(c, r.eval(item.Value))
			continue
		}
		r.eval(item.Key)
		if s, ok := item.Key.(*python.String); ok && s.Known {
			c.items[s.Text] = r.eval(item.Value)
		} else {
			r.search(c.rest)
			c.rest = c.rest.with(r.eval(item.Value)...)
		}
	}
	return values{c}
}

func (r *run) comprehension(e *python.Comprehension) values {
	for _, clause := range e.Clauses {
		over := r.eval(clause.Iter)
		r.assign(clause.Target, r.elements(clause.Iter, over))
		r.evalAll(clause.Ifs)
	}
	c := r.container(e)
	vs := r.eval(e.Element)
	if e.Value != nil {
		vs = r.eval(e.Value)
	}
	c.rest = vs
	return values{c}
}

func itoa(i int) string {
	const digits = "0123456789"
	if i < 10 {
		return digits[i : i+1]
	}
	return itoa(i/10) + itoa(i%10)
}
