package python

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
)

// Resolve is the dotted name of what an expression really is, through imports
// and aliases: `a.autocast` after `from torch.cuda import amp as a` is
// "torch.cuda.amp.autocast". A function or class of this file is its name behind
// a dot; a builtin is its name. "" means that it is not known, or that it is one
// of several things.
func (m *Module) Resolve(e Expr) string {
	paths := m.Candidates(e)
	if len(paths) != 1 {
		return ""
	}
	return paths[0]
}

// Candidates is every name that an expression may resolve to, such as the new and
// the old one of a `try: import … except ImportError: import …`. It is empty when
// one of the ways to bind it is not known.
func (m *Module) Candidates(e Expr) []string { return m.candidates(e, 0) }

const maxAliasSteps = 8

func (m *Module) candidates(e Expr, steps int) []string {
	m.Meter.Spend(1)
	if steps > maxAliasSteps {
		return nil
	}
	switch e := e.(type) {
	case *Name:
		if !m.known(e.stands, steps) {
			before := m.Meter.Left()
			paths := m.boundTo(e, steps)
			e.stands = m.resolved(paths, before, steps)
		}
		return e.stands.paths
	case *Attribute:
		if !m.known(e.stands, steps) {
			before := m.Meter.Left()
			paths := m.attributeOf(e, steps)
			e.stands = m.resolved(paths, before, steps)
		}
		return e.stands.paths
	}
	return nil
}

// resolution is what a name stands for, and what it took to find that out. Every job of a script asks what all of its
// calls are: it is found out once.
type resolution struct {
	paths []string
	cost  int
	steps int  // of aliases that led there: they bound how many more are followed
	stars bool // star imports could be followed
}

func (m *Module) resolved(paths []string, before, steps int) *resolution {
	return &resolution{
		paths: slices.Clip(paths),
		cost:  min(mostPaid, before-m.Meter.Left()),
		steps: steps,
		stars: m.Everything != nil,
	}
}

// mostPaid is what asking again costs at most: what the first one found on the way, as what a star gives, is known.
const mostPaid = 100

// known reports whether what a name stands for was found out before. Whoever asks again pays as much as who asked
// first: how far a budget reaches does not depend on who that was.
func (m *Module) known(r *resolution, steps int) bool {
	m.load() // is no part of what a single name costs
	if r == nil || r.steps != steps || r.stars != (m.Everything != nil) {
		return false
	}
	m.Meter.Spend(r.cost)
	return true
}

func (m *Module) attributeOf(e *Attribute, steps int) (list []string) {
	for _, base := range m.candidates(e.Value, steps) {
		if strings.HasPrefix(base, ".") && !strings.HasPrefix(base, "..") && !m.importedPath(base) {
			continue // an attribute of a local class or function
		}
		list = append(list, knowledge.Canonical(base+"."+e.Attr))
	}
	return list
}

// importedPath reports whether a name behind a dot came from a relative import.
func (m *Module) importedPath(path string) bool {
	m.importedPaths.once.Do(func() {
		m.importedPaths.known = map[string]bool{}
		for _, list := range m.ModuleScope().names {
			for _, b := range list {
				if b.Kind == Imported {
					m.importedPaths.known[b.Path] = true
				}
			}
		}
	})
	return m.importedPaths.known[path]
}

// boundTo is what the bindings of a name make of it.
func (m *Module) boundTo(n *Name, steps int) []string {
	scope, bindings := m.Lookup(n.ID, n)
	if scope == nil {
		if builtins[n.ID] {
			return []string{n.ID}
		}
		if given := m.givenByStar(n.ID); given != "" {
			return []string{given}
		}
		if meant := knowledge.MeantByName(n.ID); meant != "" {
			return []string{meant}
		}
		return nil
	}
	var list []string
	for _, b := range bindings {
		var found []string
		switch b.Kind {
		case Imported:
			found = []string{knowledge.Canonical(b.Path)}
		case FunctionDefined, ClassDefined:
			found = []string{"." + b.Name}
		case Assigned:
			if b.Value == Expr(n) {
				return nil
			}
			if IsNone(b.Value) { // autocast = None in an except branch
				continue
			}
			found = m.candidates(b.Value, steps+1)
		}
		if len(found) == 0 {
			return nil
		}
		for _, path := range found {
			list = appendNew(list, path)
		}
	}
	return list
}

