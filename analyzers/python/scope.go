package python

import (
	"iter"
	"maps"
	"slices"
	"strconv"
	"sync"
)

// BindingKind says how a name got its value.
type BindingKind uint8

// The ways to bind a name.
const (
	Imported BindingKind = iota
	Assigned
	Unpacked // one element of a tuple assignment; Index says which
	Augmented
	Parameter
	FunctionDefined
	ClassDefined
	LoopTarget
	WithTarget
	HandlerName
	Deleted
	PatternName
)

// Binding is one place where a name, an attribute of self or an item of a
// dictionary gets a value.
type Binding struct {
	Name string
	Kind BindingKind
	// Node is the statement, parameter or clause that binds.
	Node Node
	// Value is what the name is bound to (Assigned), what is unpacked
	// (Unpacked, LoopTarget: what is iterated, WithTarget: the context manager),
	// nil where there is no such expression.
	Value Expr
	// Index is the position in the unpacked tuple, -1 elsewhere.
	Index int
	// Path is the dotted name of what is imported; a relative one starts with dots.
	Path string
	// Scope is where the binding stands.
	Scope *Scope
}

// Scope is one name space: the module's, a function's, a class's, a lambda's or a
// comprehension's.
type Scope struct {
	// Node owns the scope: *Function, *Class, *Lambda or *Comprehension; nil for the module.
	Node   Node
	Parent *Scope

	names  map[string][]*Binding
	global map[string]bool // declared global or nonlocal
	stars  []string        // modules imported with *
	closed bool            // what stands in its function was not looked at yet
}

// Bindings lists where a name is bound in this very scope, in the order of the text.
func (s *Scope) Bindings(name string) []*Binding { return s.names[name] }

// Names are the names that are bound in this very scope, in no order.
func (s *Scope) Names() iter.Seq[string] { return maps.Keys(s.names) }

// Stars lists the modules from which the scope imports everything, in order; relative ones start with dots.
func (s *Scope) Stars() []string { return s.stars }

// Function is the def that the scope belongs to or stands in, nil at module level.
func (s *Scope) Function() *Function {
	for ; s != nil; s = s.Parent {
		if f, ok := s.Node.(*Function); ok {
			return f
		}
	}
	return nil
}

type facts struct {
	once    sync.Once
	module  *Scope
	scopes  map[Node]*Scope
	closed  []*Scope                         // in the order in which they were met; some were opened since
	whole   map[*Class]bool                  // whose methods were all looked at
	around  map[Node]*Scope                  // the scope that an if stands in, once it was asked for
	members map[*Class]map[string][]*Binding // self.x = … and class-level x = …
	places  map[string][]*Binding            // args.x = …, config["x"] = …, by text of the target
	memo    map[Node]string                  // what TypeOf found
	busy    map[Node]bool
	parser  map[string]*option
	parsed  bool
}

func (m *Module) load() *facts {
	f := &m.facts
	if f.scopes == nil {
		m.Meter.Spend(m.size)
	}
	f.once.Do(func() {
		f.scopes = map[Node]*Scope{}
		f.around = map[Node]*Scope{}
		f.members = map[*Class]map[string][]*Binding{}
		f.places = map[string][]*Binding{}
		f.whole = map[*Class]bool{}
		f.memo = map[Node]string{}
		f.busy = map[Node]bool{}
		f.module = &Scope{names: map[string][]*Binding{}}
		b := &binder{m: m, f: f}
		for _, s := range m.Body {
			b.visit(s, f.module)
		}
	})
	return f
}

// ModuleScope is the scope of the file itself.
func (m *Module) ModuleScope() *Scope { return m.load().module }

// ScopeAt is the innermost scope in which n is evaluated.
func (m *Module) ScopeAt(n Node) *Scope {
	f := m.load()
	m.Meter.Spend(1)
	found, from := f.module, n
	for p := n.Parent(); p != nil; from, p = p, p.Parent() {
		m.Meter.Walked()
		if opensScope(p) {
			if s := m.scopeOf(p); s != nil && !evaluatedOutside(p, from) {
				found = s
				break
			}
		} else if _, ok := p.(*If); ok {
			if s := f.around[p]; s != nil {
				found = s
				break
			}
		}
	}
	// A row of elifs is as deep as it is long: remember what was found on the way.
	for p := n.Parent(); p != nil && p != from.Parent(); p = p.Parent() {
		if _, ok := p.(*If); ok {
			f.around[p] = found
		}
	}
	return found
}

