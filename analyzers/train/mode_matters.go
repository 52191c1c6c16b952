package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// modes is a walk over what modules are made of; seen keeps it linear where parts are shared.
type modes struct {
	entry *Entry
	seen  map[*run.Object]bool
}

// sameInBothModes reports whether a module computes the same in training and in evaluation mode for sure: nothing that
// it is made of asks for the mode, but for parts that are in evaluation mode whatever happens.
func (e *Entry) sameInBothModes(o *run.Object, but ...*run.Object) bool {
	m := &modes{e, map[*run.Object]bool{}}
	for _, part := range but {
		m.seen[part] = true
	}
	return m.same(o, 3*maxHeld)
}

func (m *modes) same(o *run.Object, depth int) bool {
	if m.seen[o] {
		return true // what is found wrong there ends the walk
	}
	if depth == 0 {
		return false
	}
	m.seen[o] = true
	switch o.Kind {
	case run.List, run.Dict, run.Set: // neither train() nor eval() reaches what stands in one: self.losses = []
		return true
	}
	// DataParallel(model) has the modes of what it runs, whichever that is
	if within := library.Wrapped(o); within != nil {
		return m.all([]run.Value{within}, depth)
	}
	switch class := o.Class.(type) {
	case run.Symbol:
		if knowledge.SameInBothModes(string(class)) || keepsNoStatistics(o, string(class)) || dropsNothing(o, string(class)) {
			return true
		}
		if given := knowledge.RunsGiven(string(class)); given != nil && o.Made != nil {
			return m.allGiven(o.Made, given, depth)
		}
		items := m.items(o)
		return knowledge.HoldsModules(string(class)) && len(items) > 0 && m.all(items, depth)
	case *run.Class:
		held := m.entry.Facts.machine.Attributes(o)
		m.leaveSettings(o, class)
		if (len(held) > 0 || !strings.Contains(textOf(class), "self.")) && plainModule(class) && m.all(held, depth) {
			return true
		}
		words := &modeWords{m.entry.Facts.machine, map[python.Node]bool{}}
		return o.Made != nil && words.ofClass(class) && words.given(class, o.Made)
	}
	return false
}

// allGiven reports whether the networks that a layer is made with compute the same in both modes: NNConv(4, 8, edges).
func (m *modes) allGiven(made *run.Call, given map[string]int, depth int) bool {
	for name, position := range given {
		network, open := made.Argument(name, position)
		if open || network != nil && !m.all([]run.Value{network}, depth) {
			return false
		}
	}
	return true
}

// dropsNothing reports whether a layer of dropout has a rate of 0 for sure: nn.Dropout(p) of a probe that is made with
// p=0.0.
func dropsNothing(o *run.Object, class string) bool {
	if drops, statistics := knowledge.AsksForMode(class); !drops || statistics || o.Made == nil {
		return false
	}
	rate, open := o.Made.Argument("p", 0)
	return !open && (run.Bare(rate) == run.Value(run.Float(0)) || run.Bare(rate) == run.Value(run.Int(0)))
}

// keepsNoStatistics reports whether a norm goes by the batch in both modes: one that is told to track no statistics.
func keepsNoStatistics(o *run.Object, class string) bool {
	if !knowledge.IsNorm(class) || o.Made == nil {
		return false
	}
	tracks, _ := o.Made.Argument("track_running_stats", 4)
	return tracks == run.Value(run.Bool(false)) || tracks == nil && knowledge.TracksOnlyIfTold(class)
}

// leaveSettings takes what a module only computes with out of the walk: a size that nobody sees is no part that could
// ask for the mode.
func (m *modes) leaveSettings(o *run.Object, class *run.Class) {
	parts := map[*run.Object]bool{}
	settings := map[*run.Object]bool{}
	names, values := m.entry.Facts.machine.Named(o)
	for i, name := range names {
		for _, v := range run.Alternatives(values[i]) {
			held, ok := v.(*run.Object)
			if !ok || held.Kind != run.Unknown && held.Kind != run.Result || held.Class != nil || m.seen[held] {
				continue
			}
			if onlySetting(class, name) {
				settings[held] = true
			} else {
				parts[held] = true
			}
		}
	}
	for held := range settings {
		if !parts[held] {
			m.seen[held] = true
		}
	}
}

