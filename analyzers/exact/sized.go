package exact

import (
	"errors"
	"strings"
	"unicode"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// What only data tells stands in no code: how many classes a folder holds, how many words, how large an array in a file
// is. A run says which expression it would have to know, and takes what somebody says of it.

// Size is what somebody says of an expression.
type Size struct {
	// Name is how the code writes the expression or the variable that it is assigned to, as Spelled has it.
	Name string
	// Path is the end of the path of its file, Line its line; "" and 0: wherever it stands.
	Path string
	Line int
	// At are the expressions that it is said of, where they are known: a variable may be another one elsewhere, and is
	// only looked at.
	At []Expression
	// Number: it is a number, and no shape.
	Number bool
	// Make makes the value.
	Make func(m *Machine) Value
	// Known says what the program itself knows in its place, and whether that is the same; empty: nothing, as with an
	// array of which a side is not known.
	Known func(m *Machine, v Value) (text string, same bool)
	// Taken is told that a run took it, Otherwise that the program knows another value itself.
	Taken     func()
	Otherwise func(at Place, known string)
}

// isVariable reports whether a name is that of a variable, and no other expression.
func isVariable(name string) bool { return !strings.ContainsAny(name, ".()[]{}\"+-*/%, ") }

// IsVariable reports whether it is said of a variable, wherever that is.
func (s *Size) IsVariable() bool { return s.Line == 0 && isVariable(s.Name) }

// maxSpelled bounds the expressions that are called by how they are written, in bytes.
const maxSpelled = 160

// Spelled is code without what may be written otherwise: spaces, and one kind of quotes.
func Spelled(code string) string {
	return strings.Map(func(letter rune) rune {
		switch {
		case unicode.IsSpace(letter):
			return -1
		case letter == '\'':
			return '"'
		}
		return letter
	}, code)
}

// Asked is an expression of which the run would have to know the value.
type Asked struct {
	Expression
	// Number: a whole number alone can stand there.
	Number bool
	// Wants is what a sample has to be like for what it is needed for, behind the number of samples, as far as that is
	// known: "3x224x224:float32".
	Wants string
}

// asks are what StopFor says is not known where a size is asked for; true: it is a number.
var asks = map[string]bool{
	"an argument": false, "the bound of a range": true, "the length": true, "the size of an array": true,
	"the bound of a slice":             true,
	"how often the program goes round": true, "a buffer": false, "the data of a parameter": true, "a parameter": true,
}

// mostRoots bounds of how many values it is noted which expression gave them.
const mostRoots = 1 << 13

// noted keeps which expression of the project first gave something unknown.
func (m *Machine) noted(e python.Expr, v Value) {
	u, unknown := v.(*Unknown)
	if !unknown || m.frame.unit == nil || !m.frame.unit.ours() {
		return
	}
	if len(m.roots) >= mostRoots {
		return
	}
	m.notedSides(e)
	if _, known := m.roots[u]; known {
		return
	}
	at := Expression{m.frame.unit.Module.File.Path, e.Span()}
	if asks := m.endedBy(u); asks != nil { // what is done with a part of the program that was not made
		at = asks.Expression
	}
	if _, isName := e.(*python.Name); isName {
		m.called[at] = true
	}
	m.Noted(u, at)
}

// endedBy is what would have to be known for a part of the program that was not made, of which something unknown comes;
// nil for anything else.
func (m *Machine) endedBy(u *Unknown) *Asked {
	if len(m.ended) == 0 { // a loop asks it for each number that it counts
		return nil
	}
	return m.ended[Stop{At: u.At, Reason: u.Why}]
}

// assigned keeps that something unknown is the value of a variable, which people call it by.
func (m *Machine) assigned(s *python.Assign, v Value) {
	u, unknown := v.(*Unknown)
	if !unknown || m.frame.unit == nil || !m.frame.unit.ours() || len(m.roots) >= mostRoots ||
		variable(m.frame.unit.Module, s) == "" {
		return
	}
	root, known := m.roots[u]
	_, handsOn := s.Value.(*python.Name)
	if known && (m.called[root] || handsOn) || m.endedBy(u) != nil {
		return // it is called otherwise already, or was counted elsewhere
	}
	at := Expression{m.frame.unit.Module.File.Path, s.Value.Span()}
	m.Noted(u, at)
	m.called[at] = true
}

// Noted says which expression gave something unknown.
func (m *Machine) Noted(u *Unknown, at Expression) {
	m.roots[u] = at
}

// ours reports whether a module is one of the project's.
func (u *Unit) ours() bool {
	return u.Module != nil && !strings.HasPrefix(u.Module.File.Path, "<")
}

// rootOf is the expression that gave something unknown; of no file where that is not known.
func (m *Machine) rootOf(u *Unknown) Expression {
	if u.Of != nil {
		u = u.Of
	}
	if at, known := m.roots[u]; known {
		return at
	}
	return u.Count
}

// Derived keeps that something unknown was computed of another: what that is, is asked for.
func (m *Machine) Derived(v, of Value) {
	to, unknown := v.(*Unknown)
	u, isUnknown := of.(*Unknown)
	if !unknown || !isUnknown || to == u {
		return
	}
	if len(m.roots) >= mostRoots {
		return
	}
	if _, known := m.roots[to]; known {
		return
	}
	if root := m.rootOf(u); root.Path != "" {
		m.Noted(to, root)
		if m.parts[u] {
			m.isPart(to)
		}
	}
}

// isPart notes that something unknown has other sides than what is asked for in its place.
func (m *Machine) isPart(u *Unknown) {
	if m.parts == nil {
		m.parts = map[*Unknown]bool{}
	}
	m.parts[u] = true
}

// arithmetic are functions of Python's that make a number of another.
var arithmetic = map[string]bool{
	"int":   true,
	"float": true,
	"round": true,
	"abs":   true,
	"max":   true,
	"min":   true,
	"pow":   true,
	"ceil":  true,
	"floor": true,
	"sqrt":  true,
	"log2":  true,
	"log":   true,
}

// computed is derived for a call.
func (m *Machine) computed(callee, v Value, a Args) {
	if _, unknown := v.(*Unknown); !unknown || len(a.Pos) == 0 {
		return
	}
	name := ""
	switch f := callee.(type) {
	case *Builtin:
		name = f.Name
	case *Class:
		if f.Node == nil {
			name = f.Name
		}
	}
	if short := name[strings.LastIndexByte(name, '.')+1:]; !arithmetic[strings.TrimPrefix(name, "math.")] &&
		!factories[short] &&
		!converts[short] {
		return
	}
	for _, of := range a.Pos {
		m.Derived(v, of)
	}
}

// factories are functions of torch's that make a tensor of so many numbers.
var factories = map[string]bool{
	"zeros":  true,
	"ones":   true,
	"empty":  true,
	"rand":   true,
	"randn":  true,
	"full":   true,
	"eye":    true,
	"arange": true,
	"Tensor": true,
}

// converts are functions that make a tensor or an array of as many numbers as they are given.
var converts = map[string]bool{
	"from_numpy":  true,
	"as_tensor":   true,
	"tensor":      true,
	"asarray":     true,
	"FloatTensor": true,
	"LongTensor":  true,
}

// Called is how people call an expression: the variable that it is assigned to, or how it is written; and its line.
// Empty for what is too long to be typed, and for a comparison, which is no size: np.random.uniform() > epsilon.
func Called(module *python.Module, at source.Span) (name string, line int) {
	line = module.File.LineOf(at.Start)
	if name = assignedTo(module, at); name == "" {
		name = strings.Join(strings.Fields(module.File.Slice(at)), " ")
	}
	if len(name) > maxSpelled || compares(module, at) {
		return "", line
	}
	return name, line
}

// compares reports whether an expression compares two others.
func compares(module *python.Module, at source.Span) (found bool) {
	python.WalkBody(module.Body, func(n python.Node) bool {
		if _, ok := n.(*python.Compare); ok && n.Span() == at {
			found = true
		}
		return !found && n.Span().Start <= at.Start && at.End <= n.Span().End
	})
	return found
}

// BaseOf is the variable that an expression begins with, as df.shape[1] does, and where it reads it; "" for none.
func BaseOf(module *python.Module, at source.Span) (name string, span source.Span) {
	python.WalkBody(module.Body, func(n python.Node) bool {
		if e, ok := n.(python.Expr); ok && e.Span() == at && name == "" {
			for on := e; on != nil; on = leftOf(on) {
				if base, isName := on.(*python.Name); isName {
					name, span = base.ID, base.Span()
				}
			}
		}
		return name == "" && n.Span().Start <= at.Start && at.End <= n.Span().End
	})
	return name, span
}

// assignedTo is the variable that an expression is the value of; "" for none.
func assignedTo(module *python.Module, at source.Span) (name string) {
	python.WalkBody(module.Body, func(n python.Node) bool {
		if s, ok := n.(*python.Assign); ok && s.Value != nil && s.Value.Span() == at {
			name = variable(module, s)
		}
		return name == "" && n.Span().Start <= at.Start && at.End <= n.Span().End
	})
	return name
}

// variable is the one variable that a statement assigns to: a name, or an attribute of one.
func variable(module *python.Module, s *python.Assign) string {
	if len(s.Targets) != 1 {
		return ""
	}
	switch to := s.Targets[0].(type) {
	case *python.Name:
		return to.ID
	case *python.Attribute:
		return module.File.Slice(to.Span())
	}
	return ""
}

// sizedHere is what is said of one expression of a module.
type sizedHere struct {
	*Size
	watched bool // it is a variable that may be another one, and is only looked at
}

// sizesOf are those that are said of a module's expressions.
func (m *Machine) sizesOf(module *python.Module) map[source.Span]sizedHere {
	if len(m.Sizes) == 0 || module == nil || strings.HasPrefix(module.File.Path, "<") {
		return nil
	}
	if found, ok := m.sized[module]; ok {
		return found
	}
	if m.sized == nil {
		m.sized = map[*python.Module]map[source.Span]sizedHere{}
	}
	found := map[source.Span]sizedHere{}
	m.sized[module] = found
	note := func(n python.Node, name string, e python.Expr) {
		s := m.sizeCalled(module, name, e.Span())
		if s == nil {
			return
		}
		here := sizedHere{s, s.IsVariable() && !s.reaches(module, n, e.Span())}
		if !s.Number && !here.watched {
			e = sidesFrom(e)
		}
		if _, known := found[e.Span()]; !known {
			found[e.Span()] = here
		}
	}
	python.WalkBody(module.Body, func(n python.Node) bool {
		m.spend()
		switch n := n.(type) {
		case *python.Assign:
			if to := variable(module, n); to != "" && n.Value != nil {
				note(n, to, n.Value)
			}
		case python.Expr:
			_, ofSeveral := n.Parent().(*python.Sequence) // a, b = shape gives each of them
			if span := n.Span(); span.End-span.Start <= 2*maxSpelled && (ofSeveral || !python.IsTarget(n)) {
				note(n, module.File.Slice(span), n)
			}
		}
		return true
	})
	return found
}

// reaches reports whether a variable is one of those that it is said of: it stands in the same function.
func (s *Size) reaches(module *python.Module, n python.Node, span source.Span) bool {
	for _, at := range s.At {
		if at.Path != module.File.Path {
			continue
		}
		if at.Span == span {
			return true
		}
		f := python.EnclosingFunction(n)
		for inside := range python.AllIn(module.Body) {
			if e, ok := inside.(python.Expr); ok && e.Span() == at.Span && python.EnclosingFunction(e) == f {
				return true
			}
		}
	}
	return false
}

// sizeCalled is the one that is said of what has a name at a place.
func (m *Machine) sizeCalled(module *python.Module, name string, at source.Span) *Size {
	name = Spelled(name)
	for _, s := range m.Sizes {
		if s.Name == name &&
			(s.Line == 0 || s.Line == module.File.LineOf(at.Start) &&
				(isEndOf(s.Path, module.File.Path) || isEndOf(module.File.Path, s.Path))) {
			return s
		}
	}
	return nil
}

// isEndOf reports whether a path ends with another, of whole names.
func isEndOf(end, path string) bool {
	return end == path || strings.HasSuffix(path, "/"+strings.TrimPrefix(end, "./"))
}

// SizeAt is what is said of an expression; nil for nothing.
func (m *Machine) SizeAt(module *python.Module, at source.Span) *Size {
	if s := m.sizesOf(module)[at]; !s.watched {
		return s.Size
	}
	return nil
}

// Sized is the value of an expression of which somebody says what it is; do is what the program makes of it.
func (m *Machine) Sized(s *Size, place Place, do func() Value) (v Value) {
	err := m.Try(func() { v = do() })
	var stop *Stop
	switch {
	case err != nil && (!errors.As(err, &stop) || errors.Is(err, reached) || m.steps >= m.Steps):
		panic(err)
	case err == nil:
		if _, unknown := v.(*Unknown); unknown {
			break
		}
		switch known, same := s.Known(m, v); {
		case same:
			return v
		case known != "":
			s.Otherwise(place, known)
			return v
		}
	}
	s.Taken()
	return s.Make(m)
}

// watch is an expression that may be another one than what somebody says a size of.
func (m *Machine) watch(s *Size, place Place, e python.Expr) Value {
	v := m.asWritten(e)
	if known, same := s.Known(m, v); known != "" && !same {
		s.Otherwise(place, known)
	}
	m.noted(e, v)
	return v
}

// Attempted does something; where it cannot be followed to its end, what it would have given is unknown, as is said.
// nil: it was followed.
func (m *Machine) Attempted(do func()) *Unknown {
	err := m.Try(do)
	var stop *Stop
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &stop) || errors.Is(err, reached) || m.steps >= m.Steps:
		panic(err)
	}
	return m.stopped(stop)
}

