package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// LossCall is a call of a loss of PyTorch that takes logits, probabilities or their logarithms, as a function or a
// module.
type LossCall struct {
	Entry *Entry
	Call  *run.Call
	// Loss is knowledge.CrossEntropy, knowledge.BinaryCrossEntropy, ….
	Loss  string
	Input run.Value

	learns **bool // whether a loss of the entry is differentiated; for all of them
}

// OnlyMeasured reports whether a loss is called for its number alone: with gradients off, or in a function that is
// called an evaluation, or in a loop of a program that differentiates another one, and nothing differentiates it.
func (l *LossCall) OnlyMeasured() bool {
	if l.Call.Grad == run.Value(run.Bool(false)) {
		return true
	}
	if f := l.Entry.Function; f != nil && hooksOf(f.Class) == Lightning &&
		(f.Name() == "validation_step" || f.Name() == "test_step") {
		return true // what it returns is a figure
	}
	for at := l.Call; at != nil; at = at.Caller {
		if at.At == nil { // what a library calls stands nowhere
			continue
		}
		fn := python.EnclosingFunction(at.At)
		if fn != nil && (knowledge.NamesEvaluation(fn.Name) || knowledge.SpeaksOfEvaluation(fn.Name)) {
			return !l.Entry.graphs().differentiates(l.Call)
		}
	}
	return l.Entry.Whole && len(l.Call.Laps) > 0 && l.learnt() && !l.Entry.graphs().differentiates(l.Call) &&
		!l.besideBackward()
}

// EachElement reports whether a loss gives one number for each element, of which the program makes its own:
// F.kl_div(p, scores, reduction="none").sum(-1) is how some write the product of two distributions.
func (l *LossCall) EachElement() bool {
	told := l.Call
	if o, ok := l.Call.Callee.(*run.Object); ok && o.Made != nil {
		told = o.Made
	}
	reduction, _ := told.Argument("reduction", -1)
	return reduction == run.Value(run.Str("none"))
}

// besideBackward reports whether something is differentiated in the loop around the call.
func (l *LossCall) besideBackward() bool {
	last := len(l.Call.Laps) - 1
	return slices.ContainsFunc(l.Entry.Events(), func(ev *Event) bool {
		return ev.Kind == Backward && len(ev.Call.Laps) > last && ev.Call.Laps[last].Entry == l.Call.Laps[last].Entry
	})
}

// learnt reports whether the program differentiates one of its losses: how gradients flow in it was followed then.
func (l *LossCall) learnt() bool {
	if *l.learns == nil {
		learns := slices.ContainsFunc(l.Entry.Calls, func(c *run.Call) bool {
			return lossOf(c.Callee) != "" && len(c.Laps) > 0 && l.Entry.graphs().differentiates(c)
		})
		*l.learns = &learns
	}
	return **l.learns
}

// LossCalls lists the calls of such losses. A criterion that is one of several is called once for each.
func (e *Entry) LossCalls() []*LossCall {
	var list []*LossCall
	var learns *bool
	for _, c := range e.Calls {
		name := lossOf(c.Callee)
		if name == "" || c.Node == nil {
			continue
		}
		parameter := "input"
		if name == knowledge.Alignment {
			parameter = "log_probs"
		}
		if len(c.Args) > 2 && name != knowledge.Alignment && ofInstance(c.Callee) {
			// more than torch's criteria take: another loss has the same name there, a distillation of the project's
			continue
		}
		if input, _ := c.Argument(parameter, 0); input != nil {
			list = append(list, &LossCall{e, c, name, input, &learns})
		}
	}
	return list
}

// ofInstance reports whether a call is that of an object, and not of a function.
func ofInstance(callee run.Value) bool {
	_, ok := callee.(*run.Object)
	return ok
}

func lossOf(callee run.Value) string {
	switch callee := callee.(type) {
	case run.Symbol:
		if path := string(callee); !run.ClassLike(run.LastPart(path)) {
			return knowledge.LossOf(path)
		}
	case *run.Object:
		if class, ok := callee.Class.(run.Symbol); ok && callee.Kind == run.Instance {
			return knowledge.LossOf(string(class))
		}
	}
	return ""
}

