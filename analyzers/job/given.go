package job

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Given is a value that a job's run gives to a constructor, apart from the run: what Kind says, read-only. One that is
// met twice is the same one.
type Given struct {
	Kind GivenKind
	// Constant is one of Python's.
	Constant run.Value
	// Name is that of a Symbol, or of a class or function of the project, dotted from its module at File.
	Name, File string
	// Items are those of a container, or the values of a dictionary or of attributes.
	Items []*Given
	// Keys are those of a dictionary.
	Keys []*Given
	// Names are those of attributes or, "" for a place, of a call's arguments in Items.
	Names []string
	// Of is what is called, and of what something is an instance; nil for a namespace.
	Of *Given
	// ByName: the keys of the dictionary are attributes, too.
	ByName bool
	// First: the call gives several things, and this is the first of them.
	First bool
	// Holds: it is a container of which not all is known.
	Holds bool
	// Why says why something is unknown. At is where that is, or where a call is made.
	Why string
	At  Place
}

// GivenKind tells the values apart.
type GivenKind uint8

// The kinds of values.
const (
	GivenUnknown GivenKind = iota
	GivenConstant
	GivenSymbol
	GivenDefinition // a class or function of the project
	GivenWith       // what Of gives, with attributes that are set on it
	GivenTuple
	GivenList
	GivenSet
	GivenDict
	GivenAttributes // an instance of Of with attributes
	GivenCall
	GivenPartial
	GivenItem      // Keys of Of
	GivenAttribute // Name of the object Of
	// GivenLambda is a lambda, or a function or class within a function, at At of the module in File; Names are what it
	// reads of the functions around it, Of has what its parameters default to.
	GivenLambda
)

// maxGiven bounds how many values are taken out of a run for one model, maxGivenItems the items of one of them.
const (
	maxGiven      = 3000
	maxGivenItems = 512
)

// giver takes values out of a run as they were at one moment of it.
type giver struct {
	machine *run.Machine
	seq     int // the moment
	seen    map[*run.Object]*Given
	left    int
	// stores and altered are those of the run; changes sorts out what came after the moment, by object, when somebody
	// first asks.
	stores, altered []*run.Store
	changes         map[*run.Object][]*run.Store
	// models are objects that somebody else makes, as they were made; nil: none.
	models map[*run.Object]*Given
	// passed tells the models that are there in place of another only where an earlier run has left them; nil: none.
	passed func(v run.Value) bool
	// inside are the parts of these; is finds what wraps one of them.
	inside map[*run.Object]place
	is     func(*run.Object) *Given
	// same finds the one model that all of several values are, wrapped or not.
	same    func(*run.Choice) *Given
	results map[*run.Object]*run.Call // calls of the project's functions by what they gave; nil until somebody asks
}

func newGiver(m *run.Machine, seq int) *giver {
	return &giver{
		machine: m,
		seq:     seq,
		seen:    map[*run.Object]*Given{},
		left:    maxGiven,
		stores:  m.Trace.Stores,
		altered: m.Trace.Altered,
	}
}

// later are the changes of an object after the moment, in their order.
func (g *giver) later(o *run.Object) []*run.Store {
	if g.changes == nil {
		g.changes = map[*run.Object][]*run.Store{}
		for _, s := range g.stores {
			if s.Seq > g.seq && s.Target != nil {
				g.changes[s.Target] = append(g.changes[s.Target], s)
			}
		}
		altered := false
		for _, s := range g.altered {
			if s.Seq > g.seq {
				g.changes[s.Target] = append(g.changes[s.Target], s)
				altered = true
			}
		}
		if altered {
			for _, changes := range g.changes {
				slices.SortFunc(changes, func(a, b *run.Store) int { return a.Seq - b.Seq })
			}
		}
	}
	return g.changes[o]
}

func unknownGiven(at Place, why string, words ...any) *Given {
	return &Given{Why: fmt.Sprintf(why, words...), At: at}
}

