package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// StaleScheduler finds schedulers that drive an optimizer nobody steps any longer.
var StaleScheduler = &rules.Rule{
	Name:     "stale-scheduler",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("stale-scheduler"),
	On:       rules.PythonFile,
	Words:    []string{"sched .step("},
	Check:    checkStaleScheduler,
}

func checkStaleScheduler(p *rules.Pass) {
	reported, staleReported := map[*python.Binding]bool{}, map[string]bool{}
	for _, c := range p.Python.AllCalls() {
		if p.Flow.KindOf(c) != flow.Schedule {
			continue
		}
		if attribute, ok := c.Receiver().(*python.Attribute); ok && !staleReported[attribute.Attr] {
			staleReported[attribute.Attr] = checkStaleAttribute(p, c, attribute)
		}
		scheduler, ok := c.Receiver().(*python.Name)
		if !ok {
			continue
		}
		scope, made := p.Python.Lookup(scheduler.ID, scheduler)
		if scope == nil || len(made) != 1 || reported[made[0]] || python.EnclosingFunction(c) != scope.Function() || conditional(made[0].Node) && loopOf(made[0].Node) {
			continue
		}
		rebuilt := rebuiltAfter(p, made[0])
		if rebuilt == nil || c.Span().Start < rebuilt.Span().Start && !sameLoop(p, c, rebuilt) {
			continue
		}
		reported[made[0]] = true
		message := fmt.Sprintf("%s.step() drives the optimizer that line %d replaced: the new one keeps its learning rate and the old one is kept alive; rebuild %s with the optimizer",
			scheduler.ID, p.File.LineOf(rebuilt.Span().Start), scheduler.ID)
		p.At(c, message, []rules.NotePlace{p.Note(made[0].Node, "made for the old optimizer"), p.Note(rebuilt, "the optimizer is rebuilt here")})
	}
}

func loopOf(n python.Node) bool {
	for p := n.Parent(); p != nil; p = p.Parent() {
		switch p.(type) {
		case *python.For, *python.While:
			return true
		case *python.Function:
			return false
		}
	}
	return false
}

// rebuiltAfter is the assignment that replaces a scheduler's optimizer after the
// scheduler was made for it; nil when there is none that is sure to come later.
func rebuiltAfter(p *rules.Pass, made *python.Binding) python.Node {
	call, ok := made.Value.(*python.Call)
	if !ok || made.Kind != python.Assigned || p.Flow.RoleOf(call) != flow.Scheduler {
		return nil
	}
	arg := p.Python.Argument(call, "optimizer", 0)
	name, ok := arg.Value.(*python.Name)
	if !ok || p.Python.TypeOf(call) == "" {
		return nil
	}
	_, bindings := p.Python.Lookup(name.ID, name)
	var rebuilt python.Node
	for _, b := range bindings {
		if b.Kind != python.Assigned {
			return nil
		}
		if b.Node.Span().Start <= made.Node.Span().Start {
			continue
		}
		value, ok := b.Value.(*python.Call)
		if !ok || p.Flow.RoleOf(value) != flow.Optimizer || p.Python.TypeOf(value) == "" || names(value, name.ID) || exclusive(b.Node, made.Node) || b.Scope != made.Scope {
			return nil
		}
		rebuilt = b.Node
	}
	return rebuilt
}

// names reports whether a name occurs in an expression.
func names(e python.Node, id string) bool {
	found := false
	python.Walk(e, func(n python.Node) bool {
		name, ok := n.(*python.Name)
		found = found || ok && name.ID == id
		return !found
	})
	return found
}

// exclusive reports whether two statements stand in different branches of one if.
func exclusive(a, b python.Node) bool {
	for p := a; p != nil; p = p.Parent() {
		gate, ok := p.Parent().(*python.If)
		if ok && holds(gate, b) && !sameBranch(gate, a, b) {
			return true
		}
	}
	return false
}

func holds(outer, inner python.Node) bool {
	for p := inner; p != nil; p = p.Parent() {
		if p == outer {
			return true
		}
	}
	return false
}

func sameBranch(gate *python.If, a, b python.Node) bool {
	in := func(n python.Node, body []python.Stmt) bool {
		for _, s := range body {
			if holds(s, n) {
				return true
			}
		}
		return false
	}
	return in(a, gate.Body) == in(b, gate.Body)
}

// sameLoop reports whether two nodes stand in a loop together.
func sameLoop(p *rules.Pass, a, b python.Node) bool {
	for l := p.Flow.LoopAround(a); l != nil; l = l.Parent {
		if holds(l.Node, b) {
			return true
		}
	}
	return false
}

// checkStaleAttribute looks at a scheduler kept on self: one method makes it and its
// optimizer, and another one, called from a method that goes on stepping it, replaces the optimizer only.
func checkStaleAttribute(p *rules.Pass, step *python.Call, scheduler *python.Attribute) bool {
	class := p.Python.ClassOf(scheduler.Value)
	if class == nil {
		return false
	}
	made := p.Python.Member(class, scheduler.Attr)
	if len(made) != 1 || made[0].Kind != python.Assigned {
		return false
	}
	call, ok := made[0].Value.(*python.Call)
	if !ok || p.Flow.RoleOf(call) != flow.Scheduler || p.Python.TypeOf(call) == "" {
		return false
	}
	optimizer, ok := p.Python.Argument(call, "optimizer", 0).Value.(*python.Attribute)
	if !ok || p.Python.ClassOf(optimizer.Value) != class {
		return false
	}
	first := python.EnclosingFunction(made[0].Node)
	for _, b := range p.Python.Member(class, optimizer.Attr) {
		later := python.EnclosingFunction(b.Node)
		value, ok := b.Value.(*python.Call)
		if later == first || later == nil || first == nil || first.Name != "__init__" {
			continue
		}
		if !ok || b.Kind != python.Assigned || p.Flow.RoleOf(value) != flow.Optimizer || p.Python.TypeOf(value) == "" || len(p.Flow.CallsTo(later)) == 0 || calledIn(p, later, first) {
			return false
		}
		p.At(step, fmt.Sprintf("self.%s.step() drives the optimizer that line %d replaces: the new one keeps its learning rate and the old one is kept alive; rebuild self.%s with the optimizer",
			scheduler.Attr, p.File.LineOf(b.Node.Span().Start), scheduler.Attr),
			[]rules.NotePlace{p.Note(made[0].Node, "made for the old optimizer"), p.Note(b.Node, "the optimizer is rebuilt here")})
		return true
	}
	return false
}

// calledIn reports whether a function is called in another one.
func calledIn(p *rules.Pass, fn, caller *python.Function) bool {
	for _, c := range p.Flow.CallsTo(fn) {
		if python.EnclosingFunction(c) == caller {
			return true
		}
	}
	return false
}
