package rules_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// importedAs gives what is imported another name, where that name means nothing else in the file.
func importedAs(m *python.Module) rewrite {
	imported, otherwise := map[string]bool{}, map[string]bool{}
	var texts strings.Builder
	for n := range python.AllIn(m.Body) {
		switch n := n.(type) {
		case *python.Import:
			for _, a := range n.Names {
				switch {
				case n.Module == "__future__" || n.Star:
				case a.As != "":
					imported[a.As] = true
				case n.From || !strings.Contains(a.Path, "."):
					imported[a.Path] = true
				default:
					root, _, _ := strings.Cut(a.Path, ".")
					otherwise[root] = true
				}
			}
		case *python.Param:
			otherwise[n.Name] = true
		case *python.Arg:
			if n.Name != "" {
				otherwise[n.Name] = true
			}
		case *python.Function:
			otherwise[n.Name] = true
		case *python.Class:
			otherwise[n.Name] = true
		case *python.Name:
			if python.IsTarget(n) {
				otherwise[n.ID] = true
			}
		case *python.Scoping:
			for _, name := range n.Names {
				otherwise[name] = true
			}
		case *python.String:
			texts.WriteString(m.File.Slice(n.Span()))
		case *python.Opaque, *python.OpaqueStmt:
			texts.WriteString(m.File.Slice(n.Span()))
		}
	}
	other := func(name string) string {
		if imported[name] && !otherwise[name] && !strings.Contains(texts.String(), name) {
			return "zz_" + name
		}
		return ""
	}
	return func(r *rewriter, n python.Node) bool {
		switch n := n.(type) {
		case *python.Alias:
			name := n.As
			if name == "" {
				name = n.Path
			}
			if to := other(name); to != "" {
				r.say(n.Span().Start, n.Path+" as "+to)
				return true
			}
		case *python.Name:
			if to := other(n.ID); to != "" {
				r.say(n.Span().Start, to)
				return true
			}
		}
		return false
	}
}

// verbatim copies texts, whose parts stand within quotes.
func verbatim(r *rewriter, n python.Node) bool {
	if _, is := n.(*python.String); is {
		r.copy(n.Span().Start, n.Span().End)
		return true
	}
	return false
}

var mirror = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}

// mirrored writes b > a for a < b.
func mirrored(r *rewriter, n python.Node) bool {
	c, ok := n.(*python.Compare)
	if !ok || len(c.Ops) != 1 || mirror[c.Ops[0]] == "" || !isName(c.Operands[0]) && !isNumber(c.Operands[1]) {
		return false
	}
	if _, main := c.Operands[1].(*python.String); main { // __name__ == "__main__" is written so
		return false
	}
	at := c.Span().Start
	r.say(at, "(")
	r.node(c.Operands[1])
	r.say(at, ") "+mirror[c.Ops[0]]+" (")
	r.node(c.Operands[0])
	r.say(at, ")")
	return true
}

func isName(e python.Expr) bool   { _, is := e.(*python.Name); return is }
func isNumber(e python.Expr) bool { _, is := e.(*python.Number); return is }

func isZero(e python.Expr) bool {
	n, is := e.(*python.Number)
	return is && n.Text == "0"
}

// notRemainder writes not a % b for a % b == 0.
func notRemainder(r *rewriter, n python.Node) bool {
	c, ok := n.(*python.Compare)
	if !ok || len(c.Ops) != 1 || c.Ops[0] != "==" || !isZero(c.Operands[1]) {
		return false
	}
	b, ok := c.Operands[0].(*python.Binary)
	if !ok || b.Op != "%" {
		return false
	}
	r.say(c.Span().Start, "(not ")
	r.node(b)
	r.say(c.Span().Start, ")")
	return true
}

// blockSpan is where the statements of a block stand.
func blockSpan(body []python.Stmt) source.Span {
	return source.Span{Start: start(body[0]), End: body[len(body)-1].Span().End}
}

// start is where a statement begins, with its decorators.
func start(s python.Stmt) int {
	at := s.Span().Start
	switch s := s.(type) {
	case *python.Function:
		for _, d := range s.Decorators {
			at = min(at, d.Span().Start)
		}
	case *python.Class:
		for _, d := range s.Decorators {
			at = min(at, d.Span().Start)
		}
	}
	return at
}

