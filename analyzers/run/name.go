package run

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// lookupName reads a variable.
func (m *Machine) lookupName(e *python.Name) Value {
	if v := m.lookup(e.ID); v != nil {
		return v
	}
	if python.IsBuiltin(e.ID) {
		return Symbol(e.ID)
	}
	if e.ID == "__file__" {
		return Str(m.frame.unit.Module.File.Path)
	}
	if o := m.frame.scope.first.get("?" + e.ID); o != nil {
		return o
	}
	if scope, _ := m.frame.unit.Module.Lookup(e.ID, e); scope == nil {
		if meant := python.MeantByName(e.ID); meant != "" {
			return Symbol(meant)
		}
	}
	o := m.unknown(e, "nothing seen here binds it")
	o.Word = e.ID
	if f := m.frame.function; f != nil && f.Node != nil {
		if scope, list := m.frame.unit.Module.Lookup(e.ID, e); len(list) > 0 && scope.Node == python.Node(f.Node) {
			o.Operator = Unbound
		}
	}
	m.frame.scope.begin("?"+e.ID, o)
	return o
}

// Unbound is the operator of a function's own variable where a way comes to it that has not bound it: Python raises
// there, so that nobody ever meets what it stands for.
const Unbound = "unbound"

// lookup finds a name in the scopes around, nil when none binds it.
func (m *Machine) lookup(name string) Value {
	for s := m.frame.scope; s != nil; s = s.parent {
		if s != m.frame.scope && s.Class != nil { // the body of a class is not seen from its methods
			continue
		}
		if v := m.get(s, name); v != nil {
			return v
		}
		if s.parent == nil && s.unit != nil {
			return m.global(s.unit, name)
		}
	}
	return nil
}

// global is a name of a module. The body of a module that was not run is asked for this one name.
func (m *Machine) global(u *Unit, name string) Value {
	if v := m.get(u.scope, name); v != nil {
		return v
	}
	if a := u.deferred[name]; a != nil {
		return m.arrives(u, name, a)
	}
	switch name {
	case "__name__":
		if u.Module == m.Main {
			return Str("__main__")
		}
		return Str(u.Name)
	case "__file__":
		return Str(u.Module.File.Path)
	}
	if u.executed || u.running && !u.resolving[name] && m.running(u) || u.resolving[name] {
		return m.starGlobal(u, name)
	}
	bindings := u.Module.ModuleScope().Bindings(name)
	if len(bindings) == 0 {
		return m.starGlobal(u, name)
	}
	u.resolving[name] = true
	v := m.starBelow(u, name, bindings[len(bindings)-1])
	if v == nil {
		v = m.resolveGlobal(u, bindings)
	}
	if v != nil {
		u.scope.begin(name, v)
		m.refill(u, name, v)
	}
	delete(u.resolving, name)
	return v
}

// running reports whether a module's own body is being run right now.
func (m *Machine) running(u *Unit) bool {
	for f := m.frame; f != nil; f = f.above {
		if f.unit == u && f.function == nil && f.class == nil && f.scope == u.scope {
			return true
		}
	}
	return false
}

// resolveGlobal finds what a module's name is without running the module's body: by running the one statement that
// binds it. With several, the last that stands at the module's level counts.
func (m *Machine) resolveGlobal(u *Unit, bindings []*python.Binding) Value {
	var alternatives []Alternative
	for _, b := range bindings {
		v := m.resolveBinding(u, b)
		if v == nil {
			continue
		}
		if topLevel(b.Node) && b.Kind != python.Augmented {
			alternatives = nil
		}
		alternatives = append(alternatives, Alternative{nil, v})
	}
	return m.choice(alternatives)
}

// topLevel reports whether a statement stands directly in a module's body.
func topLevel(n python.Node) bool {
	if s := python.EnclosingStmt(n); s != nil {
		return s.Parent() == nil
	}
	return false
}

func (m *Machine) resolveBinding(u *Unit, b *python.Binding) Value {
	if b.Scope != nil && b.Scope.Node != nil { // global x in a function
		set := m.unknown(b.Node, "set by a function through `global`")
		set.Word = b.Name
		return set
	}
	var v Value
	m.apart(func() {
		scratch := &Object{Kind: Scope, lexical: &lexical{parent: u.scope, unit: u}}
		m.inFrame(&frame{unit: u, scope: scratch}, func() { v = m.bound(b, scratch) })
	})
	return v
}

// bound is what the statement of a binding leaves in its name.
func (m *Machine) bound(b *python.Binding, scratch *Object) Value {
	switch n := b.Node.(type) {
	case *python.Function:
		return m.define(n)
	case *python.Class:
		return m.defineClass(n)
	case *python.Alias:
		if s, ok := n.Parent().(*python.Import); ok {
			return m.imported(s, n)
		}
	case *python.Assign:
		if n.Value == nil {
			return nil
		}
		m.stmt(n)
		return m.get(scratch, b.Name)
	}
	o := m.unknown(b.Node, "bound in a way that needs the module's body to run")
	o.Word = b.Name
	return o
}

