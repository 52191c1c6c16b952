package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// part is a module of a model: the model, and the path in it, "" for the whole model. many says that it is one of
// several or a part that only the run knows.
type part struct {
	model *run.Object
	path  string
	many  bool

	// one: it is one of several models that it may be. by is what made the model anew on the way, nil for nothing that
	// could make it larger. Only what asks for models of the project's own sets them.
	one bool
	by  *run.Object
}

// whole reports whether the part is the model itself.
func (p part) whole() bool { return p.path == "" && !p.many }

// maxNested bounds how far a model is followed from hand to hand.
const maxNested = 12

// parts are the parts of models that a value is.
func (j *Job) parts(v run.Value) []part {
	var list []part
	j.addParts(v, part{}, maxNested, &list)
	return list
}

func (j *Job) addParts(v run.Value, at part, depth int, list *[]part) {
	for _, one := range run.Alternatives(v) {
		if o, ok := run.Bare(one).(*run.Object); ok && depth > 0 {
			j.addPart(o, at, depth, list)
		}
	}
}

func (j *Job) addPart(o *run.Object, at part, depth int, list *[]part) {
	inner, step, many := around(o)
	if inner == nil || j.isLoaded(o) {
		at.model = o
		if !slices.Contains(*list, at) {
			*list = append(*list, at)
		}
		return
	}
	switch {
	case step != "" && at.path != "":
		at.path = step + "." + at.path
	case step != "":
		at.path = step
	}
	at.many = at.many || many
	j.addParts(inner, at, depth-1, list)
}

// around is what an object is a part of, or wraps: step is the attribute that leads to it, "" for a wrapper; many says
// that it is one of several.
func around(o *run.Object) (inner run.Value, step string, many bool) {
	switch {
	case o.Operator == library.Wraps, o.Operator == ".module", o.Operator == "._orig_mod":
		return o.Operands[0], "", false
	case strings.HasPrefix(o.Operator, ".") && len(o.Operands) == 1:
		return o.Operands[0], o.Operator[1:], false
	case o.ItemFrom() != nil:
		return o.ItemFrom(), "", true
	case o.Made == nil:
		return nil, "", false
	}
	if v := wrapped(o.Made); v != nil {
		return v, "", false
	}
	// whose tensors are other ones, apart
	if method, ok := o.Made.Callee.(*run.Member); ok && method.Name != "state_dict" {
		if of, ok := method.Object.(*run.Object); ok {
			return of, "", true
		}
	}
	return nil, "", false
}

// wrapped is the model that a call gives back, made ready for something; nil for a call that makes something else.
func wrapped(c *run.Call) run.Value {
	if method, ok := c.Callee.(*run.Member); ok && knowledge.ReturnsItself(method.Name) {
		return method.Object // model.half()
	}
	if nameOf(c.Callee) == knowledge.ListsProcessors { // AttnProcsLayers(unet.attn_processors)
		if v, _ := c.Argument("state_dict", 0); v != nil {
			if o, ok := run.Bare(v).(*run.Object); ok && o.Operator == knowledge.OfProcessors && len(o.Operands) == 1 {
				return o.Operands[0]
			}
		}
	}
	if wrapsModel[nameOf(c.Callee)] {
		if v, _ := c.Argument("model", 0); v != nil {
			return v
		}
	}
	if c.Node == nil {
		return nil
	}
	to := boundTo(c.Node)
	for _, a := range c.Args { // model = prepare(model)
		if a.Node != nil && to != "" && python.PathText(a.Node) == to {
			return a.Value
		}
	}
	return nil
}

// nameOf is the last name of what a call calls, "" for something of the project.
func nameOf(callee run.Value) string {
	switch callee := callee.(type) {
	case *run.Member:
		return callee.Name
	case run.Symbol:
		return run.LastPart(string(callee))
	case *run.Object:
		return callee.Word
	}
	return ""
}

// wrapsModel are functions and methods that give the model they are given, or one that trains as it does.
var wrapsModel = map[string]bool{
	"get_peft_model":                  true,
	"prepare_model_for_kbit_training": true,
	"prepare":                         true,
	"compile":                         true,
	"DistributedDataParallel":         true,
	"DDP":                             true,
	"DataParallel":                    true,
	"FullyShardedDataParallel":        true,
	"prepare_model":                   true,
	"unwrap_model":                    true,
}

