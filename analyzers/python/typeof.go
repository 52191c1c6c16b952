package python

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
)

// TypeOf is the dotted name of the class that an expression is an instance of, as
// far as the file shows it: a constructor's call, an annotation, a value passed
// on by a function that returns what it is given. "" when it is not known. A class
// of this file is its name behind a dot.
func (m *Module) TypeOf(e Expr) string {
	if e == nil {
		return ""
	}
	f := m.load()
	if t, ok := f.memo[e]; ok {
		return t
	}
	defer m.Meter.Leave()
	if !m.Meter.Enter() || f.busy[e] {
		return ""
	}
	f.busy[e] = true
	t := m.typeOf(e)
	delete(f.busy, e)
	f.memo[e] = t
	return t
}

func (m *Module) typeOf(e Expr) string {
	switch e := e.(type) {
	case *Name:
		if c := m.selfOf(e); c != nil {
			return "." + c.Name
		}
		_, bindings := m.Lookup(e.ID, e)
		return m.agreedType(bindings)
	case *Attribute:
		if c := m.ClassOf(e.Value); c != nil {
			return m.agreedType(m.memberBindings(c, e.Attr))
		}
	case *Call:
		return m.callType(e)
	case *IfExp:
		return agree(m.TypeOf(e.Body), m.TypeOf(e.Else), IsNone(e.Body), IsNone(e.Else))
	case *Bool:
		return agree(m.TypeOf(e.Left), m.TypeOf(e.Right), IsNone(e.Left), IsNone(e.Right))
	case *Walrus:
		return m.TypeOf(e.Value)
	case *Await:
		return m.TypeOf(e.Value)
	case *Constant:
		switch e.Kind {
		case True, False:
			return "bool"
		}
	case *Number:
		if strings.ContainsAny(e.Text, ".eEjJ") && !strings.HasPrefix(strings.ToLower(e.Text), "0x") {
			return "float"
		}
		return "int"
	case *String:
		if !e.Bytes {
			return "str"
		}
	case *Sequence:
		return [...]string{"tuple", "list", "set"}[e.Kind]
	case *Comprehension:
		return [...]string{"tuple", "list", "set", "dict", "generator"}[e.Kind]
	case *Dict:
		return "dict"
	}
	return ""
}

func agree(a, b string, aNone, bNone bool) string {
	switch {
	case a == b, bNone:
		return a
	case aNone:
		return b
	}
	return ""
}

// memberBindings looks an attribute up in the class and its bases in this file.
func (m *Module) memberBindings(c *Class, name string) []*Binding {
	for _, class := range m.Ancestry(c) {
		if list := m.Member(class, name); len(list) > 0 {
			return list
		}
	}
	return nil
}

// agreedType is the type on which all bindings agree; `x = None` says nothing.
func (m *Module) agreedType(bindings []*Binding) string {
	agreed := ""
	for _, b := range bindings {
		if b.Kind == Deleted || (b.Kind == Assigned && IsNone(b.Value)) {
			continue
		}
		if b.Value != nil && m.load().busy[b.Value] { // model = model.to(device)
			continue
		}
		t := m.bindingType(b)
		if t == "" || (agreed != "" && agreed != t) {
			return ""
		}
		agreed = t
	}
	return agreed
}

func (m *Module) bindingType(b *Binding) string {
	switch b.Kind {
	case Assigned:
		if a, ok := b.Node.(*Assign); ok && a.Annotation != nil {
			if t := m.annotated(a.Annotation); t != "" {
				return t
			}
		}
		return m.TypeOf(b.Value)
	case Unpacked:
		return m.elementType(b.Value, b.Index)
	case Parameter:
		p, ok := b.Node.(*Param)
		if !ok || p.Star > 0 {
			return ""
		}
		if t := m.annotated(p.Annotation); t != "" {
			return t
		}
		if p.Default != nil && !IsNone(p.Default) {
			return m.TypeOf(p.Default)
		}
	case WithTarget:
		return m.TypeOf(b.Value)
	case LoopTarget:
		if list, ok := b.Value.(*Sequence); ok && b.Index < 0 && len(list.Items) > 0 {
			agreed := m.TypeOf(list.Items[0])
			for _, item := range list.Items[1:] {
				if m.TypeOf(item) != agreed {
					return ""
				}
			}
			return agreed
		}
	}
	return ""
}

// annotated is the class an annotation names; Optional[X] and X | None are X.
func (m *Module) annotated(a Expr) string {
	switch a := a.(type) {
	case *Name, *Attribute:
		return m.Resolve(a)
	case *String: // a forward reference
		if a.Known {
			return m.Resolve(m.quotedName(a))
		}
	case *Subscript:
		if path := m.Resolve(a.Value); path == "typing.Optional" && len(a.Index) == 1 {
			return m.annotated(a.Index[0])
		}
	case *Binary:
		if IsNone(a.Right) {
			return m.annotated(a.Left)
		}
	}
	return ""
}

