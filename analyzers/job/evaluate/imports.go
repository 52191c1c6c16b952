package evaluate

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// callSite is a call and the module it stands in.
type callSite struct {
	in   *Program
	call *python.Call
}

// peer is the program of another module of the project, of the same run.
func (p *Program) peer(dotted string) *Program {
	if p.Find == nil || dotted == "" {
		return nil
	}
	m := p.Find(dotted, p.Module.File.Path)
	if m == nil || m == p.Module {
		return nil
	}
	return p.Peer(m)
}

// Peer is another module of the project in the same run: the configs it opens
// count for the run, and its functions are called from here.
func (p *Program) Peer(m *python.Module) *Program {
	p.prepare()
	q, known := p.run.peers[m]
	if !known {
		q = &Program{Module: m, Arguments: p.Arguments, LaunchFile: p.LaunchFile, Environment: p.Environment, Launcher: p.Launcher, Open: p.Open, Attribute: p.Attribute,
			Host: p.Host, Find: p.Find, run: p.run}
		p.run.peers[m] = q
		q.prepare()
	}
	if !slices.Contains(q.importers, p) {
		q.importers = append(q.importers, p)
	}
	return q
}

// split cuts a resolved name into a module and what is taken from it.
func split(path string) (module, name string) {
	i := strings.LastIndexByte(path, '.')
	if i < 0 {
		return "", path
	}
	if module = path[:i]; strings.Trim(module, ".") == "" && module != "" {
		module += "." // from . import x: the package itself
	}
	return module, path[i+1:]
}

// Definition is the function or class of the project that an expression names, with
// the program of its module; nil when it names none.
func (p *Program) Definition(e python.Expr) (*Program, python.Stmt) {
	p.prepare()
	return p.definition(e)
}

// definition is the function or class of the project that an expression names,
// with the program of its module.
func (p *Program) definition(e python.Expr) (*Program, python.Stmt) {
	if d := p.Module.Definition(e); d != nil {
		return p, d
	}
	path := p.Module.Resolve(e)
	if path == "" {
		return p, nil
	}
	module, name := split(path)
	q := p.peer(module)
	if q == nil {
		return p, nil
	}
	for _, b := range q.Module.ModuleScope().Bindings(name) {
		switch d := b.Node.(type) {
		case *python.Function:
			return q, d
		case *python.Class:
			return q, d
		}
	}
	return p, nil
}

// importedValue is a variable of another module of the project.
func (p *Program) importedValue(path string) (Value, bool) {
	module, name := split(path)
	q := p.peer(module)
	if q == nil {
		return Value{}, false
	}
	bindings := q.Module.ModuleScope().Bindings(name)
	if len(bindings) == 0 {
		return Value{}, false
	}
	for _, b := range bindings {
		if b.Kind != python.Assigned {
			return Value{}, false
		}
	}
	if q.depth > 4 {
		return Value{}, true
	}
	q.depth++
	v := q.inForce(bindings, nil)
	q.depth--
	return v, true
}

// everyCall are the calls of a function in its own module and in those that
// import it.
func (p *Program) everyCall(f *python.Function) []callSite {
	var list []callSite
	for _, c := range p.callsOf(f) {
		list = append(list, callSite{p, c})
	}
	for _, q := range p.importers {
		for _, c := range q.callsFrom(p, f) {
			list = append(list, callSite{q, c})
		}
	}
	return list
}

// callsFrom are the calls in this module of a function or constructor that
// another one defines.
func (p *Program) callsFrom(other *Program, f *python.Function) []*python.Call {
	if list, ok := p.calls[f]; ok {
		return list
	}
	var target python.Stmt = f
	name := f.Name
	if class, isMethod := f.Parent().(*python.Class); isMethod {
		if f.Name != "__init__" {
			return nil
		}
		target, name = class, class.Name
	}
	p.calls[f] = nil // a call cycle ends here
	var list []*python.Call
	for _, c := range p.Module.AllCalls() {
		if !strings.HasSuffix(p.Module.Resolve(c.Func), "."+name) {
			continue
		}
		if in, d := p.definition(c.Func); in == other && d == target {
			list = append(list, c)
		}
	}
	p.calls[f] = list
	return list
}

// Owners are the expressions that the calls of its function pass for a
// parameter, with the modules they stand in.
func (p *Program) Owners(param *python.Param) (list []struct {
	In    *Program
	Value python.Expr
}) {
	p.prepare()
	f, ok := param.Parent().(*python.Function)
	if !ok {
		return nil
	}
	for _, c := range p.everyCall(f) {
		if a := c.in.Module.Argument(c.call, param.Name, position(f, param)); a.Presence == python.Given {
			list = append(list, struct {
				In    *Program
				Value python.Expr
			}{c.in, a.Value})
		}
	}
	return list
}

// Site is a call and the module it stands in.
type Site struct {
	In   *Program
	Call *python.Call
}

// Sites are the calls of a function in this run's modules.
func (p *Program) Sites(f *python.Function) []Site {
	p.prepare()
	var list []Site
	for _, c := range p.everyCall(f) {
		list = append(list, Site{c.in, c.call})
	}
	return list
}

// Imports are the modules of the project that this one imports, in the order of
// its import statements.
func (p *Program) Imports() []*python.Module {
	p.prepare()
	var list []*python.Module
	add := func(m *python.Module) {
		if m != nil && m != p.Module && !slices.Contains(list, m) {
			list = append(list, m)
		}
	}
	if p.Find == nil {
		return nil
	}
	python.WalkBody(p.Module.Body, func(n python.Node) bool {
		i, ok := n.(*python.Import)
		if !ok {
			return true
		}
		prefix := strings.Repeat(".", i.Level) + i.Module
		if i.From {
			add(p.Find(prefix, p.Module.File.Path))
		}
		for _, a := range i.Names {
			name := a.Path
			if i.From {
				name = prefix + "." + a.Path
				if strings.HasSuffix(prefix, ".") {
					name = prefix + a.Path
				}
			}
			add(p.Find(name, p.Module.File.Path))
		}
		return true
	})
	return list
}
