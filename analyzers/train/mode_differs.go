package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// differs is a layer of a module that surely computes something else in training mode than in evaluation mode; keeps is
// set where it also keeps statistics of what it is given. nil when none is seen.
func (m *modes) differs(o *run.Object, depth int) (layer *run.Object, keeps bool) {
	if m.seen[o] || depth == 0 {
		return nil, false
	}
	m.seen[o] = true
	if within := library.Wrapped(o); within != nil {
		return m.differsEachWay(within, depth)
	}
	if o.Made != nil { // a network of torchvision or transformers
		path := symbolOf(o.Made)
		if drops, statistics := knowledge.AsksForMode(path); !strings.HasPrefix(path, "torch.") && (drops || statistics) &&
			!setsRates(o.Made) {
			return o, statistics
		}
	}
	switch class := o.Class.(type) {
	case run.Symbol:
		if knowledge.IsNorm(string(class)) && keepsNoStatistics(o, string(class)) {
			return nil, false
		}
		if drops, statistics := knowledge.AsksForMode(string(class)); statistics || drops && dropsSomething(o) ||
			dropsInside(o, string(class)) {
			return o, statistics
		}
		if knowledge.Repeats(string(class)) && o.Made != nil {
			if one, _ := o.Made.Argument("", 0); one != nil {
				return m.differsEachWay(one, depth)
			}
		}
		if knowledge.HoldsModules(string(class)) {
			return m.firstOf(m.items(o), depth)
		}
	case *run.Class:
		if strings.Contains(textOf(class), "def train(") || strings.Contains(textOf(class), "def eval(") {
			return nil, false
		}
		machine := m.entry.Facts.machine
		held := slices.Concat(machine.Attributes(o), library.InheritedLayers(machine, o)) // class Block(nn.Sequential)
		if layer, keeps = m.firstOf(held, depth); layer == nil && m.dropsInForward(o, class) {
			return o, false
		}
		return layer, keeps
	}
	return nil, false
}

// setsRates reports whether a call that makes a network says something of its dropout, or hands on settings that may.
func setsRates(made *run.Call) bool {
	return slices.ContainsFunc(made.Args, func(a run.Argument) bool {
		return a.Star > 0 || a.Name == "config" || strings.Contains(a.Name, "drop") || strings.Contains(a.Name, "norm")
	})
}

// differsEachWay is such a layer of a value, which has one whichever of several it is: norm_layer(32) if args.norm else
// Identity() need not.
func (m *modes) differsEachWay(v run.Value, depth int) (layer *run.Object, keeps bool) {
	keeps = true
	for _, one := range run.Alternatives(v) {
		part, ok := one.(*run.Object)
		if !ok {
			return nil, false
		}
		found, statistics := m.differs(part, depth-1)
		if found == nil {
			return nil, false
		}
		layer, keeps = found, keeps && statistics
	}
	return layer, layer != nil && keeps
}

// firstOf is a layer that keeps statistics among several values, else one that drops something.
func (m *modes) firstOf(values []run.Value, depth int) (layer *run.Object, keeps bool) {
	for _, v := range values {
		found, statistics := m.differsEachWay(v, depth)
		if found != nil && (layer == nil || statistics) {
			layer, keeps = found, statistics
		}
		if keeps {
			break
		}
	}
	return layer, keeps
}

// dropsSomething reports whether a dropout has a rate that is not 0 for sure: its default, or a number.
func dropsSomething(o *run.Object) bool { return rateIsSet(o, "p", 0, true) }

// rateIsSet reports whether something is made with a rate that is not 0 for sure: a number, or its default where that
// is none.
func rateIsSet(o *run.Object, name string, position int, byDefault bool) bool {
	if o.Made == nil {
		return false
	}
	rate, open := o.Made.Argument(name, position)
	if open {
		return false
	}
	if rate == nil {
		return byDefault
	}
	return isRate(rate)
}

// isRate reports whether a value is a number that is not 0 for sure, or is one where nobody says otherwise: an option's
// default.
func isRate(v run.Value) bool {
	switch v := unlessSaid(v).(type) {
	case run.Float:
		return v != 0
	case run.Int:
		return v != 0
	}
	return false
}

// unlessSaid is a value, or what stands in for an option of which nobody says anything.
func unlessSaid(v run.Value) run.Value {
	if o, ok := run.Bare(v).(*run.Object); ok && o.Kind == run.Unknown && o.Default != nil {
		return run.Bare(o.Default)
	}
	return run.Bare(v)
}

// dropsInside reports whether a layer of torch drops something out by a rate of its own:
// nn.TransformerEncoderLayer(512, 8), or an nn.LSTM of several layers that is told one.
func dropsInside(o *run.Object, class string) bool {
	drops, ok := knowledge.DropsInside(class)
	if !ok || !rateIsSet(o, "dropout", drops.Rate, drops.Default) {
		return false
	}
	if !drops.Stacked {
		return true
	}
	layers, _ := o.Made.Argument("num_layers", 2)
	n, known := unlessSaid(layers).(run.Int)
	return known && n > 1
}

// dropsInForward reports whether a module drops something out in its forward pass by a function that it tells its mode:
// F.dropout(x, self.rate, training=self.training).
func (m *modes) dropsInForward(o *run.Object, class *run.Class) bool {
	f, ours := m.entry.Facts.machine.ClassMember(class, "forward").(*run.Function)
	if !ours || f.Node == nil {
		return false
	}
	for n := range python.AllIn(f.Node.Body) {
		c, ok := n.(*python.Call)
		if !ok || !knowledge.DropsAsFunction(f.Unit.Module.Resolve(c.Func)) {
			continue
		}
		told, ok := f.Unit.Module.Argument(c, "training", 2).Value.(*python.Attribute)
		given := f.Unit.Module.Argument(c, "p", 1)
		if !ok || told.Attr != "training" || !isSelf(f.Node, told.Value) || given.Presence == python.Uncertain {
			continue
		}
		switch rate := given.Value.(type) {
		case nil:
			return true
		case *python.Attribute:
			if isSelf(f.Node, rate.Value) && isRate(m.entry.Facts.machine.Get(o, rate.Attr)) {
				return true
			}
		default:
			if v, known := f.Unit.Module.Const(rate); known && !v.IsZero() {
				return true
			}
		}
	}
	return false
}
