package train

import (
	"slices"

	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Alone is the function of a step around which no loop is seen, on whatever outlives it: an optimizer or a scaler that
// was there before. nil for any other step.
func (s *Step) Alone(objects ...*run.Object) *python.Function {
	fn := s.Entry.Function
	if s.Loop != nil || fn == nil || fn.Node == nil || !s.Entry.Whole || len(s.Entry.Calls) == 0 {
		return nil
	}
	for _, o := range objects {
		for c := o.Made; c != nil; c = c.Caller {
			if c == s.Entry.Calls[0] {
				return nil
			}
		}
	}
	return fn.Node
}

// ByHand is the training step of a LightningModule that steps an optimizer of self.optimizers() itself: Lightning calls
// it for one batch after the other, and does nothing for that optimizer. nil for any other, and where a class of its
// line speaks of what does names.
func (s *Step) ByHand(optimizer *run.Object, does func(*python.Call) bool) *python.Function {
	e := s.Entry
	if s.Loop != nil || !e.Whole || !e.isLightningStep() || optimizer == nil || !configured(optimizer) {
		return nil
	}
	for _, one := range e.Function.Class.Line() {
		switch one := one.(type) {
		case *run.Class:
			if callsOf(one.Node, does) {
				return nil
			}
		case run.Symbol:
			if callerOf(string(one)) != Lightning && one != "object" && !strings.HasPrefix(string(one), "torch.nn.") {
				return nil
			}
		default:
			return nil
		}
	}
	return e.Function.Node
}

// configured reports whether an object was made by configure_optimizers().
func configured(o *run.Object) bool {
	for c := o.Made; c != nil; c = c.Caller {
		if calleeName(c) == knowledge.ConfiguresOptimizers {
			return true
		}
	}
	return false
}

// CalledInLoop is where a file calls a function of a name, which may stand in another file, for one batch after the
// other: in a loop, itself or by functions of the file that call it, or by an engine that it hands the function to. nil
// when it does not.
func (f *Facts) CalledInLoop(m *python.Module, name string) *python.Call {
	todo, met := []string{name}, map[string]bool{name: true}
	for len(todo) > 0 {
		next := todo[0]
		todo = todo[1:]
		for _, c := range m.AllCalls() {
			if next == name && handsFunction(c, name) && knowledge.CallsForEachBatch(m.Resolve(c.Func), f.lineOf(m, c)) {
				return c
			}
			if python.LastName(c.Func) != next {
				continue
			}
			if python.EnclosingLoop(c) != nil {
				return c
			}
			if fn := python.EnclosingFunction(c); fn != nil && !met[fn.Name] {
				met[fn.Name] = true
				todo = append(todo, fn.Name)
			}
		}
	}
	return nil
}

// MethodCalledInLoop is a call in a loop of a file that may be one of a method: of one that many objects have, such as
// update, who calls it by what it is given.
func MethodCalledInLoop(m *python.Module, method *python.Function) *python.Call {
	for _, c := range m.AllCalls() {
		if c.MethodName() == method.Name && MayCall(c, method) && python.EnclosingLoop(c) != nil {
			return c
		}
	}
	return nil
}

// MayCall reports whether a call may be one of a function of its name: it is given as many arguments as that has, or
// leaves open how many. history.update(losses) is none of update(self, source, labels, target).
func MayCall(c *python.Call, fn *python.Function) bool {
	least, most, open := 0, 0, false
	for i, p := range fn.Params {
		switch {
		case p.Star != 0:
			open = true
		case i == 0 && python.EnclosingClass(fn) != nil:
		default:
			most++
			if p.Default == nil {
				least++
			}
		}
	}
	return c.Spreads() || len(c.Args) >= least && (open || len(c.Args) <= most)
}

// lineOf are the paths of the libraries' classes that the class inherits from of which a call of the file at hand makes
// an object.
func (f *Facts) lineOf(m *python.Module, c *python.Call) []string {
	name, ok := c.Func.(*python.Name)
	if !ok || m != f.Module {
		return nil
	}
	class, ok := f.Machine().Global(f.machine.Unit(m, "__main__"), name.ID).(*run.Class)
	if !ok {
		return nil
	}
	var list []string
	for _, one := range class.Line() {
		if path, ok := one.(run.Symbol); ok {
			list = append(list, string(path))
		}
	}
	return list
}

// handsFunction reports whether a call is given a function of some name first.
func handsFunction(c *python.Call, name string) bool {
	return len(c.Args) > 0 && c.Args[0].Star == 0 && python.LastName(c.Args[0].Value) == name
}

// Mentions reports whether a function, or the class that it is a method of, makes a call of some kind.
func Mentions(fn *python.Function, is func(*python.Call) bool) bool {
	around := python.Node(fn)
	if class := python.EnclosingClass(fn); class != nil {
		around = class
	}
	return callsOf(around, is)
}

// Differentiates reports whether a function, as it is written, makes a backward pass.
func Differentiates(fn *python.Function) bool {
	return python.CallsIn(fn, func(name string) bool { return name == "backward" })
}

// MentionsBesides reports whether a call of some kind stands in a function or method, or in another method of its class
// which makes no backward pass of its own.
func MentionsBesides(fn *python.Function, is func(*python.Call) bool) bool {
	class := python.EnclosingClass(fn)
	if class == nil {
		return Mentions(fn, is)
	}
	return callsOf(class, func(c *python.Call) bool {
		by := python.EnclosingFunction(c)
		return is(c) && (by == nil || by == fn || !Differentiates(by))
	})
}

// callsOf reports whether a call of some kind stands in a node.
func callsOf(around python.Node, is func(*python.Call) bool) bool {
	for n := range python.All(around) {
		if c, ok := n.(*python.Call); ok && is(c) {
			return true
		}
	}
	return false
}

// Reaches reports whether a call of some kind stands in the function of another call, in one of the file that calls
// that function, or in what these call there by the names of functions, but for those that make a backward pass of
// their own.
func Reaches(m *python.Module, from *python.Call, does func(*python.Call) bool) bool {
	around, met := []*python.Function{python.EnclosingFunction(from)}, map[*python.Function]bool{}
	for i := 0; i < len(around); i++ { // nil is the script
		by := around[i]
		if met[by] {
			continue
		}
		met[by] = true
		for _, c := range m.AllCalls() {
			if by != nil && python.LastName(c.Func) == by.Name {
				around = append(around, python.EnclosingFunction(c))
			}
		}
	}
	called := map[string]bool{}
	for _, c := range m.AllCalls() {
		if met[python.EnclosingFunction(c)] {
			called[python.LastName(c.Func)] = true
		}
	}
	return slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
		fn := python.EnclosingFunction(c)
		return does(c) && (met[fn] || fn != nil && called[fn.Name] && !Differentiates(fn))
	})
}
