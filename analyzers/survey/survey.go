// Package survey tells which functions of a project do something that somebody asks about, by the names that stand in
// them and in what they call, before anything of them is run. The others need not be followed to their end.
package survey

import (
	"strings"
	"unique"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Purpose is what somebody asks about. It is compared by identity: what was seen of a file is kept with the file for each.
type Purpose struct {
	// Does says how much a node is asked about. inLoop says that a loop of its function is around it.
	Does func(n python.Node, inLoop bool) Interest
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

	seen     map[string]bool // the files, by path
	busy     map[word]bool
	callers  map[word][]word
	followed map[followed]bool
	met      int // the modules of the run that were taken in
}

// word is a name that stands in many files.
type word = unique.Handle[string]

type followed struct {
	path string
	name word
}

// maxModules bounds the modules that are looked into.
const maxModules = 200

// New begins a survey; project is nil for a file that stands alone.
func New(p *Purpose, project Project) *Survey {
	return &Survey{purpose: p, project: project, seen: map[string]bool{}, busy: map[word]bool{}, callers: map[word][]word{}, followed: map[followed]bool{}}
}

// Idle reports whether nothing that is asked about happens in a function of a run, or in what it calls by name.
func (s *Survey) Idle(m *run.Machine, fn *run.Function) bool {
	if fn.Node == nil {
		return false
	}
	module := fn.Unit.Module
	a := activityOf(module, s.purpose)
	name, known := a.own[fn.Node]
	if !known || a.inside[fn.Node] {
		return false
	}
	s.meter = module.Meter
	s.follow(module.File.Path, s.digestOf(module), name)
	if n := m.Modules(); n != s.met {
		m.EachModule(func(other *python.Module) {
			if !s.seen[other.File.Path] {
				s.add(other.File.Path, s.digestOf(other))
			}
		})
		s.met = n
	}
	return !s.busy[name]
}

// digestOf is the digest of a file that is parsed.
func (s *Survey) digestOf(m *python.Module) *digest {
	make := func(*python.Module) any { return activityOf(m, s.purpose).digest }
	if s.project != nil {
		if d, _ := s.project.Note(m.File.Path, s.purpose, make).(*digest); d != nil {
			return d
		}
	}
	return make(m).(*digest)
}

// follow takes in the files of the functions that one calls, and that those call.
func (s *Survey) follow(path string, d *digest, name word) {
	s.add(path, d)
	key := followed{path, name}
	if s.followed[key] || len(s.seen) > maxModules {
		return
	}
	s.followed[key] = true
	s.elsewhere(path, d.imports[name], name)
	for _, c := range d.calls[name] {
		if c.root != (word{}) {
			s.elsewhere(path, d.imports[c.root], c.name)
		}
		s.follow(path, d, c.name)
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
			d, _ := s.project.Note(other, s.purpose, func(m *python.Module) any { return activityOf(m, s.purpose).digest }).(*digest)
			if d != nil {
				s.follow(other, d, name)
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
	s.meter.Spend(addCost * (1 + len(d.busy) + len(d.calls)))
	for name := range d.busy {
		s.mark(name)
	}
	for name, list := range d.calls {
		for _, c := range list {
			if s.busy[c.name] {
				s.mark(name)
			}
			s.callers[c.name] = append(s.callers[c.name], name)
		}
	}
}

// mark makes a name busy, and all that call it.
func (s *Survey) mark(name word) {
	pending := []word{name}
	for len(pending) > 0 {
		name := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if s.busy[name] {
			continue
		}
		s.busy[name] = true
		pending = append(pending, s.callers[name]...)
	}
}

// digest is what the functions of a file do, by name: those of methods and classes too. It holds nothing of the tree.
type digest struct {
	busy    map[word]bool     // does something itself
	calls   map[word][]called // what it calls, each once
	imports map[word][]origin // where a name may come from
}

// called is a call by name: of name, or of root.name.
type called struct{ root, name word }

// activity is a digest with the functions of the tree.
type activity struct {
	*digest
	purpose *Purpose
	own     map[python.Node]word
	inside  map[python.Node]bool
	seen    map[[3]word]bool // caller, root and name of calls; while it is made
}

// activityOf looks through a file once.
func activityOf(m *python.Module, p *Purpose) *activity {
	return m.Keep(p, func() any {
		a := &activity{purpose: p, own: map[python.Node]word{}, inside: map[python.Node]bool{}, seen: map[[3]word]bool{},
			digest: &digest{busy: map[word]bool{}, calls: map[word][]called{}, imports: map[word][]origin{}}}
		m.Meter.Spend(1 + len(m.File.Text)/32)
		for _, s := range m.Body {
			a.look(s, nil, nil, false)
		}
		a.seen = nil
		return a
	}).(*activity)
}

// look visits a statement inside of functions of some names, of which fn is the innermost.
func (a *activity) look(n python.Node, fn python.Node, inside []word, loop bool) {
	switch n := n.(type) {
	case *python.For, *python.While:
		loop = true
	case *python.Function:
		fn, loop = n, false
		names := []word{unique.Make(n.Name)}
		if c, ok := n.Parent().(*python.Class); ok && n.Name == "__init__" {
			names = []word{unique.Make(c.Name + ".__init__"), unique.Make(c.Name)}
		}
		a.own[n] = names[0]
		inside = append(inside[:len(inside):len(inside)], names...)
	case *python.Import:
		a.imported(n)
	case *python.Call:
		if name := python.LastName(n.Func); name != "" {
			a.names(inside, rootName(n.Func), name)
			a.handed(inside, n, name)
		}
	}
	switch a.purpose.Does(n, loop) {
	case Deep:
		for _, name := range inside {
			a.busy[name] = true
		}
	case Inside:
		a.inside[fn] = true
	}
	for _, c := range python.Children(n) {
		a.look(c, fn, inside, loop)
	}
}

// handed takes in the functions that a call is given to start: mp.spawn(worker, …).
func (a *activity) handed(inside []word, c *python.Call, callee string) {
	if !knowledge.NamesStarter(callee) {
		return
	}
	for _, arg := range c.Args {
		if f, ok := arg.Value.(*python.Name); ok && arg.Star == 0 {
			a.names(inside, "", f.ID)
		}
	}
}

func (a *activity) imported(n *python.Import) {
	module := strings.Clone(strings.Repeat(".", n.Level) + n.Module)
	for _, one := range n.Names {
		name, from := one.As, origin{path: strings.Clone(one.Path)}
		if n.From {
			from.module = module
			if name == "" {
				name = one.Path
			}
		} else if name == "" {
			name, _, _ = strings.Cut(one.Path, ".")
		}
		key := unique.Make(name)
		a.imports[key] = append(a.imports[key], from)
	}
}

// origin is what one name of an import statement reads: path, or path of a module.
type origin struct{ module, path string }

// modules are the dotted names of the modules that may be meant, nearest first.
func (o origin) modules() []string {
	switch {
	case o.module == "":
		return []string{o.path}
	case strings.HasSuffix(o.module, "."):
		return []string{o.module + o.path, o.module}
	}
	return []string{o.module + "." + o.path, o.module}
}

func (a *activity) names(inside []word, root, name string) {
	if len(inside) == 0 {
		return
	}
	c := called{name: unique.Make(name)}
	if root != "" {
		c.root = unique.Make(root)
	}
	for _, caller := range inside {
		if key := [3]word{caller, c.root, c.name}; !a.seen[key] {
			a.seen[key] = true
			a.calls[caller] = append(a.calls[caller], c)
		}
	}
}

// rootName is the first name of a.b.c, "" for a plain name.
func rootName(e python.Expr) string {
	for {
		at, ok := e.(*python.Attribute)
		if !ok {
			return ""
		}
		if name, ok := at.Value.(*python.Name); ok {
			return name.ID
		}
		e = at.Value
	}
}
