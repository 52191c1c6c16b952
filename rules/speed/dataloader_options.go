package speed

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
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
	Program:  true,
	// options may come out of another file
	Words: []string{"prefetch_factor", "persistent_workers", "multiprocessing_context", "DataLoader"},
	Check: checkDataloaderOptions,
}

// workerOption is a parameter that makes sense only with worker processes.
type workerOption struct {
	name string
	// without is the value that stands for "not given" where there are no workers.
	without string
}

var workerOptions = []workerOption{
	{"prefetch_factor", "None"},
	{"persistent_workers", "False"},
	{"multiprocessing_context", "None"},
}

func checkDataloaderOptions(p *rules.Pass) {
	for _, g := range p.Train.Loadings() {
		l := loading{g, p.Python, g.Written("num_workers")}
		for _, o := range workerOptions {
			if value := o.given(p, l); value != "" {
				o.check(p, l, value)
			}
		}
	}
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

// given is the option as it is passed, where it surely needs workers; "" where it does not.
func (o workerOption) given(p *rules.Pass, l loading) string {
	v, open := l.Option(o.name)
	if open {
		return ""
	}
	written := l.Prefix + o.name + "="
	switch v := v.(type) {
	case run.Bool:
		if o.name == "persistent_workers" && bool(v) {
			return written + "True"
		}
	case run.Int:
		if o.name == "prefetch_factor" && (v != 2 || p.Versions.Allows("torch", ">=2.0")) { // 2 was the default of torch 1
			return fmt.Sprintf("%s%d", written, v)
		}
	case run.Str:
		if o.name == "multiprocessing_context" {
			return fmt.Sprintf("%s%q", written, string(v))
		}
	}
	return ""
}

func (o workerOption) check(p *rules.Pass, l loading, value string) {
	at, arg := python.Node(l.Node), o.argument(l)
	if arg != nil {
		at = arg
	}
	workers := l.Prefix + "num_workers"
	count, byDefault := l.Workers()
	switch count {
	case train.NoWorkers:
		if l.conditioned() {
			return
		}
		state := workers + "=0"
		if given, _ := l.Option("num_workers"); given == nil {
			state = "no " + workers + ", which is 0 by default"
		}
		fix := o.drop(p, l, arg)
		if _, literal := l.workers.(*python.Number); l.workers != nil && !literal { // WORKERS = 0 will be changed one day
			fix = o.conditional(p, l, arg)
		}
		p.At(at, fmt.Sprintf("%s with %s: %s raises ValueError; drop it, or give it "+
			"workers", value, state, l.what()), nil, fix...)
	case train.PerhapsWorkers:
		if l.conditioned() {
			return
		}
		why := "one branch makes it 0"
		if byDefault {
			why = "its default is 0"
		}
		if l.workers != nil {
			workers += "=" + l.text(l.workers)
		}
		o.may(p, at, fmt.Sprintf("%s is given while %s may be 0 (%s): %s then raises ValueError; make it depend on "+
			"the count", value, workers, why, l.what()), o.conditional(p, l, arg))
	case train.SomeWorkers:
		if other := l.allowsZero(l.Prefix + o.name); other != nil && !l.conditioned() {
			o.may(p, at, fmt.Sprintf("%s is given while %s in the same call allows for %s to be 0: %s then raises "+
				"ValueError; make it depend on the count",
				value, l.text(other), l.text(l.workers), l.what()), o.conditional(p, l, arg))
		}
	}
}

// argument is the argument that stands in the call for the option; nil where it is spread.
func (o workerOption) argument(l loading) *python.Arg {
	position := knowledge.LoaderPosition(o.name)
	if l.Prefix != "" {
		position = -1
	}
	return l.m.Argument(l.Node, l.Prefix+o.name, position).Direct
}

// may reports what crashes only for some who start the program: a warning.
func (o workerOption) may(p *rules.Pass, at python.Node, message string, list []fixes.Fix) {
	p.Report(rules.Diagnostic{Severity: rules.Warning, File: p.File.Path, Span: at.Span(), Message: message, Fixes: list})
}

func (o workerOption) drop(p *rules.Pass, l loading, arg *python.Arg) []fixes.Fix {
	if arg == nil || arg.Name == "" {
		return nil
	}
	return pyedit.New(p.Python).RemoveArgument(l.Node, arg).Fixes("drop "+l.text(arg), fixes.Safe)
}

// conditional makes the option depend on the worker count. The count is written
// twice then: no fix where evaluating it does something.
func (o workerOption) conditional(p *rules.Pass, l loading, arg *python.Arg) []fixes.Fix {
	condition, ok := l.condition()
	if !ok || arg == nil || arg.Name == "" {
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
		SetArgument(arg, text).
		Need(needs).
		Fixes("make it depend on the worker count", fixes.Unsafe)
}

// condition is the text of "there are workers".
func (l loading) condition() (string, bool) {
	switch l.workers.(type) {
	case *python.Name, *python.Attribute, *python.Subscript:
		if python.PathText(l.workers) != "" {
			return l.text(l.workers) + " > 0", true
		}
	}
	return "", false
}
