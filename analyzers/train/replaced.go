package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Replaced is a layer that is put into a network behind the optimizer that was made of it: nobody updates the new one.
type Replaced struct {
	// Place is the statement that puts it there.
	Place run.Place
	// Path is the layer as the code writes it: model.fc.
	Path      string
	Optimizer *run.Call
	// Whole is the network that a name was given in place of another one; nil for a layer of a network.
	Whole *run.Object
}

// ReplacedParts lists the layers of networks, and whole networks, that are replaced after the optimizer of the program
// took their parameters, and before it steps for the last time.
func (f *Facts) ReplacedParts() []*Replaced {
	var list []*Replaced
	made := f.optimizers()
	for _, m := range made {
		o := m.optimized
		if !o.Whole || len(o.Modules) == 0 {
			continue
		}
		for _, s := range m.entry.Stores {
			if s.Seq > o.Call.Seq && compatible(o.Call.Gates, s.Gates) && m.replaces(s) && !m.takenIn(s, made) &&
				m.entry.stepsBehind(o.Call.Result, s) {
				at := run.Place{Unit: s.Unit, Node: python.EnclosingStmt(s.Node)}
				r := &Replaced{Place: at, Path: storePath(s), Optimizer: o.Call}
				if s.Kind == run.StoreName {
					r.Whole, _ = run.Bare(s.New).(*run.Object)
				}
				list = append(list, r)
			}
		}
	}
	return list
}

// IsReplacement reports whether a network was put in the place of another one, whose parameters an optimizer has: in
// this lap, or in another one.
func (f *Facts) IsReplacement(network *run.Object) bool {
	return network.Made != nil && slices.ContainsFunc(f.ReplacedParts(), func(r *Replaced) bool {
		return r.Whole != nil && r.Whole.Made.At == network.Made.At
	})
}

// replaces reports whether a store puts a layer that is new into a network of an optimizer, which surely has something
// to learn.
func (m making) replaces(s *run.Store) bool {
	layer, ok := s.New.(*run.Object)
	if s.Kind == run.StoreName {
		return m.replacesWhole(s)
	}
	if s.Target == nil || s.Node == nil || !ok || layer == s.Old || !m.learns(layer, maxHeld) ||
		s.Kind != run.StoreAttribute && s.Kind != run.StoreItem {
		return false
	}
	if s.Kind == run.StoreAttribute && s.Name == "" || storePath(s) == "" || inConstructor(s) {
		return false
	}
	for _, frozen := range m.entry.Facts.switches() {
		if !frozen.On && frozen.seq > s.Seq &&
			(m.entry.Covers(layer, frozen.Module) || m.entry.Covers(frozen.Module, layer)) {
			return false
		}
	}
	for _, owner := range m.optimized.Modules {
		if s.Target != owner && !library.IsModule(s.Target) && s.Target.Operator == "" ||
			s.Kind == run.StoreItem && s.Target == owner && !listsParts(owner) {
			continue
		}
		if m.entry.Covers(owner, s.Target) {
			return true
		}
	}
	return false
}

// replacesWhole reports whether a name that holds a network of an optimizer is given another one, which is new: a fold
// of a cross-validation starts over with its network, and not with its optimizer. A backward pass goes through the new
// one.
func (m making) replacesWhole(s *run.Store) bool {
	network, isObject := run.Bare(s.New).(*run.Object)
	old, wasObject := run.Bare(s.Old).(*run.Object)
	return isObject && wasObject && s.Node != nil && storePath(s) != "" && network.Class == old.Class &&
		slices.Contains(m.optimized.Modules, old) && m.learns(network, maxHeld) &&
		!inConstructor(s) &&
		m.entry.differentiatesBehind(network, s) && !trainsByHand(s.Unit.Module)
}

// trainsByHand reports whether a file gives gradients, or an optimizer's parameters, by hand: copies of weights are
// trained.
func trainsByHand(m *python.Module) bool {
	for n := range python.AllIn(m.Body) {
		assign, ok := n.(*python.Assign)
		if !ok {
			continue
		}
		a, attribute := firstTarget(assign).(*python.Attribute)
		ofGroups := func(word string) bool { return word == "param_groups" }
		if attribute && a.Attr == "grad" || python.MentionsIn(firstTarget(assign), ofGroups) {
			return true
		}
	}
	return false
}