// of is a value apart from the run.
func (g *giver) of(v run.Value) *Given {
	at := Place{}
	if l, ok := v.(*run.Located); ok {
		v, at = l.Value, l.Origin
	}
	if g.left--; g.left < 0 {
		return unknownGiven(at, "there are too many values to look at")
	}
	switch v := v.(type) {
	case nil:
		return unknownGiven(at, "nothing is known of it")
	case run.Symbol:
		if v == knowledge.AbslFlags {
			return g.flags()
		}
		return &Given{Kind: GivenSymbol, Name: string(v), At: at}
	case *run.Tuple:
		if len(v.Names) > 0 {
			return unknownGiven(at, "a named tuple")
		}
		return &Given{Kind: GivenTuple, Items: g.list(v.Items)}
	case *run.Range:
		call := &Given{Kind: GivenCall, Of: &Given{Kind: GivenSymbol, Name: "range"}}
		for _, n := range []int64{v.Start, v.Stop, v.Step} {
			call.Items = append(call.Items, &Given{Kind: GivenConstant, Constant: run.Int(n)})
			call.Names = append(call.Names, "")
		}
		return call
	case *run.Slice:
		call := &Given{Kind: GivenCall, Of: &Given{Kind: GivenSymbol, Name: "slice"}}
		for _, part := range []run.Value{v.Lower, v.Upper, v.Step} {
			call.Items, call.Names = append(call.Items, g.of(part)), append(call.Names, "")
		}
		return call
	case *run.Choice:
		return g.choice(v)
	case *run.Class:
		return definition(v.Node, v.Unit)
	case *run.Function:
		if v.Node == nil || isClosure(v) {
			return g.lambda(v)
		}
		return definition(v.Node, v.Unit)
	case *run.Partial:
		out := &Given{Kind: GivenPartial, Of: g.of(v.Func)}
		return g.arguments(out, v.Args)
	case *run.Object:
		return g.object(v)
	}
	if run.Known(v) {
		return &Given{Kind: GivenConstant, Constant: v, At: at}
	}
	return unknownGiven(at, "what it is is not known")
}

// flags are those of absl's: what the run has read of them, and more of which nothing is known.
func (g *giver) flags() *Given {
	of := &Given{Kind: GivenSymbol, Name: knowledge.AbslFlagValues}
	if space := library.ReadFlags(g.machine); space != nil {
		if read := g.object(space); read.Kind == GivenAttributes {
			return &Given{Kind: GivenAttributes, Of: of, Names: read.Names, Items: read.Items, At: read.At}
		}
	}
	return &Given{Kind: GivenAttributes, Of: of}
}

func (g *giver) list(items []run.Value) []*Given {
	out := make([]*Given, len(items))
	for i, item := range items {
		out[i] = g.of(item)
	}
	return out
}

// choice is one of several values: the one that all of them are, if they are alike.
func (g *giver) choice(c *run.Choice) *Given {
	if g.same != nil {
		if model := g.same(c); model != nil {
			return model
		}
	}
	var first *Given
	for _, a := range c.Alternatives {
		if g.passed != nil && g.passed(a.Value) {
			continue
		}
		one := g.of(a.Value)
		switch {
		case one.Kind == GivenUnknown:
			return one
		case first == nil:
			first = one
		case one == first:
		default:
			both := asOne(first, one)
			if both == nil {
				return unknownGiven(either(first.At, one.At), "it is one of several values, and only the run can tell which")
			}
			first = both
		}
	}
	if first == nil {
		return unknownGiven(Place{}, "it is one of several values, and only the run can tell which")
	}
	return first
}

func either(a, b Place) Place {
	if a.File != nil {
		return a
	}
	return b
}

// enclosingClass is the class around a node, within the function that it stands in; nil for none.
func enclosingClass(n python.Node) *python.Class {
	for n = n.Parent(); n != nil; n = n.Parent() {
		switch n := n.(type) {
		case *python.Class:
			return n
		case *python.Function:
			return nil
		}
	}
	return nil
}

// definition is a class or function by its name; one within a function cannot be reached by it.
func definition(n python.Node, unit *run.Unit) *Given {
	at := Place{File: unit.Module.File, Span: n.Span()}
	if class, ok := n.(*python.Class); ok && len(class.Decorators) == 0 && python.EnclosingFunction(n) != nil &&
		enclosingClass(n) == nil {
		return &Given{Kind: GivenLambda, File: unit.Module.File.Path, At: at}
	}
	name := ""
	for ; n != nil; n = n.Parent() {
		switch d := n.(type) {
		case *python.Class:
			name = d.Name + "." + name
		case *python.Function:
			if name != "" {
				return unknownGiven(at, "it is defined within a function")
			}
			name = d.Name
		}
	}
	return &Given{Kind: GivenDefinition, Name: strings.TrimSuffix(name, "."), File: unit.Module.File.Path, At: at}
}

// arguments are those of a call.
func (g *giver) arguments(out *Given, args []run.Argument) *Given {
	for _, a := range args {
		if a.Star > 0 {
			return unknownGiven(out.At, "not all arguments are known")
		}
		out.Names, out.Items = append(out.Names, a.Name), append(out.Items, g.of(a.Value))
	}
	return out
}

func (g *giver) object(o *run.Object) *Given {
	if known := g.models[o]; known != nil {
		return known
	}
	if at, ok := g.inside[o]; ok && at.own != nil && !strings.Contains(at.path, "*") {
		g.models[o] = at.own.Made.at(at.path)
		return g.models[o]
	}
	if known := g.seen[o]; known != nil {
		return known
	}
	out := &Given{At: o.At.Origin(), Why: o.Why}
	g.seen[o] = out
	*out = *g.objectAt(o)
	if out.Kind == GivenUnknown && g.is != nil {
		if known := g.is(o); known != nil {
			g.models[o] = known
			return known
		}
	}
	return out
}

