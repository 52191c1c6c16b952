package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// optimizerClasses are optimizer constructors by resolved name.
var optimizerClasses = knowledge.OptimizerClasses()

// optimizerNames are the last names of optimizerClasses.
var optimizerNames = func() map[string]bool {
	names := map[string]bool{}
	for class := range optimizerClasses {
		names[run.LastPart(class)] = true
	}
	return names
}()

// factoryOptimizer is what timm's factory is told: the optimizer by its name, and the learning rate. create_optimizer
// reads them of the attributes of its first argument, the script's options.
func (p *Program) factoryOptimizer(o *optimizerCall) (name, impl string, at, lr Found) {
	said := func(key string, position int) (Found, python.Presence) { return p.Argument(o.call, key, position) }
	if name := o.class.Symbol(); strings.HasSuffix(name, ".create_optimizer") {
		options, _ := said("args", 0)
		said = func(key string, _ int) (Found, python.Presence) { return p.attribute(options, key), python.Given }
	}
	at, _ = said("opt", 1)
	lr, _ = said("lr", 2)
	word, _ := at.Str()
	word = strings.ReplaceAll(strings.ToLower(word), "_", "")
	name = knowledge.FactoryOptimizer(word)
	if name == "" {
		return "", "", at, lr
	}
	if strings.HasPrefix(word, "fused") {
		impl = "fused"
	}
	if name == "sgd" || name == "rmsprop" {
		momentum, presence := said("momentum", -1)
		switch truth, known := momentum.Truth(); {
		case presence == python.Absent, truth:
			name += "-momentum"
		case !known:
			return "", "", at, lr
		}
	}
	return name, impl, at, lr
}

// attribute is what an attribute of an object is, in this run.
func (p *Program) attribute(of Found, name string) Found {
	o, ok := run.Bare(of.Value).(*run.Object)
	if !ok {
		return Found{}
	}
	if v := p.run.ran().Get(o, name); v != nil {
		return p.run.found(v)
	}
	return Found{}
}

// likeOptimizers are calls of classes that nothing is known of but their name, where a script has no other optimizer:
// what they are given is trained, at the rate that they are told.
func (p *Program) likeOptimizers() (list []optimizerCall) {
	for _, c := range p.Module().AllCalls() {
		name := run.LastPart(python.PathText(c.Func))
		if len(c.Args) < 2 || !run.ClassLike(name) || !calledLikeOptimizer(name) {
			continue
		}
		runs, known := p.Runs(c)
		if known && !runs {
			continue
		}
		list = append(list, optimizerCall{c, p.Value(c.Func), known})
	}
	return list
}

// readUnknownOptimizers takes what optimizers that nobody knows hold, and the rate of the only one.
func (j *Job) readUnknownOptimizers(p *Program, owners *[]part) {
	var rates []Found
	for _, o := range p.likeOptimizers() {
		found, partly := j.optimized(p, o.call)
		if len(found) == 0 {
			continue
		}
		for _, one := range found {
			if !slices.Contains(*owners, one) {
				*owners = append(*owners, one)
			}
		}
		if partly {
			j.doubt(dialect.Method, byScript)
		}
		lr, _ := p.Argument(o.call, "lr", -1)
		rates = append(rates, lr)
	}
	if len(rates) == 0 {
		return
	}
	j.doubt(dialect.Optimizer, byScript)
	if f, _ := rates[0].Number(); f > 0 && len(rates) == 1 {
		j.claim(dialect.LearningRate, rates[0].Text(), j.rankOf(rates[0]), "the optimizer's lr", rates[0])
	}
}
