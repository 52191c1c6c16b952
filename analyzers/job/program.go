package job

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Program is a module of the project in the run of a job. It is not for several goroutines at once.
type Program struct {
	module *python.Module // nil until somebody asks, once the job is read
	file   *source.File
	// Arguments are what the launcher passes; LaunchFile is where they stand.
	Arguments  launch.Arguments
	LaunchFile *source.File

	// imported: this module is imported by the script; what stands in a function that nobody calls does not run.
	imported bool
	run      *execution
}

// Module is the tree of the module's file. A job that is read lets go of it; it is parsed again for who asks.
func (p *Program) Module() *python.Module {
	if p.module == nil {
		p.module = p.run.w.again(p.file)
		if p == p.run.entry || p == p.run.begin {
			p.run.programs[p.module] = p
		}
	}
	return p.module
}

// File is the module's text.
func (p *Program) File() *source.File { return p.file }

// rest lets go of the tree.
func (p *Program) rest() { p.module = nil }

// opened is the config that a script means by a path: from where the launcher is, else from where the script is. Where
// it is not in the project, what the project gives as a sample of it stands in: each user has a config.json of their
// own, made of config.example.json.
func (w *Workspace) opened(name string, l *launch.Launch, script string) *config.Document {
	if name == "" {
		return nil
	}
	if d := w.openedAt(name, l, script); d != nil {
		return d
	}
	for _, sample := range knowledge.SamplesOf(name) {
		if d := w.openedAt(sample, l, script); d != nil {
			return d
		}
	}
	return nil
}

func (w *Workspace) openedAt(name string, l *launch.Launch, script string) *config.Document {
	if l != nil {
		for _, at := range w.candidates(l.Command, name) {
			if d := w.config(at); d != nil {
				return d
			}
		}
	}
	if d := w.ConfigAt(name, script); d != nil || !path.IsAbs(name) {
		return d
	}
	return w.byFolders(name)
}

// peer is another module of the project in the same run.
func (p *Program) peer(m *python.Module) *Program {
	q := p.run.programs[m]
	if q == nil {
		q = &Program{module: m, file: m.File, Arguments: p.Arguments, LaunchFile: p.LaunchFile, imported: true, run: p.run}
		p.run.programs[m] = q
	}
	return q
}

// Others are the other files of the project that the run has met, by their paths.
func (p *Program) Others() []*Program {
	var list []*Program
	p.run.ran().EachModule(func(m *python.Module) {
		if m.File != p.file {
			list = append(list, p.peer(m))
		}
	})
	slices.SortFunc(list, func(a, b *Program) int { return strings.Compare(a.file.Path, b.file.Path) })
	return list
}

// Configs are the config files that the run read, in order.
func (p *Program) Configs() []*config.Document {
	if p.run.files == nil {
		p.run.ran()
	}
	return p.run.read
}

// Place is where a node of the module stands.
func (p *Program) Place(n python.Node) Place {
	return Place{File: p.file, Span: n.Span()}
}

// Value is what an expression is in this run.
func (p *Program) Value(e python.Expr) Found {
	m := p.run.ran()
	if v, met := m.ValueOf(e); met {
		return p.run.found(v)
	}
	if holds, known, by, _ := m.Tested(e); known {
		out := foundAt(run.Bool(holds), p.Place(e))
		if by != nil {
			out.Place, out.Via, out.Default = by.Origin, append(by.Via[:len(by.Via):len(by.Via)], out.Place), by.Default
		}
		return out
	}
	return Found{}
}

// maxItems bounds how deep lists in lists are looked into.
const maxItems = 3

func (e *execution) found(v run.Value) Found { return e.foundWithin(v, maxItems) }

func (e *execution) foundWithin(v run.Value, depth int) Found {
	switch v := v.(type) {
	case *run.Located:
		return Found{Value: v.Value, Place: v.Origin, Via: v.Via, Default: v.Default}
	case *run.Tuple:
		return Found{Value: v, Items: e.items(v.Items, depth)}
	case *run.Object:
		out := Found{Value: v, Place: v.At.Origin()}
		if v.Written != nil {
			out.Place = *v.Written
		}
		if v.Kind == run.List {
			if list, exact := e.machine.Elements(v); exact {
				out.Items = e.items(list, depth)
			}
		}
		return out
	}
	return Found{Value: v}
}

// maxKept bounds the lists whose items are kept: targets, betas and devices are short, and a file may hand a list of
// thousands to thousands of calls.
const maxKept = 256

func (e *execution) items(list []run.Value, depth int) []Found {
	if depth == 0 || len(list) > maxKept {
		return nil
	}
	out := make([]Found, len(list))
	for i, v := range list {
		out[i] = e.foundWithin(v, depth-1)
	}
	return out
}

