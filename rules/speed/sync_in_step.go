package speed

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// SyncInStep points at training steps that wait for the GPU several times.
var SyncInStep = &rules.Rule{
	Name:     "sync-in-step",
	Group:    rules.Speed,
	Severity: rules.Note,
	Page:     page("sync-in-step"),
	On:       rules.PythonFile,
	Words:    []string{".item backward", ".cpu backward", ".tolist backward", ".numpy backward", "print backward"},
	Check:    checkSyncInStep,
}

var fetches = set("item", "cpu", "tolist", "numpy")

func checkSyncInStep(p *rules.Pass) {
	if !bytes.Contains(p.File.Text, []byte("cuda")) && !bytes.Contains(p.File.Text, []byte("Accelerator")) {
		return
	}
	for _, l := range p.Flow.Loops() {
		if l.Kind == flow.BatchLoop && l.Trains && !hasOuterStep(l) && !p.Flow.StepsEnvironment(l.Body) {
			checkStepLoop(p, l)
		}
	}
}

func hasOuterStep(l *flow.Loop) bool {
	for at := l.Parent; at != nil; at = at.Parent {
		if at.Kind == flow.BatchLoop && at.Trains {
			return true
		}
	}
	return false
}

func checkStepLoop(p *rules.Pass, l *flow.Loop) {
	var direct, looped []*python.Call
	python.WalkBody(l.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Function, *python.Class, *python.Lambda:
			return false
		case *python.Call:
			inner := p.Flow.LoopAround(n)
			switch {
			case !isFetch(p, n) || decided(p, n, l) || inHandler(n):
			case inner == l && !inComprehension(n, l):
				direct = append(direct, n)
			case inner == l || inner.Kind == flow.InnerLoop:
				looped = append(looped, n)
			}
		}
		return true
	})
	for _, c := range looped {
		p.At(c, fmt.Sprintf("%s in a loop inside the training step waits for the GPU in every lap: stack the values and fetch them once",
			p.File.Slice(c.Span())), nil)
	}
	if direct = oncePerTensor(l, direct); len(direct) > 1 {
		var notes []rules.NotePlace
		for _, c := range direct[1:] {
			notes = append(notes, p.Note(c, "and here"))
		}
		p.At(direct[0], fmt.Sprintf("the training step waits for the GPU %d times to fetch values: stack them and fetch them once, or every n steps",
			len(direct)), notes)
	}
}

// oncePerTensor leaves out the fetches of a tensor that was fetched before: it is there
// already, and the GPU has nothing left to do for it.
func oncePerTensor(l *flow.Loop, list []*python.Call) []*python.Call {
	var first []*python.Call
	for i, c := range list {
		again := slices.ContainsFunc(list[:i], func(before *python.Call) bool {
			path := python.PathText(fetched(c))
			return path != "" && path == python.PathText(fetched(before)) && !assignedBetween(l, path, before, c)
		})
		if !again {
			first = append(first, c)
		}
	}
	return first
}

// fetched is the tensor that a fetch copies: x of x.item(), x.detach().cpu().
func fetched(c *python.Call) python.Expr {
	e := c.Receiver()
	for {
		switch inner := e.(type) {
		case *python.Call:
			if len(inner.Args) > 0 || inner.Receiver() == nil || !passesOn[inner.MethodName()] {
				return e
			}
			e = inner.Receiver()
		case *python.Attribute:
			if inner.Attr != "data" {
				return e
			}
			e = inner.Value
		default:
			return e
		}
	}
}

var passesOn = set("detach", "cpu", "clone", "float", "contiguous")

// assignedBetween reports whether a name gets another value between two places of a loop.
func assignedBetween(l *flow.Loop, path string, from, to python.Node) bool {
	found := false
	python.WalkBody(l.Body, func(n python.Node) bool {
		if s, ok := n.(*python.Assign); ok && s.Span().Start > from.Span().Start && s.Span().Start < to.Span().Start {
			found = found || slices.ContainsFunc(s.Targets, func(t python.Expr) bool { return python.PathText(t) == path })
		}
		return !found
	})
	return found
}

// isFetch reports whether a call copies a value from the GPU. Of x.cpu().numpy()
// only cpu counts; numpy and tolist count on what is surely a tensor of the graph.
func isFetch(p *rules.Pass, c *python.Call) bool {
	name := c.MethodName()
	if !fetches[name] || len(c.Args) > 0 || p.Python.Resolve(c.Receiver()) != "" {
		return false
	}
	receiver, chained := c.Receiver().(*python.Call)
	switch name {
	case "item":
		return !fetchedAlready(c.Receiver())
	case "cpu":
		return !(chained && receiver.MethodName() == "state_dict")
	}
	return chained && receiver.MethodName() == "detach" || p.Flow.Carries(c.Receiver()) == flow.Carries
}

// fetchedAlready: x.cpu().sum().item() waited at cpu.
func fetchedAlready(e python.Expr) bool {
	for {
		switch x := e.(type) {
		case *python.Call:
			if x.MethodName() == "cpu" || x.MethodName() == "numpy" {
				return true
			}
			e = x.Func
		case *python.Attribute:
			e = x.Value
		case *python.Subscript:
			e = x.Value
		default:
			return false
		}
	}
}

func inComprehension(n python.Node, l *flow.Loop) bool {
	for p := n.Parent(); p != nil && p != python.Node(l.Node); p = p.Parent() {
		if _, ok := p.(*python.Comprehension); ok {
			return true
		}
	}
	return false
}
