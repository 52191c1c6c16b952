package job

import (
	"github.com/trainlint/trainlint/analyzers/python"
)

// window are the statements from one stage's last training to the next one's.
type window struct {
	statements []python.Stmt
	trains     []python.Stmt
	unfrozen   unfrozen
}

// stagesOf splits one block where the unfrozen parameters change between two
// trainings, and some are unfrozen.
func (j *Job) stagesOf(block []python.Stmt, model Load) []*Stage {
	statements, ok := j.straight(block)
	if !ok || len(statements) == 0 {
		return nil
	}
	follow := newThaw(j, model, statements)
	var windows []*window
	current := &window{}
	thawed := false
	for _, s := range statements {
		current.statements = append(current.statements, s)
		trains := j.holdsTraining(s, 0)
		happens := follow.statement(s)
		if follow.lost || trains && happens {
			return nil // unfreezing in a loop that trains: where a stage ends is not written
		}
		if !trains {
			continue
		}
		last := len(windows) - 1
		if last >= 0 && windows[last].unfrozen.same(follow.state) {
			windows[last].statements = append(windows[last].statements, current.statements...)
			windows[last].trains = append(windows[last].trains, s)
		} else {
			thawed = thawed || last >= 0 && follow.state.more
			current.trains, current.unfrozen = []python.Stmt{s}, follow.state.clone()
			windows = append(windows, current)
		}
		follow.state.more = false
		current = &window{}
	}
	if len(windows) < 2 || !thawed {
		return nil
	}
	return j.describeStages(block, windows)
}

// straight is a block without the tests that this run decides and the context
// managers around its statements; ok is false when a training or a requires_grad
// stands behind a test that only the run decides.
func (j *Job) straight(block []python.Stmt) (list []python.Stmt, ok bool) {
	for _, s := range block {
		var inner []python.Stmt
		switch s := s.(type) {
		case *python.With:
			inner = s.Body
		case *python.If:
			branch, known := j.branch(s)
			if !known && (j.holdsTraining(s, 0) || mentions(s, "requires_grad") || mentions(s, "requires_grad_")) {
				return nil, false
			}
			inner = branch
		case *python.Function, *python.Class:
			continue
		default:
			list = append(list, s)
			continue
		}
		inner, ok = j.straight(inner)
		if !ok {
			return nil, false
		}
		list = append(list, inner...)
	}
	return list, true
}

// branch is the part of an if statement that runs.
func (j *Job) branch(s *python.If) (body []python.Stmt, known bool) {
	if python.AsksMain(s.Test) {
		return s.Body, true
	}
	truth, known := j.Program.Holds(s.Test)
	switch {
	case !known:
		return nil, false
	case truth:
		return s.Body, true
	}
	return s.Else, true
}

// maxHelpers bounds how deep calls of functions of the file are followed.
const maxHelpers = 3

// holdsTraining reports whether a statement trains: a backward pass, a trainer's
// train(), or a function of this file that does one of them.
func (j *Job) holdsTraining(n python.Node, depth int) bool {
	found := false
	each(n, func(n python.Node) bool {
		c, ok := n.(*python.Call)
		if !ok || found {
			return !found
		}
		found = j.isTraining(c)
		if f := j.callee(c); f != nil && !found && depth < maxHelpers {
			for _, s := range f.Body {
				found = found || j.holdsTraining(s, depth+1)
			}
		}
		return !found
	})
	return found
}

// each walks a statement without the functions and classes defined in it.
func each(n python.Node, visit func(python.Node) bool) {
	python.Walk(n, func(n python.Node) bool {
		switch n.(type) {
		case *python.Function, *python.Class, *python.Lambda:
			return false
		}
		return visit(n)
	})
}

func (j *Job) isTraining(c *python.Call) bool {
	switch c.MethodName() {
	case "backward":
		return true
	case "train":
		if isTrainerName(j.Program.Module().TypeOf(c.Receiver())) {
			return true
		}
		made := j.Program.Value(c.Receiver()).made()
		return made != nil && made.Node != nil && made.Unit.Module == j.Program.Module() &&
			isTrainer(j.Program.Module(), made.Node)
	}
	return false
}

// callee is the function of this file that a call runs, nil for others.
func (j *Job) callee(c *python.Call) *python.Function {
	f, _ := j.Program.Module().Definition(c.Func).(*python.Function)
	return f
}