// apart runs what has happened before: no loop, condition or context of the present is around it, no fork takes it
// back, and the trace does not show it.
func (m *Machine) apart(do func()) {
	trail, dead, laps, managed, path, grad, trace := len(
		m.trail,
	), m.dead, m.laps, m.managed, m.path, m.GradEnabled(), m.Trace
	certain := certainOf(path)
	m.forget(0)
	m.dead, m.laps, m.managed, m.path = false, nil, nil, nil
	m.set(m.state, "grad", Bool(true))
	m.hidden++
	do()
	m.hidden--
	m.set(m.state, "grad", grad)
	m.trail = m.trail[:trail]
	m.forget(0)
	m.dead, m.laps, m.managed, m.path, m.Trace = dead, laps, managed, path, trace
	for _, l := range path {
		l.Condition.assumed = assuming(l.Holds)
	}
	for _, c := range certain {
		c.certain = true
	}
}

// starGlobal looks a name up in what the module imports with *.
func (m *Machine) starGlobal(u *Unit, name string) Value {
	for _, from := range slices.Backward(u.Module.ModuleScope().Stars()) { // the last one binds it anew
		m.spend(1)
		if m.Binds != nil && !m.Binds(from, u.Module.File.Path, name) {
			continue
		}
		other := m.find(from, u)
		if other == nil {
			if v := m.starOfLibrary(from, name); v != nil {
				return v
			}
			continue
		}
		if v := m.starOf(other, name); v != nil {
			return v
		}
	}
	return nil
}

// starOf is what `from other import *` binds a name to; nil for nothing.
func (m *Machine) starOf(other *Unit, name string) Value {
	if m.Near || other.resolving["*"+name] {
		return nil
	}
	other.resolving["*"+name] = true
	defer delete(other.resolving, "*"+name)
	if scope := other.Module.ModuleScope(); len(scope.Bindings("__all__")) == 0 {
		if strings.HasPrefix(name, "_") || len(scope.Bindings(name)) == 0 && len(scope.Stars()) == 0 {
			return nil
		}
	} else if list, exact := m.elements(m.global(other, "__all__")); exact {
		if !slices.ContainsFunc(list, func(v Value) bool { return Bare(v) == Str(name) }) {
			return nil
		}
	}
	return m.global(other, name)
}

// starBelow is what an `import *` below its last binding gives a name of a module that was not run.
func (m *Machine) starBelow(u *Unit, name string, last *python.Binding) Value {
	if len(u.Module.ModuleScope().Stars()) == 0 {
		return nil
	}
	for _, s := range slices.Backward(u.Module.Imports()) {
		if !s.Star || s.Parent() != nil || s.Span().Start < last.Node.Span().Start {
			continue
		}
		if other := m.find(strings.Repeat(".", s.Level)+s.Module, u); other != nil && other != u {
			if v := m.starOf(other, name); v != nil {
				return v
			}
		}
	}
	return nil
}

// rebind is what `from other import *` does to the names that are bound already; what else it brings is found when
// somebody asks.
func (m *Machine) rebind(s *python.Import) {
	u := m.frame.unit
	other := m.find(strings.Repeat(".", s.Level)+s.Module, u)
	if other == nil || other == u || m.frame.scope != u.scope {
		return
	}
	var bound []string
	for name := range u.Module.ModuleScope().Names() {
		if m.get(u.scope, name) != nil || u.deferred[name] != nil {
			bound = append(bound, name)
		}
	}
	slices.Sort(bound)
	for _, name := range bound {
		if !m.spend(1) {
			return
		}
		if v := m.starOf(other, name); v != nil {
			m.bindName(name, v)
		}
	}
}

// starOfLibrary: after `from torch.nn import *`, Linear is torch.nn.Linear if torch.nn has it.
func (m *Machine) starOfLibrary(module, name string) Value {
	if m.Library == nil {
		return nil
	}
	return m.Library.Attribute(m, Symbol(module), "* "+name)
}

// ofProject reports whether an import gives something of the project.
func (m *Machine) ofProject(s *python.Import, a *python.Alias) bool {
	u, path := m.frame.unit, a.Path
	if s.From {
		path = strings.Repeat(".", s.Level) + s.Module
	}
	if m.find(path, u) != nil {
		return true
	}
	if root, _, nested := strings.Cut(path, "."); nested && s.Level == 0 {
		return m.find(root, u) != nil
	}
	return false
}

// find is a module of the project as one of its files imports it; nil when it is a library's.
func (m *Machine) find(dotted string, from *Unit) *Unit {
	if m.Project == nil {
		return nil
	}
	module, name := m.Project.Find(dotted, from.Module.File.Path)
	if module == nil {
		return nil
	}
	return m.Unit(module, name)
}

