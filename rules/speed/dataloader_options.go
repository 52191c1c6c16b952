package speed

import (
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// DataloaderOptions finds options of worker processes on loaders without any, and options that exclude each other.
var DataloaderOptions = &rules.Rule{
	Name:     "dataloader-options",
	Group:    rules.Speed,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("dataloader-options"),
	On:       rules.PythonFile,
	// options may come out of another file
	Words: []string{"prefetch_factor", "persistent_workers", "multiprocessing_context", "DataLoader"},
	Check: checkDataloaderOptions,
}

// workerOption is a parameter that makes sense only with worker processes.
type workerOption struct {
	name     string
	position int
	// without is the value that stands for "not given" where there are no workers.
	without string
}

var workerOptions = []workerOption{
	{"prefetch_factor", keywordOnly, "None"},
	{"persistent_workers", keywordOnly, "False"},
	{"multiprocessing_context", contextPosition, "None"},
}

func checkDataloaderOptions(p *rules.Pass) {
	for _, l := range loadings(p) {
		w := l.workers()
		for _, o := range workerOptions {
			arg := l.argument(o.name, o.position)
			if arg.Presence == python.Given && o.effective(p, arg.Value) {
				o.check(p, l, w, arg)
			}
		}
	}
	checkGathered(p)
	checkExcluded(p)
}

// checkExcluded looks at loaders that are given two options of which torch takes one.
func checkExcluded(p *rules.Pass) {
	said := map[*python.Call]bool{}
	for _, e := range p.Train.Entries() {
		for _, l := range e.Loaders() {
			c := l.Call
			if c.Node == nil || said[c.Node] || c.Unit.Module != p.Python {
				continue
			}
			option, beside := l.Excluded()
			if option == "" {
				continue
			}
			said[c.Node] = true
			p.At(
				c.Node,
				fmt.Sprintf(
					"%s with %s: the DataLoader raises ValueError, as the order and the batches come from one of them; leave one out",
					option,
					beside,
				),
				nil,
			)
		}
	}
}

// checkGathered looks at loaders whose options were put together before, DataLoader(data, **options): what they are
// then, the programs of the file know.
func checkGathered(p *rules.Pass) {
	spread := func(a *python.Arg) bool { return a.Star == 2 }
	if !slices.ContainsFunc(
		p.Python.Calls(loaderNames...),
		func(c *python.Call) bool { return slices.ContainsFunc(c.Args, spread) },
	) {
		return
	}
	said := map[*python.Call]bool{}
	for _, e := range p.Train.Entries() {
		for _, l := range e.Loaders() {
			c := l.Call
			if c.Node == nil || said[c.Node] || c.Unit.Module != p.Python || !slices.ContainsFunc(c.Node.Args, spread) {
				continue
			}
			workers, open := l.Option("num_workers")
			state := "num_workers=0"
			switch {
			case open:
				continue
			case workers == nil:
				state = "no num_workers, which is 0 by default"
			case workers == run.Value(run.Int(0)):
			case slices.Contains(run.Alternatives(workers), run.Value(run.Int(0))): // 0 if debug else args.workers
				state = "a num_workers that may be 0"
			default:
				continue
			}
			for _, o := range workerOptions {
				value := o.given(p, l)
				if value == "" || said[c.Node] {
					continue
				}
				said[c.Node] = true
				p.At(
					c.Node,
					fmt.Sprintf("the options that are spread here have %s with %s: the DataLoader raises ValueError; drop it, or "+
						"give it workers", value, state),
					nil,
				)
			}
		}
	}
}

// given is the option as a loader's spread options have it, where it surely needs workers; "" where it does not.
func (o workerOption) given(p *rules.Pass, l *train.Loader) string {
	v, open := l.Option(o.name)
	if open {
		return ""
	}
	switch v := v.(type) {
	case run.Bool:
		if o.name == "persistent_workers" && bool(v) {
			return o.name + "=True"
		}
	case run.Int:
		if o.name == "prefetch_factor" && (v != 2 || p.Versions.Allows("torch", ">=2.0")) { // 2 was the default of torch 1
			return fmt.Sprintf("%s=%d", o.name, v)
		}
	case run.Str:
		if o.name == "multiprocessing_context" {
			return fmt.Sprintf("%s=%q", o.name, string(v))
		}
	}
	return ""
}

// effective reports whether the option surely has a value that needs workers.
func (o workerOption) effective(p *rules.Pass, e python.Expr) bool {
	v, ok := p.Python.Const(e)
	if !ok || v.Kind == python.NoneValue {
		return false
	}
	switch o.name {
	case "persistent_workers":
		return v.Truthy()
	case "prefetch_factor":
		two := v.Kind == python.IntValue && v.Int == 2
		return !two || p.Versions.Allows("torch", ">=2.0") // 2 was the default of torch 1
	}
	return true
}

func (o workerOption) check(p *rules.Pass, l loading, w workers, arg python.Argument) {
	at, option := python.Node(l.call), l.prefix+o.name
	if arg.Direct != nil {
		at = arg.Direct
	}
	value := option + "=" + l.text(arg.Value)
	workers := l.prefix + "num_workers"
	switch w.count {
	case zero, zeroAbsent:
		if l.conditioned(w) {
			return
		}
		state := workers + "=0"
		if w.count == zeroAbsent {
			state = "no " + workers + ", which is 0 by default"
		}
		fix := o.drop(p, l, arg)
		if _, literal := w.value.(*python.Number); w.count == zero && !literal { // WORKERS = 0 will be changed one day
			fix = o.conditional(p, l, w, arg)
		}
		p.At(at, fmt.Sprintf("%s with %s: %s raises ValueError; drop it, or give it "+
			"workers", value, state, l.what()), nil, fix...)
	case mayBeZero:
		if !l.conditioned(w) {
			o.may(p, at, fmt.Sprintf("%s is given while %s=%s may be 0 (%s): %s then raises ValueError; make it depend on "+
				"the count",
				value, workers, l.text(w.value), w.why, l.what()), o.conditional(p, l, w, arg))
		}
	case variable:
		if other := l.allowsZero(w, option); other != nil && !l.conditioned(w) {
			o.may(p, at, fmt.Sprintf("%s is given while %s in the same call allows for %s to be 0: %s then raises "+
				"ValueError; make it depend on the count",
				value, l.text(other), l.text(w.value), l.what()), o.conditional(p, l, w, arg))
		}
	}
}

// may reports what crashes only for some who start the program: a warning.
func (o workerOption) may(p *rules.Pass, at python.Node, message string, list []fixes.Fix) {
	p.Report(rules.Diagnostic{Severity: rules.Warning, File: p.File.Path, Span: at.Span(), Message: message, Fixes: list})
}

func (o workerOption) drop(p *rules.Pass, l loading, arg python.Argument) []fixes.Fix {
	if arg.Direct == nil || arg.Direct.Name == "" {
		return nil
	}
	return pyedit.New(p.Python).RemoveArgument(l.call, arg.Direct).Fixes("drop "+l.text(arg.Direct), fixes.Safe)
}

// conditional makes the option depend on the worker count. The count is written
// twice then: no fix where evaluating it does something.
func (o workerOption) conditional(p *rules.Pass, l loading, w workers, arg python.Argument) []fixes.Fix {
	condition, ok := l.condition(w)
	if !ok || arg.Direct == nil || arg.Direct.Name == "" {
		return nil
	}
	text, needs := l.text(arg.Value)+" if "+condition+" else "+o.without, ""
	switch o.name {
	case "persistent_workers":
		text = condition
	case "prefetch_factor":
		needs = "torch>=2.0" // torch 1 raises for None
	}
	return pyedit.New(p.Python).
		SetArgument(arg.Direct, text).
		Need(needs).
		Fixes("make it depend on the worker count", fixes.Unsafe)
}

// condition is the text of "there are workers".
func (l loading) condition(w workers) (string, bool) {
	switch w.value.(type) {
	case *python.Name, *python.Attribute, *python.Subscript:
		if python.PathText(w.value) != "" {
			return l.text(w.value) + " > 0", true
		}
	}
	return "", false
}