// differentiatesBehind reports whether a backward pass goes through a network behind a store.
func (e *Entry) differentiatesBehind(network *run.Object, s *run.Store) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		module, runs := forwardedBy(c)
		return runs && module == network && c.Seq > s.Seq && e.graphs().leadsToPass(c)
	})
}

// inConstructor reports whether a store happens while a module is made. The run may come to what a large network is
// made of only where something asks for it, behind the optimizer.
func inConstructor(s *run.Store) bool { return constructing(s.Caller) }

// constructing reports whether a call stands in the constructor of a module, or is it.
func constructing(c *run.Call) bool {
	for ; c != nil; c = c.Caller {
		if f := functionOf(c); f != nil && f.Name() == "__init__" && ofModule(c) {
			return true
		}
	}
	return false
}

// takenIn reports whether an optimizer that is made behind a store may hold the new layer, or this one is given more
// parameters.
func (m making) takenIn(s *run.Store, made []making) bool {
	layer := s.New.(*run.Object)
	for _, other := range made {
		if other.entry != m.entry || other.optimized.Call.Seq < s.Seq {
			continue
		}
		if !other.optimized.Whole || len(other.optimized.Modules) == 0 {
			return true
		}
		for _, owner := range other.optimized.Modules {
			if m.entry.Covers(owner, layer) || m.entry.Covers(owner, s.Target) || m.entry.Covers(layer, owner) {
				return true
			}
		}
	}
	optimizer, ok := m.optimized.Call.Result.(*run.Object)
	return !ok || m.entry.givesMore(optimizer, s.Seq)
}

// learns reports whether a layer of torch's, a head of torchvision's, or a module of the project's that holds some, was
// made behind the optimizer, of nothing that was there before, and has parameters.
func (m making) learns(layer *run.Object, depth int) bool {
	if depth == 0 || layer.Made == nil || layer.Made.Seq < m.optimized.Call.Seq {
		return false
	}
	// net.encoder = DataParallel(net.encoder) has the parameters that were there, whatever the encoder is
	if inner := library.Wrapped(layer); inner != nil {
		return !slices.ContainsFunc(run.Alternatives(inner), func(v run.Value) bool {
			one, ok := v.(*run.Object)
			return !ok || !m.learns(one, depth-1)
		})
	}
	holds := false
	for _, v := range given(layer.Made) {
		part, ok := v.(*run.Object)
		if !ok || !library.IsModule(part) {
			continue
		}
		if part.Made == nil || part.Made.Seq < m.optimized.Call.Seq {
			return false
		}
		holds = holds || m.learns(part, depth-1)
	}
	switch class := layer.Class.(type) {
	case *run.Class:
		if !library.ModuleClass(class) {
			return false
		}
		_, parts := m.entry.Facts.machine.Named(layer)
		return slices.ContainsFunc(parts, func(v run.Value) bool {
			part, ok := v.(*run.Object)
			return ok && m.learns(part, depth-1)
		})
	case run.Symbol:
		switch path := string(class); {
		case knowledge.IsHeadOfTorchvision(path):
			return true
		case !strings.HasPrefix(path, "torch.nn.") || knowledge.CallGives(path) != knowledge.Module:
			return false
		case listsParts(layer):
			return holds
		default:
			return knowledge.HasParameters(path)
		}
	}
	return false
}

// listsParts reports whether an item of a module is a module that it holds.
func listsParts(o *run.Object) bool {
	class, ok := o.Class.(run.Symbol)
	return ok && knowledge.HoldsModules(string(class))
}

// stepsBehind reports whether an optimizer steps behind a store, on a way on which that is made.
func (e *Entry) stepsBehind(optimizer run.Value, s *run.Store) bool {
	return slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		return ev.StepsOptimizer() && run.Value(ev.Object) == optimizer && ev.Call.Seq > s.Seq &&
			compatible(ev.Call.Gates, s.Gates)
	})
}

// storePath is what is assigned to, as the code writes it: model.fc, model.classifier[1].
func storePath(s *run.Store) string {
	assign, ok := python.EnclosingStmt(s.Node).(*python.Assign)
	if !ok || len(assign.Targets) != 1 {
		return ""
	}
	return s.Unit.Module.File.Slice(assign.Targets[0].Span())
}
