// Package survey tells which functions of a project do something that somebody asks about, by the names that stand in
// them and in what they call, before anything of them is run. The others need not be followed to their end.
package survey

import (
	"strings"

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

// Survey is what is known of the functions of one project. It belongs to one goroutine.
type Survey struct {
	purpose *Purpose
	find    func(dotted, from string) (*python.Module, string)

	seen     map[*python.Module]bool
	busy     map[string]bool
	callers  map[string][]string
	followed map[followed]bool
	met      int // the modules of the run that were taken in
}

type followed struct {
	module *python.Module
	name   string
}

// maxModules bounds the modules that are looked into.
const maxModules = 200

// New begins a survey; find is nil for a file that stands alone.
func New(p *Purpose, find func(dotted, from string) (*python.Module, string)) *Survey {
	return &Survey{purpose: p, find: find, seen: map[*python.Module]bool{}, busy: map[string]bool{}, callers: map[string][]string{},
		followed: map[followed]bool{}}
}

// Idle reports whether nothing that is asked about happens in a function of a run, or in what it calls by name.
func (s *Survey) Idle(m *run.Machine, fn *run.Function) bool {
	if fn.Node == nil {
		return false
	}
	a := activityOf(fn.Unit.Module, s.purpose)
	name := a.own[fn.Node]
	if name == "" || a.inside[fn.Node] {
		return false
	}
	s.follow(fn.Unit.Module, name)
	if n := m.Modules(); n != s.met {
		m.EachModule(s.add)
		s.met = n
	}
	return !s.busy[name]
}

// follow takes in the modules of the functions that one calls, and that those call.
func (s *Survey) follow(m *python.Module, name string) {
	s.add(m)
	key := followed{m, name}
	if s.followed[key] || len(s.seen) > maxModules {
		return
	}
	s.followed[key] = true
	a := activityOf(m, s.purpose)
	s.elsewhere(m, a.imports[name], name)
	for _, c := range a.calls[name] {
		if c.root != "" {
			s.elsewhere(m, a.imports[c.root], c.name)
		}
		s.follow(m, c.name)
	}
}

// elsewhere follows a function into the module that it is imported from.
func (s *Survey) elsewhere(m *python.Module, paths []string, name string) {
	if s.find == nil {
		return
	}
	for _, dotted := range paths {
		if other, _ := s.find(dotted, m.File.Path); other != nil && other != m {
			s.follow(other, name)
			return
		}
	}
}

// addCost is what it takes to note what one function does, in steps.
const addCost = 2

// add takes in a module.
func (s *Survey) add(m *python.Module) {
	if s.seen[m] {
		return
	}
	s.seen[m] = true
	a := activityOf(m, s.purpose)
	m.Meter.Spend(addCost * (1 + len(a.busy) + len(a.calls)))
	for name := range a.busy {
		s.mark(name)
	}
	for name, list := range a.calls {
		for _, c := range list {
			if s.busy[c.name] {
				s.mark(name)
			}
			s.callers[c.name] = append(s.callers[c.name], name)
		}
	}
}

// mark makes a name busy, and all that call it.
func (s *Survey) mark(name string) {
	pending := []string{name}
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

// activity is what a file's functions do, by name: those of methods and classes too.
type activity struct {
	purpose *Purpose
	busy    map[string]bool // does something itself
	inside  map[python.Node]bool
	calls   map[string][]called // what it calls
	own     map[python.Node]string
	imports map[string][]string // the modules that a name may come from, nearest first
}

// called is a call by name: of name, or of root.name.
type called struct{ root, name string }

// activityOf looks through a file once.
func activityOf(m *python.Module, p *Purpose) *activity {
	return m.Keep(p, func() any {
		a := &activity{purpose: p, busy: map[string]bool{}, inside: map[python.Node]bool{}, calls: map[string][]called{}, own: map[python.Node]string{}, imports: map[string][]string{}}
		m.Meter.Spend(1 + len(m.File.Text)/32)
		for _, s := range m.Body {
			a.look(s, nil, nil, false)
		}
		return a
	}).(*activity)
}

// look visits a statement inside of functions of some names, of which fn is the innermost.
func (a *activity) look(n python.Node, fn python.Node, inside []string, loop bool) {
	switch n := n.(type) {
	case *python.For, *python.While:
		loop = true
	case *python.Function:
		fn, loop = n, false
		names := []string{n.Name}
		if c, ok := n.Parent().(*python.Class); ok && n.Name == "__init__" {
			names = []string{c.Name + ".__init__", c.Name}
		}
		a.own[n] = names[0]
		inside = append(inside[:len(inside):len(inside)], names...)
	case *python.Import:
		a.imported(n)
	case *python.Call:
		if name := python.LastName(n.Func); name != "" {
			a.names(inside, called{rootName(n.Func), name})
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

func (a *activity) imported(n *python.Import) {
	for _, one := range n.Names {
		name, from := one.As, []string{one.Path}
		if n.From {
			prefix := strings.Repeat(".", n.Level) + n.Module
			from = []string{strings.TrimSuffix(prefix, ".") + "." + one.Path, prefix}
			if n.Module == "" {
				from[0] = prefix + one.Path
			}
			if name == "" {
				name = one.Path
			}
		} else if name == "" {
			name, _, _ = strings.Cut(one.Path, ".")
		}
		a.imports[name] = append(a.imports[name], from...)
	}
}

func (a *activity) names(inside []string, c called) {
	for _, name := range inside {
		a.calls[name] = append(a.calls[name], c)
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
