package train

import (
	"strings"
	"unicode"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// modeWords is a walk over the code of classes and functions and of all that they name, where a run did not follow a
// constructor to its end: a network of hundreds of layers.
type modeWords struct {
	machine *run.Machine
	met     map[python.Node]bool
}

// maxModeWords bounds how many classes and functions a network may be made of.
const maxModeWords = 200

// ofClass reports whether nothing that a class of modules, and all that it names, is made of asks for the mode, for
// sure.
func (w *modeWords) ofClass(c *run.Class) bool {
	if w.met[c.Node] {
		return true
	}
	w.met[c.Node] = true
	if len(w.met) > maxModeWords || speaksOfMode(c.Unit.Module, c.Node) || !w.code(c.Unit, c.Node) {
		return false
	}
	for _, base := range c.Line() {
		switch b := base.(type) {
		case *run.Class:
			if !w.ofClass(b) {
				return false
			}
		case run.Symbol:
			if knowledge.MayAskForMode(string(b)) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// given reports whether what a network is made with is nothing that asks for the mode: known values, and settings that
// nothing of the class calls or goes through.
func (w *modeWords) given(c *run.Class, made *run.Call) bool {
	f, _ := w.machine.ClassMember(c, "__init__").(*run.Function)
	for i, a := range made.Args {
		o, unknown := run.Bare(a.Value).(*run.Object)
		if !unknown || o.Class != nil || o.Kind != run.Unknown && o.Kind != run.Result {
			if !w.of(a.Value) {
				return false
			}
			continue
		}
		name := a.Name
		if name == "" && f != nil && f.Node != nil && i+1 < len(f.Node.Params) {
			name = f.Node.Params[i+1].Name
		}
		if name == "" || a.Star > 0 || runsParameter(c.Node, name) {
			return false
		}
	}
	return true
}

// runsParameter reports whether the code of a class may run what a parameter is: calls it, goes through it, or keeps it
// under a name that it calls.
func runsParameter(class *python.Class, name string) bool {
	kept := map[string]bool{name: true}
	for n := range python.All(class) {
		a, ok := n.(*python.Assign)
		if !ok || a.Value == nil || len(a.Targets) != 1 {
			continue
		}
		if v, ok := a.Value.(*python.Name); ok && v.ID == name {
			kept[python.LastName(a.Targets[0])] = true
		}
	}
	for n := range python.All(class) {
		switch n := n.(type) {
		case *python.Call:
			if kept[python.LastName(n.Func)] {
				return true
			}
			for _, a := range n.Args {
				if kept[python.LastName(a.Value)] && (a.Star > 0 || n.MethodName() == "append" ||
					knowledge.HoldsModules("torch.nn."+python.LastName(n.Func))) {
					return true
				}
			}
		case *python.For:
			if kept[python.LastName(n.Iter)] {
				return true
			}
		case *python.Clause:
			if kept[python.LastName(n.Iter)] {
				return true
			}
		}
	}
	return false
}

func (w *modeWords) ofFunction(f *run.Function) bool {
	at := f.At()
	if w.met[at] {
		return true
	}
	w.met[at] = true
	return len(w.met) <= maxModeWords && !speaksOfMode(f.Unit.Module, at) && w.code(f.Unit, at)
}

// of reports whether a value, which the code names or a constructor is given, is nothing that asks for the mode.
func (w *modeWords) of(v run.Value) bool {
	for _, one := range run.Alternatives(v) {
		switch one := one.(type) {
		case *run.Class:
			if !w.ofClass(one) {
				return false
			}
		case *run.Function:
			if !w.ofFunction(one) {
				return false
			}
		case *run.Method:
			if !w.ofFunction(one.Func) {
				return false
			}
		case run.Symbol:
			if knowledge.MayAskForMode(string(one)) {
				return false
			}
		case *run.Object:
			if one.Kind == run.Instance || one.Kind == run.Unknown || library.IsModule(one) {
				return false
			}
		}
	}
	return true
}

// code reports whether all that a piece of code names asks for no mode. What is called, or spelled as a class is, has
// to be known; what isinstance compares with is not made.
func (w *modeWords) code(u *run.Unit, at python.Node) bool {
	for n := range python.All(at) {
		e, ok := n.(python.Expr)
		if !ok || isKind(e) {
			continue
		}
		switch e.(type) {
		case *python.Name, *python.Attribute:
		default:
			continue
		}
		v, global := w.named(u, e)
		if !global {
			continue
		}
		if o, unknown := v.(*run.Object); v == nil || unknown && o.Kind == run.Unknown {
			if maybeMade(e) {
				return false
			}
			continue
		}
		if !w.of(v) && !goesByBatch(e, v) || toldToDrop(u.Module, e, v) {
			return false
		}
	}
	return true
}

// toldToDrop reports whether code makes a layer that may drop something out inside, and says at which rate:
// nn.LSTM(256, 256, 2, dropout=0.5), which one layer alone does not do.
func toldToDrop(m *python.Module, e python.Expr, v run.Value) bool {
	path, ok := v.(run.Symbol)
	call, called := e.Parent().(*python.Call)
	if !ok || !called || call.Func != e {
		return false
	}
	drops, ok := knowledge.DropsInside(string(path))
	if !ok {
		return false
	}
	rate := m.Argument(call, "dropout", drops.Rate)
	if rate.Presence == python.Absent {
		return false
	}
	if rate.Value != nil {
		if n, known := m.Const(rate.Value); known && n.IsZero() {
			return false
		}
	}
	layers := m.Argument(call, "num_layers", 2)
	if !drops.Stacked || layers.Presence == python.Uncertain {
		return true
	}
	if layers.Presence == python.Absent {
		return false
	}
	n, known := m.Const(layers.Value)
	count, number := n.Number()
	return !known || !number || count > 1
}

// goesByBatch reports whether code makes a norm that it tells to track no statistics: nn.BatchNorm2d(8,
// track_running_stats=False).
func goesByBatch(e python.Expr, v run.Value) bool {
	path, ok := v.(run.Symbol)
	call, called := e.Parent().(*python.Call)
	if !ok || !called || call.Func != e || !knowledge.IsNorm(string(path)) {
		return false
	}
	for _, a := range call.Args {
		if a.Name == "track_running_stats" {
			return python.IsFalse(a.Value)
		}
	}
	return knowledge.TracksOnlyIfTold(string(path))
}

// maybeMade reports whether what is not known is called, or spelled as a class is: it may be a layer.
func maybeMade(e python.Expr) bool {
	name := python.LastName(e)
	if name == "" || python.IsBuiltin(name) {
		return false
	}
	call, ok := e.Parent().(*python.Call)
	return ok && call.Func == e || unicode.IsUpper(rune(name[0])) && strings.ToUpper(name) != name
}

// isKind reports whether an expression stands where isinstance is told of which class something may be.
func isKind(e python.Expr) bool {
	for n := e.Parent(); n != nil; n = n.Parent() {
		switch up := n.(type) {
		case *python.Call:
			f, ok := up.Func.(*python.Name)
			return ok && (f.ID == "isinstance" || f.ID == "issubclass")
		case python.Stmt:
			return false
		}
	}
	return false
}

// named is what a name or a path of names is at the top of its module; global is false for anything else.
func (w *modeWords) named(u *run.Unit, e python.Expr) (v run.Value, global bool) {
	switch e := e.(type) {
	case *python.Name:
		scope, _ := u.Module.Lookup(e.ID, e)
		if scope != nil && scope != u.Module.ModuleScope() {
			return nil, false
		}
		return w.machine.Global(u, e.ID), true
	case *python.Attribute:
		on, global := w.named(u, e.Value)
		if !global {
			return nil, false
		}
		switch on := on.(type) {
		case run.Symbol:
			return run.Symbol(knowledge.Canonical(string(on) + "." + e.Attr)), true
		case *run.Unit:
			return w.machine.Global(on, e.Attr), true
		}
	}
	return nil, false
}

// SetsMode reports whether a file calls eval() of anything, or train() with an argument, or writes the flag that they
// set.
func SetsMode(m *python.Module) bool {
	for n := range python.AllIn(m.Body) {
		switch n := n.(type) {
		case *python.Call:
			switch n.MethodName() {
			case "eval":
				return true
			case "train":
				if len(n.Args) == 1 && (n.Args[0].Name == "" || n.Args[0].Name == "mode") {
					return true
				}
			}
		case *python.Attribute:
			if n.Attr == "training" && n.Assignment() != nil {
				return true
			}
		}
	}
	return false
}
