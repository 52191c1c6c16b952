package run

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Importer is a project that can tell what a program imports without parsing it.
type Importer interface {
	// Imported goes through the files whose text has a word among those that the files given import, and that these
	// import, and the files given themselves: each module with its dotted name.
	Imported(by []string, word string, each func(*python.Module, string))
}

// maxRegistered bounds the definitions that are run for one registry: a library's thousand models are not a project's.
const maxRegistered = 60

// registry is what a module that was not run binds a name to, which other statements of the program fill: a container
// behind a function, `REG[name] = cls` in what register(name) gives; or an object whose methods fill it.
type registry struct {
	unit  *Unit
	name  string
	value Value
	// makers are the functions of the module that fill it; nil for an object or a class, whose methods do.
	makers []string
}

// register runs the statements of the program that fill a registry, as Python had run them with the modules in which
// they stand: definitions under a decorator, `@register("small")` and `@MODELS.register()`, and calls at the margin.
func (m *Machine) register(r *registry) {
	words := r.makers
	if words == nil {
		words = []string{r.name}
	}
	left := maxRegistered
	for _, word := range words {
		m.registering(r.unit, r, &left)
		if project, ok := m.Project.(Importer); ok && !m.Near {
			by := []string{r.unit.Module.File.Path}
			if m.Main != nil {
				by = append(by, m.Main.File.Path)
			}
			project.Imported(by, word, func(module *python.Module, name string) {
				if u := m.Unit(module, name); u != r.unit {
					m.registering(u, r, &left)
				}
			})
		}
	}
}

// registering runs those statements of one module; a module that runs itself does so when it comes to them. A script
// that does nothing but define is not run before the functions that nobody calls.
func (m *Machine) registering(u *Unit, r *registry, left *int) {
	if u.executed || u.running {
		return
	}
	for _, s := range u.Module.Body {
		name, callee := "", python.Expr(nil)
		switch s := s.(type) {
		case *python.Function:
			name, callee = s.Name, m.registrar(u, r, s.Decorators)
		case *python.Class:
			name, callee = s.Name, m.registrar(u, r, s.Decorators)
		case *python.ExprStmt:
			if c, ok := s.Value.(*python.Call); ok && m.registers(u, r, c.Func) {
				callee = c.Func
			}
		}
		if callee == nil {
			continue
		}
		if *left--; *left < 0 || !m.spend(1) {
			return
		}
		if name == "" {
			m.onItsOwn(u, s)
		} else {
			m.global(u, name)
		}
	}
}

// registrar is the decorator that fills a registry; nil for none.
func (m *Machine) registrar(u *Unit, r *registry, decorators []*python.Decorator) python.Expr {
	for _, d := range decorators {
		e := d.Value
		if c, ok := e.(*python.Call); ok {
			e = c.Func
		}
		if m.registers(u, r, e) {
			return e
		}
	}
	return nil
}

// registers reports whether what a module calls fills a registry.
func (m *Machine) registers(u *Unit, r *registry, callee python.Expr) bool {
	root, last := callee, ""
	if a, ok := callee.(*python.Attribute); ok {
		root, last = a.Value, a.Attr
	}
	name, ok := root.(*python.Name)
	if !ok || !r.mayBe(u, name.ID, last) {
		return false
	}
	of := m.global(u, name.ID)
	switch {
	case r.makers == nil:
		return last != "" && of == r.value
	case last == "":
		f, ok := of.(*Function)
		return ok && f.Unit == r.unit && f.Class == nil && slices.Contains(r.makers, f.Name())
	}
	return of == Value(r.unit) && slices.Contains(r.makers, last)
}

// mayBe reports whether a name of a module may be that of the registry, of a function that fills it, or of the module
// where it stands: what nobody needs is not looked up.
func (r *registry) mayBe(u *Unit, name, last string) bool {
	if r.makers != nil && last != "" && !slices.Contains(r.makers, last) {
		return false
	}
	scope := u.Module.ModuleScope()
	for _, b := range scope.Bindings(name) {
		if a, ok := b.Node.(*python.Alias); ok {
			name = LastPart(a.Path)
		}
	}
	return name == r.name || slices.Contains(r.makers, name) || last != "" && r.makers != nil
}

// outermost is the function around a node that stands in no other; nil where none does.
func outermost(n python.Node) *python.Function {
	around := python.FunctionsAround(n)
	if len(around) == 0 {
		return nil
	}
	return around[len(around)-1]
}

// noteOwn notes that a method fills a container of its own object or class: self.models[name] = cls. "" stands for an
// object that is a dictionary itself.
func (f *filled) noteOwn(n python.Node, of python.Expr) {
	for {
		item, ok := of.(*python.Subscript)
		if !ok {
			break
		}
		of = item.Value
	}
	attr := ""
	if a, ok := of.(*python.Attribute); ok {
		of, attr = a.Value, a.Attr
	}
	name, ok := of.(*python.Name)
	if !ok {
		return
	}
	fn := outermost(n)
	if fn == nil || fn.Name == "__init__" || len(fn.Params) == 0 {
		return
	}
	class, ok := fn.Parent().(*python.Class)
	if !ok || name.ID != fn.Params[0].Name && name.ID != class.Name || slices.Contains(f.own[class], attr) {
		return
	}
	f.own[class] = append(f.own[class], attr)
}

// ownFilled are the attributes of a class and of its objects that its methods fill.
func (m *Machine) ownFilled(class *Class) []string {
	var list []string
	for _, v := range class.line {
		if c, ok := v.(*Class); ok {
			list = append(list, c.Unit.fillers().own[c.Node]...)
		}
	}
	return list
}

// refillObject does to an object or class of a module that was not run what the program's registering statements do to
// it, and leaves open what its methods fill: there may be others.
func (m *Machine) refillObject(u *Unit, name string, v Value, class *Class) {
	var open []*Object
	for _, attr := range m.ownFilled(class) {
		var held Value
		switch of := v.(type) {
		case *Class:
			held = m.get(of.scope, attr)
		case *Object:
			if held = m.get(of, attr); attr == "" {
				held = of
			}
		}
		if o, ok := held.(*Object); ok && isContainer(o) && !slices.Contains(open, o) {
			open = append(open, o)
		}
	}
	if len(open) == 0 {
		return
	}
	m.register(&registry{unit: u, name: name, value: v})
	for _, o := range open {
		m.leaveOpen(o, name)
	}
}

func isContainer(o *Object) bool { return o.Kind == List || o.Kind == Dict || o.Kind == Set }

// leaveOpen notes that a container of a module may hold more than what was seen to be put into it.
func (m *Machine) leaveOpen(o *Object, name string) {
	rest := m.unknown(m.node, "put into %s somewhere in its module", name)
	if o.Kind == Dict {
		held := m.entries(o)
		o.begin(contents, &entries{keys: held.keys, values: held.values, rest: rest, unordered: held.unordered})
	} else {
		o.begin(contents, &items{list: m.items(o).list, rest: rest})
	}
	o.fields.set(contents, nil)
}
