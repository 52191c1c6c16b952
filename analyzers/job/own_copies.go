package job

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// copying is one copy of a trained model, or of its weights, that the program takes.
type copying struct {
	call *run.Call
	of   *run.Object
	to   *run.Object // what holds it; nil: not seen
	name string      // under which it is kept: a later copy takes the place of an earlier one
	own  *Own
	// whole: it is a model again.
	whole bool
}

// copies are the copies of trained models, and of their weights, that lie on the card beside them while a loop runs:
// targets, averages of weights, the best so far. They are there from before the loop on, or since it ran for the last
// time.
func (w *owning) copies(found *run.LoopRun) (list []copying) {
	kept := map[string]bool{}
	for _, c := range w.m.Trace.Calls {
		if c.Node == nil {
			continue
		}
		one, ok := w.copyOf(c)
		switch {
		case !ok || !w.liesBeside(one, found):
		case one.name != "" && kept[one.name]:
		default:
			kept[one.name] = true
			list = append(list, one)
		}
	}
	return list
}

// copyOf is what a call copies, whole or by its weights, and keeps.
func (w *owning) copyOf(c *run.Call) (copying, bool) {
	one := copying{call: c}
	one.to, _ = c.Result.(*run.Object)
	if one.to != nil && slices.Contains(w.objects, one.to) {
		return one, false
	}
	if method, ok := c.Callee.(*run.Member); ok {
		if method.Name != "clone" {
			return one, false
		}
		return one, w.clones(&one, method.Object)
	}
	s, ok := run.Bare(c.Callee).(run.Symbol)
	if !ok || len(c.Args) == 0 {
		return one, false
	}
	averages := knowledge.AveragesWeights(string(s))
	if s != "copy.deepcopy" && !knowledge.AveragesModel(string(s)) && averages == knowledge.NoAverage || !isNamed(c.Node) {
		return one, false
	}
	one.name = boundTo(c.Node)
	if model, ok := run.Bare(c.Args[0].Value).(*run.Object); ok && slices.Contains(w.objects, model) &&
		averages == knowledge.NoAverage {
		if one.to == nil {
			return one, false
		}
		one.of, one.own, one.whole = model, w.own(one.to), true
		return one, true
	}
	held, all := weightsOf(c.Args[0].Value)
	if averages == knowledge.AveragesCopy {
		held, all = c.Args[0].Value, true
	}
	if held == nil || !w.wholly(&one, held) {
		return one, false
	}
	one.own = w.weights(&one, averages == knowledge.AveragesTrainable, all)
	return one, true
}

// clones is a tensor's clone where it goes through the weights of a model and keeps each.
func (w *owning) clones(one *copying, of run.Value) bool {
	held, all := weightsOf(of)
	if held == nil || !w.wholly(one, held) {
		return false
	}
	name, trainable, ok := keptAs(one.call.Node)
	if !ok || w.inModule(one.call.Caller) {
		return false
	}
	one.name, one.to = name, nil
	one.own = w.weights(one, trainable, all)
	return true
}

// wholly reports whether a value is a trained model, not a part of one.
func (w *owning) wholly(one *copying, held run.Value) bool {
	parts := w.parts(held)
	if len(parts) != 1 || !parts[0].whole() || parts[0].one || !slices.Contains(w.objects, parts[0].model) {
		return false
	}
	one.of = parts[0].model
	return true
}

// weights is a module that holds copies of a model's weights.
func (w *owning) weights(one *copying, trainable, all bool) *Own {
	at := one.call.Place().Origin()
	made := &Given{
		Kind:  GivenCall,
		Of:    &Given{Kind: GivenSymbol, Name: knowledge.CopiesWeights, At: at},
		Names: []string{"", "", ""},
		At:    at,
	}
	made.Items = []*Given{
		w.of[one.of].Made,
		{Kind: GivenConstant, Constant: run.Bool(trainable)},
		{Kind: GivenConstant, Constant: run.Bool(all)},
	}
	return &Own{Name: "a copy of " + w.of[one.of].Name, Held: []string{}, Made: made}
}

// liesBeside reports whether a copy is on the card while a loop runs.
func (w *owning) liesBeside(one copying, found *run.LoopRun) bool {
	again := 0 // loops around both
	for _, lap := range one.call.Laps {
		switch {
		case slices.ContainsFunc(found.Laps, func(l run.Lap) bool { return l.Entry == lap.Entry }):
			again++
		case !overWeights(&w.m.Trace, lap):
			return false
		}
	}
	if again == 0 && one.call.Seq > found.Seq || again > 0 && one.name == "" {
		return false
	}
	return w.movedBefore(one.of, one.call.Seq) || one.to != nil && w.movedBefore(one.to, found.Seq)
}

// overWeights reports whether a lap is of a loop or comprehension through a model's weights.
func overWeights(t *run.Trace, lap run.Lap) bool {
	if _, ok := lap.Loop.(*python.Clause); ok {
		return true
	}
	return slices.ContainsFunc(t.Loops, func(l *run.LoopRun) bool {
		if l.Entry != lap.Entry {
			return false
		}
		held, _ := weightsOf(l.Iterated)
		return held != nil
	})
}

