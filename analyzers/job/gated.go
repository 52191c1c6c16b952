package job

import (
	"slices"
	"strconv"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// readGate reads after how many backward passes a loop of the project's own steps its optimizer: `if (i + 1) % n == 0:`.
func (j *Job) readGate() {
	if !j.ownLoop() || j.DeepSpeed != nil || j.accumulates() {
		return
	}
	e := j.Program.run
	var gate *Found
	for _, c := range e.ran().Trace.Calls {
		if c.Node == nil || c.Node.MethodName() != "step" || guessed(c) || !stepsOptimizer(c) {
			continue
		}
		n := gateOf(c.Node)
		if n == nil {
			return // it steps each time
		}
		p := e.programs[c.Unit.Module]
		if p == nil {
			return
		}
		v := p.Value(n)
		if gate != nil {
			if same, known := gate.Same(v); !known || !same {
				j.doubt(dialect.Accumulation, byScript)
				return
			}
		}
		gate = &v
	}
	if gate == nil {
		return
	}
	if n, known := gate.Int(); known && n > 0 {
		j.claim(dialect.Accumulation, strconv.FormatInt(n, 10), byScript, "a step every so often", *gate)
	} else {
		j.doubt(dialect.Accumulation, byScript)
	}
}

// accumulates reports whether something else says after how many backward passes a step comes: an engine does it then, or
// two of them do.
func (j *Job) accumulates() bool {
	return slices.ContainsFunc(j.claims, func(c claim) bool { return c.field == dialect.Accumulation }) || j.usesOther("deepspeed")
}

// stepsOptimizer reports whether a call is optimizer.step() or scaler.step(optimizer).
func stepsOptimizer(c *run.Call) bool {
	member, ok := c.Callee.(*run.Member)
	if !ok {
		return false
	}
	o, ok := run.Bare(member.Object).(*run.Object)
	if !ok {
		return false
	}
	class, _ := o.Class.(run.Symbol)
	if class == "" && o.Made != nil {
		class, _ = o.Made.Callee.(run.Symbol)
	}
	role := knowledge.RoleOfClass(string(class))
	return role == knowledge.Optimizer || role == knowledge.Scaler
}

// gateOf is n of the test `… % n == 0` around a step, where the backward pass stands outside of it; nil without one.
func gateOf(step *python.Call) python.Expr {
	var child python.Node = step
	for parent := step.Parent(); parent != nil; child, parent = parent, parent.Parent() {
		switch s := parent.(type) {
		case *python.For, *python.While, *python.Function:
			return nil
		case *python.If:
			if !inBody(s.Body, child) || holdsBackward(s.Body) {
				continue
			}
			if n := modulus(s.Test); n != nil {
				return n
			}
		}
	}
	return nil
}

func holdsBackward(body []python.Stmt) (found bool) {
	python.WalkBody(body, func(n python.Node) bool {
		c, ok := n.(*python.Call)
		found = found || ok && c.MethodName() == "backward"
		return !found
	})
	return found
}

// modulus is what the one remainder of a test divides by.
func modulus(test python.Expr) (by python.Expr) {
	for n := range python.All(test) {
		if b, ok := n.(*python.Binary); ok && b.Op == "%" {
			if by != nil {
				return nil
			}
			by = b.Right
		}
	}
	return by
}
