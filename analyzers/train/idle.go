package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// busyWords are the calls and attributes that make a function worth following to its end, whatever it costs: what a
// training step is made of, and what decides whether a tensor has a graph.
var busyWords = map[string]bool{"backward": true, "manual_backward": true, "zero_grad": true, "step": true, "unscale_": true,
	"clip_grad_norm_": true, "clip_grad_value_": true, "no_grad": true, "inference_mode": true, "set_grad_enabled": true, "eval": true,
	"spawn": true, "register_forward_hook": true, "set_epoch": true, "checkpoint": true, "DataLoader": true, "autocast": true,
	"requires_grad_": true, "requires_grad": true, "fit": true, "add_argument": true, "detach": true, "GradScaler": true, "retain_graph": true, "create_graph": true}

// activity is what a file's functions do, by name: those of methods and classes too.
type activity struct {
	busy    map[string]bool     // does something itself
	calls   map[string][]called // what it calls
	own     map[python.Node]string
	imports map[string][]string // the modules that a name may come from, nearest first
}

// called is a call by name: of name, or of root.name.
type called struct{ root, name string }

type activityKey struct{}

// activityOf looks through a file once.
func activityOf(m *python.Module) *activity {
	return m.Keep(activityKey{}, func() any {
		a := &activity{busy: map[string]bool{}, calls: map[string][]called{}, own: map[python.Node]string{}, imports: map[string][]string{}}
		for _, s := range m.Body {
			a.look(s, nil, false)
		}
		return a
	}).(*activity)
}

// look visits a statement inside of functions of some names.
func (a *activity) look(n python.Node, inside []string, loop bool) {
	switch n := n.(type) {
	case *python.For, *python.While:
		loop = true
	case *python.AugAssign:
		if loop && keepsState(n.Value) {
			a.mark(inside)
		}
	case *python.Function:
		loop = false
		names := []string{n.Name}
		if c, ok := n.Parent().(*python.Class); ok && n.Name == "__init__" {
			names = []string{c.Name + ".__init__", c.Name}
		}
		a.own[n] = names[0]
		inside = append(inside[:len(inside):len(inside)], names...)
	case *python.Import:
		a.imported(n)
	case *python.Call:
		if name := lastName(n.Func); name != "" {
			a.names(inside, called{rootName(n.Func), name})
			if loop && (name == "append" || name == "update" || name == "add") && len(n.Args) > 0 && keepsState(n.Args[0].Value) {
				a.mark(inside)
			}
		}
		for _, arg := range n.Args {
			if busyWords[arg.Name] {
				a.mark(inside)
			}
		}
	case *python.Attribute:
		if busyWords[n.Attr] {
			a.mark(inside)
		}
	case *python.Name:
		if busyWords[n.ID] {
			a.mark(inside)
		}
	}
	for _, c := range python.Children(n) {
		a.look(c, inside, loop)
	}
}

// keepsState reports whether a value is named like a loss or another result of a model: a loop that sums or collects it
// is looked at to its end.
func keepsState(e python.Expr) bool {
	found := false
	python.Walk(e, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Name:
			found = found || knowledge.NamesState(n.ID)
		case *python.Attribute:
			found = found || knowledge.NamesState(n.Attr)
		}
		return !found
	})
	return found
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

func (a *activity) mark(inside []string) {
	for _, name := range inside {
		a.busy[name] = true
	}
}

func (a *activity) names(inside []string, c called) {
	for _, name := range inside {
		a.calls[name] = append(a.calls[name], c)
	}
}

// idle reports whether nothing of a training step happens in a function or in what it calls by name.
func (f *Facts) idle(fn *run.Function) bool {
	if fn.Node == nil {
		return false
	}
	name := activityOf(fn.Unit.Module).own[fn.Node]
	if name == "" {
		return false
	}
	f.follow(fn.Unit.Module, name)
	if n := f.machine.Modules(); n != f.survey.met {
		f.machine.EachModule(f.survey.add)
		f.survey.met = n
	}
	return !f.survey.busy[name]
}

// follow takes in the modules of the functions that one calls, and that those call.
func (f *Facts) follow(m *python.Module, name string) {
	f.survey.add(m)
	key := followed{m, name}
	if f.survey.followed[key] || len(f.survey.seen) > maxSurveyed {
		return
	}
	f.survey.followed[key] = true
	a := activityOf(m)
	f.elsewhere(m, a.imports[name], name)
	for _, c := range a.calls[name] {
		if c.root != "" {
			f.elsewhere(m, a.imports[c.root], c.name)
		}
		f.follow(m, c.name)
	}
}

// elsewhere follows a function into the module that it is imported from.
func (f *Facts) elsewhere(m *python.Module, paths []string, name string) {
	if f.project == nil {
		return
	}
	for _, dotted := range paths {
		if other, _ := f.project.Find(dotted, m.File.Path); other != nil && other != m {
			f.follow(other, name)
			return
		}
	}
}

// maxSurveyed bounds the modules that are looked into.
const maxSurveyed = 200

type followed struct {
	module *python.Module
	name   string
}

// survey knows the names behind which something happens, over all files that a run has met.
type survey struct {
	seen    map[*python.Module]bool
	busy    map[string]bool
	callers map[string][]string
	met     int // the modules of the run that were taken in

	followed map[followed]bool
}

// add takes in a module.
func (s *survey) add(m *python.Module) {
	if s.seen[m] {
		return
	}
	if s.seen == nil {
		s.seen, s.busy, s.callers = map[*python.Module]bool{}, map[string]bool{}, map[string][]string{}
		s.followed = map[followed]bool{}
	}
	s.seen[m] = true
	a := activityOf(m)
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
func (s *survey) mark(name string) {
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
