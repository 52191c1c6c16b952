package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
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
	Program:  true,
	Words:    []string{"DistributedDataParallel", "loader"},
	Check:    checkDDPWithoutSampler,
}

func checkDDPWithoutSampler(p *rules.Pass) {
	for _, e := range p.Train.Entries() {
		models := e.DataParallel()
		if len(models) == 0 {
			continue
		}
		for _, loader := range e.Loaders() {
			batches := loader.Training()
			if batches == nil || !loader.Unsharded() || e.OwnerOf(batches) != train.PlainTorch || loader.ShufflesForever() {
				continue
			}
			for _, model := range models {
				forgotten := loader.Forgotten()
				if forgotten == nil && optional(e, model) || !train.Together(model, loader.Call) {
					continue
				}
				if !loader.SharesOut(model, batches) {
					reportUnsharded(p, loader, model, batches, forgotten)
					break
				}
			}
		}
	}
}

// optional reports whether a model is data-parallel only where the program is asked for it, and nothing shows that this
// loader is made for that case: no group of processes, or a sampler for some loader.
func optional(e *train.Entry, model *run.Call) bool {
	return len(model.Gates) > 0 && (!e.StartsProcesses() || e.SamplesApart())
}

func reportUnsharded(p *rules.Pass, loader *train.Loader, model *run.Call, batches *train.Loop, forgotten *run.Call) {
	at := usedAt(loader, model, batches)
	data, plan := "its dataset", []fixes.Fix(nil)
	if written := loader.Written("dataset"); written != nil {
		made, call := loader.Place(), loader.Call.Node
		data = made.Unit.Module.File.Slice(written.Span())
		if call != nil && !call.Spreads() && at == made && loader.Written("sampler") == nil {
			edit := pyedit.New(made.Unit.Module)
			plan = edit.AddKeyword(call, "sampler", "DistributedSampler("+data+")").Fixes("shard the data", fixes.Shown)
		}
	}
	notes := []rules.NotePlace{p.NoteAt(model.Place(), "the model is trained by several processes"),
		p.NoteAt(batches.Head(), "this loop trains on the loader")}
	if forgotten != nil {
		notes, plan = append(notes, p.NoteAt(forgotten.Place(), "this sampler is given to no loader")), nil
	}
	p.AtPlace(at, fmt.Sprintf("every process of DistributedDataParallel walks over all of %s: an epoch costs as much "+
		"as on one GPU; give the loader a DistributedSampler", data), notes, plan...)
}

// usedAt is where the loader is made, or the call of the helper elsewhere that makes it: others may call that, too.
func usedAt(loader *train.Loader, model *run.Call, batches *train.Loop) run.Place {
	for c := loader.Call; c != nil; c = c.Caller {
		if c.Node != nil && (c.Unit == model.Unit || c.Unit == batches.Run.Unit) {
			return c.Place()
		}
	}
	return loader.Place()
}