// at is the part of it at a path.
func (v *Given) at(path string) *Given {
	for _, name := range strings.Split(path, ".") {
		if name != "" {
			v = &Given{Kind: GivenAttribute, Name: name, Of: v, At: v.At}
		}
	}
	return v
}

func (g *giver) objectAt(o *run.Object) *Given {
	at := o.At.Origin()
	if g.models != nil && isOwn(o) { // one that nobody trains: as it was made
		made := newGiver(g.machine, o.Seq)
		made.models, made.inside, made.is = g.models, g.inside, g.is
		return g.kept(o, made.made(o))
	}
	switch o.Kind {
	case run.List, run.Set, run.Dict:
		return g.container(o)
	case run.Namespace:
		return g.attributes(o, nil)
	case run.Instance:
		class, ok := o.Class.(*run.Class)
		if !ok {
			break
		}
		if g.isRemade(o, class) {
			return g.kept(o, g.made(o))
		}
		of := g.of(class)
		if of.Kind == GivenUnknown {
			return of
		}
		return g.attributes(o, of)
	}
	if part := g.partOf(o); part != nil {
		return part
	}
	if o.Class == run.Value(run.Symbol("argparse.Namespace")) {
		return g.attributes(o, nil)
	}
	if o.Made != nil {
		switch callee := run.Bare(o.Made.Callee).(type) {
		case run.Symbol:
			made := g.made(o)
			if isRows(made) {
				return g.changedRows(o, made)
			}
			// nn.Sequential(*layers), which the project's make_layers(cfg) gave
			if c := g.resultOf(o); made.Kind == GivenUnknown && c != nil {
				return g.call(c)
			}
			if isOwn(o) || ofDataset(made) || isConfig(o) { // data.transform = augment
				made = g.kept(o, made)
			}
			return made
		case *run.Function: // which the run did not follow to its end
			if isPlain(callee) {
				return g.call(o.Made)
			}
		case *run.Method:
			if called := g.method(callee, o.Made); called != nil {
				return called
			}
		case *run.Member:
			if rows := g.rows(o, callee); rows != nil {
				return rows
			}
			if g.models != nil && knowledge.ListsParameters(callee.Name) {
				out := &Given{Kind: GivenCall, Of: &Given{Kind: GivenAttribute, Name: callee.Name, Of: g.of(callee.Object)}, At: at}
				return g.arguments(out, o.Made.Args)
			}
		}
	}
	if computed := g.computed(o); computed != nil {
		return computed
	}
	why := o.Why
	if why == "" {
		why = "only the run knows it"
	}
	return unknownGiven(at, "%s", why)
}

// partOf is an item or an attribute of what a library makes; nil for anything else.
func (g *giver) partOf(o *run.Object) *Given {
	at := o.At.Origin()
	if of := o.ItemFrom(); of != nil && o.Operator == "[]" && len(o.Operands) == 2 {
		if item := g.of(of); g.models != nil || ofDataset(item) || isRows(item) {
			out := &Given{Kind: GivenItem, Of: item, Keys: []*Given{g.of(o.Operands[1])}, At: at}
			if isRows(item) {
				return g.changedRows(o, out)
			}
			return out
		}
	}
	if o.Operator == "len" && len(o.Operands) == 1 { // len(tokenizer)
		if of := g.of(o.Operands[0]); ofTokenizer(of) {
			counts := &Given{Kind: GivenSymbol, Name: "len"}
			return &Given{Kind: GivenCall, Of: counts, Items: []*Given{of}, Names: []string{""}, At: at}
		}
	}
	if name, ok := strings.CutPrefix(o.Operator, "."); ok && len(o.Operands) == 1 {
		// model.fc.in_features, data[0][0].shape
		if of := g.of(o.Operands[0]); g.models != nil && ofNetwork(of) || ofDataset(of) ||
			ofTokenizer(of) && knowledge.CountsTokens(name) {
			return &Given{Kind: GivenAttribute, Name: name, Of: of, At: at}
		}
	}
	return nil
}

// ofDataset reports whether a value is a dataset that a library makes, or a part of it: its first image, and how large
// that is.
func ofDataset(v *Given) bool {
	for v.Kind == GivenAttribute || v.Kind == GivenItem {
		v = v.Of
	}
	return v.Kind == GivenCall && v.Of.Kind == GivenSymbol && knowledge.MakesDataset(v.Of.Name)
}

// ofTokenizer reports whether a value is a tokenizer that transformers loads.
func ofTokenizer(v *Given) bool {
	return v.Kind == GivenCall && v.Of.Kind == GivenSymbol && knowledge.LoadsTokenizer(v.Of.Name)
}

