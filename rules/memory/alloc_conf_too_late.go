package memory

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// AllocConfTooLate finds allocator settings made after CUDA has been used.
var AllocConfTooLate = &rules.Rule{
	Name:     "alloc-conf-too-late",
	Group:    rules.Memory,
	Severity: rules.Warning,
	Page:     page("alloc-conf-too-late"),
	On:       rules.PythonFile,
	Words:    []string{"ALLOC_CONF"},
	Check:    checkAllocConfTooLate,
}

func checkAllocConfTooLate(p *rules.Pass) {
	editor := pyedit.New(p.Python)
	for _, s := range allocatorSettings(p) {
		if !ownEnvironment(p, s) {
			continue
		}
		stmt := python.EnclosingStmt(s.node)
		use, at := cudaUseBefore(p, stmt)
		if use == nil {
			continue
		}
		p.At(s.node, fmt.Sprintf("%s is set after CUDA was used in line %d: the allocator has read it by then and ignores this; "+
			"set it before the first use of CUDA", s.name, p.File.LineOf(use.Span().Start)),
			[]rules.NotePlace{p.Note(use, "CUDA is initialised here")}, moveUp(editor, stmt, at)...)
	}
}

// cudaUseBefore finds the first use of CUDA that runs before a statement: in the
// statements before it in its block and in the blocks around it, and, for a
// statement in a function, in the module's own statements.
func cudaUseBefore(p *rules.Pass, stmt python.Stmt) (use python.Node, before python.Stmt) {
	var chain []python.Node
	for n := python.Node(stmt); n != nil; n = n.Parent() {
		chain = append(chain, n)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		var parent python.Node
		if i+1 < len(chain) {
			parent = chain[i+1]
		}
		for _, s := range blockOf(p, parent, chain[i]) {
			if s.Span().Start >= chain[i].Span().Start {
				break
			}
			if use := cudaUse(p, s, 0); use != nil {
				return use, s
			}
		}
	}
	return nil, nil
}

// blockOf is the list of statements that n stands in.
func blockOf(p *rules.Pass, parent, n python.Node) []python.Stmt {
	var lists [][]python.Stmt
	switch parent := parent.(type) {
	case nil:
		lists = [][]python.Stmt{p.Python.Body}
	case *python.Function:
		lists = [][]python.Stmt{parent.Body}
	case *python.If:
		lists = [][]python.Stmt{parent.Body, parent.Else}
	case *python.With:
		lists = [][]python.Stmt{parent.Body}
	case *python.For:
		lists = [][]python.Stmt{parent.Body}
	case *python.While:
		lists = [][]python.Stmt{parent.Body}
	case *python.Try:
		lists = [][]python.Stmt{parent.Body, parent.Else, parent.Finally}
	}
	for _, list := range lists {
		for _, s := range list {
			if python.Node(s) == n {
				return list
			}
		}
	}
	return nil
}

// harmlessCuda are functions of torch.cuda that do not initialise CUDA.
var harmlessCuda = map[string]bool{"is_available": true, "device_count": true, "is_initialized": true, "is_bf16_supported": true,
	"manual_seed": true, "manual_seed_all": true}

// maxFollowed bounds how deep calls of the file's functions are followed.
const maxFollowed = 3

// cudaUse is the first call in a statement that initialises CUDA; functions of
// this file are looked into.
func cudaUse(p *rules.Pass, s python.Stmt, depth int) python.Node {
	var found python.Node
	python.Walk(s, func(n python.Node) bool {
		if found != nil {
			return false
		}
		switch n := n.(type) {
		case *python.Function, *python.Class, *python.Lambda:
			return false
		case *python.Call:
			if initialisesCuda(p, n) {
				found = n
				return false
			}
			if fn, ok := p.Python.Definition(n.Func).(*python.Function); ok && depth < maxFollowed {
				for _, inner := range fn.Body {
					if cudaUse(p, inner, depth+1) != nil {
						found = n
						return false
					}
				}
			}
		}
		return true
	})
	return found
}

func initialisesCuda(p *rules.Pass, c *python.Call) bool {
	path := p.Python.Resolve(c.Func)
	if name, ok := strings.CutPrefix(path, "torch.cuda."); ok {
		return !strings.Contains(name, ".") && !harmlessCuda[name] && strings.ToLower(name) == name
	}
	if c.MethodName() == "cuda" && !strings.HasPrefix(path, "torch.") {
		return true
	}
	if c.MethodName() == "to" && len(c.Args) > 0 && onCuda(p, c.Args[0].Value) {
		return true
	}
	device := c.Keyword("device")
	return device != nil && strings.HasPrefix(path, "torch.") && path != "torch.device" && onCuda(p, device.Value)
}

// onCuda reports whether an expression is a CUDA device for sure.
func onCuda(p *rules.Pass, e python.Expr) bool {
	if v, ok := p.Python.Const(e); ok {
		return strings.HasPrefix(v.Str, "cuda")
	}
	if c, ok := e.(*python.Call); ok && p.Python.Resolve(c.Func) == "torch.device" && len(c.Args) > 0 {
		return onCuda(p, c.Args[0].Value)
	}
	if name, ok := e.(*python.Name); ok {
		_, bindings := p.Python.Lookup(name.ID, name)
		if len(bindings) == 1 && bindings[0].Kind == python.Assigned {
			if c, ok := bindings[0].Value.(*python.Call); ok {
				return onCuda(p, c)
			}
		}
	}
	return false
}

// moveUp puts the setting in front of the statement that uses CUDA, when both stand in
// one block.
func moveUp(editor *pyedit.Editor, stmt, before python.Stmt) []fixes.Fix {
	if stmt.Parent() != before.Parent() {
		return nil
	}
	return editor.RemoveStatement(stmt).And(editor.InsertBefore(before, editor.Text(stmt))).
		Fixes("set it before CUDA is used", fixes.Unsafe)
}
