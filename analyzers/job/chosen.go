package job

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// chosenOptimizers are the calls that make optimizers whose class the program picks by a name: getattr(torch.optim,
// config["optimizer"]["type"])(params, **options). Their text does not say that it is one.
func (j *Job) chosenOptimizers() []*run.Call {
	written := map[*python.Call]bool{}
	for _, p := range j.programs {
		for _, c := range p.optimizers() {
			written[c] = true
		}
	}
	var list []*run.Call
	for _, c := range j.Program.run.ran().Trace.Calls {
		if c.Node == nil || written[c.Node] || guessed(c) && !j.Program.run.ofMember(c) {
			continue
		}
		class, ok := run.Bare(c.Callee).(run.Symbol)
		if known, optimizes := optimizerClasses[string(class)]; ok && optimizes && known[0] != "?" {
			list = append(list, c)
		}
	}
	return list
}

// ofMember reports whether a call happens in a method of an object that the program makes, which a framework calls.
func (e *execution) ofMember(c *run.Call) bool {
	for ; c != nil; c = c.Caller {
		if f, ok := c.Callee.(*run.Function); ok && c.Entry {
			return f.Node != nil && e.members[f.Node]
		}
	}
	return false
}

// readChosen takes the optimizers that the program picks by name, and gives what they train.
func (j *Job) readChosen() []part {
	var owners []part
	kinds, rates := map[string]bool{}, map[string]bool{}
	chosen := j.chosenOptimizers()
	for _, c := range chosen {
		class, _ := run.Bare(c.Callee).(run.Symbol)
		known := optimizerClasses[string(class)]
		kinds[known[0]] = true
		j.namedOptimizer(known, class, c)
		rate, _ := c.Argument("lr", 1)
		rates[j.Program.run.found(rate).Text()] = true
		params, _ := c.Argument("params", 0)
		for _, one := range run.Alternatives(params) {
			found, partly := j.owners(one)
			if partly {
				j.doubt(dialect.Method, byScript)
			}
			for _, owner := range found {
				if !slices.Contains(owners, owner) {
					owners = append(owners, owner)
				}
			}
		}
	}
	if len(kinds) > 1 {
		j.doubt(dialect.Optimizer, byScript)
	}
	if len(rates) > 1 {
		j.doubt(dialect.LearningRate, byScript)
	}
	return owners
}
