package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Monitored is a figure that something keeps checkpoints by, stops by, or sets the learning rate by.
type Monitored struct {
	// Watcher makes what watches it: a callback of Lightning, or ReduceLROnPlateau.
	Watcher *python.Call
	Class   string
	// Step is the call that tells ReduceLROnPlateau the figure; nil for a callback.
	Step *python.Call
	// Figure is its name, Better which way it gets better by that, and Mode what the watcher takes for better; Default
	// is set where nobody says so.
	Figure       string
	Better, Mode knowledge.Direction
	Default      bool
	// ByTrainer is set for the arguments of transformers' Trainer, which say greater_is_better.
	ByTrainer bool
	// Unit is the file of the watcher, where that is another one, or the run alone says what it is told; else nil.
	Unit *run.Unit
}

// Misjudged lists the figures that are watched the wrong way round, for sure.
func (f *Facts) Misjudged() []Monitored {
	var list []Monitored
	for _, c := range f.Module.AllCalls() {
		path := f.Module.Resolve(c.Func)
		if !knowledge.WatchesFigure(path) {
			continue
		}
		position := 0 // EarlyStopping(monitor)
		if run.LastPart(path) == "ModelCheckpoint" {
			position = 2 // ModelCheckpoint(dirpath, filename, monitor)
			if f.keepsAll(c) {
				continue
			}
		}
		monitor := f.Module.Argument(c, "monitor", position)
		if monitor.Presence != python.Given {
			continue
		}
		figure := f.figureOf(c, monitor.Value, position)
		if figure == "" {
			continue
		}
		m := Monitored{Watcher: c, Class: run.LastPart(path), Figure: figure, Better: knowledge.FigureDirection(figure)}
		if f.misjudges(&m, f.Module.Argument(c, "mode", -1)) {
			list = append(list, m)
		}
	}
	return slices.Concat(list, f.misjudgedInRuns(), f.misjudgedPlateaus(), f.misjudgedByLightning(),
		f.misjudgedByTrainer())
}

// misjudgedInRuns are the callbacks, of this file or one that its runs enter, whose figure and direction are written
// elsewhere: ModelCheckpoint(**options), and the options of a config file.
func (f *Facts) misjudgedInRuns() []Monitored {
	said := map[*python.Call]*Monitored{}
	var order []*python.Call
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			path := symbolOf(c)
			if c.Node == nil || !knowledge.WatchesFigure(path) || c.Unit.Module == f.Module && f.saysMode(c.Node) {
				continue
			}
			m := watchedIn(c, path)
			before, seen := said[c.Node]
			if !seen {
				order = append(order, c.Node)
			} else if before == nil || m == nil || *before != *m {
				m = nil // told this in one run and that in another
			}
			said[c.Node] = m
		}
	}
	var list []Monitored
	for _, c := range order {
		if m := said[c]; m != nil {
			list = append(list, *m)
		}
	}
	return list
}

// saysMode reports whether a call of the file itself says which way its figure gets better, or says nothing of it.
func (f *Facts) saysMode(c *python.Call) bool {
	mode := f.Module.Argument(c, "mode", -1)
	if mode.Presence == python.Given {
		_, known := f.Module.Const(mode.Value)
		return known
	}
	return mode.Presence == python.Absent
}

// watchedIn is what one call of a callback's class watches the wrong way round; nil where it does not, or something is
// not known.
func watchedIn(c *run.Call, path string) *Monitored {
	position := 0
	if run.LastPart(path) == "ModelCheckpoint" {
		position = 2
		if top, _ := c.Argument("save_top_k", -1); top != nil {
			if n, ok := run.Bare(top).(run.Int); !ok || n <= 0 {
				return nil
			}
		}
	}
	if slices.ContainsFunc(c.Args, func(a run.Argument) bool { return a.Star > 0 }) {
		return nil
	}
	figure, _ := c.Argument("monitor", position)
	mode, _ := c.Argument("mode", -1)
	name, ok := run.Bare(figure).(run.Str)
	way, told := run.Bare(mode).(run.Str)
	if !ok || !told || way != "min" && way != "max" {
		return nil
	}
	m := &Monitored{Watcher: c.Node, Class: run.LastPart(path), Figure: string(name),
		Better: knowledge.FigureDirection(string(name)), Mode: knowledge.Smaller, Unit: c.Unit}
	if way == "max" {
		m.Mode = knowledge.Larger
	}
	if m.Better == knowledge.NoDirection || m.Better == m.Mode {
		return nil
	}
	return m
}