func (j *Job) describeStages(block []python.Stmt, windows []*window) []*Stage {
	var list []*Stage
	for i, w := range windows {
		s := &Stage{
			Number: i + 1,
			Count:  len(windows),
			At:     j.Program.Place(w.trains[0]),
			scope:  w.unfrozen.scope,
			cause:  w.unfrozen.cause,
		}
		if s.scope == nothing {
			return nil // something that is not followed is trained
		}
		if s.scope == someParts {
			s.Trainable = w.unfrozen.count()
		}
		s.sure = s.scope == someParts || i == 0 || j.optimizes(w)
		s.hides = j.hider(block, windows, i)
		list = append(list, s)
	}
	return list
}

// optimizes reports whether a stage makes the optimizer, or the trainer that
// makes one, after its parameters were unfrozen: an older optimizer may have been
// given fewer.
func (j *Job) optimizes(w *window) bool {
	made := false
	for _, s := range w.statements {
		j.eachCall(s, 0, func(c *python.Call) {
			made = made || isTrainer(j.Program.Module(), c)
			if j.makesOptimizer(c) {
				owners, partly := j.optimized(j.Program, c)
				made = made || len(owners) > 0 && !partly || mentions(c, "requires_grad")
			}
		})
	}
	return made
}

func (j *Job) makesOptimizer(c *python.Call) bool {
	if len(c.Args) == 0 || !namedLikeOptimizer(c) {
		return false
	}
	_, known := optimizerClasses[j.Program.Value(c.Func).Symbol()]
	return known
}

// eachCall visits the calls of a statement and of the functions that it calls.
func (j *Job) eachCall(n python.Node, depth int, visit func(*python.Call)) {
	each(n, func(n python.Node) bool {
		c, ok := n.(*python.Call)
		if !ok {
			return true
		}
		visit(c)
		if f := j.callee(c); f != nil && depth < maxHelpers {
			for _, s := range f.Body {
				j.eachCall(s, depth+1, visit)
			}
		}
		return true
	})
}

// replaced are the calls whose latest one counts.
func (j *Job) replaced(c *python.Call) string {
	m := j.Program.Module()
	switch {
	case isTrainer(m, c):
		return "trainer"
	case argumentsClass(m, c) != "":
		return "arguments"
	case j.makesOptimizer(c):
		return "optimizer"
	case m.Resolve(c.Func) == "torch.utils.data.DataLoader" && !isEvaluation(c):
		return "loader"
	}
	return ""
}

// hider tells what does not belong to one stage: what other stages train, what
// stands behind it, and what it makes anew.
func (j *Job) hider(block []python.Stmt, windows []*window, at int) func(python.Node) bool {
	end := windows[at].trains[len(windows[at].trains)-1].Span().End
	owner := python.EnclosingFunction(block[0])
	anew := map[string]bool{}
	for _, s := range windows[at].statements {
		j.eachCall(s, 0, func(c *python.Call) { anew[j.replaced(c)] = true })
	}
	hidden := map[python.Node]bool{}
	used := j.usedArguments(windows[at])
	for i, w := range windows {
		if i == at {
			continue
		}
		for _, s := range w.trains {
			each(s, func(n python.Node) bool { hidden[n] = true; return true })
		}
		for _, s := range w.statements {
			each(s, func(n python.Node) bool {
				if c, ok := n.(*python.Call); ok && i < at {
					kind := j.replaced(c)
					hidden[c] = hidden[c] || kind != "" && anew[kind]
				}
				return true
			})
		}
	}
	for _, w := range windows {
		for _, s := range w.statements {
			each(s, func(n python.Node) bool {
				if c, ok := n.(*python.Call); ok && used != nil && argumentsClass(j.Program.Module(), c) != "" {
					hidden[c] = c != used
				}
				return true
			})
		}
	}
	first, last := block[0].Span().Start, block[len(block)-1].Span().End

	return func(n python.Node) bool {
		if hidden[n] {
			return true
		}
		span := n.Span()
		return span.Start >= end && span.Start >= first && span.End <= last && python.EnclosingFunction(n) == owner
	}
}

// usedArguments is the one call that makes the arguments of a stage's trainers;
// nil when that is not sure.
func (j *Job) usedArguments(w *window) *python.Call {
	var used *python.Call
	for _, s := range w.statements {
		each(s, func(n python.Node) bool {
			c, ok := n.(*python.Call)
			if !ok || !isTrainer(j.Program.Module(), c) {
				return true
			}
			if v, presence := j.Program.Argument(c, "args", 1); presence == python.Given {
				if made := v.made(); made != nil {
					used = made.Node
				}
			}
			return true
		})
	}
	return used
}
