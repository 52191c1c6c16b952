package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Loading is a place that decides how batches are loaded: where a loader is made, or Hugging Face's arguments, whose
// names for it carry a prefix. What is known there is known of all the calls that the programs of the file make there.
type Loading struct {
	Node   *python.Call
	Prefix string

	calls   []*run.Call
	loaders []*Loader // of calls; nil for arguments
}

// Loadings are the places of the file where something decides how batches are loaded, in their order.
func (f *Facts) Loadings() []*Loading {
	at := map[*python.Call]*Loading{}
	var list []*Loading
	add := func(c *run.Call, l *Loader, prefix string) {
		g := at[c.Node]
		if g == nil {
			g = &Loading{Node: c.Node, Prefix: prefix}
			at[c.Node] = g
			list = append(list, g)
		}
		g.calls = append(g.calls, c)
		if l != nil {
			g.loaders = append(g.loaders, l)
		}
	}
	for _, e := range f.Entries() {
		for _, l := range e.Loaders() {
			if l.Call.Node != nil && l.Call.Unit.Module == f.Module {
				add(l.Call, l, "")
			}
		}
		for _, c := range e.Calls {
			if c.Node != nil && c.Unit.Module == f.Module && knowledge.IsTrainingArguments(symbolOf(c)) {
				add(c, nil, knowledge.LoaderPrefix)
			}
		}
	}
	slices.SortFunc(list, func(a, b *Loading) int { return a.Node.Span().Start - b.Node.Span().Start })
	return list
}

// Takes is the name of what takes the options: DataLoader, or the class of the arguments.
func (g *Loading) Takes() string {
	if g.loaders != nil {
		return "DataLoader"
	}
	path := symbolOf(g.calls[0])
	return path[strings.LastIndexByte(path, '.')+1:]
}

// Option is what the calls pass for an option of DataLoader; nil where they pass nothing. open is set where something
// that cannot be seen through may hold it, or where the calls differ.
func (g *Loading) Option(name string) (v run.Value, open bool) {
	for i := range g.calls {
		one, unseen := g.optionOf(i, name)
		if unseen || i > 0 && one != v {
			return nil, true
		}
		v = one
	}
	return v, false
}

func (g *Loading) optionOf(i int, name string) (v run.Value, open bool) {
	if g.loaders != nil {
		return g.loaders[i].Option(name)
	}
	return g.calls[i].Argument(g.Prefix+name, -1)
}

// Written is the expression that stands at the place for an option; nil where it comes out of a spread, or is not
// given.
func (g *Loading) Written(option string) python.Expr {
	if g.loaders != nil {
		return g.loaders[0].Written(option)
	}
	for _, a := range g.calls[0].Args {
		if a.Name == g.Prefix+option {
			return a.Node
		}
	}
	return nil
}

// Workers is how many worker processes the calls ask for: PerhapsWorkers where one asks for none and another for some.
// byDefault is set where none are there because nobody gave a parameter anything.
func (g *Loading) Workers() (count WorkerCount, byDefault bool) {
	for i, c := range g.calls {
		v, open := g.optionOf(i, "num_workers")
		one, _ := workersAmong(v, open)
		fromDefault := false
		switch {
		case one == NoWorkers && v != nil && g.isDefault(c):
			one, fromDefault = PerhapsWorkers, true
		case one == PerhapsWorkers && !slices.Contains(run.Alternatives(v), run.Value(run.Int(0))):
			fromDefault = true
			// workers or os.cpu_count(): the other stands in for the default; and what an object keeps of its constructor,
			// self.hparams.num_workers, a config gives that nobody reads here
			if len(run.Alternatives(v)) > 1 || g.ofSelf("num_workers") {
				one, fromDefault = SomeWorkers, false
			}
		}
		byDefault = byDefault || fromDefault
		switch {
		case i == 0 || one == count:
			count = one
		case count == WorkersUnknown || one == WorkersUnknown:
			count = WorkersUnknown
		case count == NoWorkers || one == NoWorkers || count == PerhapsWorkers || one == PerhapsWorkers:
			count = PerhapsWorkers
		default:
			count = SomeWorkers
		}
	}
	return count, byDefault
}

// isDefault reports whether the number of workers is a parameter of the function around the place, which has a default.
func (g *Loading) isDefault(c *run.Call) bool {
	name, ok := g.Written("num_workers").(*python.Name)
	if !ok || c.Caller == nil {
		return false
	}
	f := functionOf(c.Caller)
	return f != nil && f.Node != nil && slices.ContainsFunc(f.Node.Params, func(p *python.Param) bool {
		return p.Name == name.ID && p.Default != nil
	})
}

// ofSelf reports whether what stands at the place for an option is kept by the object whose method it is in.
func (g *Loading) ofSelf(option string) bool {
	written, fn := g.Written(option), python.EnclosingFunction(g.Node)
	if written == nil || fn == nil {
		return false
	}
	root := python.Root(written)
	return root != nil && isSelf(fn, root)
}
