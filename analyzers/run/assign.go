package run

import (
	"maps"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// bindName binds a name in the scope that Python binds it in.
func (m *Machine) bindName(name string, v Value) {
	scope := m.scopeOf(name)
	if scope.parent == nil && scope.unit != nil {
		if a := scope.unit.deferred[name]; a != nil { // one way of a fork may bind it anew, the other keeps what was imported
			m.arrives(scope.unit, name, a)
		}
		if m.frame.scope != scope {
			m.settleGlobal(scope.unit, name)
		}
	}
	m.set(scope, name, v)
}

// settleGlobal finds what a name of a module is before it is bound anew from elsewhere: what it is on ways that do not
// come here, and what others have imported before.
func (m *Machine) settleGlobal(u *Unit, name string) {
	m.global(u, name)
	for _, other := range m.importing {
		if !m.spend(1) {
			return
		}
		if other == u {
			continue
		}
		for _, as := range slices.Sorted(maps.Keys(other.deferred)) {
			if a := other.deferred[as]; a != nil && a.Path == name {
				m.arrives(other, as, a)
			}
		}
	}
}

// scopeOf is the scope in which an assignment binds a name.
func (m *Machine) scopeOf(name string) *Object {
	scope := m.frame.scope
	global, declared := scope.globals[name]
	if !declared {
		return scope
	}
	for s := scope.parent; s != nil && !global; s = s.parent {
		if s.parent != nil && m.get(s, name) != nil {
			return s
		}
	}
	return m.frame.unit.scope
}

func (m *Machine) assign(s *python.Assign) {
	if s.Value == nil {
		if name, ok := s.Targets[0].(*python.Name); ok && m.frame.class != nil { // a field without a default
			m.frame.class.declare(name.ID)
		}
		return
	}
	v := m.eval(s.Value)
	if m.dead {
		return
	}
	if len(s.Targets) == 1 && addsToItself(s.Targets[0], s.Value) {
		if counted := m.counted(s.Targets[0], v, s); counted != nil {
			v = counted
		}
	}
	if o := m.openSwitch(s, v); o != nil {
		v = o
	}
	m.openRegistry(s, v)
	for _, t := range s.Targets {
		if name, ok := t.(*python.Name); ok && s.Annotation != nil && m.frame.class != nil {
			m.frame.class.declare(name.ID)
		}
		m.noteSum(s, t, v)
		m.target(t, v)
	}
}

// noteSum notes x = x + y, which is a sum as x += y is, and the moving average x = 0.9 * x + 0.1 * y.
func (m *Machine) noteSum(s *python.Assign, target python.Expr, v Value) {
	added, weighted := python.AddedTo(target, s.Value)
	if added == nil {
		return
	}
	store := &Store{Kind: StoreSummed, Node: s, New: v}
	ofName := false
	switch t := target.(type) {
	case *python.Name:
		ofName, store.Target, store.Name = true, m.scopeOf(t.ID), t.ID
	case *python.Attribute:
		store.Name = t.Attr
		store.Target, _ = m.narrow(m.eval(t.Value)).(*Object)
	}
	if store.Target == nil {
		return
	}
	sum, _ := added.Parent().(*python.Binary)
	switch o := sumIn(v); {
	case o != nil && sum != nil:
		store.New = o // of x = y if x is None else x + y
		store.Old, store.Added = o.Operands[0], o.Operands[1]
		if added == sum.Left {
			store.Old, store.Added = o.Operands[1], o.Operands[0]
		}
		if weighted {
			store.Old = m.get(store.Target, store.Name)
		}
	case ofName && !weighted: // of numbers that are known
		n, ok := added.(*python.Number)
		if !ok {
			return
		}
		store.Old, store.Added = m.get(store.Target, store.Name), m.eval(n)
	default:
		return
	}
	m.note(store)
}

// sumIn is the sum or difference that a value is, or may be; nil for none.
func sumIn(v Value) *Object {
	for _, one := range Alternatives(v) {
		if o, ok := one.(*Object); ok && len(o.Operands) == 2 && (o.Operator == "+" || o.Operator == "-") {
			return o
		}
	}
	return nil
}

// target gives an assignment's target its value.
func (m *Machine) target(t python.Expr, v Value) {
	name(v, python.LastName(t))
	switch t := t.(type) {
	case *python.Name:
		m.noteReplaced(t, v)
		m.bindName(t.ID, v)
	case *python.Attribute:
		m.setAttribute(m.eval(t.Value), t.Attr, v, t)
	case *python.Subscript:
		m.setItem(m.eval(t.Value), m.index(t), v, t)
	case *python.Starred:
		m.target(t.Value, v)
	case *python.Sequence:
		m.unpack(t, v)
	}
}

// name keeps how the code calls what it got from something unknown: the word of a call that is not seen, or an item's
// key, says less of it.
func name(v Value, target string) {
	if target == "" {
		return
	}
	for _, one := range Alternatives(v) {
		o, ok := one.(*Object)
		if ok && o.Named == "" && (o.Kind == Unknown && o.Operator == "[]" || o.Kind == Result && o.Made != nil) {
			o.Named = target
		}
	}
}

// noteReplaced notes that a name is bound to another instance than before. What else names are bound to is no change of
// anything.
func (m *Machine) noteReplaced(t *python.Name, v Value) {
	scope := m.scopeOf(t.ID)
	old := m.get(scope, t.ID)
	if old != nil && !identical(old, v) && anyInstance(old) && anyInstance(v) {
		m.note(&Store{Kind: StoreName, Node: t, Target: scope, Name: t.ID, Old: old, New: v})
	}
}

func anyInstance(v Value) bool {
	for _, one := range Alternatives(v) {
		if o, ok := one.(*Object); ok && o.Kind == Instance {
			return true
		}
	}
	return false
}

// unpack binds the items of a tuple target.
func (m *Machine) unpack(t *python.Sequence, v Value) {
	star := -1
	for i, item := range t.Items {
		if _, ok := item.(*python.Starred); ok {
			star = i
		}
	}
	list, exact := m.elements(v)
	if c, ok := m.narrow(v).(*Choice); ok && star < 0 { // each position is a choice of its own
		for i, item := range t.Items {
			m.target(item, m.eachItem(c, i, len(t.Items), item))
		}
		return
	}
	switch {
	case exact && star < 0 && len(list) == len(t.Items):
		for i, item := range t.Items {
			m.target(item, list[i])
		}
	case exact && star >= 0 && len(list) >= len(t.Items)-1:
		behind := len(t.Items) - 1 - star
		for i, item := range t.Items {
			switch {
			case i < star:
				m.target(item, list[i])
			case i == star:
				m.target(item, m.newList(list[star:len(list)-behind], nil, item))
			default:
				m.target(item, list[len(list)-len(t.Items)+i])
			}
		}
	default:
		for i, item := range t.Items {
			if _, starred := item.(*python.Starred); starred {
				m.target(item, m.newList(nil, m.part(v, Int(i), item), item))
				continue
			}
			m.target(item, m.part(v, Int(i), item))
		}
	}
}

func (m *Machine) eachItem(c *Choice, i, n int, at python.Node) Value {
	var list []Alternative
	for _, a := range c.Alternatives {
		items, exact := m.elements(a.Value)
		if exact && len(items) == n {
			list = append(list, Alternative{a.When, items[i]})
			continue
		}
		if exact || Known(a.Value) { // Python raises: too many values, or None
			continue
		}
		list = append(list, Alternative{a.When, m.part(a.Value, Int(i), at)})
	}
	if len(list) == 0 {
		return m.part(c, Int(i), at)
	}
	return m.choice(list)
}

// part is an item of something that is not known; the same one each time it is asked for.
func (m *Machine) part(v Value, key Value, at python.Node) Value {
	o, ok := v.(*Object)
	if !ok {
		item := m.unknown(at, "an item of something unknown")
		if _, ofLibrary := v.(Symbol); ofLibrary {
			item.Operator, item.Operands = "[]", []Value{v, key}
		}
		return item
	}
	name := partName(key)
	stored := m.get(o, anyKey)
	if name != "" {
		if held := m.get(o, name); held != nil {
			return m.choiceOf(held, stored)
		}
	}
	item := m.unknown(at, "an item of something unknown")
	item.Operator, item.Operands = "[]", []Value{o, key}
	item.Laps, item.Seq, item.Grad = o.Laps, o.Seq, o.Grad
	if s, ok := key.(Str); ok {
		item.Word = string(s)
	}
	if name != "" {
		o.begin(name, item)
	}
	return m.choiceOf(item, stored)
}

// anyKey is the field of something unknown that holds what was stored in it under a key that is not known.
const anyKey = "[?]"

func (m *Machine) augment(s *python.AugAssign) {
	old := m.eval(s.Target)
	added := m.eval(s.Value)
	if m.dead {
		return
	}
	operator := strings.TrimSuffix(s.Op, "=")
	store := &Store{Kind: StoreSummed, Node: s, Old: old, Added: added}
	if o, ok := old.(*Object); ok && operator == "+" && (o.Kind == List) {
		m.extend(o, added, s)
		return
	}
	if o, ok := old.(*Object); ok && operator == "|" && o.Kind == Dict {
		m.update(o, added, s)
		return
	}
	store.New = m.operate(operator, old, added, s)
	switch t := s.Target.(type) {
	case *python.Name:
		store.Target, store.Name = m.scopeOf(t.ID), t.ID
	case *python.Attribute:
		store.Target, _ = m.eval(t.Value).(*Object)
		store.Name = t.Attr
	case *python.Subscript:
		store.Target, _ = m.eval(t.Value).(*Object)
		store.Key = m.index(t)
	}
	if counted := m.counted(s.Target, store.New, s); counted != nil {
		store.New = counted
	}
	m.note(store)
	m.target(s.Target, store.New)
}

// addsToItself reports whether an assignment is count = count + 1.
func addsToItself(target, value python.Expr) bool {
	b, ok := value.(*python.Binary)
	if !ok || b.Op != "+" {
		return false
	}
	path := python.PathText(target)
	return path != "" && path == python.PathText(b.Left)
}

// counted is what stands for a number that a function called in a loop adds to in every lap; nil for anything else.
func (m *Machine) counted(target python.Expr, sum Value, s python.Node) *Object {
	if !isCount(sum) || m.frame.function == nil {
		return nil
	}
	var holder *Object
	name := ""
	switch t := target.(type) {
	case *python.Name:
		holder, name = m.scopeOf(t.ID), t.ID
	case *python.Attribute:
		holder, _ = m.eval(t.Value).(*Object)
		name = t.Attr
	}
	if name == "" || !m.foundByNextLap(holder, name) || !isCount(m.get(holder, name)) {
		return nil
	}
	o := m.unknown(s, "counted in a loop around %s", m.frame.function.Name())
	o.Word, o.Operator = name, counting
	return o
}

// foundByNextLap reports whether a function that is called in a lap of a loop leaves an attribute, or a variable of the
// functions around it, to the next lap, and this lap has not set it before: a count on self. The first lap stands for
// any, as of a count in the loop's own body.
func (m *Machine) foundByNextLap(o *Object, name string) bool {
	if o == nil || m.frame.function == nil {
		return false
	}
	i := len(m.laps) - 1
	for i >= 0 && m.laps[i].Exact {
		i--
	}
	if i < 0 || o.Seq > m.laps[i].Entry ||
		slices.ContainsFunc(m.frame.loops, func(t *turning) bool { return t.entry == m.laps[i].Entry }) {
		return false
	}
	return !slices.ContainsFunc(
		m.trail[min(m.laps[i].trail, len(m.trail)):],
		func(w write) bool { return w.object == o && w.name == name },
	)
}

// isCount reports whether a value is a number that is known.
func isCount(v Value) bool {
	switch Bare(v).(type) {
	case Int, BigInt, Float:
		return true
	}
	return false
}

// setAttribute stores an attribute, as the class of the object does it.
func (m *Machine) setAttribute(on Value, name string, v Value, at python.Node) {
	if o, ok := m.narrow(on).(*Object); ok && o.Kind == Instance {
		if f := m.storesItself(o, "__setattr__", Str(name)); f != nil {
			m.call(&Method{f, o}, []Argument{{Value: Str(name)}, {Value: v}}, nil, at)
			return
		}
	}
	m.storeAttribute(on, name, v, at)
}

// storeAttribute stores an attribute as object does it.
func (m *Machine) storeAttribute(on Value, name string, v Value, at python.Node) {
	switch o := m.narrow(on).(type) {
	case *Object:
		if class, ok := o.Class.(*Class); ok {
			if p, ok := m.lookupClass(class, name+propertySetter).(*Function); ok {
				m.call(&Method{p, o}, []Argument{{Value: v}}, nil, at)
				return
			}
		}
		if name == "__dict__" && v == Value(o) && o.Kind == Dict { // its attributes are its items
			m.ByName(o)
			return
		}
		if m.byName(o) {
			m.setItem(o, Str(name), v, at)
			return
		}
		old := m.get(o, name)
		m.note(&Store{Kind: StoreAttribute, Node: at, Target: o, Name: name, Old: old, New: v})
		if class, ok := o.Class.(*Class); ok && old == nil && o.Kind == Instance {
			if shared := m.lookupClass(class, name); shared != nil { // what it is on ways that do not come here
				o.begin(name, shared)
			}
		}
		if old == nil && len(m.path) > 0 && isOpen(o) { // if not cfg.use_cuda: cfg.fp16 = False; it is what it was otherwise
			m.attribute(o, name, at)
		}
		m.set(o, name, v)
		m.isSetNow(o, name)
	case *Class:
		if m.get(o.scope, name) == nil {
			if shared := m.lookupClass(o, name); shared != nil {
				o.scope.begin(name, shared)
			}
		}
		m.set(o.scope, name, v)
	case *Function:
		m.set(m.functionState(o), name, v)
	case *Unit:
		m.settleGlobal(o, name)
		m.set(o.scope, name, v)
	case Symbol: // of a library's module, what the library keeps for the program: sys.argv = [...]
		if m.Library != nil && m.Library.Attribute(m, o, name) != nil {
			m.set(m.state, string(o)+"."+name, v)
		}
	case *Choice:
		m.each(o, func(one Value) Value {
			m.setAttribute(one, name, v, at)
			return nil
		})
	}
}

// isSetNow notes that an attribute is there, whichever ways had set it before.
func (m *Machine) isSetNow(o *Object, name string) {
	if m.get(o, thereAs+name) != nil {
		m.set(o, thereAs+name, Bool(true))
	}
}

// isOpen reports whether an object may have attributes that nothing seen has set.
func isOpen(o *Object) bool { return o.Kind == Unknown || o.Kind == Result || o.Kind == Namespace }

// propertySetter is added to a property's name where its class keeps the setter.
const propertySetter = " setter"