// stopped is what a statement leaves that cannot be followed to its end.
func (m *Machine) stopped(stop *Stop) *Unknown {
	u := &Unknown{Why: stop.Reason, At: stop.At}
	if stop.Asks != nil && len(m.ended) < mostRoots {
		if m.ended == nil {
			m.ended = map[Stop]*Asked{}
		}
		m.ended[Stop{At: stop.At, Reason: stop.Reason}] = stop.Asks
		m.Noted(u, stop.Asks.Expression)
	}
	return u
}

// numeric reports whether both sides of an operator may be numbers: what is put together of lists is as long as all of
// them.
func numeric(list ...Value) bool {
	for _, v := range list {
		switch v.(type) {
		case *Unknown, int64, float64, bool:
		default:
			return false
		}
	}
	return true
}

// keepsSides are methods of tensors and arrays that give as many numbers of another type, or elsewhere.
var keepsSides = map[string]bool{
	"to": true, "cuda": true, "cpu": true, "float": true, "double": true, "half": true, "long": true, "int": true,
	"bool": true, "type": true,
	"astype": true, "contiguous": true, "clone": true, "detach": true, "requires_grad_": true, "numpy": true, "copy": true,
	"to_numpy": true, "values": true,
}

// arranges are methods of tensors alone that give their numbers in another order, or their sides: who can say those can
// say the tensor's.
var arranges = map[string]bool{
	"permute": true, "transpose": true, "view": true, "unsqueeze": true, "squeeze": true, "size": true, "flatten": true,
	"t": true,
}

