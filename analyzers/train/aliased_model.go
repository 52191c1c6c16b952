package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// AliasedModel is a model that is kept as the best one under another name while the training goes on: both names are of
// the same model.
type AliasedModel struct {
	// Value is what the name is given, and Name what it is called.
	Value python.Expr
	Name  string
	// Step changes the model behind it.
	Step *Event
}

// AliasedModels lists the models that a training loop of the file keeps as its best under some condition, goes on to
// train, and uses under the name of the best: best_model = model.
func (f *Facts) AliasedModels() []*AliasedModel {
	var list []*AliasedModel
	for n := range python.AllIn(f.Module.Body) {
		assign, ok := n.(*python.Assign)
		if !ok || len(assign.Targets) != 1 || !namesModel(assign.Value) ||
			!knowledge.NamesBestModel(python.LastName(assign.Targets[0])) {
			continue
		}
		loop := python.EnclosingLoop(assign)
		if loop == nil || bindsIn(loop, assign.Value) ||
			!slices.ContainsFunc(python.GatesOf(assign), func(g python.Gate) bool { return python.Within(g.Test, loop) }) ||
			!usesBest(f.Module, assign) {
			continue
		}
		if step := f.stepIn(loop); step != nil {
			list = append(list, &AliasedModel{assign.Value, python.PathText(assign.Targets[0]), step})
		}
	}
	return list
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
