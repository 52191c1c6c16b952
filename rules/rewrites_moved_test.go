package rules_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

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
