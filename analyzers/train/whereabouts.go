package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// whereabouts is where a value of a module's run lies.
type whereabouts struct {
	at place
	// axes: it surely has an axis. A tensor without one is a number to CUDA's operations.
	axes bool
	// learns: gradients come to it, and leaf says that it is what collects them.
	learns, leaf bool
}

type place uint8

const (
	nowhere    place = iota // nobody knows
	aNumber                 // it is no tensor
	onTheCPU                // it was made there, and nothing has moved it
	withModule              // it came in, or out of the module's layers: it is where the module is
)

// maxMakings bounds how far the making of a tensor is followed.
const maxMakings = 100

// whereIs is where a value lies, as far as its making shows.
func (h *heldModule) whereIs(v run.Value) whereabouts { return h.where(v, maxMakings) }

func (h *heldModule) where(v run.Value, depth int) whereabouts {
	if depth == 0 {
		return whereabouts{}
	}
	all := run.Alternatives(run.Bare(v))
	if len(all) > 1 {
		first := h.where(all[0], depth-1)
		for _, one := range all[1:] {
			w := h.where(one, depth-1)
			if w.at != first.at {
				return whereabouts{}
			}
			first.axes, first.learns, first.leaf = first.axes && w.axes, first.learns || w.learns, first.leaf && w.leaf
		}
		return first
	}
	switch v := run.Bare(v).(type) {
	case run.Int, run.Float, run.Bool, run.BigInt:
		return whereabouts{at: aNumber}
	case *run.Object:
		return h.whereObject(v, depth)
	}
	return whereabouts{}
}

// whereObject remembers where an object lies: y = y * y + y, again and again, asks for each y three times.
func (h *heldModule) whereObject(o *run.Object, depth int) whereabouts {
	w, known := h.places[o]
	if !known {
		h.places[o] = whereabouts{}
		w = h.whereNow(o, depth)
		h.places[o] = w
	}
	return w
}

func (h *heldModule) whereNow(o *run.Object, depth int) whereabouts {
	if h.tensors[o] {
		return whereabouts{at: withModule, axes: true}
	}
	if o.Made != nil {
		w := h.whereMade(o.Made, depth)
		if w.at == onTheCPU && h.leaves[o] {
			w.learns, w.leaf = true, true
		}
		return w
	}
	switch {
	case o.Operator == "[]" && len(o.Operands) > 1:
		w := h.where(o.Operands[0], depth-1)
		w.axes = w.axes && keepsAxesAt(o.Operands[1])
		return w
	case strings.HasPrefix(o.Operator, "."):
		switch {
		case len(o.Operands) == 0:
		case h.isRegistered(run.Bare(o.Operands[0]), o.Operator[1:]):
			return whereabouts{at: withModule}
		case knowledge.ShowsTensor(o.Operator[1:]):
			return h.where(o.Operands[0], depth-1)
		case knowledge.TellsShape(o.Operator[1:]) && h.where(o.Operands[0], depth-1).at > aNumber:
			return whereabouts{at: aNumber}
		}
	case knowledge.IsArithmetic(o.Operator):
		return h.together(o.Operands, depth)
	}
	if isHyperparameter(o) {
		return whereabouts{at: aNumber}
	}
	return whereabouts{}
}

// isRegistered reports whether a module registers a buffer or a parameter under a name.
func (h *heldModule) isRegistered(of run.Value, name string) bool {
	module, ok := of.(*run.Object)
	return ok && h.named[module][name]
}

// isHyperparameter reports whether a value is a number that nobody knows, as far as anything shows: what the
// constructor is given and what is computed of it, or how often a loop has gone round.
func isHyperparameter(v run.Value) bool { return isOfSettings(v, map[*run.Object]bool{}) }

// isOfSettings is isHyperparameter where some objects were asked before.
func isOfSettings(v run.Value, asked map[*run.Object]bool) bool {
	all := func(list []run.Value) bool {
		return len(list) > 0 && !slices.ContainsFunc(list, func(one run.Value) bool { return !isOfSettings(one, asked) })
	}
	switch o := run.Bare(v).(type) {
	case run.Int, run.Float, run.Bool:
		return true
	case *run.Choice:
		return all(run.Alternatives(o))
	case *run.Object:
		if asked[o] || len(asked) > maxMakings {
			return asked[o]
		}
		asked[o] = true
		switch {
		case o.Made != nil:
			path, ok := run.Bare(o.Made.Callee).(run.Symbol)
			return ok && knowledge.ComputesNumber(string(path))
		case o.Operator == "parameter":
			fn, ok := o.At.Node.Parent().(*python.Function)
			return ok && fn.Name == "__init__"
		case o.Operator == run.Counting:
			return true
		case strings.HasPrefix(o.Operator, "."), knowledge.IsArithmetic(o.Operator):
			return all(o.Operands)
		}
	}
	return false
}

