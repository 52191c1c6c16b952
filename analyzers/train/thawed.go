package train

import (
	"cmp"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// ThawedNorms is what puts the norms of a network into evaluation mode, and a call of train() on the whole network in a
// loop behind it that puts them back.
type ThawedNorms struct {
	Freeze *run.Call
	Train  *Event
	// Loop is the one that trains with the norms put back.
	Loop *Loop
	// AtOnce: each lap of the loop freezes them, and puts them back before anything is trained.
	AtOnce bool
}

// frozenNorms is a call that puts norms of a network into evaluation mode: norm.eval() in a walk over its layers, or
// net.apply(set_bn_eval).
type frozenNorms struct {
	call *run.Call
	net  *run.Object
}

// ThawedNorms lists the calls that freeze the norms of a network before a loop which calls train() on it and does not
// freeze them again behind that. A class that says itself what train() means is left alone: its own train() is no
// library's, and what it freezes there is frozen in each call.
func (e *Entry) ThawedNorms() []ThawedNorms {
	frozen := e.frozenNorms()
	var list []ThawedNorms
	seen := map[python.Node]bool{}
	for _, f := range frozen {
		for _, ev := range e.Events() {
			if ev.Kind != TrainMode || ev.Object == nil || ev.Call.Seq < f.call.Seq || seen[ev.Call.At] ||
				base(ev.Object) != base(f.net) && !e.holds(ev.Object, f.net) ||
				!compatible(f.call.Gates, ev.Call.Gates) {
				continue
			}
			l := e.directLoop(ev.Call.Laps)
			if l == nil || !l.Trains || len(l.gatesIn(ev.Call.Gates)) > 0 || e.endUnseen(ev.Call) {
				continue
			}
			atOnce := e.undoneAtOnce(f, ev, l, frozen)
			if !atOnce && (slices.ContainsFunc(frozen, func(o frozenNorms) bool { return l.everHad(o.call) }) ||
				e.keepsPartsStill(ev, l)) {
				continue
			}
			seen[ev.Call.At] = true
			list = append(list, ThawedNorms{f.call, ev, l, atOnce})
		}
	}
	return list
}

// undoneAtOnce reports whether a lap of a loop freezes norms and puts them back by a train() behind that, before any
// step and for the rest of the lap.
func (e *Entry) undoneAtOnce(f frozenNorms, back *Event, l *Loop, frozen []frozenNorms) bool {
	depth := len(l.Run.Laps)
	lap := back.Call.Laps[depth]
	inLap := func(c *run.Call) bool {
		return len(c.Laps) > depth && c.Laps[depth].Entry == lap.Entry && c.Laps[depth].N == lap.N
	}
	return inLap(f.call) &&
		!slices.ContainsFunc(frozen, func(o frozenNorms) bool { return inLap(o.call) && o.call.Seq > back.Call.Seq }) &&
		!slices.ContainsFunc(e.Events(), func(ev *Event) bool {
			between := ev.Call.Seq > f.call.Seq && ev.Call.Seq < back.Call.Seq
			return ev.StepsOptimizer() && between || ev.Kind == EvalMode && ev.Object != nil && inLap(ev.Call) &&
				ev.Call.Seq > back.Call.Seq && base(ev.Object) != base(back.Object) && ev.Object.ItemFrom() != nil
		})
}

// everHad reports whether a call happened in a loop, whichever time that was entered: has asks about one of them.
func (l *Loop) everHad(c *run.Call) bool {
	return slices.ContainsFunc(c.Laps, func(lap run.Lap) bool { return lap.Loop == python.Node(l.Run.Node) })
}

// keepsPartsStill reports whether something that a network holds, and not the whole of it, is put into evaluation mode
// in the loop, too: by a walk that asks for the norms in another way.
func (e *Entry) keepsPartsStill(train *Event, l *Loop) bool {
	return slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		return ev.Kind == EvalMode && ev.Object != nil && l.everHad(ev.Call) && base(ev.Object) != base(train.Object) &&
			(e.holds(train.Object, ev.Object) || ev.Object.ItemFrom() != nil)
	})
}

// frozenNorms lists such calls, in their order.
func (e *Entry) frozenNorms() []frozenNorms {
	var list []frozenNorms
	for _, ev := range e.Events() {
		if ev.Kind == EvalMode && ev.Object != nil && ev.Node() != nil && asksForNorms(ev.Call.Unit.Module, ev.Node()) {
			if net := walkedOver(ev.Object); net != nil {
				list = append(list, frozenNorms{ev.Call, net})
			}
		}
	}
	for _, c := range e.Calls {
		m, ok := c.Callee.(*run.Member)
		if !ok || m.Name != "apply" || len(c.Args) != 1 || c.Node == nil {
			continue
		}
		net, ok := run.Bare(m.Object).(*run.Object)
		fn, given := run.Bare(c.Args[0].Value).(*run.Function)
		if ok && given && fn.Node != nil && setsNormsStill(fn) {
			list = append(list, frozenNorms{c, net})
		}
	}
	slices.SortStableFunc(list, func(a, b frozenNorms) int { return cmp.Compare(a.call.Seq, b.call.Seq) })
	return list
}

// setsNormsStill reports whether a function puts the layer that it is given into evaluation mode if it is a norm.
func setsNormsStill(fn *run.Function) bool {
	for n := range python.AllIn(fn.Node.Body) {
		c, ok := n.(*python.Call)
		if ok && c.MethodName() == "eval" && len(c.Args) == 0 && asksForNorms(fn.Unit.Module, c) {
			return true
		}
	}
	return false
}

// asksForNorms reports whether a test around a node asks for a BatchNorm, by its class or by the name of that.
func asksForNorms(m *python.Module, n python.Node) bool {
	return slices.ContainsFunc(python.GatesOf(n), func(g python.Gate) bool {
		return g.Holds && knowledge.SpeaksOfBatchNorm(m.File.Slice(g.Test.Span()))
	})
}

// walkedOver is the network whose layers a walk gives one by one, or each with its name; nil for anything else.
func walkedOver(layer *run.Object) *run.Object {
	for range 2 {
		from, ok := layer.ItemFrom().(*run.Object)
		if !ok {
			return nil
		}
		if from.Made != nil && knowledge.WalksModules(calleeName(from.Made)) {
			net, _ := receiver(from.Made).(*run.Object)
			return net
		}
		layer = from
	}
	return nil
}