func opensScope(n Node) bool {
	switch n.(type) {
	case *Function, *Class, *Lambda, *Comprehension:
		return true
	}
	return false
}

// scopeOf is the scope that a function, class, lambda or comprehension of a loaded module opens. What stands in a
// function is looked at when somebody asks for it: most functions of what a program imports are never asked about.
func (m *Module) scopeOf(n Node) *Scope {
	f := &m.facts
	s, ok := f.scopes[n]
	if !ok && len(f.closed) > 0 {
		var around []Node // the functions around it
		for p := n.Parent(); p != nil; p = p.Parent() {
			if _, is := p.(*Function); is {
				around = append(around, p)
			}
		}
		for _, p := range slices.Backward(around) {
			m.open(f.scopes[p])
		}
		s = f.scopes[n]
	}
	m.open(s)
	return s
}

// open looks at what stands in a function, if nobody did.
func (m *Module) open(s *Scope) {
	if s != nil && s.closed {
		s.closed = false
		(&binder{m: m, f: &m.facts}).inside(s.Node.(*Function), s)
	}
}

// openWithin opens all functions of a class, or of the whole file where there is none.
func (m *Module) openWithin(c *Class) {
	f := m.load()
	if f.whole[c] || m.scoping {
		return
	}
	f.whole[c] = true
	if c != nil {
		m.scopeOf(c)
	}
	for i := 0; i < len(f.closed); i++ { // opening one may add others
		if s := f.closed[i]; s.closed && (c == nil || c.Span().Contains(s.Node.Span())) {
			m.open(s)
		}
	}
	f.closed = slices.DeleteFunc(f.closed, func(s *Scope) bool { return !s.closed })
	if c != nil {
		for _, list := range f.members[c] {
			inOrder(list)
		}
		return
	}
	for _, list := range f.places {
		inOrder(list)
	}
}

// inOrder sorts what was met function by function into the order of the text.
func inOrder(list []*Binding) {
	slices.SortStableFunc(list, func(a, b *Binding) int { return a.Node.Span().Start - b.Node.Span().Start })
}

// evaluatedOutside reports whether a part of a definition is evaluated in the
// scope around it: decorators, defaults, annotations, bases.
func evaluatedOutside(owner, part Node) bool {
	switch part.(type) {
	case *Decorator, *Param, *Arg:
		return true
	}
	if f, ok := owner.(*Function); ok {
		return part == Node(f.Returns)
	}
	return false
}

// Lookup finds where the name used at n is bound. Class scopes are skipped from
// inside their methods, as Python does. The scope is nil for an unbound name.
func (m *Module) Lookup(name string, n Node) (*Scope, []*Binding) {
	first := m.ScopeAt(n)
	for s := first; s != nil; s = s.Parent {
		m.Meter.Spend(1)
		if _, isClass := s.Node.(*Class); isClass && s != first {
			continue
		}
		if s.global[name] {
			continue
		}
		if list := s.names[name]; len(list) > 0 {
			m.Meter.Spend(len(list) / 8) // whoever asks looks at all of them
			return s, list
		}
	}
	return nil, nil
}

// Member lists where self.name (or the class attribute) of a class is bound.
func (m *Module) Member(c *Class, name string) []*Binding { return m.Members(c)[name] }

// Members maps every attribute that the class's body or methods set to the places.
func (m *Module) Members(c *Class) map[string][]*Binding {
	if c == nil {
		return nil
	}
	m.openWithin(c)
	return m.facts.members[c]
}

// assigned lists where an attribute or an item with this text gets a value: args.x = …, config["x"] = ….
func (m *Module) assigned(path string) []*Binding {
	m.openWithin(nil)
	return m.facts.places[path]
}

// maxStars bounds how many modules a file imports with a star: each name that nothing
// binds is looked for in all of them.
const maxStars = 100

// binder fills the scopes.
type binder struct {
	m *Module
	f *facts
}

func (b *binder) open(owner Node, parent *Scope) *Scope {
	s := &Scope{Node: owner, Parent: parent, names: map[string][]*Binding{}}
	b.f.scopes[owner] = s
	return s
}

func (b *binder) bind(s *Scope, x Binding) {
	home := s
	if s.global[x.Name] {
		for home = s.Parent; home.Parent != nil && home.global[x.Name]; {
			home = home.Parent
		}
		if _, isClass := home.Node.(*Class); isClass || len(home.names[x.Name]) == 0 {
			home = b.f.module
		}
	}
	x.Scope = s
	home.names[x.Name] = append(home.names[x.Name], &x)
	if c, ok := s.Node.(*Class); ok {
		b.member(c, x)
	}
}