// exchanged writes if not c: B else: A for if c: A else: B, with pass where there is no B.
func exchanged(r *rewriter, n python.Node) bool {
	i, ok := n.(*python.If)
	if !ok || i.Elif || strings.Contains(r.text(i.Test), "__name__") {
		return false
	}
	indent, whole := r.startsLine(i)
	if _, first := r.startsLine(i.Body[0]); !first || !whole {
		return false
	}
	if len(i.Else) > 0 {
		if e, is := i.Else[0].(*python.If); is && e.Elif {
			return false
		}
	}
	at := i.Span().Start
	r.say(at, "if not (")
	r.node(i.Test)
	r.say(at, "):\n")
	inner := r.module.File.Indent(i.Body[0].Span().Start)
	switch {
	case len(i.Else) == 0:
		r.say(at, inner+"pass\n")
	default:
		if _, first := r.startsLine(i.Else[0]); !first {
			r.say(at, inner)
		} else {
			r.say(at, r.module.File.Indent(i.Else[0].Span().Start))
		}
		r.nodes(blockSpan(i.Else), statements(i.Else))
		r.say(at, "\n")
	}
	r.say(at, indent+"else:\n"+inner)
	r.nodes(blockSpan(i.Body), statements(i.Body))
	return true
}

// spelledOut writes x = x + y for x += y.
func spelledOut(r *rewriter, n python.Node) bool {
	a, ok := n.(*python.AugAssign)
	if !ok || !isPlain(a.Target) {
		return false
	}
	at := a.Span().Start
	target := r.text(a.Target)
	r.say(at, target+" = "+target+" "+strings.TrimSuffix(a.Op, "=")+" (")
	r.node(a.Value)
	r.say(at, ")")
	return true
}

// isPlain reports whether an expression is a name, or an attribute of one.
func isPlain(e python.Expr) bool {
	if a, is := e.(*python.Attribute); is {
		return isPlain(a.Value)
	}
	return isName(e)
}

// declared gives a variable a type that says nothing.
func declared(r *rewriter, n python.Node) bool {
	a, ok := n.(*python.Assign)
	if !ok || len(a.Targets) != 1 || a.Annotation != nil || !isName(a.Targets[0]) || r.isGlobal(a) {
		return false
	}
	if python.EnclosingClass(a) != nil && python.EnclosingFunction(a) == nil { // a field of a dataclass
		return false
	}
	r.copy(a.Targets[0].Span().Start, a.Targets[0].Span().End)
	r.say(a.Span().Start, `: "typing.Any" = `)
	r.node(a.Value)
	return true
}

// isGlobal reports whether a function around a node takes names from further out.
func (r *rewriter) isGlobal(n python.Node) bool {
	for _, f := range python.FunctionsAround(n) {
		for inner := range python.AllIn(f.Body) {
			if _, is := inner.(*python.Scoping); is {
				return true
			}
		}
	}
	return false
}

// between writes a statement that has nothing to do with anything before each one.
func between(r *rewriter, n python.Node) bool {
	s, ok := n.(python.Stmt)
	if !ok {
		return false
	}
	switch s := s.(type) {
	case *python.Assign, *python.AugAssign, *python.Return, *python.For, *python.While, *python.With:
	case *python.ExprStmt:
		if _, isText := s.Value.(*python.String); isText {
			return false
		}
	default:
		return false
	}
	indent, first := r.startsLine(s)
	if !first || s.Parent() == nil && r.head < 0 {
		return false
	}
	if _, inClass := s.Parent().(*python.Class); inClass {
		return false
	}
	r.say(s.Span().Start, "zz_unrelated = 'something else'\n"+indent)
	r.below(s)
	return true
}

// named gives the numbers that calls are given names at the top of the file.
func named(r *rewriter, n python.Node) bool {
	a, ok := n.(*python.Arg)
	if !ok || a.Star != 0 || !isNumber(a.Value) {
		return false
	}
	name := fmt.Sprintf("ZZ_NUMBER_%d", len(r.before)+1)
	r.before = append(r.before, ahead{name + " = " + r.text(a.Value) + "\n", a.Span().Start})
	if a.Name != "" {
		r.copy(a.Span().Start, a.Value.Span().Start)
	}
	r.say(a.Value.Span().Start, name)
	return true
}

