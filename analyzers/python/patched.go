package python

import "strings"

// Patched is what a file itself puts into libraries.
type Patched struct {
	of    *Module
	names map[string]firstAndLast // each dotted name, with the statements that put something there
	open  map[string]firstAndLast // the same for what holds a name that the statement does not write, "" for sys.modules
	texts map[string]bool         // the texts of the file: the names that are not written there are among them
}

// firstAndLast are where the first and the last of some statements start.
type firstAndLast struct{ first, last int }

// Patched is what the file gives a value of its own: torch.old = …, setattr(torch, "old", …), sys.modules["torch.old"]
// = ….
func (m *Module) Patched() Patched {
	p := Patched{of: m, names: map[string]firstAndLast{}, open: map[string]firstAndLast{}, texts: map[string]bool{}}
	for n := range AllIn(m.Body) {
		switch n := n.(type) {
		case *String:
			p.texts[n.Text] = true
		case *Attribute:
			if path := m.Resolve(n); path != "" && IsTarget(n) {
				addPlace(p.names, path, n)
			}
		case *Subscript:
			if len(n.Index) == 1 && IsTarget(n) && m.Resolve(n.Value) == loadedModules {
				p.put(m, "", n.Index[0], n)
			}
		case *Call:
			p.called(m, n)
		}
	}
	return p
}

// AtEnd is the same when the file has run, without anything of its tree.
func (p Patched) AtEnd() Patched {
	end := Patched{names: map[string]firstAndLast{}, open: map[string]firstAndLast{}, texts: map[string]bool{}}
	for name, at := range p.names {
		end.names[strings.Clone(name)] = at
	}
	for name, at := range p.open {
		end.open[strings.Clone(name)] = at
	}
	if len(p.open) > 0 { // they say nothing otherwise
		for text := range p.texts {
			end.texts[strings.Clone(text)] = true
		}
	}
	return end
}

// loadedModules is where an import looks first.
const loadedModules = "sys.modules"

func (p Patched) called(m *Module, c *Call) {
	switch path := m.Resolve(c.Func); {
	case path == "setattr" && len(c.Args) == 3:
		if holder := m.Resolve(c.Args[0].Value); holder != "" {
			p.put(m, holder, c.Args[1].Value, c)
		}
	case path == loadedModules+".setdefault" && len(c.Args) > 0:
		p.put(m, "", c.Args[0].Value, c)
	case path == loadedModules+".update":
		addPlace(p.open, "", c)
	}
}

func (p Patched) put(m *Module, holder string, last Expr, at Node) {
	v, known := m.Const(last)
	switch {
	case known && v.Kind == StringValue && holder == "":
		addPlace(p.names, v.Str, at)
	case known && v.Kind == StringValue:
		addPlace(p.names, holder+"."+v.Str, at)
	case !known:
		addPlace(p.open, holder, at)
	}
}

func addPlace(places map[string]firstAndLast, name string, at Node) {
	start := at.Span().Start
	have, ok := places[name]
	if !ok {
		have = firstAndLast{start, start}
	}
	places[name] = firstAndLast{min(have.first, start), max(have.last, start)}
}

// Has reports whether a dotted name, or what holds it, may have been put there when a node runs, nil for the end of the
// file: by an earlier statement or, for a node in a function, by one behind the function.
func (p Patched) Has(path string, at Node) bool {
	in := func(places map[string]firstAndLast, name string) bool {
		place, ok := places[name]
		return ok && p.before(place, at)
	}
	for end := len(path); end > 0; end = strings.LastIndexByte(path[:end], '.') {
		name := path[:end]
		dot := strings.LastIndexByte(name, '.')
		switch {
		case in(p.names, name), p.texts[name] && in(p.open, ""):
			return true
		case dot > 0 && p.texts[name[dot+1:]] && in(p.open, name[:dot]):
			return true
		}
	}
	return false
}

func (p Patched) before(place firstAndLast, at Node) bool {
	if at == nil || place.first < at.Span().Start {
		return true
	}
	f := p.of.ScopeAt(at).Function()
	return f != nil && place.last >= f.Span().End
}
