package speed

import (
	"fmt"
	"regexp"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
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
	Words:    []string{"empty_cache", "gc collect", "backward", "optim", "loader"},
	Check:    checkEmptyCache,
}

var cacheCalls = []string{"torch.cuda.empty_cache", "torch.xpu.empty_cache", "torch.mps.empty_cache", "torch.npu.empty_cache",
	"torch.cuda.memory.empty_cache", "torch.accelerator.empty_cache", "gc.collect"}

func checkEmptyCache(p *rules.Pass) {
	for _, r := range p.Train.EveryStep(calls(cacheCalls...)) {
		c, module := r.Call.Node, r.Call.Unit.Module
		if afterSomethingRare(module, c) || forOthers(module, c) || generates.MatchString(textAround(r.Call, r.Step)) {
			continue
		}
		name := module.File.Slice(c.Span())
		cost := "it waits for the GPU and makes the next step allocate anew, and gives PyTorch no memory it could not " +
			"already use"
		if r.Call.Callee == run.Value(run.Symbol("gc.collect")) {
			cost = "it walks over every Python object of the process"
		}
		var fix []fixes.Fix
		if s, ok := removal(c); ok && standsInStep(r) && len(python.BlockOf(s)) > 1 {
			fix = pyedit.New(module).RemoveStatement(s).Fixes("remove "+name, fixes.Unsafe)
		}
		p.AtPlace(r.Call.Place(), fmt.Sprintf("%s in every training step: %s; remove it, or call it once per "+
			"epoch", name, cost),
			[]rules.NotePlace{p.NoteAt(stepPlace(r.Step), "the training step")}, fix...)
	}
}

// standsInStep reports whether a call is part of the step's own function: a helper that
// the step calls may serve others too.
func standsInStep(r train.Repeated) bool {
	step := stepNode(r.Step)
	fn := python.EnclosingFunction(r.Call.At)
	return r.Call.Unit == step.Unit && fn != nil && (python.Node(fn) == step.Node || fn == python.EnclosingFunction(step.Node))
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
func forOthers(m *python.Module, c *python.Call) bool {
	if ownAllocator.Match(m.File.Text) {
		return true
	}
	line := m.File.LineOf(c.Span().Start)
	for _, comment := range m.Comments {
		if at := m.File.LineOf(comment.Span.Start); (at == line || at == line-1) && outside.MatchString(comment.Text) {
			return true
		}
	}
	return false
}

var rareWork = set("save", "save_checkpoint", "save_model", "save_pretrained", "save_state", "evaluate", "validate", "eval", "validation",
	"test", "generate", "log_validation", "sample", "load_state_dict", "to", "cpu")

// afterSomethingRare reports whether the statement before saves, evaluates or moves
// a model: what it leaves behind is what is emptied.
func afterSomethingRare(m *python.Module, c *python.Call) bool {
	s := python.EnclosingStmt(c)
	var before python.Stmt
	for _, other := range python.BlockOf(s) {
		if other == s {
			break
		}
		if !isCacheCall(m, other) {
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

func isCacheCall(m *python.Module, s python.Stmt) bool {
	stmt, ok := s.(*python.ExprStmt)
	if !ok {
		return false
	}
	call, ok := stmt.Value.(*python.Call)
	if !ok {
		return false
	}
	name := m.Resolve(call.Func)
	for _, known := range cacheCalls {
		if name == known {
			return true
		}
	}
	return false
}