// isLoaded reports whether an object is a model that the job loads.
func (j *Job) isLoaded(o *run.Object) bool {
	return slices.ContainsFunc(j.Loads, func(l Load) bool { return slices.Contains(l.objects, o) })
}

// parametersOf is the module whose parameters a value lists or is one of; nil when it is none.
func parametersOf(v run.Value) run.Value {
	for range maxNested {
		o, ok := v.(*run.Object)
		if !ok || o == nil { // what binds a name stores to no object
			return nil
		}
		if o.Made != nil {
			if method, ok := o.Made.Callee.(*run.Member); ok && knowledge.ListsParameters(method.Name) {
				return method.Object
			}
		}
		v = o.ItemFrom()
	}
	return nil
}

// owners are the models whose parameters flow into a value; partly is set when only some of them do.
func (j *Job) owners(v run.Value) (list []part, partly bool) {
	w := ownerWalk{j: j, seen: map[*run.Object]bool{}, parts: j.parts}
	w.visit(v, true)
	if w.filtered == 1 { // one of two weight-decay groups is no filter, a lone one is
		w.partly = true
	}
	return w.owners, w.partly
}

type ownerWalk struct {
	j        *Job
	parts    func(run.Value) []part
	seen     map[*run.Object]bool
	owners   []part
	partly   bool
	filtered int
}

// visit looks into a value. That it is one of several is a doubt, unless it stands for the items of a list.
func (w *ownerWalk) visit(v run.Value, one bool) {
	switch v := run.Bare(v).(type) {
	case *run.Choice:
		w.partly = w.partly || one
		for _, a := range v.Alternatives {
			w.visit(a.Value, one)
		}
	case *run.Tuple:
		for _, item := range v.Items {
			w.visit(item, true)
		}
	case *run.Object:
		if !w.seen[v] {
			w.seen[v] = true
			w.object(v)
		}
	}
}

func (w *ownerWalk) object(o *run.Object) {
	if module := parametersOf(o); module != nil {
		found := w.parts(module)
		w.partly = w.partly || len(found) == 0
		for _, p := range found {
			if !slices.Contains(w.owners, p) {
				w.owners = append(w.owners, p)
			}
		}
		return
	}
	machine := w.j.Program.run.machine
	switch o.Kind {
	case run.List, run.Set:
		w.filters(o)
		for _, item := range machine.Contents(o) {
			w.visit(item, false)
		}
		return
	case run.Dict:
		if params := machine.Item(o, "params"); params != nil {
			w.visit(params, true)
			return
		}
		for _, item := range machine.Contents(o) {
			w.visit(item, false)
		}
		return
	}
	for _, operand := range o.Operands {
		w.visit(operand, true)
	}
	if o.Made != nil {
		for _, a := range o.Made.Args {
			w.visit(a.Value, true)
		}
	}
}

// filters counts the tests that keep parameters out of a list. One that asks for requires_grad keeps out only what is
// frozen.
func (w *ownerWalk) filters(list *run.Object) {
	if c, ok := list.At.Node.(*python.Comprehension); ok {
		for _, clause := range c.Clauses {
			for _, test := range clause.Ifs {
				w.filter(test)
			}
		}
	}
	if list.Made != nil && list.Made.Callee == run.Value(run.Symbol("filter")) {
		if f, _ := list.Made.Argument("function", 0); f != nil {
			if fn, ok := f.(*run.Function); ok {
				w.filter(fn.At())
			}
		}
	}
	tests := map[python.Expr]bool{}
	for _, s := range w.j.Program.run.machine.Trace.Stores {
		if s.Target != list || s.Kind != run.StoreAdded || s.Node == nil {
			continue
		}
		p := w.j.Program.peer(s.Unit.Module)
		for n := s.Node.Parent(); n != nil; n = n.Parent() {
			test, ok := n.(*python.If)
			if _, function := n.(*python.Function); function {
				break
			}
			if !ok || tests[test.Test] {
				continue
			}
			if _, known := p.Holds(test.Test); !known {
				tests[test.Test] = true
				w.filter(test.Test)
			}
		}
	}
}

func (w *ownerWalk) filter(test python.Node) {
	if !mentions(test, "requires_grad") {
		w.filtered++
	}
}

func mentions(e python.Node, attr string) bool {
	for n := range python.All(e) {
		if a, ok := n.(*python.Attribute); ok && a.Attr == attr {
			return true
		}
	}
	return false
}