// computedBefore computes the first argument of a call before it, where that is a call itself.
func computedBefore(r *rewriter, n python.Node) bool {
	var value python.Expr
	switch n := n.(type) {
	case *python.Assign:
		value = n.Value
	case *python.ExprStmt:
		value = n.Value
	case *python.Return:
		value = n.Value
	default:
		return false
	}
	c, ok := value.(*python.Call)
	indent, first := r.wholeLines(n)
	if !ok || !first || len(c.Args) == 0 || !isPlain(c.Func) {
		return false
	}
	if _, inClass := n.Parent().(*python.Class); inClass {
		return false
	}
	inner, ok := c.Args[0].Value.(*python.Call)
	if !ok || python.LastName(c.Func) == "load_state_dict" || // what was loaded would live on
		c.Args[0].Name != "" || c.Args[0].Star != 0 {
		return false
	}
	at := inner.Span().Start
	r.say(at, "zz_first = ")
	r.node(inner)
	r.say(n.Span().Start, "\n"+indent)
	r.copy(n.Span().Start, inner.Span().Start)
	r.say(at, "zz_first")
	r.nodes(source.Span{Start: inner.Span().End, End: n.Span().End}, args(c.Args[1:]))
	return true
}

func args(list []*python.Arg) []python.Node {
	nodes := make([]python.Node, len(list))
	for i, a := range list {
		nodes[i] = a
	}
	return nodes
}

// returned gives what is returned a name.
func returned(r *rewriter, n python.Node) bool {
	s, ok := n.(*python.Return)
	if !ok || s.Value == nil || isPlain(s.Value) {
		return false
	}
	indent, whole := r.wholeLines(s)
	if _, isCall := s.Value.(*python.Call); !isCall || !whole {
		return false
	}
	r.say(s.Span().Start, "zz_result = ")
	r.node(s.Value)
	r.say(s.Span().Start, "\n"+indent+"return zz_result")
	return true
}

// paired writes two assignments that stand together, and of which the second does not need the first, as one.
func paired(r *rewriter, n python.Node) bool {
	a, ok := n.(*python.Assign)
	if !ok {
		return false
	}
	block := r.module.Block(a)
	i := slices.Index(block, python.Stmt(a))
	if second, ok := pairOf(r, block, i); ok {
		at := a.Span().Start
		b := second.Targets[0].Span().Start
		r.say(at, r.text(a.Targets[0])+", ")
		r.say(b, r.text(second.Targets[0]))
		r.say(at, " = (")
		r.node(a.Value)
		r.say(at, ",\n")
		r.node(second.Value)
		r.say(b, ")")
		return true
	}
	for j := i - 1; j >= 0; j-- { // it may be the second of a pair: the one before it has written it
		if _, ok := pairOf(r, block, j); ok && j == i-1 {
			r.say(a.Span().Start, "pass")
			return true
		}
	}
	return false
}

// pairOf is the assignment after one that may be written with it. Pairs do not overlap.
func pairOf(r *rewriter, block []python.Stmt, i int) (*python.Assign, bool) {
	if i < 0 || i+1 >= len(block) {
		return nil, false
	}
	if _, taken := pairOf(r, block, i-1); taken {
		return nil, false
	}
	a, ok := single(r, block[i])
	if !ok {
		return nil, false
	}
	b, ok := single(r, block[i+1])
	if !ok {
		return nil, false
	}
	name := a.Targets[0].(*python.Name).ID
	if python.MentionsIn(b, func(word string) bool { return word == name }) {
		return nil, false
	}
	return b, true
}

// single is an assignment to one name on lines of its own.
func single(r *rewriter, s python.Stmt) (*python.Assign, bool) {
	a, ok := s.(*python.Assign)
	if !ok || len(a.Targets) != 1 || a.Annotation != nil || !isName(a.Targets[0]) || a.Value == nil {
		return nil, false
	}
	if python.EnclosingClass(a) != nil && python.EnclosingFunction(a) == nil {
		return nil, false
	}
	_, whole := r.wholeLines(a)
	return a, whole
}

// loopNamed gives what a loop goes over a name.
func loopNamed(r *rewriter, n python.Node) bool {
	f, ok := n.(*python.For)
	indent, first := r.startsLine(n)
	if !ok || !first || f.Async || isName(f.Iter) {
		return false
	}
	at := f.Iter.Span().Start
	r.say(at, "zz_over = ")
	r.node(f.Iter)
	r.say(at, "\n"+indent)
	r.copy(f.Span().Start, at)
	r.say(at, "zz_over")
	r.nodes(source.Span{Start: f.Iter.Span().End, End: f.Span().End}, append(statements(f.Body), statements(f.Else)...))
	return true
}