// weightsOf is the module whose weights a value lists, or is one of; all: its buffers are among them. nil for anything
// else, and for what was brought to the host.
func weightsOf(v run.Value) (module run.Value, all bool) {
	for range 2 * maxNested {
		o, ok := run.Bare(v).(*run.Object)
		if !ok {
			return nil, false
		}
		if o.Made == nil {
			if v = o.ItemFrom(); v == nil && o.Operator == ".data" && len(o.Operands) == 1 {
				v = o.Operands[0]
			}
			continue
		}
		switch callee := run.Bare(o.Made.Callee).(type) {
		case *run.Member:
			switch {
			case knowledge.ListsParameters(callee.Name):
				return callee.Object, false
			case callee.Name == "state_dict":
				return callee.Object, true
			case callee.Name == "items", callee.Name == "values", callee.Name == "detach":
				v = callee.Object
			default:
				return nil, false
			}
		case run.Symbol:
			if callee != "list" && callee != "tuple" && callee != "dict" && callee != "zip" || len(o.Made.Args) != 1 {
				return nil, false
			}
			v = o.Made.Args[0].Value
		default:
			return nil, false
		}
	}
	return nil, false
}

// keptAs is the name under which what a call gives is kept with others of its kind: shadow[name] = …, shadow.append(…),
// shadow = {… for …}. trainable: only those that get gradients.
func keptAs(c *python.Call) (name string, trainable, ok bool) {
	var last python.Node = c
	for n := c.Parent(); n != nil; last, n = n, n.Parent() {
		switch n := n.(type) {
		case *python.Arg:
			if _, plain := n.Parent().(*python.Call); !plain || n.Star > 0 {
				return "", false, false
			}
		case *python.Attribute:
			if n.Attr == "cpu" {
				return "", false, false
			}
		case *python.Call:
			method, isMethod := n.Func.(*python.Attribute)
			switch {
			case isMethod && n.Func == last:
				if movesToHost(n, method) {
					return "", false, false
				}
			case isMethod && method.Attr == "append":
				return aboutWeights(n, method.Value)
			default:
				return "", false, false
			}
		case *python.Comprehension:
			if n.Element != last && n.Value != last {
				return "", false, false
			}
			for _, clause := range n.Clauses {
				trainable = trainable || slices.ContainsFunc(clause.Ifs, asksGradient)
			}
			s, isAssign := n.Parent().(*python.Assign)
			if !isAssign {
				return "", false, false
			}
			return python.PathText(s.Targets[0]), trainable, true
		case *python.Assign:
			on, isItem := n.Targets[0].(*python.Subscript)
			if !isItem {
				return "", false, false
			}
			return aboutWeights(n, on.Value)
		default:
			return "", false, false
		}
	}
	return "", false, false
}

// movesToHost reports whether a call of a method brings a tensor to the host: x.cpu(), x.to("cpu").
func movesToHost(c *python.Call, method *python.Attribute) bool {
	if method.Attr == "cpu" || method.Attr == "numpy" {
		return true
	}
	for _, a := range c.Args {
		if s, ok := a.Value.(*python.String); ok && s.Text == "cpu" {
			return true
		}
	}
	return false
}

// aboutWeights is what a statement's loop keeps of a model's weights, and where.
func aboutWeights(at python.Node, in python.Expr) (name string, trainable, ok bool) {
	for n := at; n != nil; n = n.Parent() {
		switch n := n.(type) {
		case *python.If:
			trainable = trainable || asksGradient(n.Test)
		case *python.For:
			if class := python.EnclosingClass(at); class != nil {
				name = class.Name + "."
			}
			return name + python.PathText(in), trainable, true
		case *python.Function, *python.Class:
			return "", false, false
		}
	}
	return "", false, false
}

// asksGradient reports whether a condition is that a parameter gets gradients.
func asksGradient(e python.Expr) bool {
	on, ok := e.(*python.Attribute)
	return ok && on.Attr == "requires_grad"
}

// isNamed reports whether what a call gives, or what its methods make of that, is bound to a name.
func isNamed(c *python.Call) bool {
	for n := c.Parent(); n != nil; n = n.Parent() {
		switch n := n.(type) {
		case *python.Assign:
			return true
		case *python.Attribute, *python.IfExp:
		case *python.Call:
			if _, ok := n.Func.(*python.Attribute); !ok || n.Span().Start != c.Span().Start {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// movedBefore reports whether a model is brought to the card before a moment.
func (w *owning) movedBefore(o *run.Object, seq int) bool {
	for _, c := range w.m.Trace.Calls {
		method, ok := c.Callee.(*run.Member)
		if !ok || c.Seq >= seq {
			continue
		}
		if (method.Name == "to" || method.Name == "cuda") && run.Bare(method.Object) == run.Value(o) {
			return true
		}
		if knowledge.Prepares(method.Name) &&
			slices.ContainsFunc(c.Args, func(a run.Argument) bool { return run.Bare(a.Value) == run.Value(o) }) {
			return true
		}
	}
	return false
}