// quotedName reads "torch.optim.Optimizer" in quotes as if it stood there bare.
func (m *Module) quotedName(s *String) Expr {
	var whole Expr
	for _, part := range strings.Split(s.Text, ".") {
		if part == "" || strings.ContainsAny(part, " []|,()") {
			return nil
		}
		if whole == nil {
			whole = &Name{exprBase: exprBase{base{start: s.start, end: s.end, parent: s.parent}}, ID: part}
		} else {
			whole = &Attribute{exprBase: exprBase{base{start: s.start, end: s.end, parent: s.parent}}, Value: whole, Attr: part}
		}
	}
	return whole
}

// SchedulerType is what TypeOf says of every learning rate scheduler that a
// factory function of transformers, diffusers or timm returns.
const SchedulerType = knowledge.SchedulerClass

func (m *Module) callType(c *Call) string {
	path := m.Resolve(c.Func)
	switch {
	case knowledge.KeepsType(path):
		return m.firstArgType(c)
	case knowledge.MakesScheduler(path):
		return SchedulerType
	}
	if f, ok := m.Definition(c.Func).(*Function); ok {
		return m.returnType(f)
	}
	if path != "" && capitalised(path) {
		return path
	}
	method, receiver := c.MethodName(), c.Receiver()
	if receiver == nil {
		return ""
	}
	switch {
	case knowledge.GivesInstance(method):
		return m.Resolve(receiver)
	case knowledge.Prepares(method):
		if len(c.Args) == 1 {
			return m.firstArgType(c)
		}
		return ""
	case knowledge.MethodKeepsType(method):
		return m.TypeOf(receiver)
	}
	return ""
}

func (m *Module) firstArgType(c *Call) string {
	if len(c.Args) == 0 || c.Args[0].Star > 0 {
		return ""
	}
	return m.TypeOf(c.Args[0].Value)
}

// capitalised reports whether the last part of a dotted name looks like a class's.
func capitalised(path string) bool {
	last := strings.TrimLeft(path[strings.LastIndexByte(path, '.')+1:], "_")
	return last != "" && last[0] >= 'A' && last[0] <= 'Z'
}

// returnType is what every return of a function of this file gives back.
func (m *Module) returnType(f *Function) string {
	if t := m.annotated(f.Returns); t != "" {
		return t
	}
	agreed := ""
	for _, r := range Returns(f) {
		if IsNone(r.Value) || r.Value == nil {
			continue
		}
		t := m.TypeOf(r.Value)
		if t == "" || (agreed != "" && t != agreed) {
			return ""
		}
		agreed = t
	}
	return agreed
}

// Returns lists the return statements of a function, without those of functions
// defined inside it.
func Returns(f *Function) []*Return {
	var list []*Return
	WalkBody(f.Body, func(n Node) bool {
		switch n := n.(type) {
		case *Function, *Class, *Lambda:
			return false
		case *Return:
			list = append(list, n)
		}
		return true
	})
	return list
}

// elementType is the type of item i of what e evaluates to.
func (m *Module) elementType(e Expr, i int) string {
	switch e := e.(type) {
	case *Sequence:
		if i >= 0 && i < len(e.Items) && !hasStar(e.Items) {
			return m.TypeOf(e.Items[i])
		}
	case *Call:
		if class := knowledge.ResultClass(m.Resolve(e.Func), i); class != "" {
			return class
		}
		if name := e.MethodName(); (name == "prepare" || name == "setup") && i >= 0 && i < len(e.Args) &&
			e.Args[i].Star == 0 {
			return m.TypeOf(e.Args[i].Value)
		}
		if f, ok := m.Definition(e.Func).(*Function); ok {
			return m.returnElement(f, i)
		}
	}
	return ""
}

func (m *Module) returnElement(f *Function, i int) string {
	agreed := ""
	for _, r := range Returns(f) {
		if m.load().busy[r.Value] {
			return ""
		}
		m.load().busy[r.Value] = true
		t := m.elementType(r.Value, i)
		delete(m.load().busy, r.Value)
		if t == "" || (agreed != "" && agreed != t) {
			return ""
		}
		agreed = t
	}
	return agreed
}

// ClassOf is the class of this file that e is an instance of, nil when it is none.
func (m *Module) ClassOf(e Expr) *Class {
	if name, ok := e.(*Name); ok {
		if c := m.selfOf(name); c != nil {
			return c
		}
	}
	t := m.TypeOf(e)
	if !strings.HasPrefix(t, ".") {
		return nil
	}
	for _, b := range m.ModuleScope().Bindings(t[1:]) {
		if c, ok := b.Node.(*Class); ok {
			return c
		}
	}
	return nil
}

// selfOf is the class whose method names its first parameter n.
func (m *Module) selfOf(n *Name) *Class {
	scope, bindings := m.Lookup(n.ID, n)
	if scope == nil || len(bindings) == 0 || bindings[0].Kind != Parameter {
		return nil
	}
	f, ok := scope.Node.(*Function)
	if !ok || len(f.Params) == 0 || f.Params[0].Name != n.ID {
		return nil
	}
	c, ok := f.Parent().(*Class)
	if !ok || hasDecorator(f, "staticmethod") || hasDecorator(f, "classmethod") {
		return nil
	}
	return c
}

func hasDecorator(f *Function, name string) bool {
	for _, d := range f.Decorators {
		if n, ok := d.Value.(*Name); ok && n.ID == name {
			return true
		}
	}
	return false
}