// Site is the call that is given what the loss is given: that of the loss, or of the project's own criterion around it.
func (l *LossCall) Site() *run.Call {
	site := l.Call
	for c := l.Call.Caller; c != nil && c.Node != nil; c = c.Caller {
		given := false
		for _, a := range c.Args {
			given = given || a.Value == l.Input
		}
		if !given {
			break
		}
		site = c
	}
	return site
}

// Chosen reports whether the criterion is one of several of different classes that an option decides:
// losses[args.loss](output, target).
func (l *LossCall) Chosen() bool {
	class := func(c *run.Call) run.Value {
		if o, ok := c.Callee.(*run.Object); ok {
			return o.Class
		}
		return c.Callee
	}
	return slices.ContainsFunc(l.Entry.Calls, func(c *run.Call) bool {
		return c.At == l.Call.At && c.Caller == l.Call.Caller && c != l.Call && slices.Equal(c.Laps, l.Call.Laps) &&
			class(c) != class(l.Call)
	})
}

// Activated is what a tensor has been through last, and the call that did it.
type Activated struct {
	By   knowledge.Activation
	Call *run.Call
}

// Activated is the activation whose result a value surely is, whatever its shape.
func (e *Entry) Activated(v run.Value) Activated { return e.activated(v, maxReshaped) }

// Activated is what the loss's input has been through: for sure, or where one of several models gives it, in that model
// whichever way it goes. Of several models each may end in something else.
func (l *LossCall) Activated() []Activated {
	a := l.Entry.Activated(l.Input)
	if a.By != knowledge.NoActivation {
		return []Activated{a}
	}
	var list []Activated
	for _, alternative := range several(l.Input) {
		if !compatible(alternative.When, l.Call.Gates) {
			continue
		}
		of := l.Entry.modelCall(alternative.Value)
		if of != nil && of.Result != l.Input && compatible(of.Gates, l.Call.Gates) {
			if a := l.Entry.Activated(of.Result); a.By != knowledge.NoActivation {
				list = append(list, a)
			}
		}
	}
	return list
}

// several are the values that a value is one of, the conditions with them where they are known; nil for one that is
// only itself.
func several(v run.Value) []run.Alternative {
	switch v := v.(type) {
	case *run.Choice:
		return v.Alternatives
	case *run.Object:
		var list []run.Alternative
		for _, one := range run.Among(v) {
			list = append(list, run.Alternative{Value: one})
		}
		return list
	}
	return nil
}

// modelCall is the call of a model of the project that gives a value; nil when none is seen.
func (e *Entry) modelCall(v run.Value) *run.Call {
	o, ok := v.(*run.Object)
	if !ok || o.Made == nil {
		return nil
	}
	var model *run.Call
	for c := o.Made; c != nil; c = c.Caller {
		if on, ok := c.Callee.(*run.Object); ok {
			if _, ours := on.Class.(*run.Class); ours && on.Kind == run.Instance {
				model = c
			}
		}
	}
	if model == nil {
		return nil
	}
	for _, c := range e.Calls {
		if c.At == model.At && c.Callee == model.Callee && slices.Equal(c.Laps, model.Laps) && c.Result != nil {
			return c
		}
	}
	return nil
}

// maxReshaped bounds how many changes of shape are looked through.
const maxReshaped = 8

func (e *Entry) activated(v run.Value, depth int) Activated {
	var agreed Activated
	for i, one := range run.Alternatives(v) {
		o, ok := one.(*run.Object)
		if !ok || depth == 0 {
			return Activated{}
		}
		a := e.objectActivated(o, depth)
		if a.By == knowledge.NoActivation || i > 0 && a.By != agreed.By {
			return Activated{}
		}
		if i == 0 {
			agreed = a
		}
	}
	return agreed
}

