package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// scriptChanges finds what a script itself changes in the config that it read.
type scriptChanges struct {
	f     *finder
	over  *layers
	flags launch.Arguments
	seen  map[*python.Module]bool
	// amp: somewhere it writes AmpOptimWrapper into the config.
	amp bool
	// names are what holds the config or a part of it, with the part's key, in the module that is looked at.
	names map[string]string
}

// in looks through a module into which the calls bring the config.
func (s *scriptChanges) in(p *Program, loads []*python.Call) {
	s.names = map[string]string{}
	python.WalkBody(p.Module().Body, func(n python.Node) bool {
		if a, ok := n.(*python.Assign); ok && a.Value != nil &&
			slices.ContainsFunc(loads, func(c *python.Call) bool { return a.Value == python.Expr(c) }) {
			for _, target := range a.Targets {
				if name := strings.Join(chain(p.Module(), target), "."); name != "" {
					s.names[name] = ""
				}
			}
		}
		return true
	})
	s.look(p, loads)
}

// look follows the names through a module, and then takes what is done to them.
func (s *scriptChanges) look(p *Program, loads []*python.Call) {
	s.seen[p.Module()] = true
	for before := -1; before != len(s.names); {
		before = len(s.names)
		python.WalkBody(p.Module().Body, func(n python.Node) bool {
			switch n := n.(type) {
			case *python.Assign:
				if key, ok := s.key(p.Module(), n.Value); ok {
					for _, target := range n.Targets {
						if name, plain := target.(*python.Name); plain {
							s.begin(name.ID, key)
						}
					}
				}
			case *python.Call:
				if function, ok := p.Module().Definition(n.Func).(*python.Function); ok {
					s.pass(p.Module(), n, function)
				}
			}
			return true
		})
	}
	type elsewhere struct {
		in    *python.Module
		names map[string]string
	}
	var others []elsewhere
	python.WalkBody(p.Module().Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Assign:
			for _, target := range n.Targets {
				s.assigned(p, n, target, loads)
			}
		case *python.AugAssign:
			s.opened(p, n, n.Target)
		case *python.Delete:
			for _, target := range n.Targets {
				s.opened(p, n, target)
			}
		case *python.Call:
			s.called(p, n)
			if in, names := s.passedOn(p, n); in != nil && !s.seen[in] {
				others = append(others, elsewhere{in, names})
			}
		}
		return true
	})
	for _, other := range others {
		if !s.seen[other.in] {
			s.names = other.names
			s.look(p.peer(other.in), nil)
		}
	}
}

// maxNames bounds the names that are followed.
const maxNames = 200

func (s *scriptChanges) begin(name, key string) {
	if _, known := s.names[name]; !known && len(s.names) < maxNames { // of several parts under one name the first is kept
		s.names[name] = key
	}
}

// pass follows what a call passes into the parameters of a function.
func (s *scriptChanges) pass(m *python.Module, c *python.Call, function *python.Function) {
	for i, a := range c.Args {
		key, ok := s.key(m, a.Value)
		if !ok {
			continue
		}
		for at, param := range function.Params {
			if a.Name == param.Name || a.Name == "" && at == i && a.Star == 0 {
				s.begin(param.Name, key)
			}
		}
	}
}

// passedOn is the other module of the project whose function gets the config, and under which names.
func (s *scriptChanges) passedOn(p *Program, c *python.Call) (in *python.Module, names map[string]string) {
	if !slices.ContainsFunc(c.Args, func(a *python.Arg) bool { _, ok := s.key(p.Module(), a.Value); return ok }) {
		return nil, nil
	}
	module, name, ok := cutLast(p.Module().Resolve(c.Func))
	if !ok {
		return nil, nil
	}
	if in = s.f.w.imported(module, p.File().Path); in == nil || in == p.Module() {
		return nil, nil
	}
	for _, st := range in.Body {
		if function, ok := st.(*python.Function); ok && function.Name == name {
			inner := &scriptChanges{names: map[string]string{}}
			for i, a := range c.Args {
				key, holds := s.key(p.Module(), a.Value)
				for at, param := range function.Params {
					if holds && (a.Name == param.Name || a.Name == "" && at == i) {
						inner.begin(param.Name, key)
					}
				}
			}
			return in, inner.names
		}
	}
	return nil, nil
}

func cutLast(dotted string) (before, last string, ok bool) {
	i := strings.LastIndexByte(dotted, '.')
	if i <= 0 {
		return "", "", false
	}
	return dotted[:i], dotted[i+1:], true
}

// chain are the steps of cfg.optimizer["lr"]; "*" is one that only the run knows. nil for anything else.
func chain(m *python.Module, e python.Expr) []string {
	switch e := e.(type) {
	case *python.Name:
		return []string{e.ID}
	case *python.Attribute:
		if below := chain(m, e.Value); below != nil {
			return append(below, e.Attr)
		}
	case *python.Subscript:
		if below := chain(m, e.Value); below != nil {
			step := "*"
			if len(e.Index) == 1 {
				if v, ok := m.Const(e.Index[0]); ok && v.Kind == python.StringValue {
					step = v.Str
				}
			}
			return append(below, step)
		}
	}
	return nil
}

