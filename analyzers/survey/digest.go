package survey

import (
	"slices"
	"strings"
	"sync"
	"unique"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// word is a name that stands in many files.
type word = unique.Handle[string]

// function is one of a file, by name: of a class, or of none where class is the zero word. What a class is made by is
// both its __init__ and a function with its name.
type function struct{ class, name word }

// digest is what the functions of a file do, by name. It holds nothing of the tree.
type digest struct {
	busy    map[function]bool     // does something itself
	calls   map[function][]called // what it calls, each once
	imports map[word][]origin     // where a name may come from
	bound   map[word]bool         // the functions and classes, however deep they stand
	classes map[word]*class
	inside  map[int]bool // where functions begin that are worth following for what stands in them alone

	once  sync.Once
	edges []edge // what the file adds to who is busy when what is, but for its classes
	nodes *numbers
}

type class struct {
	bases   []word
	methods map[word]bool
}

// called is a call by name: of name, of root.name, or, where class is one, of a method of the object that the caller
// belongs to.
type called struct {
	root, name, class word
	attribute         bool
	direct            bool // root.name and nothing between them
}

// activity is a digest while it is made.
type activity struct {
	*digest
	purpose *Purpose
	seen    map[callKey]bool
}

type callKey struct {
	caller function
	called called
}

// digestOf looks through a file.
func digestOf(m *python.Module, p *Purpose) *digest {
	a := &activity{purpose: p, seen: map[callKey]bool{},
		digest: &digest{busy: map[function]bool{}, calls: map[function][]called{}, imports: map[word][]origin{},
			bound: map[word]bool{}, classes: map[word]*class{}, inside: map[int]bool{}}}
	m.Meter.Spend(1 + len(m.File.Text)/32)
	for _, s := range m.Body {
		a.look(s, around{})
	}
	for caller, calls := range a.calls { // they are kept for as long as the project is looked at
		a.calls[caller] = slices.Clone(calls)
	}
	return a.digest
}

// around is what stands around a statement.
type around struct {
	fn     *python.Function // the innermost
	inside []function       // all of them
	class  word             // whose method the innermost is, or the one around a nested function
	loop   bool
}

// look visits a statement.
func (a *activity) look(n python.Node, at around) {
	switch n := n.(type) {
	case *python.For, *python.While:
		at.loop = true
	case *python.Function:
		at = a.function(n, at)
	case *python.Class:
		a.class(n)
	case *python.Import:
		a.imported(n)
	case *python.Call:
		a.called(n, at)
	}
	switch a.purpose.Does(n, at.loop) {
	case Deep:
		for _, f := range at.inside {
			a.busy[f] = true
		}
	case Inside:
		if at.fn != nil {
			a.inside[at.fn.Span().Start] = true
		}
	}
	python.EachChild(n, func(c python.Node) { a.look(c, at) })
}

// functionOf is a function of a tree, by name.
func functionOf(n *python.Function) function {
	f := function{name: unique.Make(n.Name)}
	if c, ok := n.Parent().(*python.Class); ok {
		f.class = unique.Make(c.Name)
	}
	return f
}

func (a *activity) function(n *python.Function, at around) around {
	own := functionOf(n)
	functions := []function{own}
	if own.class != (word{}) {
		at.class = own.class
		if n.Name == "__init__" {
			functions = append(functions, function{name: at.class})
		}
	} else {
		a.bound[own.name] = true
	}
	return around{fn: n, inside: append(at.inside[:len(at.inside):len(at.inside)], functions...), class: at.class}
}

func (a *activity) class(n *python.Class) {
	name := unique.Make(n.Name)
	a.bound[name] = true
	c := a.classes[name]
	if c == nil {
		c = &class{methods: map[word]bool{}}
		a.classes[name] = c
	}
	for _, b := range n.Bases {
		if base := python.LastName(b.Value); base != "" && base != n.Name {
			c.bases = append(c.bases, unique.Make(base))
		}
	}
	for _, s := range definedIn(n.Body, nil) {
		c.methods[unique.Make(s.Name)] = true
	}
}

// definedIn lists the methods of a class body, those under ifs included.
func definedIn(body []python.Stmt, list []*python.Function) []*python.Function {
	for _, s := range body {
		switch s := s.(type) {
		case *python.Function:
			list = append(list, s)
		case *python.If:
			list = definedIn(s.Else, definedIn(s.Body, list))
		}
	}
	return list
}

func (a *activity) called(n *python.Call, at around) {
	name := python.LastName(n.Func)
	if name == "" || len(at.inside) == 0 {
		return
	}
	if name == constructor.Value() { // of a base: super().__init__(…), Base.__init__(self, …)
		a.constructs(n.Func, at)
		return
	}
	c := called{name: unique.Make(name)}
	if f, ok := n.Func.(*python.Attribute); ok {
		c.attribute = true
		if root := rootName(f); root != "" {
			c.root = unique.Make(root)
		}
		of, ok := f.Value.(*python.Name)
		if c.direct = ok; ok && (of.ID == "self" || of.ID == "cls") {
			c.class = at.class
		}
	}
	a.note(c, at.inside)
	if !knowledge.NamesStarter(name) {
		return
	}
	for _, arg := range n.Args { // it is given what it starts: mp.spawn(worker, …)
		if f, ok := arg.Value.(*python.Name); ok && arg.Star == 0 {
			a.note(called{name: unique.Make(f.ID)}, at.inside)
		}
	}
}

// constructs takes in the constructor of a class that is called by its name, or those of the bases.
func (a *activity) constructs(f python.Expr, at around) {
	of, ok := f.(*python.Attribute)
	if !ok {
		return
	}
	if name := python.LastName(of.Value); name != "" && name != "super" {
		a.note(called{name: unique.Make(name)}, at.inside)
		return
	}
	if c := a.classes[at.class]; c != nil {
		for _, base := range c.bases {
			a.note(called{name: base}, at.inside)
		}
	}
}

// note keeps a call for each of the functions around it, once.
func (a *activity) note(c called, callers []function) {
	for _, caller := range callers {
		if key := (callKey{caller, c}); !a.seen[key] {
			a.seen[key] = true
			a.calls[caller] = append(a.calls[caller], c)
		}
	}
}

func (a *activity) imported(n *python.Import) {
	module := strings.Clone(strings.Repeat(".", n.Level) + n.Module)
	for _, one := range n.Names {
		name, from := one.As, origin{path: strings.Clone(one.Path), as: one.As != ""}
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
type origin struct {
	module, path string
	as           bool // under another name
}

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
