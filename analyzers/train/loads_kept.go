package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// KeptLoad is a checkpoint that an object keeps while it trains: self.state = torch.load(path) in the constructor of a
// trainer.
type KeptLoad struct {
	Load *run.Call
	// Name is the attribute, and Stored the statement that sets it.
	Name   string
	Stored run.Place
}

// KeptLoads lists the checkpoints that fill a network and stay in an attribute of an object that trains afterwards,
// where the file of its class reads the attribute nowhere but in the function that sets it.
func (e *Entry) KeptLoads() []*KeptLoad {
	var list []*KeptLoad
	stores := slices.Concat(e.Built.Stores, e.Stores)
	for i, s := range stores {
		loaded, ok := s.New.(*run.Object)
		if !ok || s.Kind != run.StoreAttribute || s.Target == nil || s.Name == "" || loaded.Made == nil ||
			loaded.Made.Node == nil || symbolOf(loaded.Made) != "torch.load" || loaded.Made.Unit != s.Unit {
			continue
		}
		assign, ok := python.EnclosingStmt(s.Node).(*python.Assign)
		if _, ours := s.Target.Class.(*run.Class); !ok || !ours || s.Target.Kind != run.Instance {
			continue
		}
		again := slices.ContainsFunc(stores[i+1:], func(o *run.Store) bool {
			return o.Target == s.Target && o.Name == s.Name && o.Node != s.Node
		})
		if again || !e.fillsNetwork(loaded) || !readOnlyBeside(s.Unit.Module, assign, s.Name) ||
			!e.trainsWith(s.Target, i >= len(e.Built.Stores), s) {
			continue
		}
		list = append(list, &KeptLoad{loaded.Made, s.Name, run.Place{Unit: s.Unit, Node: assign}})
	}
	return list
}

// fillsNetwork reports whether a network, and no optimizer, is given something of what was loaded.
func (e *Entry) fillsNetwork(loaded *run.Object) bool {
	return slices.ContainsFunc(slices.Concat(e.Built.Calls, e.Calls), func(c *run.Call) bool {
		if calleeName(c) != "load_state_dict" || receiver(c) == nil || len(c.Args) == 0 ||
			!e.weightsOf(c.Args[0].Value, loaded) {
			return false
		}
		switch library.RoleOf(receiver(c)) {
		case knowledge.Optimizer, knowledge.Scheduler, knowledge.Scaler:
			return false
		}
		return true
	})
}

// readOnlyBeside reports whether all that a file has to do with an attribute of some name stands in the function of the
// statement that sets it, and nothing there deletes it.
func readOnlyBeside(m *python.Module, assign *python.Assign, name string) bool {
	fn := python.EnclosingFunction(assign)
	for _, a := range m.Attributes(func(attr string) bool { return attr == name }) {
		_, deleted := a.Parent().(*python.Delete)
		to, isTarget := a.Parent().(*python.Assign)
		switch {
		case python.EnclosingFunction(a) != fn, deleted:
			return false
		case isTarget && to != assign: // put elsewhere, or bound again
			return false
		}
	}
	return true
}

// trainsWith reports whether an object, one of whose methods is running, trains behind a store. later is set where the
// store is part of the entry's own run, and not of how the object was made.
func (e *Entry) trainsWith(self *run.Object, later bool, s *run.Store) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		if later && c.Seq < s.Seq || !trainingCall(c) || !compatible(s.Gates, c.Gates) || e.onlyDifferentiates(c) ||
			e.perturbs(newEvent(c)) || len(c.Laps) == 0 {
			return false
		}
		for ; c != nil; c = c.Caller {
			if len(c.Args) > 0 && c.Args[0].Value == run.Value(self) {
				return true
			}
		}
		return false
	})
}