func (b *binder) member(c *Class, x Binding) {
	if b.f.members[c] == nil {
		b.f.members[c] = map[string][]*Binding{}
	}
	b.f.members[c][x.Name] = append(b.f.members[c][x.Name], &x)
}

func (b *binder) visit(n Node, s *Scope) {
	switch n := n.(type) {
	case *Function:
		b.bind(s, Binding{Name: n.Name, Kind: FunctionDefined, Node: n, Index: -1})
		inner := b.open(n, s)
		b.defaults(n.Params, s)
		for _, d := range n.Decorators {
			b.visit(d, s)
		}
		if b.m.scoping {
			b.inside(n, inner)
			return
		}
		inner.closed = true
		b.f.closed = append(b.f.closed, inner)
		return
	case *Lambda:
		inner := b.open(n, s)
		b.defaults(n.Params, s)
		b.params(n.Params, inner)
		b.visitExpr(n.Body, inner)
		return
	case *Class:
		b.bind(s, Binding{Name: n.Name, Kind: ClassDefined, Node: n, Index: -1})
		for _, d := range n.Decorators {
			b.visit(d, s)
		}
		for _, base := range n.Bases {
			b.visit(base, s)
		}
		b.body(n.Body, b.open(n, s))
		return
	case *Comprehension:
		inner := b.open(n, s)
		for _, c := range n.Clauses {
			b.target(inner, c.Target, Binding{Kind: LoopTarget, Node: c, Value: c.Iter, Index: -1})
		}
		eachChild(n, func(c Node) { b.visit(c, inner) })
		return
	case *Import:
		b.imports(n, s)
		return
	case *Scoping:
		if s.Parent == nil { // at module level the word does nothing
			return
		}
		if s.global == nil {
			s.global = map[string]bool{}
		}
		for _, name := range n.Names {
			s.global[name] = true
		}
		return
	case *Assign:
		if n.Value != nil {
			for _, t := range n.Targets {
				b.target(s, t, Binding{Kind: Assigned, Node: n, Value: n.Value, Index: -1})
			}
		} else if c, ok := s.Node.(*Class); ok && len(n.Targets) == 1 {
			if name, ok := n.Targets[0].(*Name); ok { // a dataclass field without default
				b.member(c, Binding{Name: name.ID, Kind: Assigned, Node: n, Index: -1, Scope: s})
			}
		}
	case *AugAssign:
		b.target(s, n.Target, Binding{Kind: Augmented, Node: n, Value: n.Value, Index: -1})
	case *For:
		b.target(s, n.Target, Binding{Kind: LoopTarget, Node: n, Value: n.Iter, Index: -1})
	case *WithItem:
		b.target(s, n.Target, Binding{Kind: WithTarget, Node: n, Value: n.Context, Index: -1})
	case *Handler:
		if n.Name != nil {
			b.target(s, n.Name, Binding{Kind: HandlerName, Node: n, Index: -1})
		}
	case *Walrus:
		b.target(s, n.Target, Binding{Kind: Assigned, Node: n, Value: n.Value, Index: -1})
	case *Delete:
		for _, t := range n.Targets {
			b.target(s, t, Binding{Kind: Deleted, Node: n, Index: -1})
		}
	case *Case:
		for _, p := range n.Patterns {
			if name, ok := p.(*Name); ok && name.ID != "_" {
				b.bind(s, Binding{Name: name.ID, Kind: PatternName, Node: n, Index: -1})
			}
		}
	}
	eachChild(n, func(c Node) { b.visit(c, s) })
}

func (b *binder) visitExpr(e Expr, s *Scope) {
	if e != nil {
		b.visit(e, s)
	}
}

func (b *binder) body(list []Stmt, s *Scope) {
	for _, stmt := range list { // global declarations hold for the whole body
		if g, ok := stmt.(*Scoping); ok {
			b.visit(g, s)
		}
	}
	for _, stmt := range list {
		b.visit(stmt, s)
	}
}

// inside binds what stands in a function.
func (b *binder) inside(n *Function, s *Scope) {
	b.params(n.Params, s)
	b.body(n.Body, s)
}

func (b *binder) params(list []*Param, s *Scope) {
	for _, p := range list {
		b.bind(s, Binding{Name: p.Name, Kind: Parameter, Node: p, Index: -1})
	}
}

