package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Miscounted is a figure that is summed over the batches of a loader and divided by the other count than it is summed
// by: samples that are right by the number of batches, or mean losses by the number of samples.
type Miscounted struct {
	// Division is where that happens.
	Division python.Expr
	// Sum is what is summed, Over the loader of its loop, as the code writes them.
	Sum, Over string
	// CountsSamples is set where the sum counts samples; it is one of the means of batches otherwise.
	CountsSamples bool
	// Added is a statement that sums, in the loop.
	Added python.Stmt
}

// Miscounted lists where a function sums over the batches of a loader, surely of several samples each, and divides by
// the wrong count.
func (f *Facts) Miscounted() []*Miscounted {
	var list []*Miscounted
	for _, length := range f.Module.Calls("len") {
		if len(length.Args) != 1 || length.Args[0].Name != "" {
			continue
		}
		over, ofSamples := python.PathText(length.Args[0].Value), false
		if a, ok := length.Args[0].Value.(*python.Attribute); ok && a.Attr == "dataset" {
			over, ofSamples = python.PathText(a.Value), true
		}
		if over == "" {
			continue
		}
		for _, by := range f.readings(length) {
			sum, division := dividedBy(by)
			if sum == "" || scaledOn(division) {
				continue
			}
			if m := f.sumsByOther(by, sum, over, ofSamples); m != nil && !f.scaledLater(division, sum) {
				m.Division = division
				list = append(list, m)
			}
		}
	}
	return list
}

// readings are where a length is read: the call of len(), and the uses of the variable that it is kept in.
func (f *Facts) readings(length *python.Call) []python.Expr {
	kept, ok := length.Parent().(*python.Assign)
	if !ok || kept.Value != python.Expr(length) || len(kept.Targets) != 1 {
		return []python.Expr{length}
	}
	name, ok := kept.Targets[0].(*python.Name)
	if !ok || f.Module.OnlyValue(name) != python.Expr(length) {
		return nil
	}
	_, bindings := f.Module.Lookup(name.ID, name)
	var list []python.Expr
	for _, use := range f.Module.Uses(bindings...) {
		list = append(list, use)
	}
	return list
}

// sumsByOther is set where every statement of the function that changes a sum adds to it in a loop over one loader, by
// the count that it is not divided by.
func (f *Facts) sumsByOther(by python.Expr, sum, over string, ofSamples bool) *Miscounted {
	body, fn := f.Module.Body, python.EnclosingFunction(by)
	if fn != nil {
		body = fn.Body
	}
	var grows []python.Stmt // since the sum began
	for n := range python.AllIn(body) {
		s, ok := n.(python.Stmt)
		if !ok || python.EnclosingFunction(s) != fn {
			continue
		}
		behind := s.Span().Start > by.Span().Start
		switch {
		case begins(s, sum) && !behind:
			grows = nil
		case begins(s, sum), behind && growsSum(s, sum):
			if len(grows) > 0 && python.EnclosingLoop(grows[0]) != nil && python.Within(s, python.EnclosingLoop(grows[0])) {
				return nil // what is divided is the sum of some laps
			}
		case growsSum(s, sum):
			grows = append(grows, s)
		case rescales(s, sum, by):
			return nil
		}
	}
	var loop *python.For
	for _, s := range grows {
		around, added := loopOverBatches(s, fn), addedIn(s)
		if around == nil || added == nil || loop != nil && around != loop ||
			python.PathText(innerIterable(around.Iter)) != over {
			return nil
		}
		if loop == nil && leavesEarly(around) {
			return nil
		}
		if ofSamples && !f.addsMean(added, around) || !ofSamples && !f.addsCount(added, around) {
			return nil
		}
		loop = around
	}
	if loop == nil || !f.inSeveral(loop) {
		return nil
	}
	return &Miscounted{Sum: sum, Over: over, CountsSamples: !ofSamples, Added: grows[len(grows)-1]}
}

// begins reports whether a statement sets a sum to a number, be it beside others: total, right = 0, 0.
func begins(s python.Stmt, sum string) bool {
	assign, ok := s.(*python.Assign)
	if !ok {
		return false
	}
	number := func(e python.Expr) bool {
		_, ok := e.(*python.Number)
		return ok
	}
	for _, target := range assign.Targets {
		if python.PathText(target) == sum {
			return number(assign.Value)
		}
		names, several := target.(*python.Sequence)
		values, ok := assign.Value.(*python.Sequence)
		if !several || !ok || len(names.Items) != len(values.Items) {
			continue
		}
		for i, name := range names.Items {
			if python.PathText(name) == sum {
				return number(values.Items[i])
			}
		}
	}
	return false
}

// rescales reports whether a statement makes something else of a sum than to divide it by the length that is judged.
func rescales(s python.Stmt, sum string, by python.Expr) bool {
	switch s := s.(type) {
	case *python.AugAssign:
		return python.PathText(s.Target) == sum && s.Value != by
	case *python.Assign:
		return len(s.Targets) == 1 && python.PathText(s.Targets[0]) == sum && !python.Within(by, s)
	}
	return false
}

