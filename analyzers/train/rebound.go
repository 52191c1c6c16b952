package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// ReboundParameter is an assignment in a loop over the parameters of a network that gives the loop's own name another
// tensor, and the parameter nothing: p = p - lr * p.grad.
type ReboundParameter struct {
	Assign *python.Assign
	Name   string
}

// ReboundParameters lists the assignments of the file whose new tensor nothing reads: an update, or an average of
// weights, that was to be made in place.
func (f *Facts) ReboundParameters() []ReboundParameter {
	var list []ReboundParameter
	for n := range python.AllIn(f.Module.Body) {
		loop, ok := n.(*python.For)
		if !ok {
			continue
		}
		names := parametersOfLoop(loop)
		if len(names) == 0 {
			continue
		}
		for inner := range python.AllIn(loop.Body) {
			assign, ok := inner.(*python.Assign)
			if !ok || len(assign.Targets) != 1 || assign.Annotation != nil {
				continue
			}
			to, ok := assign.Targets[0].(*python.Name)
			if ok && slices.Contains(names, to.ID) && computesAnew(assign.Value, names) && !f.readBehind(to.ID, assign, loop) {
				list = append(list, ReboundParameter{assign, to.ID})
			}
		}
	}
	return list
}

// parametersOfLoop are the names that a loop gives the parameters of networks: p of net.parameters(), of
// net.named_parameters(), and both of zip(slow.parameters(), fast.parameters()).
func parametersOfLoop(loop *python.For) []string {
	over, ok := loop.Iter.(*python.Call)
	if !ok {
		return nil
	}
	if knowledge.ListsParameters(over.MethodName()) {
		return namesOfParameter(loop.Target, over)
	}
	function, plain := over.Func.(*python.Name)
	targets, several := loop.Target.(*python.Sequence)
	if !plain || function.ID != "zip" || !several || len(targets.Items) != len(over.Args) {
		return nil
	}
	var names []string
	for i, a := range over.Args {
		if c, ok := a.Value.(*python.Call); ok && a.Star == 0 && knowledge.ListsParameters(c.MethodName()) {
			names = append(names, namesOfParameter(targets.Items[i], c)...)
		}
	}
	return names
}

func namesOfParameter(target python.Expr, of *python.Call) []string {
	if pair, ok := target.(*python.Sequence); ok && of.MethodName() == "named_parameters" && len(pair.Items) == 2 {
		target = pair.Items[1]
	}
	if name, ok := target.(*python.Name); ok {
		return []string{name.ID}
	}
	return nil
}

// computesAnew reports whether an expression computes another tensor of parameters by an operator, or a method or a
// function that changes nothing in place: p.clamp(-c, c), torch.clamp(p, -c, c).
func computesAnew(value python.Expr, names []string) bool {
	switch v := value.(type) {
	case *python.Binary:
	case *python.Call:
		method := v.MethodName()
		if !knowledge.PureOfTensor(method) {
			return false
		}
	default:
		return false
	}
	for n := range python.All(value) {
		if name, ok := n.(*python.Name); ok && slices.Contains(names, name.ID) {
			return true
		}
	}
	return false
}

// readBehind reports whether a name is read behind an assignment in a loop, or behind the loop.
func (f *Facts) readBehind(name string, assign *python.Assign, loop *python.For) bool {
	around := f.Module.Body
	if fn := python.EnclosingFunction(loop); fn != nil {
		around = fn.Body
	}
	for n := range python.AllIn(around) {
		use, ok := n.(*python.Name)
		if ok && use.ID == name && use.Span().Start >= assign.Span().End && !python.IsTarget(use) &&
			(python.Within(use, loop) || !f.boundAnew(use, loop)) {
			return true
		}
	}
	return false
}

// boundAnew reports whether a name behind a loop stands in another loop, or a comprehension, that gives it another
// value.
func (f *Facts) boundAnew(use *python.Name, loop *python.For) bool {
	_, bindings := f.Module.Lookup(use.ID, use)
	for up := use.Parent(); up != nil; up = up.Parent() {
		switch around := up.(type) {
		case *python.Comprehension:
			return true
		case *python.For:
			if around != loop && slices.ContainsFunc(bindings, func(b *python.Binding) bool {
				return b.Kind == python.LoopTarget && b.Node == python.Node(around)
			}) {
				return true
			}
		}
	}
	return false
}