func (m *Machine) importNames(s *python.Import) {
	if s.Star {
		m.rebind(s)
		return
	}
	for _, a := range s.Names {
		if m.Locate {
			m.load(s, a)
		}
		name := a.As
		switch {
		case name != "":
		case s.From:
			name = a.Path
		default:
			name, _, _ = strings.Cut(a.Path, ".")
		}
		if !m.deferred(s, a, name) {
			m.bindName(name, m.imported(s, a))
		}
	}
}

// deferred puts off what a name of an import stands for until somebody reads it: most of what a file imports is never
// asked for, and to tell it takes parsing other files. It is what stands at the left margin of the module that is run,
// where nothing else has bound the name, or under conditions of the module where nothing else binds it at all: packages
// import what they hold where its requirements are there, and there is nothing else that the name could be.
func (m *Machine) deferred(s *python.Import, a *python.Alias, name string) bool {
	u := m.frame.unit
	if m.frame.scope != u.scope || m.get(u.scope, name) != nil {
		return false
	}
	if s.Parent() != nil || m.forks > 0 {
		if scope := u.Module.ModuleScope(); len(scope.Bindings(name)) != 1 || len(scope.Stars()) > 0 {
			return false
		}
	}
	if u.deferred == nil {
		u.deferred = map[string]*python.Alias{}
		m.importing = append(m.importing, u)
	}
	u.deferred[name] = a
	return true
}

// arrives finds out what an imported name stands for: it is so since the import, on every way that was taken after it.
func (m *Machine) arrives(u *Unit, name string, a *python.Alias) Value {
	delete(u.deferred, name)
	v := m.resolveBinding(u, &python.Binding{Node: a, Name: name})
	u.scope.begin(name, v)
	return v
}

// load runs the modules that one name of an import statement names, as Python does: what a parser takes, what a
// registry holds is said by statements that no name asks for.
func (m *Machine) load(s *python.Import, a *python.Alias) {
	u := m.frame.unit
	paths := []string{a.Path}
	if s.From {
		prefix := strings.Repeat(".", s.Level) + s.Module
		paths = []string{prefix, prefix + "." + a.Path}
		if s.Module == "" {
			paths[1] = prefix + a.Path
		}
	}
	for _, path := range paths {
		m.loadModule(path, u)
	}
}

func (m *Machine) loadModule(dotted string, from *Unit) {
	skimmer, ok := m.Project.(Skimmer)
	if ok && m.bindsOnly(skimmer, dotted, from.Module.File.Path) {
		return
	}
	if other := m.find(dotted, from); other != nil && other != from {
		m.execute(other)
	}
}

// Skimmer is a project that can tell what a file does without parsing it.
type Skimmer interface {
	// Locate is the path of the file behind a dotted name as it is imported in the file at from, "" for none.
	Locate(dotted, from string) string
	// Skim is a glance at the file at a path; nil when it cannot be read.
	Skim(path string) *python.Skim
}

// bindsOnly reports whether the file behind an import does nothing but bind names: it is not run for being imported, as
// its names are found when somebody asks for them. What it imports is loaded.
func (m *Machine) bindsOnly(skimmer Skimmer, dotted, from string) bool {
	path := skimmer.Locate(dotted, from)
	if path == "" || m.binding[path] {
		return true
	}
	skim := skimmer.Skim(path)
	if skim == nil || skim.Acts || !m.spend(1) {
		return false
	}
	if m.binding == nil {
		m.binding = map[string]bool{}
	}
	m.binding[path] = true
	for _, i := range skim.Imports {
		if i.Inside {
			continue
		}
		for _, p := range i.Paths {
			if m.bindsOnly(skimmer, p, path) {
				continue
			}
			if module, name := m.Project.Find(p, path); module != nil {
				m.execute(m.Unit(module, name))
			}
		}
	}
	return true
}

// imported is what one name of an import statement stands for.
func (m *Machine) imported(s *python.Import, a *python.Alias) Value {
	u := m.frame.unit
	if m.Near && m.ofProject(s, a) {
		o := m.unknown(a, "it comes from another file, which is not followed here")
		o.Word = LastPart(a.Path)
		return o
	}
	if !s.From {
		path := a.Path
		if a.As == "" {
			path, _, _ = strings.Cut(a.Path, ".")
		}
		if other := m.find(path, u); other != nil {
			return other
		}
		return Symbol(python.Canonical(path))
	}
	prefix := strings.Repeat(".", s.Level) + s.Module
	dotted := prefix + "." + a.Path
	if s.Module == "" {
		dotted = prefix + a.Path
	}
	if from := m.find(prefix, u); from != nil && from != u {
		if v := m.global(from, a.Path); v != nil {
			return v
		}
		if other := m.find(dotted, u); other != nil {
			return other
		}
		o := m.unknown(a, "%s does not bind it where it can be seen", from.Name)
		o.Word = a.Path
		return o
	}
	if other := m.find(dotted, u); other != nil {
		return other
	}
	if s.Level > 0 {
		o := m.unknown(a, "the file it is imported from was not found")
		o.Word = a.Path
		return o
	}
	return Symbol(python.Canonical(dotted))
}
