package memory

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// CheckpointDictKept finds loaded checkpoints that stay on the GPU while training.
var CheckpointDictKept = &rules.Rule{
	Name:     "checkpoint-dict-kept",
	Group:    rules.Memory,
	Severity: rules.Warning,
	Page:     page("checkpoint-dict-kept"),
	On:       rules.PythonFile,
	Words:    []string{"load_state_dict"},
	Check:    checkCheckpointDictKept,
}

func checkCheckpointDictKept(p *rules.Pass) {
	editor := pyedit.New(p.Python)
	for _, load := range p.Python.Calls("torch.load") {
		assign, ok := load.Parent().(*python.Assign)
		if !ok || len(assign.Targets) != 1 || assign.Value != python.Expr(load) || !loadsToGPU(p, load) {
			continue
		}
		name, ok := assign.Targets[0].(*python.Name)
		if !ok {
			continue
		}
		last := lastUse(p, name, assign)
		if last == nil || !p.Train.TrainsAfter(load, last) {
			continue
		}
		p.At(assign, fmt.Sprintf("%s keeps a second copy of what it holds on the GPU during the training that follows; "+
			"load it with map_location=\"cpu\" and del %s after its last use", name.ID, name.ID), nil,
			editor.InsertAfter(last, "del "+name.ID).Fixes("del "+name.ID+" after its last use", fixes.Safe)...)
	}
}

func loadsToGPU(p *rules.Pass, load *python.Call) bool {
	where := p.Python.Argument(load, "map_location", 1)
	switch where.Presence {
	case python.Absent:
		return true
	case python.Uncertain:
		return false
	}
	if python.IsNone(where.Value) || onCuda(p, where.Value) {
		return true
	}
	s, ok := where.Value.(*python.String) // f"cuda:{rank}"
	return ok && strings.Contains(p.File.Slice(s.Span()), "cuda")
}

// lastUse is the statement, beside the one that loads, in which a checkpoint is used
// last; nil when it is not fed to load_state_dict, is used by others, or is rebound.
func lastUse(p *rules.Pass, name *python.Name, assign *python.Assign) python.Stmt {
	_, bindings := p.Python.Lookup(name.ID, name)
	if len(bindings) != 1 { // rebound or deleted
		return nil
	}
	var block []python.Stmt
	if block = blockOf(p, assign.Parent(), assign); block == nil {
		return nil
	}
	uses, loads := 0, false
	var last python.Stmt
	python.WalkBody(p.Python.Body, func(n python.Node) bool {
		use, ok := n.(*python.Name)
		if !ok || use.ID != name.ID || use == name {
			return true
		}
		if _, b := p.Python.Lookup(use.ID, use); len(b) != 1 || b[0] != bindings[0] {
			return true
		}
		uses++
		loads = loads || feedsModel(p, use)
		if s := inBlock(block, use); s != nil {
			uses--
			last = s
		}
		return true
	})
	if !loads || uses > 0 || last == nil || aliased(p, name, bindings[0]) {
		return nil
	}
	return last
}

// feedsModel reports whether a module copies what it is given into its parameters. An
// optimizer takes the tensors themselves as its state (torch 1.13 still copied them):
// deleting the dictionary frees nothing.
func feedsModel(p *rules.Pass, use *python.Name) bool {
	for n := use.Parent(); n != nil; n = n.Parent() {
		if c, ok := n.(*python.Call); ok && c.MethodName() == "load_state_dict" {
			return p.Train.RoleAt(c) != knowledge.Optimizer
		}
		if _, ok := n.(python.Stmt); ok {
			return false
		}
	}
	return false
}

// aliased reports whether the checkpoint itself, or a tensor of it, is stored under
// another name: deleting the variable would then free nothing.
func aliased(p *rules.Pass, name *python.Name, binding *python.Binding) bool {
	found := false
	python.WalkBody(p.Python.Body, func(n python.Node) bool {
		a, ok := n.(*python.Assign)
		if !ok || found {
			return !found
		}
		if use, ok := a.Value.(*python.Name); ok && use.ID == name.ID {
			_, b := p.Python.Lookup(use.ID, use)
			found = len(b) == 1 && b[0] == binding
		}
		return true
	})
	return found
}

func inBlock(block []python.Stmt, n python.Node) python.Stmt {
	for ; n != nil; n = n.Parent() {
		for _, s := range block {
			if python.Node(s) == n {
				return s
			}
		}
	}
	return nil
}
