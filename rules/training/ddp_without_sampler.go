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
	model := distributedModel(p)
	if model == nil || shards.Match(code(p)) {
		return
	}
	for _, c := range p.Python.Calls("torch.utils.data.DataLoader") {
		assign, ok := c.Parent().(*python.Assign)
		if !ok || len(assign.Targets) != 1 || c.Spreads() || len(c.Args) == 0 {
			continue
		}
		batches, _ := trainingLoop(p, python.PathText(assign.Targets[0]), assign)
		if batches == nil {
			continue
		}
		plan := pyedit.New(p.Python)
		fix := plan.AddKeyword(c, "sampler", "DistributedSampler("+p.File.Slice(c.Args[0].Value.Span())+")").Fixes("shard the data", fixes.Shown)
		p.At(c, fmt.Sprintf("every process of DistributedDataParallel walks over all of %s: an epoch costs as much as on one GPU; give the loader a DistributedSampler", p.File.Slice(c.Args[0].Value.Span())),
			[]rules.NotePlace{p.Note(model, "the model is trained by several processes"), p.Note(loopHead{batches.Node}, "this loop trains on the loader")}, fix...)
	}
}
