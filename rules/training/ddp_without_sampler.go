package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// DDPWithoutSampler finds data-parallel processes that all read the same data.
var DDPWithoutSampler = &rules.Rule{
	Name:     "ddp-without-sampler",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("ddp-without-sampler"),
	On:       rules.PythonFile,
	Words:    []string{"DistributedDataParallel"},
	Check:    checkDDPWithoutSampler,
}

func checkDDPWithoutSampler(p *rules.Pass) {
	models := p.Python.Calls("torch.nn.parallel.DistributedDataParallel")
	if len(models) == 0 || shards.Match(code(p)) {
		return
	}
	for _, c := range p.Python.Calls("torch.utils.data.DataLoader") {
		assign, ok := c.Parent().(*python.Assign)
		if !ok || len(assign.Targets) != 1 || c.Spreads() || len(c.Args) == 0 {
			continue
		}
		batches, _ := trainingLoop(p, python.PathText(assign.Targets[0]), assign)
		model := wrappedFor(p, models, c)
		if batches == nil || model == nil {
			continue
		}
		plan := pyedit.New(p.Python)
		fix := plan.AddKeyword(c, "sampler", "DistributedSampler("+p.File.Slice(c.Args[0].Value.Span())+")").Fixes("shard the data", fixes.Shown)
		p.At(c, fmt.Sprintf("every process of DistributedDataParallel walks over all of %s: an epoch costs as much as on one GPU; give the loader a DistributedSampler", p.File.Slice(c.Args[0].Value.Span())),
			[]rules.NotePlace{p.Note(model, "the model is trained by several processes"), p.Note(loopHead{batches.Node}, "this loop trains on the loader")}, fix...)
	}
}

// wrappedFor is the model that is made data-parallel in the same run as a loader: in
// the same function or class, or in one that calls, or is called by, the loader's.
// Another function of the file may train in one process.
func wrappedFor(p *rules.Pass, models []*python.Call, loader *python.Call) *python.Call {
	for _, model := range models {
		a, b := python.EnclosingFunction(model), python.EnclosingFunction(loader)
		class := python.EnclosingClass(model)
		if a == b || class != nil && class == python.EnclosingClass(loader) || leadsTo(p, a, b, 0) || leadsTo(p, b, a, 0) {
			return model
		}
	}
	return nil
}

const maxCallers = 3

// leadsTo reports whether one function, or the module's own statements, calls another.
func leadsTo(p *rules.Pass, caller, fn *python.Function, depth int) bool {
	if fn == nil || depth > maxCallers {
		return false
	}
	for _, call := range p.Flow.CallsTo(fn) {
		if at := python.EnclosingFunction(call); at == caller || at != nil && leadsTo(p, caller, at, depth+1) {
			return true
		}
	}
	return false
}