// callee is what a call calls. What a tensor's method gives is derived of the tensor, which is asked for as data of
// some shape.
func (m *Machine) callee(e python.Expr) Value {
	at, ok := e.(*python.Attribute)
	if !ok || !arranges[at.Attr] {
		return m.eval(e)
	}
	on := m.eval(at.Value)
	v := m.Attribute(on, at.Attr)
	m.Derived(v, on)
	u, unknown := on.(*Unknown)
	if !unknown {
		return v
	}
	if to, ok := v.(*Unknown); ok {
		m.isPart(to)
	}
	if root, known := m.roots[u]; known && m.called[root] && !m.shaped[root] {
		if m.shaped == nil {
			m.shaped = map[Expression]bool{}
		}
		m.shaped[root] = true
	}
	return v
}

// sidesFrom is the expression whose numbers another one has, of another type or elsewhere: np.load(path) of
// torch.from_numpy(np.load(path)).cuda().
func sidesFrom(e python.Expr) python.Expr {
	for {
		call, ok := e.(*python.Call)
		if !ok {
			return e
		}
		name := ""
		at, isAttribute := call.Func.(*python.Attribute)
		if isAttribute {
			name = at.Attr
		} else if f, isName := call.Func.(*python.Name); isName {
			name = f.ID
		}
		switch {
		case converts[name] && len(call.Args) > 0 && call.Args[0].Star == 0 && call.Args[0].Name == "":
			e = call.Args[0].Value
		case isAttribute && keepsSides[name]:
			e = at.Value
		default:
			return e
		}
	}
}