// defaults visits what stands in a list of parameters, which is evaluated around the function.
func (b *binder) defaults(list []*Param, s *Scope) {
	for _, p := range list {
		b.visitExpr(p.Default, s)
		b.visitExpr(p.Annotation, s)
	}
}

func (b *binder) imports(n *Import, s *Scope) {
	prefix := ""
	for range n.Level {
		prefix += "."
	}
	if n.Star {
		if !slices.Contains(s.stars, prefix+n.Module) && len(s.stars) < maxStars {
			s.stars = append(s.stars, prefix+n.Module)
		}
	}
	for _, a := range n.Names {
		x := Binding{Kind: Imported, Node: a, Index: -1}
		switch {
		case n.From:
			x.Name, x.Path = a.Path, prefix+n.Module+"."+a.Path
			if n.Module == "" {
				x.Path = prefix + a.Path
			}
		case a.As != "":
			x.Path = a.Path
		default: // import a.b binds a
			x.Name = firstPart(a.Path)
			x.Path = x.Name
		}
		if a.As != "" {
			x.Name = a.As
		}
		b.bind(s, x)
	}
}

// target binds every name, self attribute and item in an assignment's target.
func (b *binder) target(s *Scope, t Expr, x Binding) {
	switch t := t.(type) {
	case *Name:
		x.Name = t.ID
		b.bind(s, x)
	case *Attribute:
		x.Name, x.Scope = t.Attr, s
		if c := b.selfClass(t.Value, s); c != nil {
			b.member(c, x)
		}
		if path := PathText(t); path != "" {
			b.f.places[path] = append(b.f.places[path], &x)
		}
	case *Subscript:
		x.Scope = s
		if path := PathText(t); path != "" {
			b.f.places[path] = append(b.f.places[path], &x)
		}
	case *Starred:
		x.Kind, x.Value = Unpacked, nil
		b.target(s, t.Value, x)
	case *Sequence:
		values := matching(x, len(t.Items))
		for i, item := range t.Items {
			b.target(s, item, element(x, i, values))
		}
	}
}

// matching are the items that are assigned to n targets one by one; nil when that is not how it is written.
func matching(x Binding, n int) []Expr {
	if tuple, ok := x.Value.(*Sequence); ok && x.Kind == Assigned && len(tuple.Items) == n && !hasStar(tuple.Items) {
		return tuple.Items
	}
	return nil
}

// element is the binding of one item of a tuple target; values are those that match the items, if any do.
func element(x Binding, i int, values []Expr) Binding {
	if values != nil {
		x.Value = values[i]
		return x
	}
	if x.Kind == Assigned {
		x.Kind = Unpacked
	}
	if x.Index >= 0 { // nested: only the outer position is known
		x.Value = nil
	}
	x.Index = i
	return x
}

func hasStar(items []Expr) bool {
	for _, e := range items {
		if _, ok := e.(*Starred); ok {
			return true
		}
	}
	return false
}

// selfClass is the class whose instance e is, when e is the first parameter of a method.
func (b *binder) selfClass(e Expr, s *Scope) *Class {
	name, ok := e.(*Name)
	if !ok {
		return nil
	}
	for ; s != nil; s = s.Parent {
		f, ok := s.Node.(*Function)
		if !ok || len(f.Params) == 0 || f.Params[0].Name != name.ID {
			continue
		}
		if c, ok := f.Parent().(*Class); ok {
			return c
		}
	}
	return nil
}

// PathText is the text of a chain of names, attributes and constant items, such
// as `args.lr` or `config["train"]["lr"]`; "" for anything else.
func PathText(e Expr) string {
	switch e := e.(type) {
	case *Name:
		return e.ID
	case *Attribute:
		if base := PathText(e.Value); base != "" {
			return base + "." + e.Attr
		}
	case *Subscript:
		if len(e.Index) != 1 {
			return ""
		}
		base := PathText(e.Value)
		if key, ok := e.Index[0].(*String); ok && key.Known && base != "" {
			return base + "[" + strconv.Quote(key.Text) + "]"
		}
		if n, ok := e.Index[0].(*Number); ok && base != "" {
			return base + "[" + n.Text + "]"
		}
	}
	return ""
}

func firstPart(dotted string) string {
	for i := range len(dotted) {
		if dotted[i] == '.' {
			return dotted[:i]
		}
	}
	return dotted
}
