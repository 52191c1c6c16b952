package job

import (
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// readDecay takes the weight decay that the optimizers of a script are told, where all of them are told one.
func (j *Job) readDecay(p *Program, calls []optimizerCall) {
	var decay Found
	for i := range calls {
		if _, known := optimizerClasses[calls[i].class.Symbol()]; !known || !calls[i].sure {
			return
		}
		one, ok := p.decayOf(calls[i].call)
		if !ok {
			return
		}
		if same, known := decay.Same(one); i > 0 && (!known || !same) {
			return
		}
		decay = one
	}
	j.claimDecay(decay)
}

func (j *Job) claimDecay(v Found) {
	if n, ok := v.Number(); ok && n >= 0 {
		j.claim(dialect.WeightDecay, v.Text(), j.rankOf(v), "the optimizer's weight_decay", v)
	}
}

// decayOf is the weight decay that one optimizer is told: by its argument, or by the groups of parameters that it is
// given, where one number stands in all of them but those that have none. Groups that do not say have the argument's.
func (p *Program) decayOf(c *python.Call) (Found, bool) {
	decay, presence := p.Argument(c, "weight_decay", -1)
	if presence == python.Uncertain {
		return Found{}, false
	}
	groups, known := p.parameterGroups(c)
	if !known {
		return Found{}, false
	}
	var own Found
	inherits := len(groups) == 0
	for _, g := range groups {
		v := p.run.ran().Item(g, "weight_decay")
		if v == nil {
			inherits = true
			continue
		}
		one := p.run.found(v)
		n, number := one.Number()
		if !number {
			return Found{}, false
		}
		if n == 0 {
			continue
		}
		if same, known := own.Same(one); own.Known() && (!known || !same) {
			return Found{}, false
		}
		own = one
	}
	switch {
	case !inherits:
		return own, own.Known()
	case presence != python.Given:
		return Found{}, false
	case own.Known():
		same, known := own.Same(decay)
		return decay, known && same
	}
	return decay, true
}

// parameterGroups are the dictionaries by which an optimizer is given its parameters; none where it gets the parameters
// alone. known is false where some of what it gets is not seen.
func (p *Program) parameterGroups(c *python.Call) (groups []*run.Object, known bool) {
	v, _ := p.Argument(c, "params", 0)
	for _, one := range run.Alternatives(v.Value) {
		o, ok := run.Bare(one).(*run.Object)
		if !ok {
			return nil, false
		}
		if o.Kind != run.List {
			continue
		}
		for _, item := range p.run.ran().Contents(o) {
			if g, ok := run.Bare(item).(*run.Object); ok && g.Kind == run.Dict {
				groups = append(groups, g)
			}
		}
	}
	return groups, true
}