// underTrue puts a loop under if True.
func underTrue(r *rewriter, n python.Node) bool {
	f, ok := n.(*python.For)
	if !ok {
		return false
	}
	indent, first := r.startsLine(f)
	if !first || hasLongText(f) {
		return false
	}
	r.say(f.Span().Start, "if True:\n"+indent+"    ")
	r.deeper(f)
	return true
}

func hasLongText(n python.Node) bool {
	for inner := range python.All(n) {
		if s, is := inner.(*python.String); is && strings.Contains(s.Text, "\n") {
			return true
		}
	}
	return false
}

// deeper copies a node with each line one step further in.
func (r *rewriter) deeper(n python.Node) {
	at := n.Span().Start
	for i, line := range strings.SplitAfter(r.text(n), "\n") {
		if i > 0 && strings.TrimSpace(line) != "" {
			r.say(at, "    ")
		}
		r.copy(at, at+len(line))
		at += len(line)
	}
}

// helped calls some methods in functions of their own.
func helped(r *rewriter, n python.Node) bool {
	s, ok := n.(*python.ExprStmt)
	if !ok {
		return false
	}
	c, ok := s.Value.(*python.Call)
	if !ok || len(c.Args) != 0 {
		return false
	}
	a, ok := c.Func.(*python.Attribute)
	if !ok || !isPlain(a.Value) || !slices.Contains([]string{"step", "zero_grad", "update", "eval", "train"}, a.Attr) || strings.HasPrefix(r.text(a), "super") {
		return false
	}
	name := fmt.Sprintf("zz_%s_%d", a.Attr, len(r.before)+1)
	r.before = append(r.before, ahead{"def " + name + "(it):\n    it." + a.Attr + "()\n\n\n", s.Span().Start})
	r.say(s.Span().Start, name+"("+r.text(a.Value)+")")
	return true
}

// unpackedLater unpacks what a loop is given in its body.
func unpackedLater(r *rewriter, n python.Node) bool {
	f, ok := n.(*python.For)
	if !ok || f.Async {
		return false
	}
	tuple, ok := f.Target.(*python.Sequence)
	inner, first := r.startsLine(f.Body[0])
	if !ok || !first {
		return false
	}
	at := f.Target.Span().Start
	r.copy(f.Span().Start, at)
	r.say(at, "zz_item")
	r.nodes(source.Span{Start: f.Target.Span().End, End: start(f.Body[0])}, []python.Node{f.Iter})
	r.say(at, r.text(tuple)+" = zz_item\n"+inner)
	r.nodes(source.Span{Start: start(f.Body[0]), End: f.Span().End}, append(statements(f.Body), statements(f.Else)...))
	return true
}

// inMain puts what a script does after its imports and definitions into a function, where none of them asks for its
// names.
func inMain(m *python.Module) rewrite {
	first := len(m.Body)
	for first > 0 && acts(m.Body[first-1]) {
		first--
	}
	body := m.Body[first:]
	if len(body) == 0 || slices.ContainsFunc(body, func(s python.Stmt) bool { return hasLongText(s) }) || first == 0 && opens(body[0]) {
		return func(*rewriter, python.Node) bool { return false }
	}
	bound := map[string]bool{}
	for n := range python.AllIn(body) {
		if name, is := n.(*python.Name); is && python.IsTarget(name) {
			bound[name.ID] = true
		}
	}
	for _, s := range m.Body[:first] {
		if python.MentionsIn(s, func(word string) bool { return bound[word] }) {
			return func(*rewriter, python.Node) bool { return false }
		}
	}
	return func(r *rewriter, n python.Node) bool {
		i := slices.Index(body, asStmt(n))
		if i < 0 {
			return false
		}
		if i == 0 {
			r.say(n.Span().Start, "def zz_main():\n    ")
		} else {
			r.say(n.Span().Start, "    ")
		}
		r.deeper(n)
		if i == len(body)-1 {
			r.say(n.Span().Start, "\n\n\nzz_main()\n")
		}
		return true
	}
}

func asStmt(n python.Node) python.Stmt {
	s, _ := n.(python.Stmt)
	return s
}

