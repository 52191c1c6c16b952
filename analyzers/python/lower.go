package python

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/syntax"
)

// Module is one parsed file for one reader. Its questions remember their answers, so a module
// must not be asked by several goroutines at once; the tree may be read by many.
type Module struct {
	*Tree
	File *source.File
	// Meter bounds what all questions together may cost: they panic with
	// *budget.Exceeded when it is empty. Who keeps a module refills it.
	Meter *budget.Meter
	// Everything is what a name that nothing in the file binds stands for where `from module import *` gives it: a dotted
	// name, "" when nobody can tell. nil where nobody sees the module.
	Everything func(module, name string) string

	facts         facts
	importedPaths paths
	leaving       map[Stmt]int // by the first statement of a block
	kept          map[any]any
}

// Tree is what a text was parsed into. It is never changed.
type Tree struct {
	Body     []Stmt
	Comments []Comment
	// Errors are the places that did not parse, outermost and in order.
	Errors []source.Span
	// Reserved are the names that Python 3.7 made keywords, async and await: the grammar takes them,
	// no Python of today does.
	Reserved []source.Span

	file    *source.File
	calls   []*Call
	imports []*Import
	root    *root
	size    int  // how many nodes the grammar's tree has
	scoping bool // a function declares names of another scope its own

	sharing sync.Mutex
	shared  map[any]any
}

// Shared is what was made under the key the first time for any reader of the tree. It follows from the tree alone, and
// nobody changes it.
func (t *Tree) Shared(key any, compute func() any) any {
	t.sharing.Lock()
	v, known := t.shared[key]
	t.sharing.Unlock()
	if known {
		return v
	}
	v = compute() // two readers may both do it: it may end because there is nothing left to pay from
	t.sharing.Lock()
	defer t.sharing.Unlock()
	if t.shared == nil {
		t.shared = map[any]any{}
	}
	t.shared[key] = v
	return v
}

// Module is the tree for one more reader, who pays from the meter.
func (t *Tree) Module(meter *budget.Meter) *Module {
	m := &Module{Tree: t, File: t.file}
	m.SetMeter(meter)
	return m
}

// SetMeter makes all questions about the module pay from another meter, and lets as much be walked over the tree as one
// reader may walk.
func (m *Module) SetMeter(meter *budget.Meter) {
	m.Meter = meter
	if m.root != nil {
		m.root.walks.Admit(meter)
	}
}

// Unasked is the same tree with no answer remembered.
func (m *Module) Unasked() *Module { return &Module{Tree: m.Tree, File: m.File, Meter: m.Meter} }

// paths are dotted names, collected once.
type paths struct {
	once  sync.Once
	known map[string]bool
}

var flatBuffers = sync.Pool{New: func() any { return new([]syntax.Node) }}

// Parse reads a Python file. Text that does not parse leaves a mark in Errors and
// the rest of the file is read; an error means that nothing could be read at all. It
// is *budget.Exceeded for a text that is nested too deep.
func Parse(file *source.File) (*Module, error) { return ParseWithin(file, budget.New()) }

// ParseWithin reads a file whose questions share a meter with others.
func ParseWithin(file *source.File, meter *budget.Meter) (*Module, error) {
	return ParseAgain(file, meter, nil)
}

// ParseAgain is ParseWithin for a file that may have been parsed before, and costs a fifth of it then.
func ParseAgain(file *source.File, meter *budget.Meter, memory *syntax.Memory) (m *Module, err error) {
	defer budget.Catch(&err)
	text := withoutLoneReturns(file.Text)
	if err := measureText(text); err != nil {
		return nil, err
	}
	m, err = parseText(file, text, meter, memory)
	if err != nil || len(m.Errors) == 0 {
		return m, err
	}
	if patched := asOlder(text, m.Errors); patched != nil {
		if again, err := parseText(file, patched, meter, memory); err == nil && len(again.Errors) < len(m.Errors) {
			return again, nil
		}
	}
	return m, nil
}

// Keep is what was made under the key the first time: what other packages know about a
// file, once for all their questions.
func (m *Module) Keep(key any, compute func() any) any {
	v, known := m.kept[key]
	if !known {
		if m.kept == nil {
			m.kept = map[any]any{}
		}
		v = compute()
		m.kept[key] = v
	}
	return v
}

// nodeCost is what it takes to parse and to lower a node, in steps.
const nodeCost = 3