// givenByStar is what a name that the file does not bind stands for by what it imports with *, "" where that is not
// known.
func (m *Module) givenByStar(name string) string {
	if m.Everything == nil || strings.HasPrefix(name, "_") {
		return ""
	}
	for _, from := range slices.Backward(m.ModuleScope().Stars()) { // the last one binds it anew
		m.Meter.Spend(1)
		if given := m.Everything(from, name); given != "" {
			return knowledge.Canonical(given)
		}
	}
	return ""
}

func appendNew(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}

// IsNone reports whether an expression is the literal None.
func IsNone(e Expr) bool {
	c, ok := e.(*Constant)
	return ok && c.Kind == None
}

// Canonical folds the names under which a library offers the same thing twice.
func Canonical(path string) string { return knowledge.Canonical(path) }

// IsBuiltin reports whether every module starts with a name.
func IsBuiltin(name string) bool { return builtins[name] }

// MeantByName is the module that a name stands for where a file never binds it; "" for most names.
func MeantByName(name string) string { return knowledge.MeantByName(name) }

// builtins are the names every module starts with, as far as rules ask for them.
var builtins = func() map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(`abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr
classmethod compile complex copyright credits delattr dict dir divmod enumerate eval exec exit filter float format
frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len license list locals map
max memoryview min next object oct open ord pow print property quit range repr reversed round set setattr slice
sorted staticmethod str sum super tuple type vars zip __import__ ArithmeticError AssertionError AttributeError
BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError
ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError
Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError
FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError
InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError
NotADirectoryError NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError
ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration
StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError
UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError
Warning ZeroDivisionError`) {
		set[name] = true
	}
	return set
}()

// Calls yields every call in the file whose callee resolves to one of the names.
func (m *Module) Calls(names ...string) []*Call {
	wanted := make(map[string]bool, len(names))
	last := make(map[string]bool, len(names))
	for _, n := range names {
		wanted[n] = true
		last[n[strings.LastIndexByte(n, '.')+1:]] = true
	}
	var found []*Call
	m.Meter.Spend(len(m.calls) / 8)
	for _, c := range m.calls {
		// An alias can hide any name, so only attributes can be told by their end.
		if a, ok := c.Func.(*Attribute); ok && !last[a.Attr] {
			continue
		}
		if path := m.Resolve(c.Func); path != "" && wanted[path] {
			found = append(found, c)
		}
	}
	return found
}

// Imports lists every import statement of the file.
func (m *Module) Imports() []*Import {
	m.Meter.Spend(1 + len(m.imports)/8) // whoever asks looks at all of them
	return m.imports
}

// AllCalls lists every call of the file in the order they close.
func (m *Module) AllCalls() []*Call {
	m.Meter.Spend(1 + len(m.calls)/8) // whoever asks looks at all of them
	return m.calls
}

// MethodName is the attribute that a call invokes, "" when it calls a plain name.
func (c *Call) MethodName() string {
	if a, ok := c.Func.(*Attribute); ok {
		return a.Attr
	}
	return ""
}

// Receiver is what a method is called on, nil for a plain call.
func (c *Call) Receiver() Expr {
	if a, ok := c.Func.(*Attribute); ok {
		return a.Value
	}
	return nil
}

// Definition is the function or class of this file that an expression names, nil
// when it is something else or one of several. self.method finds the method, also
// in a base class of this file.
func (m *Module) Definition(e Expr) Stmt {
	switch e := e.(type) {
	case *Name:
		_, bindings := m.Lookup(e.ID, e)
		if len(bindings) != 1 {
			return nil
		}
		return definedBy(bindings[0])
	case *Attribute:
		if c := m.ClassOf(e.Value); c != nil {
			return m.Method(c, e.Attr)
		}
		if c, ok := m.Definition(e.Value).(*Class); ok { // Class.method
			return m.Method(c, e.Attr)
		}
	}
	return nil
}

