package job

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// optimized is what a call that makes an optimizer is given: several values where it stands in a function that is
// called at several places, make_optimizer(generator) and make_optimizer(discriminator), each of which is sure to
// happen.
func (w *owning) optimized(p *Program, c *python.Call) []run.Value {
	all, _ := p.Argument(c, "params", 0)
	whole := []run.Value{all.Value}
	of := map[python.Node]Found{}
	var sites []python.Node
	for _, one := range p.calls(c) {
		params, _ := one.Argument("params", 0)
		if params == nil || one.Caller == nil || one.Caller.Node == nil || one.Caller.Entry ||
			perhaps(one.Gates) {
			return whole
		}
		site := python.Node(one.Caller.Node)
		if before, met := of[site]; met {
			of[site] = p.run.either(before, p.run.found(params))
			continue
		}
		sites, of[site] = append(sites, site), p.run.found(params)
	}
	if len(sites) < 2 {
		return whole
	}
	var list []run.Value
	for _, site := range sites {
		list = append(list, of[site].Value)
	}
	return list
}
