package job

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// readClipping takes the norm to which a plain loop of PyTorch's cuts its gradients.
func (j *Job) readClipping() {
	e := j.Program.run
	seen := map[*python.Call]bool{}
	first := ""
	for _, c := range e.ran().Trace.Calls {
		if c.Node == nil || seen[c.Node] || c.Unit == nil || !clips(c) {
			continue
		}
		seen[c.Node] = true
		p := e.entry.peer(c.Unit.Module)
		norm, given := p.Argument(c.Node, "max_norm", 1)
		runs, known := p.Runs(c.Node)
		known = known || everySoOften(c.Node)
		_, isNumber := norm.Number()
		switch {
		case known && !runs:
		case !known, given != python.Given, !isNumber, first != "" && first != norm.Text():
			j.doubt(dialect.GradientClip, byScript)
			return
		default:
			first = norm.Text()
			j.claim(dialect.GradientClip, first, byScript, "clip_grad_norm_(max_norm)", norm.notDefault())
		}
	}
}

// clips reports whether a call cuts gradients to a norm: torch's function, or the method of accelerate's Accelerator.
func clips(c *run.Call) bool {
	if method, ok := c.Callee.(*run.Member); ok && method.Name == "clip_grad_norm_" {
		on, ok := run.Bare(method.Object).(*run.Object)
		return ok && library.RoleOf(on) == knowledge.Accelerator
	}
	return c.Unit.Module.Resolve(c.Node.Func) == "torch.nn.utils.clip_grad_norm_"
}

// everySoOften reports whether all that decides if a statement happens in one lap is how many there were: (i + 1) % 4
// == 0, or the last one; or accelerate, which counts them: accelerator.sync_gradients.
func everySoOften(n python.Node) bool {
	gates := python.GatesOf(n)
	return len(gates) > 0 && !slices.ContainsFunc(gates, func(g python.Gate) bool {
		counts := false
		for n := range python.All(g.Test) {
			b, ok := n.(*python.Binary)
			counts = counts || ok && b.Op == "%"
			at, ok := n.(*python.Attribute)
			counts = counts || ok && at.Attr == "sync_gradients"
		}
		return !counts
	})
}
