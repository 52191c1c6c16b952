package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Bypass is a backward pass that goes around the Accelerator which prepared the optimizer.
type Bypass struct {
	Backward    *Event
	Accelerator *run.Call // that made it
	Scales      bool      // it scales losses for float16: without a scaled one the prepared optimizer raises
	Accumulates bool      // the optimizer steps in its accumulate(), and only it divides by the number of micro-batches
}

// Bypass is the backward pass of a step that the Accelerator should have run, where it matters: the Accelerator says
// itself that it trains in float16 or that it accumulates gradients. With neither, Accelerator.backward does what
// loss.backward() does. nil for none.
func (s *Step) Bypass() *Bypass {
	backwards := s.Of(Backward)
	for _, e := range backwards {
		if e.By != knowledge.NoRole || e.Scaled || e.Scaler != nil || e.Node() == nil || e.Node().Receiver() == nil {
			return nil // some of it goes through a scaler, or through the Accelerator
		}
	}
	for _, step := range s.Of(OptimStep) {
		if len(backwards) == 0 || step.Object == nil {
			continue
		}
		a := s.preparedBy(step.Object)
		if around := accumulating(step); a == nil && around != nil && around.Made != nil && preparedInClass(step) {
			a = around
		}
		if a == nil || handsOver(a.Made) {
			continue
		}
		b := &Bypass{Backward: backwards[0], Accelerator: a.Made}
		precision, _ := a.Made.Argument("mixed_precision", 2)
		b.Scales = precision != nil && run.Bare(precision) == run.Value(run.Str("fp16"))
		b.Accumulates = accumulating(step) == a && accumulating(backwards[0]) == a && accumulatesSeveral(a) &&
			!s.dividesAny(backwards) &&
			!s.WritesGradients() &&
			!s.HandsOutGradients()
		if b.Scales || b.Accumulates {
			return b
		}
	}
	return nil
}

// handsOver reports whether an Accelerator leaves the step to an engine, or may be told not to scale: what is lost is
// another thing then.
func handsOver(made *run.Call) bool {
	for _, option := range []string{"deepspeed_plugin", "megatron_lm_plugin", "fsdp_plugin", "kwargs_handlers"} {
		if v, open := made.Argument(option, -1); v != nil || open {
			return true
		}
	}
	return false
}

// dividesAny reports whether a loss was made smaller or larger before it was differentiated: by the number of
// micro-batches, perhaps.
func (s *Step) dividesAny(backwards []*Event) bool {
	for _, e := range backwards {
		for _, v := range run.Alternatives(e.Loss) {
			o, ok := v.(*run.Object)
			if !ok || o.Operator == "/" || o.Operator == "*" ||
				o.Operator == "" && o.Made != nil && calleeName(o.Made) == "sum" {
				return true
			}
		}
	}
	return false
}

// Runs is what the code calls the Accelerator where the backward pass stands in its accumulate(); "" where it stands in
// none of the same function.
func (b *Bypass) Runs() string {
	for _, manager := range b.Backward.Call.Managers {
		for _, v := range run.Alternatives(manager) {
			o, ok := v.(*run.Object)
			if ok && o.Made != nil && o.Made.Node != nil && calleeName(o.Made) == "accumulate" &&
				o.Made.Unit == b.Backward.Call.Unit &&
				python.EnclosingFunction(o.Made.Node) == python.EnclosingFunction(b.Backward.Node()) {
				return python.PathText(o.Made.Node.Receiver())
			}
		}
	}
	return ""
}

// preparedBy is the Accelerator, seen where it is made, that an optimizer was given to: it is wrapped from then on.
func (s *Step) preparedBy(optimizer *run.Object) *run.Object {
	for _, e := range s.Entry.Facts.Entries() {
		for _, c := range e.Calls {
			m, ok := c.Callee.(*run.Member)
			if !ok || !knowledge.Prepares(m.Name) || library.RoleOf(m.Object) != knowledge.Accelerator {
				continue
			}
			a, ok := m.Object.(*run.Object)
			if !ok || a.Made == nil || symbolOf(a.Made) != "accelerate.Accelerator" {
				continue
			}
			for _, given := range c.Args {
				if slices.Contains(run.Alternatives(given.Value), run.Value(optimizer)) {
					return a
				}
			}
		}
	}
	return nil
}

// preparedInClass reports whether the class around a step binds its optimizer to what a prepare() gives:
// self.optimizer, where the constructor was run before the entry began.
func preparedInClass(step *Event) bool {
	node := step.Node()
	if node == nil {
		return false
	}
	class, path := python.EnclosingClass(node), python.PathText(node.Receiver())
	if class == nil || path == "" {
		return false
	}
	for n := range python.All(class) {
		a, ok := n.(*python.Assign)
		if !ok {
			continue
		}
		c, ok := a.Value.(*python.Call)
		if !ok || c.Receiver() == nil || !knowledge.Prepares(c.MethodName()) {
			continue
		}
		for _, target := range a.Targets {
			for t := range python.All(target) {
				if e, ok := t.(python.Expr); ok && python.PathText(e) == path {
					return true
				}
			}
		}
	}
	return false
}