func definedBy(b *Binding) Stmt {
	switch n := b.Node.(type) {
	case *Function:
		return n
	case *Class:
		return n
	}
	return nil
}

// Method finds a method of a class or of its bases in this file; a nil interface
// when there is none.
func (m *Module) Method(c *Class, name string) Stmt {
	for _, class := range m.Ancestry(c) {
		m.Meter.Spend(len(class.Body) / 8)
		for _, s := range class.Body {
			if f, ok := s.(*Function); ok && f.Name == name {
				return f
			}
		}
	}
	return nil
}

// Ancestry is the class and those of its bases that this file defines, nearest first.
func (m *Module) Ancestry(c *Class) []*Class {
	list := []*Class{c}
	seen := map[*Class]bool{c: true}
	for i := 0; i < len(list); i++ {
		m.Meter.Spend(1 + len(list[i].Bases))
		for _, base := range list[i].Bases {
			if b, ok := m.Definition(base.Value).(*Class); ok && base.Name == "" && !seen[b] {
				seen[b] = true
				list = append(list, b)
			}
		}
	}
	return list
}

// HeirsOf lists the classes of the file that derive from one of the things, directly or through other classes of the
// file.
func (m *Module) HeirsOf(names ...string) []*Class {
	var list []*Class
	WalkBody(m.Body, func(n Node) bool {
		if c, ok := n.(*Class); ok &&
			slices.ContainsFunc(m.BaseNames(c), func(base string) bool { return slices.Contains(names, base) }) {
			list = append(list, c)
		}
		return true
	})
	return list
}

// BaseNames resolves the bases of a class and of its ancestors in this file.
func (m *Module) BaseNames(c *Class) []string {
	var names []string
	for _, class := range m.Ancestry(c) {
		for _, base := range class.Bases {
			if base.Name != "" {
				continue
			}
			value := base.Value
			if generic, ok := value.(*Subscript); ok {
				value = generic.Value
			}
			if path := m.Resolve(value); path != "" {
				names = append(names, path)
			}
		}
	}
	return names
}

// EnclosingFunction is the def around n, nil at module level or in a class body.
func EnclosingFunction(n Node) *Function {
	for p := n.Parent(); p != nil; p = p.Parent() {
		switch p := p.(type) {
		case *Function:
			return p
		case *Class:
			return nil
		}
	}
	return nil
}

// EnclosingLoop is the innermost loop of its function, or of the module, in which n stands, nil elsewhere. What is in
// the else of a loop counts, too.
func EnclosingLoop(n Node) Stmt {
	for p := n.Parent(); p != nil; p = p.Parent() {
		switch p := p.(type) {
		case *For:
			return p
		case *While:
			return p
		case *Function, *Class:
			return nil
		}
	}
	return nil
}

// EnclosingClass is the class whose method or body holds n, nil elsewhere.
func EnclosingClass(n Node) *Class {
	for p := n.Parent(); p != nil; p = p.Parent() {
		if c, ok := p.(*Class); ok {
			return c
		}
	}
	return nil
}

// EnclosingStmt is the statement that holds n, n itself when it is one.
func EnclosingStmt(n Node) Stmt {
	for p := n; p != nil; p = p.Parent() {
		if s, ok := p.(Stmt); ok {
			return s
		}
	}
	return nil
}

// KeyRead is the attribute or the key that an expression reads last, as config["data"]["resolution"] and
// cfg.data.resolution do; "" for a plain name, and for a key that is computed.
func KeyRead(e Expr) string {
	switch e := e.(type) {
	case *Attribute:
		return e.Attr
	case *Subscript:
		if len(e.Index) == 1 {
			if key, ok := e.Index[0].(*String); ok {
				return key.Text
			}
		}
	}
	return ""
}

// LastName is the word that names what an expression is: the variable, the attribute, what is called or indexed; "" for
// what has none.
func LastName(e Expr) string {
	switch e := e.(type) {
	case *Name:
		return e.ID
	case *Attribute:
		return e.Attr
	case *Subscript:
		return LastName(e.Value)
	case *Call:
		return LastName(e.Func)
	}
	return ""
}