// parseText reads a text that has the length of the file's. Names of the tree are parts of it: a text is never changed,
// and is held as long as a tree of it.
func parseText(file *source.File, text []byte, meter *budget.Meter, memory *syntax.Memory) (*Module, error) {
	g := loadGrammar()
	buffer := flatBuffers.Get().(*[]syntax.Node)
	defer flatBuffers.Put(buffer)
	nodes, err := memory.Parse(g.Grammar, text, *buffer)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Path, err)
	}
	*buffer = nodes
	meter.Spend(nodeCost * len(nodes))
	l := &lowering{
		g:     g,
		nodes: nodes,
		// The names of the tree are parts of the file's own text, not of a copy: the text of a file never changes, and a
		// project of thousands of files would hold all of it twice.
		text: unsafe.String(unsafe.SliceData(text), len(text)),
		tree: &Tree{file: file, size: len(nodes)},
	}
	if err := l.measure(); err != nil {
		return nil, err
	}
	l.collect()
	if len(nodes) > 0 {
		l.tree.root = &root{tree: l.tree}
		l.tree.Body = l.stmts(0, l.tree.root)
	}
	return l.tree.Module(meter), nil
}

// lowering turns the flat syntax tree into the typed one.
type lowering struct {
	g     *grammar
	nodes []syntax.Node
	text  string
	tree  *Tree

	// stacks under construction; lists are cut from their tops
	exprStack []Expr
	stmtStack []Stmt
	chain     int // attributes around the expression at hand

	exprLists slab[Expr]
	stmtLists slab[Stmt]
	names     slab[Name]
	attrs     slab[Attribute]
	callSlab  slab[Call]
	args      slab[Arg]
	argLists  slab[*Arg]
	strs      slab[String]
	numbers   slab[Number]
	exprStmts slab[ExprStmt]
	assigns   slab[Assign]
	ifs       slab[If]
	binaries  slab[Binary]
	subs      slab[Subscript]
	params    slab[Param]
}

func (l *lowering) kind(i uint32) kind {
	symbol := l.nodes[i].Symbol
	if int(symbol) < len(l.g.kinds) {
		return l.g.kinds[symbol]
	}
	return kindOther
}

func (l *lowering) textOf(i uint32) string { return l.text[l.nodes[i].Start:l.nodes[i].End] }

func (l *lowering) span(i uint32) source.Span {
	return source.Span{Start: int(l.nodes[i].Start), End: int(l.nodes[i].End)}
}

func (l *lowering) at(i uint32, parent Node) base {
	return base{start: l.nodes[i].Start, end: l.nodes[i].End, parent: parent}
}

func (l *lowering) exprAt(i uint32, parent Node) exprBase { return exprBase{l.at(i, parent)} }
func (l *lowering) stmtAt(i uint32, parent Node) stmtBase { return stmtBase{l.at(i, parent)} }

// child is the first child of i in that field, 0 for none: the root is nobody's child.
func (l *lowering) child(i uint32, field uint8) uint32 {
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if l.nodes[c].Field == field {
			return c
		}
	}
	return 0
}

// plain reports whether a node is part of the grammar's own tree: comments and
// unparsable text can stand anywhere.
func (l *lowering) plain(i uint32) bool {
	return l.kind(i) != kindComment && l.nodes[i].Symbol != syntax.ErrorSymbol && !l.nodes[i].Missing
}

// collect gathers what may stand anywhere in the tree.
func (l *lowering) collect() {
	covered := 0
	for i := range l.nodes {
		n := &l.nodes[i]
		switch {
		case n.Symbol == syntax.ErrorSymbol || n.Missing:
			if int(n.Start) >= covered {
				l.tree.Errors = append(l.tree.Errors, l.span(uint32(i)))
				covered = max(int(n.End), int(n.Start)+1)
			}
		case l.kind(uint32(i)) == kindComment:
			span := l.span(uint32(i))
			if span.End > span.Start && l.text[span.End-1] == '\r' { // the newline is not part of it
				span.End--
			}
			l.tree.Comments = append(l.tree.Comments, Comment{span, l.text[span.Start:span.End]})
		case n.End-n.Start == uint32(len("async")) && l.kind(uint32(i)) == kindIdentifier:
			if name := l.textOf(uint32(i)); name == "async" || name == "await" {
				l.tree.Reserved = append(l.tree.Reserved, l.span(uint32(i)))
			}
		}
	}
}