// says reports whether a call gives a value, which is not None, under a name, or may do so.
func says(c *run.Call, name string) bool {
	return slices.ContainsFunc(c.Args, func(a run.Argument) bool {
		return a.Star == 2 || a.Name == name && !run.IsNone(a.Value)
	})
}

// whereMade is where something lies that a call has given.
func (h *heldModule) whereMade(c *run.Call, depth int) whereabouts {
	switch callee := run.Bare(c.Callee).(type) {
	case run.Symbol:
		return h.whereMadeBy(string(callee), c, depth)
	case *run.Member:
		on := h.where(callee.Object, depth-1)
		switch {
		case on.at == aNumber || !knowledge.KeepsPlace(callee.Name) && callee.Name != "requires_grad_":
			if knowledge.TellsShape(callee.Name) && on.at > aNumber {
				return whereabouts{at: aNumber}
			}
			return whereabouts{}
		case callee.Name == "type" && movesToo(c):
			return whereabouts{}
		case knowledge.LosesAxes(callee.Name):
			on.axes = false
		case knowledge.GivesAxes(callee.Name) && len(c.Args) > 0:
			on.axes = true
		}
		if beside := h.together(given(c), depth); beside.at == withModule && on.at == onTheCPU {
			return whereabouts{} // table.gather(0, index): what it says of itself is an error
		}
		on.leaf = callee.Name == "requires_grad_" && len(c.Args) == 0
		on.learns = on.learns || on.leaf
		return on
	case *run.Object:
		class, ofLibrary := callee.Class.(run.Symbol)
		switch {
		case !library.IsModule(callee):
		case !ofLibrary || !strings.HasPrefix(string(class), "torch.nn.") || knowledge.HasParameters(string(class)):
			return whereabouts{at: withModule, axes: true}
		case len(c.Args) > 0:
			return h.where(c.Args[0].Value, depth-1)
		}
	}
	return whereabouts{}
}

// movesToo reports whether a type that a tensor is cast to says where it lies as well: x.type(torch.cuda.FloatTensor).
// What nobody knows may be such a one.
func movesToo(cast *run.Call) bool {
	return slices.ContainsFunc(given(cast), func(v run.Value) bool {
		return slices.ContainsFunc(run.Alternatives(run.Bare(v)), func(one run.Value) bool {
			switch one := one.(type) {
			case run.Symbol:
				return strings.HasPrefix(string(one), "torch.cuda.")
			case run.Str:
				return strings.HasPrefix(string(one), "torch.cuda.")
			}
			return true
		})
	})
}

func (h *heldModule) whereMadeBy(path string, c *run.Call, depth int) whereabouts {
	if says(c, "device") || says(c, "out") {
		return whereabouts{}
	}
	first, _ := c.Argument("", 0)
	switch {
	case knowledge.MakesParameter(path):
		return whereabouts{at: withModule}
	case knowledge.PutsTensorsTogether(path):
		var list []run.Value
		for _, a := range c.Args {
			if a.Name == "" || a.Name == "tensors" {
				list = append(list, h.itemsOf(a.Value, depth)...)
			}
		}
		w := h.together(list, depth)
		w.axes = w.at > aNumber
		if w.at == aNumber {
			w.at = nowhere
		}
		return w
	case knowledge.MakesPlainTensor(path):
		if first == nil {
			return whereabouts{}
		}
		learns, _ := c.Argument("requires_grad", -1)
		if path == "torch.as_tensor" && h.where(first, depth-1).at == withModule {
			return whereabouts{}
		}
		leaf := learns != nil && run.Bare(learns) != run.Value(run.Bool(false))
		return whereabouts{at: onTheCPU, axes: h.givenAxes(path, first), learns: leaf, leaf: leaf}
	case path == "torch.autograd.Variable":
		w := h.where(first, depth-1)
		w.leaf = w.at == onTheCPU && says(c, "requires_grad")
		w.learns = w.learns || w.leaf
		return w
	case knowledge.OfTorchItself(path) || knowledge.IsFunctional(path):
		w := h.together(given(c), depth)
		if w.at == aNumber || knowledge.LosesAxes(path[strings.LastIndexByte(path, '.')+1:]) {
			w.axes = false
		}
		if w.at == aNumber {
			w.at = nowhere
		}
		return w
	case knowledge.ComputesNumber(path):
		return whereabouts{at: aNumber}
	}
	return whereabouts{}
}

