// Package survey tells which functions of a project do something that somebody asks about, by the names that stand in
// them and in what they call, before anything of them is run. The others need not be followed to their end.
package survey

import (
	"slices"
	"strings"
	"unique"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Purpose is what somebody asks about. It is compared by identity: what was seen of a file is kept with the file for
// each.
type Purpose struct {
	// Does says how much a node is asked about. inLoop says that a loop of its function is around it.
	Does func(n python.Node, inLoop bool) Interest

	nodes shared
}

// Interest is how much is asked about something.
type Interest uint8

// The interests.
const (
	None   Interest = iota
	Inside          // the function in which it stands is worth following, those that call it are not for its sake
	Deep            // and so are those that lead to it
)

// If is Deep where something holds.
func If(holds bool) Interest {
	if holds {
		return Deep
	}
	return None
}

// Project is where the files of a program lie, and what was noted of them.
type Project interface {
	// Locate is the path of the file behind a dotted name as it is imported in the file at from, "" when it is none of the
	// project's. Nothing is read for it.
	Locate(dotted, from string) string
	// Note is what make says of the file at a path, worked out once for a project and kept longer than its tree; nil when
	// the file cannot be read.
	Note(path string, key any, make func(*python.Module) any) any
}

// Survey is what is known of the functions of one program. It belongs to one goroutine.
type Survey struct {
	purpose *Purpose
	project Project
	meter   *budget.Meter // of who asks

	nodes    *numbers
	seen     map[string]bool // the files, by path
	digests  map[*python.Module]*digest
	busy     map[at]bool
	callers  graph // who is busy when a node is
	classes  map[word][]classAt
	derived  map[word][]word
	followed map[at]bool
	met      int // the modules of the run that were taken in
	asked    map[*python.Function]at
}

// node is a function of a file, or several that a call may mean.
type node struct {
	kind kind
	file word
	function
}

type kind uint8

const (
	exactly  kind = iota
	anywhere      // each function and method with the name
	// the method with the name that an object of the class may have: the class's, or that of one derived from it
	onObject
)

// classAt is a class in a file.
type classAt struct {
	file word
	*class
}

// maxModules bounds the modules that are looked into.
const maxModules = 200

// New begins a survey; project is nil for a file that stands alone.
func New(p *Purpose, project Project) *Survey {
	return &Survey{
		purpose:  p,
		project:  project,
		nodes:    p.nodes.get(),
		seen:     map[string]bool{},
		digests:  map[*python.Module]*digest{},
		busy:     map[at]bool{},
		callers:  graph{last: map[at]int32{}},
		classes:  map[word][]classAt{},
		derived:  map[word][]word{},
		followed: map[at]bool{},
		asked:    map[*python.Function]at{},
	}
}

// Idle reports whether nothing that is asked about happens in a function of a run, or in what it calls by name.
func (s *Survey) Idle(m *run.Machine, fn *run.Function) bool {
	if fn.Node == nil {
		return false
	}
	if n, again := s.asked[fn.Node]; again && s.met == m.Modules() { // a run asks for each of its calls
		return !s.busy[n]
	}
	module := fn.Unit.Module
	d := s.digestOf(module)
	if d.inside[fn.Node.Span().Start] {
		return false
	}
	s.meter = module.Meter
	path, f := module.File.Path, functionOf(fn.Node)
	s.follow(path, d, f)
	if n := m.Modules(); n != s.met {
		m.EachModule(func(other *python.Module) {
			if !s.seen[other.File.Path] {
				s.add(other.File.Path, s.digestOf(other))
			}
		})
		s.met = n
	}
	n := s.nodes.of(node{exactly, unique.Make(path), f})
	s.asked[fn.Node] = n
	return !s.busy[n]
}

// digestOf is the digest of a file that is parsed.
func (s *Survey) digestOf(m *python.Module) *digest {
	d := s.digests[m]
	if d == nil {
		make := func(*python.Module) any { return digestOf(m, s.purpose) }
		if s.project != nil {
			d, _ = s.project.Note(m.File.Path, s.purpose, make).(*digest)
		}
		if d == nil {
			d = digestOf(m, s.purpose)
		}
		s.digests[m] = d
	}
	return d
}

// follow takes in the files of the functions that one calls, and that those call.
func (s *Survey) follow(path string, d *digest, f function) {
	s.add(path, d)
	key := s.nodes.of(node{exactly, unique.Make(path), f})
	if s.followed[key] || len(s.seen) > maxModules {
		return
	}
	s.followed[key] = true
	if f.class == (word{}) {
		s.elsewhere(path, d.imports[f.name], f.name)
	}
	for _, c := range d.calls[f] {
		switch {
		case c.class != (word{}):
			s.follow(path, d, function{c.class, c.name})
		case c.root != (word{}):
			s.elsewhere(path, d.imports[c.root], c.name)
		default:
			s.follow(path, d, function{name: c.name})
		}
	}
}

// elsewhere follows a function into the file that it is imported from.
func (s *Survey) elsewhere(path string, from []origin, name word) {
	if s.project == nil {
		return
	}
	for _, o := range from {
		for _, dotted := range o.modules() {
			other := s.project.Locate(dotted, path)
			if other == "" || other == path {
				continue
			}
			d, _ := s.project.Note(other, s.purpose, func(m *python.Module) any { return digestOf(m, s.purpose) }).(*digest)
			if d != nil {
				s.follow(other, d, function{name: name})
				return
			}
		}
	}
}

// addCost is what it takes to note what one function does, in steps.
const addCost = 2

// add takes in a file.
func (s *Survey) add(path string, d *digest) {
	if s.seen[path] {
		return
	}
	s.seen[path] = true
	s.meter.Spend(addCost * (1 + len(d.busy) + len(d.calls) + len(d.bound)))
	d.once.Do(func() { d.edges, d.nodes = s.edgesOf(path, d), s.nodes })
	for _, e := range d.edges {
		s.link(e.from, e.to)
	}
	file := unique.Make(path)
	for name, c := range d.classes {
		s.class(file, name, c)
	}
	for f := range d.busy {
		s.mark(s.nodes.of(node{exactly, file, f}))
	}
}

// edge has a node busy when another is.
type edge struct{ from, to at }

// edgesOf are the edges that a file adds. Where its imports lie is the same for all surveys that share its digest: they
// have one project.
func (s *Survey) edgesOf(path string, d *digest) []edge {
	var list []edge
	file := unique.Make(path)
	link := func(from, to node) { list = append(list, edge{s.nodes.of(from), s.nodes.of(to)}) }
	for name := range d.bound {
		f := function{name: name}
		link(node{exactly, file, f}, node{kind: anywhere, function: f})
	}
	for name, c := range d.classes {
		for method := range c.methods {
			link(node{exactly, file, function{name, method}}, node{kind: anywhere, function: function{name: method}})
		}
		if !c.methods[constructor] {
			for _, base := range c.bases {
				link(node{kind: anywhere, function: function{name: base}}, node{exactly, file, function{name: name}})
			}
		}
	}
	for name := range d.imports { // who imports it from here
		s.origin(path, d, name, link)
	}
	for f, calls := range d.calls {
		for _, c := range calls {
			if target, ok := s.target(path, d, c); ok {
				link(target, node{exactly, file, f})
			}
		}
	}
	return slices.Clone(list) // as many as there are: a project holds those of all its files
}

// class notes the methods of a class, for those that call them on an object of it or of what it is derived from.
func (s *Survey) class(file, name word, c *class) {
	s.classes[name] = append(s.classes[name], classAt{file, c})
	for _, base := range c.bases {
		s.derived[base] = append(s.derived[base], name)
	}
	above := s.line(name, func(n word) (bases []word) {
		for _, at := range s.classes[n] {
			bases = append(bases, at.bases...)
		}
		return bases
	})
	for _, below := range s.line(name, func(n word) []word { return s.derived[n] }) {
		for _, at := range s.classes[below] {
			for method := range at.methods {
				for _, base := range above {
					s.link(
						s.nodes.of(node{exactly, at.file, function{below, method}}),
						s.nodes.of(node{kind: onObject, function: function{base, method}}),
					)
				}
			}
		}
	}
}

var constructor = unique.Make("__init__")

// maxLine bounds the classes above and below one that are looked at.
const maxLine = 64

// line is a class and those that next leads to from it.
func (s *Survey) line(name word, next func(word) []word) []word {
	list, met := []word{name}, map[word]bool{name: true}
	for i := 0; i < len(list) && len(list) < maxLine; i++ {
		for _, n := range next(list[i]) {
			if !met[n] {
				met[n] = true
				list = append(list, n)
			}
		}
	}
	return list
}

// target is what a call in a file may mean; false for what is a library's.
func (s *Survey) target(path string, d *digest, c called) (node, bool) {
	anything := node{kind: anywhere, function: function{name: c.name}}
	if !c.attribute {
		f := function{name: c.name}
		if d.bound[c.name] || d.imports[c.name] != nil {
			return node{exactly, unique.Make(path), f}, true
		}
		return anything, true
	}
	if c.class != (word{}) {
		if of := d.classes[c.class]; of != nil && of.methods[c.name] {
			return node{kind: onObject, function: function{c.class, c.name}}, true
		}
		return anything, true
	}
	if from := d.imports[c.root]; c.root != (word{}) && from != nil && !d.bound[c.root] {
		return s.through(path, from, c)
	}
	return anything, !knowledge.NamesMethodOfValues(c.name.Value())
}

// through is what a call of root.name may mean whose root a file imports; false where the root is a library's.
func (s *Survey) through(path string, from []origin, c called) (node, bool) {
	if s.project == nil {
		return node{}, false
	}
	for _, o := range from {
		for i, dotted := range o.modules() {
			other := s.project.Locate(dotted, path)
			switch {
			case other == "":
				continue
			case i == 0 && c.direct && (o.module != "" || !strings.Contains(o.path, ".") || o.as): // a module
				return node{exactly, unique.Make(other), function{name: c.name}}, true
			}
			return node{kind: anywhere, function: function{name: c.name}}, true
		}
	}
	return node{}, false
}

// origin joins a name that a file imports with what it is where it comes from.
func (s *Survey) origin(path string, d *digest, name word, link func(from, to node)) {
	if s.project == nil || d.bound[name] {
		return
	}
	here := node{exactly, unique.Make(path), function{name: name}}
	for _, o := range d.imports[name] {
		for i, dotted := range o.modules() {
			if i == 0 && o.module != "" { // a module cannot be called
				continue
			}
			if other := s.project.Locate(dotted, path); other != "" && other != path {
				link(node{exactly, unique.Make(other), function{name: unique.Make(o.path)}}, here)
			}
		}
	}
}

// link has a node busy when another is.
func (s *Survey) link(from, to at) {
	s.callers.add(from, to)
	if s.busy[from] {
		s.mark(to)
	}
}

// mark makes a node busy, and all that call it.
func (s *Survey) mark(n at) {
	pending := []at{n}
	for len(pending) > 0 {
		n := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if s.busy[n] {
			continue
		}
		s.busy[n] = true
		pending = s.callers.after(n, pending)
	}
}