// key is the key of the config that an expression stands for; "" is all of it. What is below an unknown step is the
// part before it.
func (s *scriptChanges) key(m *python.Module, e python.Expr) (key string, ok bool) {
	steps := chain(m, e)
	for n := len(steps); n > 0; n-- {
		prefix, held := s.names[strings.Join(steps[:n], ".")]
		if !held {
			continue
		}
		rest := steps[n:]
		if i := slices.Index(rest, "*"); i >= 0 {
			rest = rest[:i]
		}
		return strings.Trim(prefix+"."+strings.Join(rest, "."), "."), true
	}
	return "", false
}

// happens reports whether a statement may run; sure: it runs, once.
func (s *scriptChanges) happens(p *Program, n python.Node) (may, sure bool) {
	runs, known := p.Runs(n)
	for at := n.Parent(); at != nil && known; at = at.Parent() {
		switch at.(type) {
		case *python.For, *python.While, *python.Handler:
			return runs, false
		}
	}
	return runs || !known, runs && known
}

func (s *scriptChanges) assigned(p *Program, a *python.Assign, target python.Expr, loads []*python.Call) {
	key, ok := s.key(p.Module(), target)
	if !ok {
		return
	}
	may, sure := s.happens(p, a)
	if !may {
		return
	}
	// a name that holds the config gets another value
	if name := strings.Join(chain(p.Module(), target), "."); s.holds(name) {
		if _, same := s.key(p.Module(), a.Value); !same && !s.keeps(p, a.Value, loads) {
			s.over.open(key, p.Place(a))
		}
		return
	}
	v := p.Value(a.Value)
	if text, _ := v.Str(); key == "optim_wrapper.type" && text == "AmpOptimWrapper" {
		s.amp = true
	}
	if steps := chain(p.Module(), target); !sure || slices.Contains(steps, "*") {
		s.over.open(key, p.Place(a))
		return
	}
	if _, dict := v.Value.(*run.Object); dict {
		s.over.assign(key, config.Value{Kind: config.String}, p.Place(a))
	}
	s.over.value(p, key, v, p.Place(a))
}

func (s *scriptChanges) holds(name string) bool {
	_, ok := s.names[name]
	return ok
}

// keeps reports whether a value is the config as it was read, or what a function that gets it makes of it.
func (s *scriptChanges) keeps(p *Program, e python.Expr, loads []*python.Call) bool {
	c, ok := e.(*python.Call)
	if !ok {
		return false
	}
	return slices.Contains(loads, c) ||
		slices.ContainsFunc(c.Args, func(a *python.Arg) bool { _, given := s.key(p.Module(), a.Value); return given })
}

func (s *scriptChanges) opened(p *Program, n python.Node, target python.Expr) {
	if key, ok := s.key(p.Module(), target); ok && !s.holds(strings.Join(chain(p.Module(), target), ".")) {
		if may, _ := s.happens(p, n); may {
			s.over.open(key, p.Place(n))
		}
	}
}

// changing are the methods of a config that change it.
var changing = []string{
	"merge_from_dict",
	"merge_from_list",
	"update",
	"setdefault",
	"pop",
	"popitem",
	"clear",
	"append",
	"extend",
	"insert",
}

func (s *scriptChanges) called(p *Program, c *python.Call) {
	on := c.Receiver()
	sets := p.Module().Resolve(c.Func) == "setattr" && len(c.Args) == 3
	switch {
	case sets:
		on = c.Args[0].Value
	case on == nil || !slices.Contains(changing, c.MethodName()):
		return
	}
	key, ok := s.key(p.Module(), on)
	if !ok {
		return
	}
	may, _ := s.happens(p, c)
	if !may || !sets && len(c.Args) == 1 && s.fromCommand(c.Args[0].Value) {
		return
	}
	if c.MethodName() == "pop" || c.MethodName() == "setdefault" || sets {
		at := 0
		if sets {
			at = 1
		}
		if len(c.Args) > at {
			if v, known := p.Module().Const(c.Args[at].Value); known && v.Kind == python.StringValue {
				key = strings.Trim(key+"."+v.Str, ".")
			}
		}
	}
	s.over.open(key, p.Place(c))
}

// fromCommand reports whether a dictionary is what the command line lays over the config, args.cfg_options: that is
// read there.
func (s *scriptChanges) fromCommand(e python.Expr) bool {
	a, ok := e.(*python.Attribute)
	if !ok {
		return false
	}
	flag, given := s.flags.Flag(a.Attr)
	return given &&
		!slices.ContainsFunc(flag.Values, func(w launch.Word) bool { return !strings.Contains(w.Text, "=") }) ||
		!given && strings.HasSuffix(a.Attr, "options")
}