// itemsOf are what a list holds, whichever way it was put together: n * [zeros] + [one]; a value that is no list is
// itself, and so is a list of which nobody knows what it holds.
func (h *heldModule) itemsOf(v run.Value, depth int) []run.Value {
	var list []run.Value
	for _, one := range run.Alternatives(run.Bare(v)) {
		if elements, exact := h.machine.Elements(one); exact {
			list = append(list, elements...)
			continue
		}
		o, ok := run.Bare(one).(*run.Object)
		switch {
		case ok && (o.Kind == run.List || o.Kind == run.Set):
			list = append(list, h.machine.Contents(o)...)
		case ok && depth > 0 && o.Made == nil && (o.Operator == "+" || o.Operator == "*"):
			for _, part := range o.Operands {
				if _, listed := run.Bare(part).(*run.Object); o.Operator == "*" && (!listed || isHyperparameter(part)) {
					continue
				}
				if list = append(list, h.itemsOf(part, depth-1)...); len(list) > maxItems {
					return []run.Value{v}
				}
			}
		default:
			list = append(list, one)
		}
	}
	return list
}

// maxItems bounds the tensors of a list that are looked at.
const maxItems = 64

// together is where what is computed from several values lies: with the module where one of them is.
func (h *heldModule) together(list []run.Value, depth int) whereabouts {
	all := whereabouts{at: aNumber}
	for _, v := range list {
		if _, text := run.Bare(v).(run.Str); text || run.IsNone(v) {
			continue
		}
		w := h.where(v, depth-1)
		switch {
		case all.at == withModule:
		case w.at == withModule:
			all.at = withModule
		case w.at == nowhere || all.at == nowhere:
			all.at = nowhere
		case w.at == onTheCPU:
			all.at = onTheCPU
		}
		all.axes, all.learns = all.axes || w.axes, all.learns || w.learns // what is computed is no leaf
	}
	return all
}

// givenAxes reports whether a function that makes a tensor surely gives it an axis by what it is given first.
func (h *heldModule) givenAxes(path string, first run.Value) bool {
	switch {
	case knowledge.TakesShape(path):
		shape, exact := h.machine.Elements(first)
		return !exact || len(shape) > 0
	case knowledge.TakesData(path):
		return h.isListOfNumbers(first)
	}
	array, ok := run.Bare(first).(*run.Object)
	if !ok || array.Made == nil || len(array.Made.Args) == 0 {
		return true
	}
	copies, ok := run.Bare(array.Made.Callee).(run.Symbol) // torch.from_numpy(np.asarray(np.cos(margin)))
	return !ok || !knowledge.CopiesIntoArray(string(copies)) || !isHyperparameter(array.Made.Args[0].Value)
}

// isListOfNumbers reports whether a value is a list or an array that has an axis; so is what a parameter is by default.
func (h *heldModule) isListOfNumbers(v run.Value) bool {
	all := run.Alternatives(run.Bare(v))
	return len(all) > 0 && !slices.ContainsFunc(all, func(one run.Value) bool {
		switch one := run.Bare(one).(type) {
		case *run.Tuple:
			items, _ := h.machine.Elements(one)
			return len(items) == 0
		case *run.Range:
			return false
		case *run.Object:
			if one.Kind == run.List {
				return len(h.machine.Contents(one)) == 0
			}
			if one.Made != nil {
				path, ok := run.Bare(one.Made.Callee).(run.Symbol)
				return !ok || !knowledge.GivesList(string(path))
			}
			return one.Default == nil || !h.isListOfNumbers(one.Default)
		}
		return true
	})
}

// keepsAxesAt reports whether an index surely leaves an axis: slices and new axes only.
func keepsAxesAt(index run.Value) bool {
	one := func(v run.Value) bool {
		switch run.Bare(v).(type) {
		case *run.Slice, run.NoneType, run.EllipsisType:
			return true
		}
		return false
	}
	if several, ok := run.Bare(index).(*run.Tuple); ok {
		return len(several.Items) > 0 && !slices.ContainsFunc(several.Items, func(v run.Value) bool { return !one(v) })
	}
	return one(index)
}