// isConfig reports whether an object is the config of a model that a library makes.
func isConfig(o *run.Object) bool {
	class, ok := o.Class.(run.Symbol)
	return ok && strings.HasPrefix(string(class), "transformers.") && strings.HasSuffix(string(class), "Config")
}

// isRemade reports whether an object is made once more by its constructor: it has more than what the run sees of it.
func (g *giver) isRemade(o *run.Object, class *run.Class) bool {
	return isModule(class) || o.PassedOver || givesSamples(class) || g.machine.MadeInPart(class)
}

// givesSamples reports whether a class is made of a library's dataset or loader, which keep more of their arguments
// than the run sees.
func givesSamples(c *run.Class) bool {
	return slices.ContainsFunc(c.Line(), func(one run.Value) bool {
		s, ok := one.(run.Symbol)
		return ok && (knowledge.MakesDataset(string(s)) || knowledge.RoleOfClass(string(s)) == knowledge.Loader)
	})
}

// ofNetwork reports whether a value is a network that a library makes, or a part of it.
func ofNetwork(v *Given) bool {
	for v.Kind == GivenAttribute || v.Kind == GivenItem {
		v = v.Of
	}
	return v.Kind == GivenCall && v.Of.Kind == GivenSymbol && knowledge.BuildsNetwork(v.Of.Name)
}

// made is the call that makes an object.
func (g *giver) made(o *run.Object) *Given {
	if o.Made == nil {
		return unknownGiven(o.At.Origin(), "where it is made is not seen")
	}
	return g.call(o.Made)
}

// kept is a module with what it is told to keep between its making and the time that is asked about: model.num_channels
// = 256. Parts that are replaced are changes of the model, see owning.set.
func (g *giver) kept(o *run.Object, made *Given) *Given {
	if made.Kind == GivenUnknown {
		return made
	}
	with := &Given{Kind: GivenWith, Of: made, At: made.At}
	for _, s := range g.machine.Trace.Stores {
		if s.Target != o || s.Kind != run.StoreAttribute || s.Seq > g.seq || s.Name == "requires_grad" || isPart(s.New) ||
			isPart(s.Old) ||
			makes(s.Caller, o) {
			continue
		}
		value := g.of(s.New)
		if perhaps(s.Gates) {
			value = unknownGiven(
				run.Place{Unit: s.Unit, Node: s.Node}.Origin(),
				"whether %s is set, only the run can tell",
				s.Name,
			)
		}
		with.Names, with.Items = append(with.Names, s.Name), append(with.Items, value)
	}
	if len(with.Names) == 0 {
		return made
	}
	return with
}

// makes reports whether a call, or one around it, is that which makes an object.
func makes(c *run.Call, o *run.Object) bool {
	for ; c != nil; c = c.Caller {
		if c == o.Made || o.Made != nil && c.Node != nil && c.Node == o.Made.Node || initializes(c, o) {
			return true
		}
	}
	return false
}

// method is the call of a method that the run did not follow, of an object of the project's:
// Schedule(steps).to(device). nil for any other.
func (g *giver) method(f *run.Method, c *run.Call) *Given {
	self, ok := run.Bare(f.Self).(*run.Object)
	if !ok || self.Kind != run.Instance || len(c.Args) == 0 || f.Func.Node == nil || f.Func.Node.Async {
		return nil
	}
	of := g.object(self)
	if of.Kind == GivenUnknown {
		return nil
	}
	at := c.Place().Origin()
	return g.arguments(
		&Given{Kind: GivenCall, Of: &Given{Kind: GivenAttribute, Name: f.Func.Name(), Of: of, At: at}, At: at},
		c.Args[1:],
	)
}

func (g *giver) call(c *run.Call) *Given {
	out := &Given{Kind: GivenCall, Of: g.of(c.Callee), At: c.Place().Origin()}
	if out.Of.Kind == GivenUnknown {
		return out.Of
	}
	out.First = knowledge.LoadsCLIP(symbolOf(c.Callee)) > 1
	return g.arguments(out, c.Args)
}

// resultOf is the call of a function of the project that gave an object; nil for none.
func (g *giver) resultOf(o *run.Object) *run.Call {
	if g.results == nil {
		g.results = map[*run.Object]*run.Call{}
		for _, r := range g.machine.Trace.Returns {
			if given, ok := run.Bare(r.Value).(*run.Object); ok && r.Caller != nil && isPlain(r.Function) {
				g.results[given] = r.Caller
			}
		}
	}
	return g.results[o]
}

// isPlain reports whether calling a function runs its body and gives what that returns: it stands in no class, and
// nothing is wrapped around it.
func isPlain(f *run.Function) bool {
	return f.Node != nil && f.Class == nil && len(f.Node.Decorators) == 0 && !f.Node.Async
}