// NeverRuns reports whether a node surely does not run in this run.
func (p *Program) NeverRuns(n python.Node) bool {
	runs, known := p.Runs(n)
	return known && !runs
}

// Runs reports whether the tests around a node let it run in this run; known is false when only the run can tell.
func (p *Program) Runs(n python.Node) (runs, known bool) {
	e := p.run
	m := e.ran()
	if e.hides != nil && e.hides(n) {
		return false, true
	}
	f := python.EnclosingFunction(n)
	met := true
	if e.passed[f] {
		return false, true
	}
	if f != nil {
		called, byProgram := m.Called(f)
		if p.imported && !byProgram && !e.members[f] {
			return false, !e.over
		}
		met = called
	}
	runs, known = p.goesTo(n)
	if call, ok := n.(*python.Call); ok && runs && known && met && !e.over {
		if _, reached := m.ValueOf(call); !reached && !inLambda(call) {
			return false, true
		}
	}
	return runs, known
}

// goesTo asks the tests around a node, up to its function.
func (p *Program) goesTo(n python.Node) (runs, known bool) {
	known = true
	child := n
	for parent := n.Parent(); parent != nil; child, parent = parent, parent.Parent() {
		switch s := parent.(type) {
		case *python.Function, *python.Class:
			return true, known
		case *python.If:
			body, otherwise := inBody(s.Body, child), inBody(s.Else, child)
			if !body && !otherwise {
				continue
			}
			holds, sure, _, met := p.run.machine.Tested(s.Test)
			switch {
			case !met || !sure:
				known = false
			case holds != body:
				return false, true
			}
		case *python.Handler:
			return false, true // the exception is not expected
		}
	}
	return true, known
}

func inBody(body []python.Stmt, n python.Node) bool {
	return slices.ContainsFunc(body, func(s python.Stmt) bool { return python.Node(s) == n })
}

func inLambda(n python.Node) bool {
	for ; n != nil; n = n.Parent() {
		switch n.(type) {
		case *python.Lambda:
			return true
		case python.Stmt:
			return false
		}
	}
	return false
}

// Holds is what a test gives in this run.
func (p *Program) Holds(test python.Expr) (holds, known bool) {
	holds, known, _, _ = p.run.ran().Tested(test)
	return holds, known
}

// Argument is what a call passes for a parameter of that name or position, -1 for by name only. A dictionary that is
// spread is seen through where the run knows what is in it.
func (p *Program) Argument(c *python.Call, name string, position int) (Found, python.Presence) {
	var out Found
	presence := python.Absent
	calls := p.calls(c)
	if len(calls) == 0 { // the run did not come to it
		return Found{}, p.Module().Argument(c, name, position).Presence
	}
	for i, call := range calls {
		v, uncertain := call.Argument(name, position)
		here := python.Given
		switch {
		case v == nil && uncertain:
			here = python.Uncertain
		case v == nil:
			here = python.Absent
		}
		f := Found{}
		if v != nil {
			f = p.run.found(v)
		}
		switch {
		case i == 0:
			out, presence = f, here
		case here != presence:
			return Found{}, python.Uncertain
		case here == python.Given:
			out = p.run.either(out, f)
		}
	}
	return out, presence
}

// calls are the times that a call of the source is made; what a caller passes counts before what is guessed.
func (p *Program) calls(c *python.Call) []*run.Call {
	p.run.ran()
	all := p.run.calls[c]
	var sure []*run.Call
	for _, one := range all {
		if !guessed(one) {
			sure = append(sure, one)
		}
	}
	if sure != nil {
		return sure
	}
	return all
}

// pathOf is the dotted path of what a call calls; "" when nobody knows. Libraries that are imported late are handed on
// in a dict: needs["get_peft_model"](model, config).
func (p *Program) pathOf(c *python.Call) string {
	if _, kept := c.Func.(*python.Subscript); kept {
		return p.Value(c.Func).Symbol()
	}
	return p.Module().Resolve(c.Func)
}

func guessed(c *run.Call) bool {
	for ; c != nil; c = c.Caller {
		if c.Entry {
			return true
		}
	}
	return false
}

// either is one of two values: the first when they are the same.
func (e *execution) either(a, b Found) Found {
	if same, known := a.Same(b); known && same || a.Value == b.Value {
		return a
	}
	var list []run.Alternative
	for _, f := range []Found{a, b} {
		for _, v := range run.Alternatives(f.Value) {
			list = append(list, run.Alternative{Value: v})
		}
	}
	return Found{Value: &run.Choice{Alternatives: list}}
}