// onlySetting reports whether the code of a class and of all that it inherits from reads an attribute only as a number:
// it is computed with, compared, printed, or given to a function of torch, if it is read at all.
func onlySetting(class *run.Class, name string) bool {
	for _, one := range class.Line() {
		c, ok := one.(*run.Class)
		if !ok {
			continue
		}
		for n := range python.All(c.Node) {
			a, ok := n.(*python.Attribute)
			if ok && a.Attr == name && a.Assignment() == nil && !readAsNumber(c.Unit.Module, a) {
				return false
			}
		}
	}
	return true
}

func readAsNumber(m *python.Module, e python.Expr) bool {
	switch up := e.Parent().(type) {
	case *python.Binary, *python.Compare, *python.Unary, *python.Slice, *python.String, *python.If, *python.IfExp:
		return true
	case *python.Arg:
		c, ok := up.Parent().(*python.Call)
		return ok && strings.HasPrefix(m.Resolve(c.Func), "torch.") && !knowledge.Recomputes(m.Resolve(c.Func))
	}
	return false
}

// all reports whether each of several values is a module that computes the same in both modes, or surely no module.
func (m *modes) all(values []run.Value, depth int) bool {
	for _, v := range values {
		for _, one := range run.Alternatives(v) {
			switch one := one.(type) {
			case *run.Tuple:
				if !m.all(one.Items, depth-1) {
					return false
				}
			case *run.Object:
				if !m.same(one, depth-1) {
					return false
				}
			}
		}
	}
	return true
}

// plainModule reports whether a class and all that it inherits from are the project's and torch's Module, and their
// text does not speak of the mode, or of functions that depend on it.
func plainModule(class *run.Class) bool {
	for _, one := range class.Line() {
		switch one := one.(type) {
		case *run.Class:
			if speaksOfMode(one.Unit.Module, one.Node) {
				return false
			}
		case run.Symbol:
			if one != "object" && one != "torch.nn.Module" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// speaksOfMode reports whether code asks for the mode, sets it in a way of its own, or has the word of something that
// may depend on it. A function of torch goes by what it is told: F.batch_norm(x, mean, var, training=adapting).
func speaksOfMode(m *python.Module, at python.Node) bool {
	for n := range python.All(at) {
		switch n := n.(type) {
		case *python.Function:
			if n.Name == "train" || n.Name == "eval" {
				return true
			}
		case *python.String:
			if n.Text == "training" { // getattr(self, "training")
				return true
			}
		case *python.Name:
			if wordOfMode(n.ID) && !knowledge.GoesByArguments(m.Resolve(n)) {
				return true
			}
		case *python.Attribute:
			if n.Attr == "training" || wordOfMode(n.Attr) && !knowledge.GoesByArguments(m.Resolve(n)) && !isLayerHeld(m, n) {
				return true
			}
		}
	}
	return false
}

// isLayerHeld reports whether a name is the class of a layer that a constructor makes: nn.Dropout(p). Who asks looks at
// what the module holds.
func isLayerHeld(m *python.Module, n *python.Attribute) bool {
	fn := python.EnclosingFunction(n)
	drops, _ := knowledge.AsksForMode(m.Resolve(n))
	return drops && fn != nil && fn.Name == "__init__"
}

func wordOfMode(name string) bool {
	return strings.Contains(name, "ropout") || strings.Contains(name, "atch_norm")
}

func textOf(class *run.Class) string { return class.Unit.Module.File.Slice(class.Node.Span()) }

// items is what a container of modules holds.
func (m *modes) items(o *run.Object) []run.Value {
	machine := m.entry.Facts.machine
	switch items := machine.Get(o, run.Elements).(type) {
	case *run.Object:
		return machine.Contents(items)
	case *run.Tuple:
		return items.Items
	}
	if o.Made == nil { // Sequential(a, b)
		return nil
	}
	list := make([]run.Value, 0, len(o.Made.Args))
	for _, a := range o.Made.Args {
		if a.Star > 0 || a.Name != "" {
			return nil
		}
		list = append(list, a.Value)
	}
	return list
}
