package speed

import (
	"fmt"
	"regexp"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// EmptyCacheInLoop finds the allocator's cache emptied in every training step.
var EmptyCacheInLoop = &rules.Rule{
	Name:     "empty-cache-in-loop",
	Group:    rules.Speed,
	Severity: rules.Warning,
	Page:     page("empty-cache-in-loop"),
	On:       rules.PythonFile,
	Words:    []string{"empty_cache", "gc collect"},
	Check:    checkEmptyCache,
}

var cacheCalls = []string{"torch.cuda.empty_cache", "torch.xpu.empty_cache", "torch.mps.empty_cache", "torch.npu.empty_cache",
	"torch.cuda.memory.empty_cache", "torch.accelerator.empty_cache", "gc.collect"}

func checkEmptyCache(p *rules.Pass) {
	e := pyedit.New(p.Python)
	for _, c := range p.Python.Calls(cacheCalls...) {
		step := stepOf(p, c)
		if step == nil || afterSomethingRare(p, c) || forOthers(p, c) || generates.MatchString(functionText(p, c)+functionText(p, step)+p.File.Slice(step.Span())) {
			continue
		}
		name := p.File.Slice(c.Span())
		cost := "it waits for the GPU and makes the next step allocate anew, and gives PyTorch no memory it could not already use"
		if p.Python.Resolve(c.Func) == "gc.collect" {
			cost = "it walks over every Python object of the process"
		}
		var fix []fixes.Fix
		if s, ok := removal(c); ok && standsInStep(c, step) && len(python.BlockOf(s)) > 1 {
			fix = e.RemoveStatement(s).Fixes("remove "+name, fixes.Unsafe)
		}
		p.At(c, fmt.Sprintf("%s in every training step: %s; remove it, or call it once per epoch", name, cost),
			[]rules.NotePlace{p.Note(head(step), "the training step")}, fix...)
	}
}

// standsInStep reports whether a call is part of the step's own function: a helper that
// the step calls may serve others too.
func standsInStep(c *python.Call, step python.Node) bool {
	fn := python.EnclosingFunction(c)
	return fn != nil && python.Node(fn) == step || fn == python.EnclosingFunction(step)
}

// generates is how code that lets a policy generate between its updates calls
// that: the step takes minutes there, and generation needs the memory whole. Code
// that measures memory wants each step to start alike.
var generates = regexp.MustCompile(`(?i)\b(\w*generate\w*|rollouts?|vllm\w*|\w*trajector(y|ies)|(max_)?memory_(allocated|reserved))\(`)

// outside is what a comment says where memory is freed for somebody else: NCCL and
// other processes cannot use what PyTorch's allocator keeps.
var outside = regexp.MustCompile(`(?i)nccl|reduce_?scatter|all_?gather|all_?reduce|fragment|vllm|other process|driver`)

// ownAllocator are libraries that allocate GPU memory beside PyTorch, as much as the
// input of a step needs.
var ownAllocator = regexp.MustCompile(`(?m)^\s*(import|from)\s+(MinkowskiEngine|cupy|cudf|tensorflow|jax)\b`)

// forOthers reports whether the memory is for something outside PyTorch's allocator:
// the file uses a library with one of its own, or a comment beside or above the call
// says so.
func forOthers(p *rules.Pass, c *python.Call) bool {
	if ownAllocator.Match(p.File.Text) {
		return true
	}
	line := p.File.LineOf(c.Span().Start)
	for _, comment := range p.Python.Comments {
		if at := p.File.LineOf(comment.Span.Start); (at == line || at == line-1) && outside.MatchString(comment.Text) {
			return true
		}
	}
	return false
}

// head is a short part of a loop or function to point at.
func head(n python.Node) python.Node {
	switch n := n.(type) {
	case *python.For:
		return n.Target
	case *python.While:
		return n.Test
	}
	return n
}

var rareWork = set("save", "save_checkpoint", "save_model", "save_pretrained", "save_state", "evaluate", "validate", "eval", "validation",
	"test", "generate", "log_validation", "sample", "load_state_dict", "to", "cpu")

// afterSomethingRare reports whether the statement before saves, evaluates or moves
// a model: what it leaves behind is what is emptied.
func afterSomethingRare(p *rules.Pass, c *python.Call) bool {
	s := python.EnclosingStmt(c)
	var before python.Stmt
	for _, other := range python.BlockOf(s) {
		if other == s {
			break
		}
		if !isCacheCall(p, other) {
			before = other
		}
	}
	if stmt, ok := before.(*python.ExprStmt); ok {
		if call, ok := stmt.Value.(*python.Call); ok {
			name := call.MethodName()
			if n, plain := call.Func.(*python.Name); plain {
				name = n.ID
			}
			return rareWork[name]
		}
	}
	return false
}

func isCacheCall(p *rules.Pass, s python.Stmt) bool {
	stmt, ok := s.(*python.ExprStmt)
	if !ok {
		return false
	}
	call, ok := stmt.Value.(*python.Call)
	if !ok {
		return false
	}
	name := p.Python.Resolve(call.Func)
	for _, known := range cacheCalls {
		if name == known {
			return true
		}
	}
	return false
}
