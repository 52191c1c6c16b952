package training

import (
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// shards are the words of what shards data in another way, or leaves it to a framework.
var shards = regexp.MustCompile(`(?i)sampler|shard|split_dataset_by_node|accelerat|fabric|deepspeed|lightning|horovod|webdataset|iterable|rank\s*::|stage_?fn|num_replicas`)

// trainingLoop is the loop that trains on a loader: over the name itself, or over the
// parameter of a function of this file that is given it. epochs is the epoch loop
// around it, in the same function or around the call.
func trainingLoop(p *rules.Pass, loader string, made python.Node) (batches, epochs *flow.Loop) {
	for _, loop := range p.Flow.Loops() {
		if loop.Iterates == nil || !loop.Trains {
			continue
		}
		if python.PathText(loop.Iterates) == loader && strings.Contains(loader, ".") && python.EnclosingClass(loop.Node) == python.EnclosingClass(made) {
			return loop, epochAround(loop.Parent)
		}
		name, ok := loop.Iterates.(*python.Name)
		if !ok {
			continue
		}
		_, bindings := p.Python.Lookup(name.ID, name)
		if len(bindings) == 0 {
			continue
		}
		if name.ID == loader && bindings[0].Node == made {
			return loop, epochAround(loop.Parent)
		}
		if bindings[0].Kind != python.Parameter {
			continue
		}
		if call := callWith(p, python.EnclosingFunction(loop.Node), name.ID, loader, made); call != nil {
			return loop, epochAround(p.Flow.LoopAround(call))
		}
	}
	return nil, nil
}

func epochAround(loop *flow.Loop) *flow.Loop {
	for ; loop != nil; loop = loop.Parent {
		if loop.Kind == flow.EpochLoop {
			return loop
		}
	}
	return nil
}

// callWith is the call of a function that passes the loader for a parameter.
func callWith(p *rules.Pass, fn *python.Function, parameter, loader string, made python.Node) *python.Call {
	if fn == nil {
		return nil
	}
	position := -1
	for i, param := range fn.Params {
		if param.Name == parameter {
			position = i
		}
	}
	for _, c := range p.Flow.CallsTo(fn) {
		arg, ok := p.Python.Argument(c, parameter, position).Value.(*python.Name)
		if !ok || arg.ID != loader {
			continue
		}
		_, bindings := p.Python.Lookup(arg.ID, arg)
		if len(bindings) > 0 && bindings[0].Node == made {
			return c
		}
	}
	return nil
}