// keywords are a call's keyword arguments in this run, ** seen through; whole is false when there may be others.
func (p *Program) keywords(c *python.Call) (list []argument, whole bool) {
	whole = true
	names := map[string]int{}
	calls := p.calls(c)
	if len(calls) == 0 { // the run did not come to it
		for _, a := range c.Args {
			if a.Name != "" {
				list = append(list, argument{a.Name, Found{}, p.file, a.Value.Span(), a.NameSpan})
			}
		}
		return list, !c.Spreads()
	}
	for i, call := range calls {
		given := map[string]bool{}
		for _, a := range call.Args {
			switch {
			case a.Star == 2:
				whole = false
			case a.Name == "":
			default:
				given[a.Name] = true
				f := p.run.found(a.Value)
				if at, known := names[a.Name]; known {
					list[at].value = p.run.either(list[at].value, f)
					continue
				}
				names[a.Name] = len(list)
				list = append(list, p.written(c, a, f))
				if i > 0 {
					list[len(list)-1].value = Found{}
				}
			}
		}
		for name, at := range names {
			if !given[name] {
				list[at].value = Found{}
			}
		}
	}
	return list, whole
}

// written is an argument with where it stands: in the call, or where the dictionary got it.
func (p *Program) written(c *python.Call, a run.Argument, f Found) argument {
	out := argument{key: a.Name, value: f, file: p.file, span: f.Place.Span, keySpan: f.Place.Span}
	if f.Place.File != nil {
		out.file = f.Place.File
	}
	if a.Node == nil {
		return out
	}
	out.file, out.span = p.file, a.Node.Span()
	if arg := c.Keyword(a.Name); arg != nil {
		out.keySpan = arg.NameSpan
	}
	return out
}

// entries are the keys of a dictionary and what it holds; nil for anything else.
func (p *Program) entries(f Found) (keys []string, values []Found) {
	o, ok := f.Value.(*run.Object)
	if !ok || o.Kind != run.Dict {
		return nil, nil
	}
	names, held, _ := p.run.ran().Entries(o)
	for i, name := range names {
		if key, ok := run.Bare(name).(run.Str); ok {
			keys, values = append(keys, string(key)), append(values, p.run.found(held[i]))
		}
	}
	return keys, values
}

// Option is the value of a command line option in this run, as args.name: a field of what a parser gives. Where none
// has that field, as it lies deeper or no parser is seen, a flag of that name is taken for it.
func (p *Program) Option(name string) Found {
	m := p.run.ran()
	for _, o := range p.run.options(m) {
		if v := m.Get(o, name); v != nil {
			return p.run.found(v)
		}
	}
	if f, ok := p.Arguments.Flag(name); ok {
		if w, ok := f.Value(); ok {
			return ofWord(w, p.LaunchFile, "--"+name)
		}
	}
	return Found{}
}

// options are the objects that hold what was parsed of command lines, in the order in which they were. Dozens of
// options are asked for, and a run makes thousands of calls.
func (e *execution) options(m *run.Machine) []*run.Object {
	o := &e.parsed
	if o.of != m || o.calls > len(m.Trace.Calls) {
		*o = parsedOptions{of: m}
	}
	for _, c := range m.Trace.Calls[o.calls:] {
		o.objects = append(o.objects, parsedInto(c)...)
	}
	o.calls = len(m.Trace.Calls)
	return o.objects
}

// parsedOptions are the objects that the first calls of a run parsed command lines into.
type parsedOptions struct {
	of      *run.Machine
	calls   int
	objects []*run.Object
}

// parsedInto are the objects that hold a command line's options, where a call parses one.
func parsedInto(c *run.Call) []*run.Object {
	switch v := c.Result.(type) {
	case *run.Object:
		if v.Class == run.Value(run.Symbol("argparse.Namespace")) {
			return []*run.Object{v}
		}
	case *run.Tuple:
		if !parsesDataclasses[parserMethod(c)] {
			return nil
		}
		var list []*run.Object
		for _, item := range v.Items {
			if o, ok := item.(*run.Object); ok {
				list = append(list, o)
			}
		}
		return list
	}
	return nil
}

// parserMethod is the method of a parser that a call is, "" for any other call.
func parserMethod(c *run.Call) string {
	switch callee := c.Callee.(type) {
	case *run.Member:
		return callee.Name
	case *run.Method: // of a project's class that is one
		if class := callee.Func.Class; class != nil && slices.ContainsFunc(class.Line(), func(v run.Value) bool {
			base, ok := v.(run.Symbol)
			return ok && knowledge.ParsesDataclasses(string(base))
		}) {
			return callee.Func.Name()
		}
	}
	return ""
}

// isScript reports whether a file is one of the modules that run, not a config or a launcher.
func (p *Program) isScript(f *source.File) bool {
	if f == p.file || p.run.files[f.Path] {
		return true
	}
	for m := range p.run.programs {
		if m.File == f {
			return true
		}
	}
	return false
}