// figureOf is the name of a figure that a call is told to watch: as it is written, or the same whenever the call is
// made, by a function that is told it or has a default for it; "" where it is not known.
func (f *Facts) figureOf(c *python.Call, written python.Expr, position int) string {
	if name, known := f.Module.Const(written); known && !name.Default {
		return name.Str
	}
	figure := ""
	for _, e := range f.Entries() {
		for _, made := range e.Calls {
			if made.Node != c {
				continue
			}
			v, _ := made.Argument("monitor", position)
			name, ok := v.(run.Str)
			if !ok || figure != "" && figure != string(name) {
				return ""
			}
			figure = string(name)
		}
	}
	return figure
}

// keepsAll reports whether a ModelCheckpoint keeps every checkpoint, or none: which is the best is not asked then.
func (f *Facts) keepsAll(c *python.Call) bool {
	top := f.Module.Argument(c, "save_top_k", -1)
	if top.Presence == python.Absent {
		return false
	}
	n, known := f.Module.Const(top.Value)
	return !known || n.Kind != python.IntValue || n.Int <= 0
}

// misjudges settles what a watcher takes for better, and reports whether that is the wrong way.
func (f *Facts) misjudges(m *Monitored, mode python.Argument) bool {
	switch mode.Presence {
	case python.Absent:
		m.Mode, m.Default = knowledge.Smaller, true
	case python.Given:
		v, known := f.Module.Const(mode.Value)
		if !known || v.Default {
			return false
		}
		switch v.Str {
		case "min":
			m.Mode = knowledge.Smaller
		case "max":
			m.Mode = knowledge.Larger
		}
	}
	return m.Mode != knowledge.NoDirection && m.Better != knowledge.NoDirection && m.Mode != m.Better
}

// misjudgedPlateaus are the schedulers that lower the learning rate where a figure stands still, and are told one that
// gets better the other way.
func (f *Facts) misjudgedPlateaus() []Monitored {
	var list []Monitored
	seen := map[*python.Call]bool{}
	for _, e := range f.Entries() {
		for _, ev := range e.Events() {
			if ev.Kind != Schedule || ev.Object == nil || ev.Object.Made == nil || ev.Node() == nil || seen[ev.Node()] ||
				len(ev.Node().Args) == 0 {
				continue
			}
			made := ev.Object.Made
			if symbolOf(made) != "torch.optim.lr_scheduler.ReduceLROnPlateau" || made.Node == nil {
				continue
			}
			name := figureName(ev.Node().Args[0].Value)
			m := Monitored{
				Watcher: made.Node,
				Class:   "ReduceLROnPlateau",
				Step:    ev.Node(),
				Figure:  name,
				Better:  knowledge.FigureDirection(name),
			}
			if ev.Call.Unit.Module == f.Module && made.Unit.Module == f.Module &&
				f.misjudges(&m, f.Module.Argument(made.Node, "mode", 1)) {
				seen[ev.Node()] = true
				list = append(list, m)
			}
		}
	}
	return list
}

// misjudgedByLightning are those of them that Lightning tells the figure, as the module's configure_optimizers says it:
// {"scheduler": plateau, "monitor": "val_acc"}, or the same in the dictionary around it.
func (f *Facts) misjudgedByLightning() []Monitored {
	var list []Monitored
	for n := range python.AllIn(f.Module.Body) {
		d, ok := n.(*python.Dict)
		if !ok {
			continue
		}
		if fn := python.EnclosingFunction(d); fn == nil || fn.Name != knowledge.ConfiguresOptimizers {
			continue
		}
		given := map[string]python.Expr{}
		for _, item := range d.Items {
			if key, ok := item.Key.(*python.String); ok && key.Known {
				given[key.Text] = item.Value
			}
		}
		scheduler := given["scheduler"]
		if scheduler == nil {
			scheduler = given["lr_scheduler"]
		}
		if scheduler == nil || given["monitor"] == nil {
			continue
		}
		name, known := f.Module.Const(given["monitor"])
		made, ok := f.Module.OnlyValue(scheduler).(*python.Call)
		if !known || name.Kind != python.StringValue || !ok ||
			f.Module.Resolve(made.Func) != "torch.optim.lr_scheduler.ReduceLROnPlateau" {
			continue
		}
		m := Monitored{
			Watcher: made,
			Class:   "ReduceLROnPlateau",
			Figure:  name.Str,
			Better:  knowledge.FigureDirection(name.Str),
		}
		if f.misjudges(&m, f.Module.Argument(made, "mode", 1)) {
			list = append(list, m)
		}
	}
	return list
}

// figureName is how a figure is called where it is handed on as it is: a variable, an attribute, an item by its key; ""
// where something is computed of it.
func figureName(e python.Expr) string {
	if name, ok := e.(*python.Name); ok {
		return name.ID
	}
	return python.KeyRead(e)
}
