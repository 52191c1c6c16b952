package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// optimizerCall is a constructor that runs, with its class in this run: it may
// be held in a variable that use_8bit_adam decides.
type optimizerCall struct {
	call  *python.Call
	class Found
	sure  bool // it runs for certain
}

func (p *Program) optimizerCalls() []optimizerCall {
	var list []optimizerCall
	for _, c := range p.Module().AllCalls() {
		if len(c.Args) == 0 || !namedLikeOptimizer(c) {
			continue
		}
		class := p.Value(c.Func)
		if _, known := optimizerClasses[class.Symbol()]; !known && !mayBuildOptimizer(c) {
			continue
		}
		runs, known := p.Runs(c)
		if known && !runs || ofArguments(class) {
			continue
		}
		list = append(list, optimizerCall{c, class, known})
	}
	return list
}

// ofArguments reports whether a class is the one that the training arguments say:
// Trainer.get_optimizer_cls_and_kwargs(args).
func ofArguments(class Found) bool {
	for _, o := range class.objects() {
		for depth := 0; o != nil && depth < 3; depth++ {
			if o.Made != nil && nameOf(o.Made.Callee) == "get_optimizer_cls_and_kwargs" {
				return true
			}
			if len(o.Operands) == 0 {
				break
			}
			o, _ = o.Operands[0].(*run.Object)
		}
	}
	return false
}

// namedLikeOptimizer is a cheap look at a call before its callee is evaluated.
func namedLikeOptimizer(c *python.Call) bool {
	name := c.MethodName()
	if n, ok := c.Func.(*python.Name); ok {
		name = n.ID
	}
	if strings.Contains(strings.ToLower(name), "opt") || name == "cls" {
		return true
	}
	return optimizerNames[name]
}

// mayBuildOptimizer recognises optimizer_class(params, …) whose class this run
// does not decide.
func mayBuildOptimizer(c *python.Call) bool {
	n, ok := c.Func.(*python.Name)
	if !ok {
		return false
	}
	name := strings.ToLower(n.ID)
	return strings.Contains(name, "optim") && (strings.HasSuffix(name, "class") || strings.HasSuffix(name, "cls"))
}

// readOptimizers claims the optimizer and marks what it trains.
func (j *Job) readOptimizers(p *Program, owners *[]part) {
	calls := j.stepped(p.optimizerCalls())
	if len(calls) == 0 {
		j.readUnknownOptimizers(p, owners)
		return
	}
	var main *optimizerCall
	for i := range calls {
		found, partly := j.optimized(p, calls[i].call)
		for _, one := range found {
			if !slices.Contains(*owners, one) {
				*owners = append(*owners, one)
			}
		}
		if partly {
			j.doubt(dialect.Method, byScript)
		}
		if main == nil || len(found) > 0 {
			main = &calls[i]
		}
	}
	if main != nil {
		j.readOptimizer(p, main, calls)
		if len(calls) > 1 && p.severalRates(calls) {
			j.doubt(dialect.LearningRate, byScript)
		}
		j.readDecay(p, calls)
	}
}

// severalRates reports whether optimizers side by side learn at different rates, as the halves of some GANs do.
func (p *Program) severalRates(calls []optimizerCall) bool {
	var first Found
	for i := range calls {
		lr, _ := p.Argument(calls[i].call, "lr", 1)
		if i == 0 {
			first = lr
			continue
		}
		if same, known := first.Same(lr); known && !same {
			return true
		}
	}
	return false
}

// stepped are the optimizers that are told to step, where it can be seen of some of them: another one is often left
// over from a trial.
func (j *Job) stepped(calls []optimizerCall) []optimizerCall {
	if len(calls) < 2 || !j.ownLoop() {
		return calls
	}
	steps, certain := map[*python.Call]bool{}, map[*python.Call]bool{}
	for _, c := range j.Program.run.ran().Trace.Calls {
		method, ok := c.Callee.(*run.Member)
		if !ok || method.Name != "step" {
			continue
		}
		sure := !guessed(c) // not in a function that nobody is seen to call
		values := []run.Value{method.Object}
		for _, a := range c.Args { // scaler.step(optimizer)
			values = append(values, a.Value)
		}
		for _, v := range values {
			for _, one := range run.Alternatives(v) {
				if o, ok := run.Bare(one).(*run.Object); ok && o.Made != nil && o.Made.Node != nil {
					steps[o.Made.Node] = true
					certain[o.Made.Node] = certain[o.Made.Node] || sure
				}
			}
		}
	}
	for _, o := range calls {
		if certain[o.call] {
			steps = certain
		}
	}
	some := slices.DeleteFunc(slices.Clone(calls), func(o optimizerCall) bool { return !steps[o.call] })
	if len(some) == 0 {
		return calls
	}
	return some
}

