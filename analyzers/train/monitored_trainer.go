package train

import (
	"slices"
	"strings"
	"sync"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// misjudgedByTrainer are the arguments of transformers' Trainer that name a figure to choose the best checkpoint by,
// and take the other values for better: metric_for_best_model="accuracy", greater_is_better=False.
func (f *Facts) misjudgedByTrainer() []Monitored {
	var list []Monitored
	for _, c := range f.Module.AllCalls() {
		path := f.Module.Resolve(c.Func)
		if !knowledge.IsTrainingArguments(path) {
			continue
		}
		figure, known := f.text(c, "metric_for_best_model")
		greater := f.Module.Argument(c, "greater_is_better", -1)
		if !known || greater.Presence != python.Given {
			continue
		}
		m := Monitored{
			Watcher: c, Class: path[strings.LastIndexByte(path, '.')+1:], Figure: figure, ByTrainer: true,
			Better: knowledge.FigureDirection(figure),
		}
		switch {
		case f.Module.IsTrue(greater.Value):
			m.Mode = knowledge.Larger
		case f.Module.IsFalse(greater.Value):
			m.Mode = knowledge.Smaller
		default:
			continue
		}
		if m.Better != knowledge.NoDirection && m.Better != m.Mode {
			list = append(list, m)
		}
	}
	return list
}

// text is a text that a call is surely given for an argument.
func (f *Facts) text(c *python.Call, name string) (text string, known bool) {
	given := f.Module.Argument(c, name, -1)
	if given.Presence != python.Given {
		return "", false
	}
	v, known := f.Module.Const(given.Value)
	return v.Str, known && v.Kind == python.StringValue && !v.Default
}

// Unlogged is a figure that something goes by, and that nothing gives.
type Unlogged struct {
	// Watcher names it: a callback of Lightning, or the arguments of transformers' Trainer.
	Watcher *python.Call
	Class   string
	Figure  string
	// Given are the names of those that there are, and Where gives them: the class of Lightning's module, or the
	// function that computes them.
	Given []string
	Where python.Node
	// ByTrainer is set for transformers' Trainer.
	ByTrainer bool
	// Raises is set where that ends the run; else a checkpoint is not kept.
	Raises bool
}

// UnloggedFigures lists the figures that the file's callbacks and arguments name, and that the file, which shows all
// that are there, does not give.
func (f *Facts) UnloggedFigures() []Unlogged {
	return slices.Concat(f.unreturnedMetrics(), f.unloggedByModule())
}

// unreturnedMetrics are those of transformers' Trainer, by what its compute_metrics returns.
func (f *Facts) unreturnedMetrics() []Unlogged {
	var list []Unlogged
	for _, c := range f.Module.AllCalls() {
		if !knowledge.ComputesMetrics(f.Module.Resolve(c.Func)) {
			continue
		}
		args, ok := f.Module.OnlyValue(f.Module.Argument(c, "args", 1).Value).(*python.Call)
		if !ok || !knowledge.IsTrainingArguments(f.Module.Resolve(args.Func)) ||
			!f.Module.IsTrue(f.Module.Argument(args, "load_best_model_at_end", -1).Value) || f.evaluatesSeveral(c) {
			continue
		}
		figure, known := f.text(args, "metric_for_best_model")
		computes := f.Module.Argument(c, "compute_metrics", -1)
		if !known || computes.Presence == python.Uncertain {
			continue
		}
		var given []string
		where := python.Node(c)
		if computes.Presence == python.Given && !python.IsNone(computes.Value) {
			fn := f.functionNamed(computes.Value)
			if fn == nil {
				continue
			}
			if given, ok = f.keysReturned(fn); !ok {
				continue
			}
			where = fn
		}
		if knowledge.GivenByTrainer(figure) || slices.ContainsFunc(given, func(key string) bool {
			return "eval_"+key == figure || key == figure
		}) {
			continue
		}
		list = append(list, Unlogged{args, "metric_for_best_model", figure, given, where, true, true})
	}
	return list
}

// evaluatesSeveral reports whether a trainer may evaluate on several datasets, whose figures have a name in front.
func (f *Facts) evaluatesSeveral(trainer *python.Call) bool {
	held := f.Module.Argument(trainer, "eval_dataset", -1)
	if held.Presence != python.Given {
		return held.Presence == python.Uncertain
	}
	values := f.Module.Values(held.Value)
	return len(values) == 0 || slices.ContainsFunc(values, func(v python.Expr) bool { return !f.isOneDataset(v) })
}

// isOneDataset reports whether an expression gives one dataset: an item of several, what a method of one gives, an
// object of a class.
func (f *Facts) isOneDataset(v python.Expr) bool {
	switch v := v.(type) {
	case *python.Subscript:
		return true
	case *python.Call:
		last := python.LastName(v.Func)
		return knowledge.MakesRows(v.MethodName()) || knowledge.LoadsRows(f.Module.Resolve(v.Func)) ||
			last != "" && strings.ToUpper(last[:1]) == last[:1]
	}
	return false
}

// keysReturned are the keys of the dictionaries that a function returns; ok is false where one is not written out.
func (f *Facts) keysReturned(fn *python.Function) (keys []string, ok bool) {
	returns := 0
	for n := range python.AllIn(fn.Body) {
		r, isReturn := n.(*python.Return)
		if !isReturn || python.EnclosingFunction(r) != fn {
			continue
		}
		returns++
		d, isDict := r.Value.(*python.Dict)
		if !isDict {
			return nil, false
		}
		for _, item := range d.Items {
			key, isText := item.Key.(*python.String)
			if !isText || !key.Known {
				return nil, false
			}
			keys = append(keys, key.Text)
		}
	}
	return keys, returns > 0
}

// functionNamed is the only function of the file that a name may be; nil for none.
func (f *Facts) functionNamed(e python.Expr) *python.Function {
	name, ok := e.(*python.Name)
	if !ok {
		return nil
	}
	_, bindings := f.Module.Lookup(name.ID, name)
	if len(bindings) != 1 {
		return nil
	}
	fn, _ := bindings[0].Node.(*python.Function)
	return fn
}

// unloggedByModule are those that callbacks of Lightning watch while the only module of the file, which its trainer
// fits, logs others.
func (f *Facts) unloggedByModule() []Unlogged {
	var list []Unlogged
	fitted, logs := sync.OnceValue(f.fitted), sync.OnceValue(f.logged)
	for _, c := range f.Module.AllCalls() {
		path := f.Module.Resolve(c.Func)
		if !knowledge.WatchesFigure(path) {
			continue
		}
		class := path[strings.LastIndexByte(path, '.')+1:]
		position := 0
		if class == "ModelCheckpoint" {
			position = 2
			if f.keepsAll(c) {
				continue
			}
		}
		strict := f.Module.Argument(c, "strict", -1)
		monitor := f.Module.Argument(c, "monitor", position)
		if strict.Presence != python.Absent || monitor.Presence != python.Given {
			continue
		}
		v, known := f.Module.Const(monitor.Value)
		if !known || v.Kind != python.StringValue || v.Default || knowledge.GivenByLightning(v.Str) || f.mentions(v.Str, c) {
			continue
		}
		module, logged := fitted(), logs()
		if module == nil {
			return nil
		}
		if len(logged) == 0 || slices.ContainsFunc(logged, func(name string) bool {
			return name == v.Str || strings.HasPrefix(v.Str, name+"_") || strings.HasPrefix(v.Str, name+"/")
		}) {
			continue
		}
		raises := class != "ModelCheckpoint" || slices.ContainsFunc(module.Body, func(s python.Stmt) bool {
			fn, ok := s.(*python.Function)
			return ok && fn.Name == knowledge.StepOfValidation
		})
		list = append(list, Unlogged{c, class, v.Str, logged, module, false, raises})
	}
	return list
}

// mentions reports whether a text stands somewhere else in the file than in a call.
func (f *Facts) mentions(text string, besides *python.Call) bool {
	for n := range python.AllIn(f.Module.Body) {
		if s, ok := n.(*python.String); ok && (s.Text == text || !s.Known && len(s.Parts) > 0 && logsIt(s)) &&
			!python.Within(s, besides) && !f.watches(s) {
			return true
		}
	}
	return false
}

// logsIt reports whether a text that is put together is the name of a figure: self.log(f"{stage}_loss", loss).
func logsIt(s *python.String) bool {
	for up := s.Parent(); up != nil; up = up.Parent() {
		if c, ok := up.(*python.Call); ok {
			return strings.HasPrefix(c.MethodName(), "log")
		}
	}
	return false
}

// watches reports whether a text is the figure of another callback.
func (f *Facts) watches(s *python.String) bool {
	for up := s.Parent(); up != nil; up = up.Parent() {
		if c, ok := up.(*python.Call); ok {
			return knowledge.WatchesFigure(f.Module.Resolve(c.Func))
		}
	}
	return false
}

// fitted is the class of the file, straight from Lightning's, that every trainer of the file fits; nil where that is
// not seen.
func (f *Facts) fitted() *python.Class {
	var module *python.Class
	for _, c := range f.Module.AllCalls() {
		if c.MethodName() != "fit" || len(c.Args) == 0 {
			continue
		}
		made, ok := f.Module.OnlyValue(f.Module.Argument(c, "model", 0).Value).(*python.Call)
		if !ok {
			return nil
		}
		name, ok := made.Func.(*python.Name)
		if !ok {
			return nil
		}
		_, bindings := f.Module.Lookup(name.ID, name)
		if len(bindings) != 1 {
			return nil
		}
		class, ok := bindings[0].Node.(*python.Class)
		if !ok || module != nil && class != module || len(class.Bases) != 1 ||
			!knowledge.IsLightningModule(f.Module.Resolve(class.Bases[0].Value)) {
			return nil
		}
		module = class
	}
	return module
}

// logged are the figures that the file logs; nil where one of them has a name that is not written out.
func (f *Facts) logged() []string {
	var names []string
	for _, c := range f.Module.AllCalls() {
		method := c.MethodName()
		if method != "log" && method != "log_dict" || len(c.Args) == 0 {
			continue
		}
		if dict, ok := f.Module.OnlyValue(c.Args[0].Value).(*python.Dict); ok && method == "log_dict" {
			for _, item := range dict.Items {
				key, isText := item.Key.(*python.String)
				if !isText || !key.Known {
					return nil
				}
				names = append(names, key.Text)
			}
			continue
		}
		v, known := f.Module.Const(c.Args[0].Value)
		if !known || v.Kind != python.StringValue || v.Default {
			return nil
		}
		names = append(names, v.Str)
	}
	return names
}
