package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// steady reports whether conditions hold in every step or in none: they ask for the hardware, `if
// torch.cuda.is_available():`, or which process this is. What a run skips that goes on with an earlier one comes to an
// end.
func steady(list []run.Literal) bool {
	return !slices.ContainsFunc(list, func(l run.Literal) bool { return !steadyOne(l) && !skipsEarlierSteps(l) })
}

// onlyHardware reports whether conditions ask for nothing but the hardware.
func onlyHardware(list []run.Literal) bool {
	return !slices.ContainsFunc(list, func(l run.Literal) bool {
		return !passes(l) && !testsOnly(l.Condition, asksHardware, 0)
	})
}

// passes reports whether a literal is none that the program tests: a loop that goes on, a call that does not raise.
func passes(l run.Literal) bool {
	return l.Condition.Operator == run.Iterates || l.Condition.Operator == run.Raises && !l.Holds
}

func steadyOne(l run.Literal) bool {
	return passes(l) || l.Condition.Operator != run.Raises && testsOnly(l.Condition, func(text string) bool {
		return asksHardware(text) || knowledge.AsksProcess(text) || asksForGradient(text)
	}, 0)
}

// asksForGradient reports whether a test asks whether a parameter has a gradient, which it has in each step or in none.
func asksForGradient(text string) bool {
	return strings.HasSuffix(text, ".grad is not None") || strings.HasSuffix(text, ".grad is None")
}

// testsOnly reports whether all that a condition tests is of one kind, by its text.
func testsOnly(c *run.Condition, kind func(text string) bool, depth int) bool {
	if depth > maxParts {
		return false
	}
	if len(c.Parts) > 0 {
		return !slices.ContainsFunc(c.Parts, func(part run.Literal) bool { return !testsOnly(part.Condition, kind, depth+1) })
	}
	if c.Test.Unit == nil || c.Test.Node == nil {
		return false
	}
	return kind(c.Test.Unit.Module.File.Slice(c.Test.Node.Span()))
}

func asksHardware(text string) bool {
	return strings.Contains(text, "cuda") && !strings.ContainsAny(text, "%<>")
}

// skipsEarlierSteps reports whether a literal only says that the steps of an earlier run were skipped: `if to_skip > 0:
// to_skip -= 1; continue`.
func skipsEarlierSteps(l run.Literal) bool {
	test, ok := l.Condition.Test.Node.(*python.Compare)
	if !ok || l.Holds || len(test.Ops) != 1 || test.Ops[0] != ">" || !isText(test.Operands[1], "0") {
		return false
	}
	block, ok := test.Parent().(*python.If)
	if !ok || block.Test != python.Expr(test) {
		return false
	}
	return slices.ContainsFunc(block.Body, func(s python.Stmt) bool {
		sum, ok := s.(*python.AugAssign)
		return ok && sum.Op == "-=" && isText(sum.Value, "1") &&
			python.PathText(sum.Target) == python.PathText(test.Operands[0])
	})
}