// optimized are the models whose parameters an optimizer is given; partly is set when only some of them are.
func (j *Job) optimized(p *Program, c *python.Call) (list []part, partly bool) {
	name, position := "params", 0
	class := p.Value(c.Func).Symbol()
	if strings.HasSuffix(class, ".create_optimizer") {
		name, position = "model", 1
	} else if strings.HasSuffix(class, ".create_optimizer_v2") {
		name = "model_or_params"
	}
	v, _ := p.Argument(c, name, position)
	if v.Value == nil {
		return nil, false
	}
	if name != "params" { // a model itself, or what of it is trained
		if whole := j.parts(v.Value); len(whole) > 0 {
			return whole, false
		}
	}
	for _, one := range run.Alternatives(v.Value) {
		found, some := j.owners(one)
		list, partly = append(list, found...), partly || some
	}
	return list, partly
}

func (j *Job) readOptimizer(p *Program, o *optimizerCall, calls []optimizerCall) {
	known, ok := optimizerClasses[o.class.Symbol()]
	if !ok || !o.sure {
		j.doubt(dialect.Optimizer, byScript)
		return
	}
	if known[0] == "?" {
		j.readFactory(p, o, calls)
		return
	}
	where := o.class
	if where.Place.File == nil || p.isScript(where.Place.File) {
		where.Place = p.Place(o.call)
	}
	name, impl := known[0], known[1]
	list, whole := p.keywords(o.call)
	open := !whole && (name == "sgd" || name == "rmsprop") // whether there is a buffer for each parameter
	if !whole {
		j.doubt(dialect.OptimizerImpl, byUnread)
	}
	name, impl, open = j.readOptimizerOptions(name, impl, open, list)
	lr, _ := p.Argument(o.call, "lr", 1) // of every optimizer of the table the second parameter
	if f, _ := lr.Number(); f > 0 {
		j.claim(dialect.LearningRate, lr.Text(), j.rankOf(lr), "the optimizer's lr", lr)
	}
	j.claim(dialect.Optimizer, name, byScript, o.class.Symbol(), where)
	j.claim(dialect.OptimizerImpl, impl, byScript, o.class.Symbol(), where)
	if open || severalOptimizers(calls) {
		j.doubt(dialect.Optimizer, byScript)
	}
}

// readFactory takes what timm's factory makes.
func (j *Job) readFactory(p *Program, o *optimizerCall, calls []optimizerCall) {
	name, impl, at, lr := p.factoryOptimizer(o)
	if f, _ := lr.Number(); f > 0 {
		j.claim(dialect.LearningRate, lr.Text(), j.rankOf(lr), "the optimizer's lr", lr)
	}
	if name == "" || len(calls) > 1 {
		j.doubt(dialect.Optimizer, byScript)
		return
	}
	j.claim(dialect.Optimizer, name, byScript, "timm's factory", at)
	j.claim(dialect.OptimizerImpl, impl, byScript, "timm's factory", at)
}

// readOptimizerOptions is what the options of an optimizer make of its name and of how it is implemented, and whether
// only the run knows how many buffers it has.
func (j *Job) readOptimizerOptions(name, impl string, open bool, list []argument) (string, string, bool) {
	for _, a := range list {
		truth, sure := a.value.Truth()
		switch {
		case a.key == "momentum" && name == "sgd" && sure && truth:
			name, open = "sgd-momentum", false
		case a.key == "momentum" && name == "sgd" && !sure:
			open = true
		case strings.HasPrefix(name, "rmsprop") && (a.key == "momentum" || a.key == "centered") && !sure:
			open = true // another buffer, or none
		case strings.HasPrefix(name, "rmsprop") && a.key == "momentum" && truth:
			name += "-momentum"
		case strings.HasPrefix(name, "rmsprop") && a.key == "centered" && truth:
			name = strings.Replace(name, "rmsprop", "rmsprop-centered", 1) // whichever comes first in the call
		case (a.key == "fused" || a.key == "foreach") && !a.value.Known():
			j.doubt(dialect.OptimizerImpl, byScript)
		case a.key == "fused" && sure && truth:
			impl = "fused"
		case a.key == "foreach" && sure && truth:
			impl = "foreach"
		case a.key == "foreach" && a.value.Value == run.Value(run.Bool(false)):
			impl = "single"
		}
	}
	return name, impl, open
}

// severalOptimizers reports whether optimizers of different kinds run side by
// side, as a GAN has one for each half.
func severalOptimizers(calls []optimizerCall) bool {
	kinds := map[string]bool{}
	for _, o := range calls {
		kinds[optimizerClasses[o.class.Symbol()][0]] = true
	}
	return len(kinds) > 1
}
