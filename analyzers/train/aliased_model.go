package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// AliasedModel is a model that is kept as the best one under another name while the training goes on: both names are of
// the same model.
type AliasedModel struct {
	// Value is what the name is given, and Name what it is called.
	Value run.Place
	Name  string
	// Step changes the model behind it.
	Step *Event
}

// AliasedModels lists the models that a training of the file keeps as its best under some condition, goes on to train,
// and uses under the name of the best: best_model = model.
func (f *Facts) AliasedModels() []*AliasedModel {
	var list []*AliasedModel
	for n := range python.AllIn(f.Module.Body) {
		assign, ok := n.(*python.Assign)
		if !ok || len(assign.Targets) != 1 || !namesModel(assign.Value) || !keepsBest(assign) || !usesBest(f.Module, assign) {
			continue
		}
		loop := python.EnclosingLoop(assign)
		if loop == nil || bindsIn(loop, assign.Value) ||
			!slices.ContainsFunc(python.GatesOf(assign), func(g python.Gate) bool { return python.Within(g.Test, loop) }) {
			continue
		}
		if step := f.stepIn(loop); step != nil {
			at := run.Place{Unit: f.machine.Unit(f.Module, "__main__"), Node: assign.Value}
			list = append(list, &AliasedModel{at, python.PathText(assign.Targets[0]), step})
		}
	}
	return append(list, f.keptModels(list)...)
}

// keptModels are those that a method puts under an attribute, of its own object, in whichever file: the loop is that of
// who calls it.
func (f *Facts) keptModels(known []*AliasedModel) []*AliasedModel {
	var list []*AliasedModel
	for _, e := range f.Entries() {
		for _, s := range e.Stores {
			target, ok := s.Node.(*python.Attribute)
			if !ok || s.Kind != run.StoreAttribute || len(s.Laps) == 0 || s.Caller == nil {
				continue
			}
			assign, ok := python.EnclosingStmt(target).(*python.Assign)
			if !ok || len(assign.Targets) != 1 || !keepsBest(assign) ||
				!usesBest(s.Unit.Module, assign) && (s.Unit.Module == f.Module || !usesBest(f.Module, assign)) {
				continue
			}
			same := func(o *AliasedModel) bool { return o.Value.Node == python.Node(assign.Value) }
			if slices.ContainsFunc(known, same) || slices.ContainsFunc(list, same) {
				continue
			}
			if step := e.stepBehind(s); step != nil {
				at := run.Place{Unit: s.Unit, Node: assign.Value}
				list = append(list, &AliasedModel{at, python.PathText(assign.Targets[0]), step})
			}
		}
	}
	return list
}

// stepBehind is a step that changes the model which something is given, in a later lap of the same loop; nil where
// there is none, or where the attribute has held the model before.
func (e *Entry) stepBehind(s *run.Store) *Event {
	model, ok := run.Bare(s.New).(*run.Object)
	if !ok || !library.IsModule(model) || run.Bare(s.Old) == run.Value(model) || e.everHeld(s, model) {
		return nil
	}
	for _, ev := range e.Events() {
		if ev.Call.Seq < s.Seq || !ev.StepsOptimizer() || ev.Object == nil || len(ev.Call.Laps) == 0 ||
			ev.Call.Laps[0].Entry != s.Laps[0].Entry {
			continue
		}
		if o, ok := e.OptimizedBy(ev.Object); ok && e.overlap(o.Modules, []*run.Object{model}) {
			return ev
		}
	}
	return nil
}

// everHeld reports whether an attribute is given a model outside of the loop as well: it is no best one then.
func (e *Entry) everHeld(s *run.Store, model *run.Object) bool {
	return slices.ContainsFunc(e.Stores, func(o *run.Store) bool {
		return o.Target == s.Target && o.Name == s.Name && len(o.Laps) == 0 && run.Bare(o.New) == run.Value(model)
	})
}