// acts reports whether a statement of a module neither imports nor defines, nor asks how the file was started.
func acts(s python.Stmt) bool {
	switch s := s.(type) {
	case *python.Function, *python.Class, *python.Import, *python.OpaqueStmt:
		return false
	case *python.If:
		return !python.MentionsIn(s.Test, func(word string) bool { return word == "__name__" }) && !definesWithin(s)
	default:
		return !definesWithin(s)
	}
}

func definesWithin(s python.Stmt) bool {
	for n := range python.All(s) {
		switch n.(type) {
		case *python.Function, *python.Class, *python.Import, *python.Lambda:
			return true
		}
	}
	return false
}

// onSelf makes a function that nothing of the file asks for a method, and its parameters attributes of the object.
func onSelf(m *python.Module) rewrite {
	given := map[*python.Function]map[string]bool{}
	for _, s := range m.Body {
		f, ok := s.(*python.Function)
		if !ok || len(f.Params) == 0 || len(f.Decorators) > 0 || f.Async || !onlyDefined(m, f) {
			continue
		}
		if names := parameters(f); names != nil {
			given[f] = names
		}
	}
	return func(r *rewriter, n python.Node) bool {
		f, ok := n.(*python.Function)
		if !ok || given[f] == nil || hasLongText(f) {
			return false
		}
		at := f.Span().Start
		if _, first := r.startsLine(f.Body[0]); !first {
			return false
		}
		r.say(at, "class ZZ"+f.Name+":\n    def __init__(self")
		for _, p := range f.Params {
			r.say(p.Span().Start, ", "+p.Name)
		}
		r.say(at, "):\n")
		for _, p := range f.Params {
			r.say(p.Span().Start, "        self."+p.Name+" = "+p.Name+"\n")
		}
		r.say(at, "\n    def "+f.Name+"(self):\n")
		r.say(at, r.module.File.Indent(f.Body[0].Span().Start)+"    ")
		inner := &rewriter{module: r.module, how: []rewrite{attributesOf(given[f])}, head: 0}
		inner.nodes(blockSpan(f.Body), statements(f.Body))
		r.indented(inner)
		return true
	}
}

// attributesOf writes names as attributes of self.
func attributesOf(names map[string]bool) rewrite {
	return func(r *rewriter, n python.Node) bool {
		name, ok := n.(*python.Name)
		if !ok || !names[name.ID] {
			return false
		}
		r.say(name.Span().Start, "self."+name.ID)
		return true
	}
}

// indented takes over what another rewriter wrote, each line after the first one step further in.
func (r *rewriter) indented(from *rewriter) {
	text := from.out.String()
	for i, p := range from.parts {
		end := len(text)
		if i+1 < len(from.parts) {
			end = from.parts[i+1].start
		}
		at := p.start
		for line := range strings.SplitAfterSeq(text[p.start:end], "\n") {
			place := p.from
			if p.copied {
				place += at - p.start
			}
			if line != "" {
				r.parts = append(r.parts, part{r.out.Len(), place, p.copied})
				r.out.WriteString(line)
			}
			at += len(line)
			if strings.HasSuffix(line, "\n") && at < len(text) && text[at] != '\n' {
				r.say(place, "    ")
			}
		}
	}
}

// onlyDefined reports whether a file names a function where it defines it and nowhere else.
func onlyDefined(m *python.Module, f *python.Function) bool {
	for n := range python.AllIn(m.Body) {
		switch n := n.(type) {
		case *python.Name:
			if n.ID == f.Name {
				return false
			}
		case *python.String:
			if strings.Contains(m.File.Slice(n.Span()), f.Name) {
				return false
			}
		}
	}
	return true
}

// parameters are the plain parameters of a function; nil where one is anything else, or its name is used for more.
func parameters(f *python.Function) map[string]bool {
	names := map[string]bool{}
	for _, p := range f.Params {
		if p.Star != 0 || p.Default != nil || p.Annotation != nil || p.KeywordOnly || p.Name == "self" {
			return nil
		}
		names[p.Name] = true
	}
	for n := range python.AllIn(f.Body) {
		switch n := n.(type) {
		case *python.Scoping, *python.Walrus, *python.Comprehension, *python.Lambda, *python.Function, *python.Class, *python.Opaque, *python.OpaqueStmt, *python.Yield:
			if python.MentionsIn(n, func(word string) bool { return names[word] }) {
				return nil
			}
		case *python.String:
			for _, p := range n.Parts {
				if python.MentionsIn(p, func(word string) bool { return names[word] }) {
					return nil
				}
			}
		}
	}
	return names
}