func (e *Entry) objectActivated(o *run.Object, depth int) Activated {
	if o.Operator == "[]" && len(o.Operands) > 0 { // some of its items
		if whole, ok := o.Operands[0].(*run.Object); ok && whole.Kind == run.Result {
			return e.activated(whole, depth-1)
		}
	}
	if o.Made == nil || o.Kind != run.Result {
		return Activated{}
	}
	switch callee := o.Made.Callee.(type) {
	case run.Symbol:
		if path := string(callee); path == "torch.exp" {
			given, _ := o.Made.Argument("input", 0)
			return expOf(given, o.Made)
		} else if name, ours := strings.CutPrefix(path, "torch."); ours && knowledge.KeepsValues(name) {
			// torch.reshape(x, (-1, 10))
			given, _ := o.Made.Argument("input", 0)
			return e.activated(given, depth-1)
		} else if !run.ClassLike(run.LastPart(path)) {
			return Activated{knowledge.ActivationOf(path), o.Made}
		}
	case *run.Member:
		if callee.Name == "exp" {
			return expOf(callee.Object, o.Made)
		}
		if knowledge.KeepsValues(callee.Name) {
			return e.activated(callee.Object, depth-1)
		}
		if on, ok := callee.Object.(*run.Object); ok && isTensor(on) {
			return Activated{knowledge.MethodActivation(callee.Name), o.Made}
		}
	case *run.Object:
		if class, ok := callee.Class.(run.Symbol); ok && knowledge.LayerKeepsValues(string(class)) { // nn.Flatten()(x)
			given, _ := o.Made.Argument("input", 0)
			return e.activated(given, depth-1)
		}
		return Activated{e.layerGives(callee, depth), o.Made}
	}
	return Activated{}
}

// expOf is what the exponential of a value is: that of the logarithm of a softmax is the softmax.
func expOf(v run.Value, by *run.Call) Activated {
	o, ok := v.(*run.Object)
	if !ok || o.Made == nil || o.Kind != run.Result {
		return Activated{}
	}
	path := ""
	switch callee := o.Made.Callee.(type) {
	case run.Symbol:
		path = string(callee)
	case *run.Member:
		if on, ok := callee.Object.(*run.Object); ok && isTensor(on) {
			path = callee.Name
		}
	case *run.Object:
		if class, ok := callee.Class.(run.Symbol); ok {
			path = string(class)
		}
	}
	if !knowledge.IsLogSoftmax(path) {
		return Activated{}
	}
	return Activated{knowledge.Softmax, by}
}

// isTensor reports whether an object is a tensor if it has a tensor's methods.
func isTensor(o *run.Object) bool { return o.Kind == run.Result || o.Kind == run.Unknown }

// layerGives is what a module of PyTorch does last.
func (e *Entry) layerGives(o *run.Object, depth int) knowledge.Activation {
	if head := e.newHead(o); head != nil && depth > 0 {
		return e.layerGives(head, depth-1)
	}
	class, ok := o.Class.(run.Symbol)
	if !ok || depth == 0 {
		return knowledge.NoActivation
	}
	if class == "torch.nn.Sequential" {
		last := e.lastLayer(o)
		if last == nil {
			return knowledge.NoActivation
		}
		return e.layerGives(last, depth-1)
	}
	return knowledge.ActivationOf(string(class))
}

// newHead is the layer that the program puts in the place of the last one of a network of torchvision: model.fc =
// nn.Sequential(…, nn.Softmax(1)). Nil where it keeps its own.
func (e *Entry) newHead(o *run.Object) *run.Object {
	if o.Made == nil || !strings.HasPrefix(symbolOf(o.Made), "torchvision.models.") {
		return nil
	}
	var head *run.Object
	names, values := e.Facts.machine.Named(o)
	for i, name := range names {
		if !knowledge.NamesHead(name) {
			continue
		}
		made, ok := values[i].(*run.Object)
		if ok && made.Made != nil && head == nil {
			head = made
		}
	}
	return head
}

// lastLayer is the last one of the layers of a Sequential; nil when it is not known.
func (e *Entry) lastLayer(o *run.Object) *run.Object {
	list, exact := e.Facts.machine.Elements(o)
	if !exact || len(list) == 0 {
		return nil
	}
	last, _ := list[len(list)-1].(*run.Object)
	return last
}