// keepsBest reports whether a statement keeps the best of something: its name says so, or what stands beside it.
func keepsBest(s *python.Assign) bool {
	return knowledge.NamesBestModel(python.LastName(s.Targets[0])) || updatesScore(s)
}

// updatesScore reports whether a statement stands beside one that keeps the better of two numbers, which the test
// around both compares: if score > best: best = score; winner = model.
func updatesScore(s *python.Assign) bool {
	block, ok := s.Parent().(*python.If)
	if !ok || !slices.Contains(block.Body, python.Stmt(s)) {
		return false
	}
	return slices.ContainsFunc(block.Body, func(one python.Stmt) bool {
		update, ok := one.(*python.Assign)
		if !ok || update == s || len(update.Targets) != 1 {
			return false
		}
		kept, score := python.PathText(update.Targets[0]), python.PathText(update.Value)
		for n := range python.All(block.Test) {
			compare, ok := n.(*python.Compare)
			if !ok || len(compare.Operands) != 2 || !strings.ContainsAny(compare.Ops[0], "<>") {
				continue
			}
			one, other := python.PathText(compare.Operands[0]), python.PathText(compare.Operands[1])
			if kept != "" && score != "" && (one == kept && other == score || one == score && other == kept) {
				return true
			}
		}
		return false
	})
}

func namesModel(e python.Expr) bool {
	switch e := e.(type) {
	case *python.Name:
		return knowledge.NamesModule(e.ID)
	case *python.Attribute:
		return knowledge.NamesModule(e.Attr)
	}
	return false
}

// bindsIn reports whether a loop gives a name another model in each lap: what is kept then is the best of several.
func bindsIn(loop python.Stmt, value python.Expr) bool {
	root := python.Root(value)
	for n := range python.All(loop) {
		switch n := n.(type) {
		case *python.Name:
			if root != nil && n.ID == root.ID && python.IsTarget(n) && !givenBack(n) {
				return true
			}
		case *python.Attribute:
			if python.IsTarget(n) && python.PathText(n) == python.PathText(value) {
				return true
			}
		}
	}
	return false
}

// givenBack reports whether a name is bound to what a call gives that was given the same name: model, loss =
// train_epoch(model, loader).
func givenBack(name *python.Name) bool {
	assign, ok := python.EnclosingStmt(name).(*python.Assign)
	if !ok {
		return false
	}
	c, ok := assign.Value.(*python.Call)
	return ok && slices.ContainsFunc(c.Args, func(a *python.Arg) bool { return isName(a.Value, name.ID) })
}

// stepIn is the first step of an optimizer that some run of the file sees within a loop; nil where there is none.
func (f *Facts) stepIn(loop python.Stmt) *Event {
	for _, e := range f.Entries() {
		for _, l := range e.AllLoops() {
			if l.Node() != loop || !l.Trains {
				continue
			}
			for _, ev := range e.Events() {
				if ev.StepsOptimizer() &&
					slices.ContainsFunc(ev.Call.Laps, func(lap run.Lap) bool { return lap.Entry == l.Run.Entry }) {
					return ev
				}
			}
		}
	}
	return nil
}

// usesBest reports whether something uses what is kept as the best after the training has gone on. Where it is kept it
// is what it says: if loss < best: best_model = model; torch.save(best_model.state_dict(), path).
func usesBest(m *python.Module, kept *python.Assign) bool {
	name, scope, gates := python.LastName(kept.Targets[0]), python.EnclosingFunction(kept), python.GatesOf(kept)
	if len(gates) == 0 {
		return false
	}
	_, local := kept.Targets[0].(*python.Name)
	for n := range python.AllIn(m.Body) {
		var read bool
		switch n := n.(type) {
		case *python.Name:
			read = local && n.ID == name && !python.IsTarget(n) && (scope == nil || python.Within(n, scope))
		case *python.Attribute:
			read = !local && n.Attr == name && !python.IsTarget(n)
		}
		if read && !slices.Contains(python.GatesOf(n), gates[0]) {
			return true
		}
	}
	return false
}