// addedIn is what a statement adds to a sum.
func addedIn(s python.Stmt) python.Expr {
	switch s := s.(type) {
	case *python.AugAssign:
		return s.Value
	case *python.Assign:
		if added, weighted := python.AddedTo(s.Targets[0], s.Value); !weighted {
			return added
		}
	}
	return nil
}

// loopOverBatches is the loop around a statement, where no other loop and no condition of the function stands between.
func loopOverBatches(s python.Stmt, fn *python.Function) *python.For {
	for n := s.Parent(); n != nil && n != python.Node(fn); n = n.Parent() {
		switch n := n.(type) {
		case *python.For:
			return n
		case *python.If, *python.While:
			return nil
		}
	}
	return nil
}

// bareFigure is an expression without what only reads it: x of x.item(), float(x), x.cpu().data.
func (f *Facts) bareFigure(e python.Expr, loop *python.For) python.Expr {
	for range maxParts {
		switch one := e.(type) {
		case *python.Name:
			value := f.onlyValueIn(loop, one)
			if value == nil {
				return e
			}
			e = value
		case *python.Attribute:
			if one.Attr != "data" {
				return e
			}
			e = one.Value
		case *python.Call:
			name := python.LastName(one.Func)
			switch {
			case one.Receiver() != nil && knowledge.KeepsFigure(name):
				e = one.Receiver()
			case one.Receiver() == nil && (name == "float" || name == "int") && len(one.Args) == 1:
				e = one.Args[0].Value
			default:
				return e
			}
		default:
			return e
		}
	}
	return e
}

// onlyValueIn is what the only assignment of a name in a loop gives it; another loop may give it something else. nil
// where the loop has several, or none.
func (f *Facts) onlyValueIn(loop *python.For, name *python.Name) python.Expr {
	var value python.Expr
	_, bindings := f.Module.Lookup(name.ID, name)
	for _, b := range bindings {
		if !python.Within(b.Node, loop) {
			continue
		}
		if value != nil || b.Kind != python.Assigned || b.Value == nil {
			return nil
		}
		value = b.Value
	}
	return value
}

// addsCount reports whether an expression is how many samples of a batch are right: (a == b).sum(), torch.sum(a.eq(b)).
func (f *Facts) addsCount(e python.Expr, loop *python.For) bool {
	c, ok := f.bareFigure(e, loop).(*python.Call)
	if !ok || python.LastName(c.Func) != "sum" {
		return false
	}
	summed := c.Receiver()
	if summed == nil || knowledge.IsLibrary(f.Module.Resolve(summed)) {
		if len(c.Args) != 1 {
			return false
		}
		summed = c.Args[0].Value
	} else if len(c.Args) > 0 {
		return false
	}
	switch same := f.bareFigure(summed, loop).(type) {
	case *python.Compare:
		return len(same.Ops) == 1 && same.Ops[0] == "=="
	case *python.Call:
		return same.Receiver() != nil && python.LastName(same.Func) == "eq"
	}
	return false
}

// addsMean reports whether an expression surely is the mean loss of a batch, by a criterion of torch that is told
// nothing else.
func (f *Facts) addsMean(e python.Expr, loop *python.For) bool {
	at, ok := f.bareFigure(e, loop).(*python.Call)
	if !ok {
		return false
	}
	if name := python.LastName(at.Func); (name == "sum" || name == "mean") && len(at.Args) == 0 && at.Receiver() != nil {
		if one, isCall := f.bareFigure(at.Receiver(), loop).(*python.Call); isCall { // the sum of one number is that number
			at = one
		}
	}
	means := false
	for _, entry := range f.Entries() {
		for _, c := range entry.Calls {
			if c.Node != at {
				continue
			}
			if !meansBatch(c) {
				return false
			}
			means = true
		}
	}
	return means
}

// meansBatch reports whether a call is one of a loss of torch's that gives a mean.
func meansBatch(c *run.Call) bool {
	path, made := symbolOf(c), c
	if o, ok := c.Callee.(*run.Object); ok && o.Made != nil && o.Kind == run.Instance {
		path, made = symbolOf(o.Made), o.Made
	}
	return strings.HasPrefix(path, "torch.") && knowledge.NamesMeanLoss(run.LastPart(path)) &&
		!setsReduction(made) && !setsReduction(c)
}

// inSeveral reports whether a loop surely goes over batches of several samples, whenever a run enters it.
func (f *Facts) inSeveral(loop *python.For) bool {
	several := false
	for _, e := range f.Entries() {
		for _, l := range e.AllLoops() {
			if l.Node() != python.Stmt(loop) {
				continue
			}
			loaders := loadersOf(l.Over())
			if len(loaders) == 0 || slices.ContainsFunc(loaders, func(o *run.Object) bool { return !e.batchesSeveral(o) }) {
				return false
			}
			several = true
		}
	}
	return several
}

// batchesSeveral reports whether a loader is told to put several samples into a batch, be it by the default of an
// option.
func (e *Entry) batchesSeveral(loader *run.Object) bool {
	size, open := library.LoaderArgument(e.Facts.machine, loader, "batch_size")
	list := run.Alternatives(size)
	return !open && len(list) > 0 && !slices.ContainsFunc(list, func(v run.Value) bool {
		n, ok := numberOr(v)
		return !ok || n < 2
	})
}
