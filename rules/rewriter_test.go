package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// rewriter writes a Python file anew, node by node, and remembers which place of the old text each part of the new one
// stands for.
type rewriter struct {
	module *python.Module
	how    []rewrite
	out    strings.Builder
	parts  []part
	// before is written ahead of the first statement that does anything: new words, each about its place.
	before []ahead
	head   int // where that is, in the new text; -1: not reached yet
}

// part is a piece of the new text: a copy of the old one from there on, or new words about one place.
type part struct {
	start, from int
	copied      bool
}

// ahead is a text for the top of a file, and the place of the old one that it stands for.
type ahead struct {
	text string
	from int
}

// rewrite writes a node another way and reports whether it did; the rewriter copies what none takes.
type rewrite func(r *rewriter, n python.Node) bool

// rewritten is a file's text under some rewrites, and where what stands there stood in the old text.
func rewritten(t *testing.T, m *python.Module, how ...rewrite) (after string, old func(at int) int) {
	t.Helper()
	r := &rewriter{module: m, how: how, head: -1}
	r.nodes(source.Span{Start: 0, End: len(m.File.Text)}, statements(m.Body))
	after = r.out.String()
	top := 0
	for _, b := range r.before {
		after = after[:r.head+top] + b.text + after[r.head+top:]
		top += len(b.text)
	}
	again, err := python.Parse(source.New(m.File.Path, []byte(after)))
	if err != nil || len(again.Errors) > 0 {
		t.Fatalf("the rewritten file does not parse:\n%s", after)
	}
	return after, func(at int) int {
		switch {
		case at < r.head:
			return r.old(at)
		case at >= r.head+top:
			return r.old(at - top)
		}
		at -= r.head
		for _, b := range r.before {
			if at -= len(b.text); at < 0 {
				return b.from
			}
		}
		return 0
	}
}

// old is the place of the old text that a place of the new one stands for.
func (r *rewriter) old(at int) int {
	i, found := slices.BinarySearchFunc(r.parts, at, func(p part, at int) int { return p.start - at })
	if !found {
		i--
	}
	for i+1 < len(r.parts) && r.parts[i+1].start == at {
		i++
	}
	if i < 0 {
		return 0
	}
	if p := r.parts[i]; !p.copied {
		return p.from
	}
	return r.parts[i].from + at - r.parts[i].start
}

// copy writes a part of the old text.
func (r *rewriter) copy(from, to int) {
	if from < to {
		r.parts = append(r.parts, part{r.out.Len(), from, true})
		r.out.Write(r.module.File.Text[from:to])
	}
}

// say writes new text that stands for a place of the old one.
func (r *rewriter) say(at int, text string) {
	r.parts = append(r.parts, part{r.out.Len(), at, false})
	r.out.WriteString(text)
}

// node writes a node and what stands below it.
func (r *rewriter) node(n python.Node) {
	for _, way := range r.how {
		if way(r, n) {
			return
		}
	}
	r.below(n)
}

// below copies a node and rewrites what stands below it.
func (r *rewriter) below(n python.Node) {
	var children []python.Node
	python.EachChild(n, func(c python.Node) { children = append(children, c) })
	r.nodes(n.Span(), children)
}

// nodes copies a span and rewrites nodes in it.
func (r *rewriter) nodes(span source.Span, nodes []python.Node) {
	nodes = slices.Clone(nodes)
	slices.SortStableFunc(nodes, func(a, b python.Node) int { return a.Span().Start - b.Span().Start })
	at := span.Start
	for _, n := range nodes {
		if n == nil || n.Span().Start < at || n.Span().End > span.End {
			continue
		}
		s, isStmt := n.(python.Stmt)
		r.copy(at, n.Span().Start)
		if isStmt && s.Parent() == nil && r.head < 0 && !opens(s) {
			r.head = r.lineStart()
		}
		r.node(n)
		at = n.Span().End
	}
	r.copy(at, span.End)
}

// lineStart is where the last line of the new text begins.
func (r *rewriter) lineStart() int { return strings.LastIndexByte(r.out.String(), '\n') + 1 }

// opens reports whether nothing may stand before a statement: a docstring, or an import from the future.
func opens(s python.Stmt) bool {
	switch s := s.(type) {
	case *python.ExprStmt:
		_, isText := s.Value.(*python.String)
		return isText
	case *python.Import:
		return s.Module == "__future__"
	}
	return false
}

func statements(body []python.Stmt) []python.Node {
	list := make([]python.Node, len(body))
	for i, s := range body {
		list[i] = s
	}
	return list
}

// startsLine reports whether a statement stands first on its line, and gives the blanks before it.
func (r *rewriter) startsLine(n python.Node) (indent string, ok bool) {
	text := r.module.File.Text[:n.Span().Start]
	indent = string(text[strings.LastIndexByte(string(text), '\n')+1:])
	return indent, strings.TrimSpace(indent) == ""
}

// wholeLines reports whether a statement begins and ends its lines, but for a comment.
func (r *rewriter) wholeLines(n python.Node) (indent string, ok bool) {
	indent, ok = r.startsLine(n)
	rest, _, _ := strings.Cut(string(r.module.File.Text[n.Span().End:]), "\n")
	rest = strings.TrimSpace(rest)
	return indent, ok && (rest == "" || rest[0] == '#')
}

func (r *rewriter) text(n python.Node) string { return r.module.File.Slice(n.Span()) }
