package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
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
			if batches == nil || !loader.Unsharded() || e.OwnerOf(batches) != train.PlainTorch || shufflesForever(loader) {
				continue
			}
			for _, model := range models {
				if optional(e, model) || !train.Together(model, loader.Call) {
					continue
				}
				if !loader.SharesOut(model, batches) {
					reportUnsharded(p, loader, model, batches)
					break
				}
			}
		}
	}
}

// shufflesForever reports whether a loader is made in a generator that goes round for ever, and may shuffle: steps are counted then,
// no epochs, and each process draws in an order of its own.
func shufflesForever(loader *train.Loader) bool {
	shuffle, _ := loader.Option("shuffle")
	fn := python.EnclosingFunction(loader.Call.At)
	if fn == nil || shuffle == nil || shuffle == run.Value(run.Bool(false)) {
		return false
	}
	for n := range python.All(fn) {
		forever, ok := n.(*python.While)
		if !ok || !loader.Call.Unit.Module.IsTrue(forever.Test) {
			continue
		}
		for inner := range python.All(forever) {
			if _, yields := inner.(*python.Yield); yields {
				return true
			}
		}
	}
	return false
}

// optional reports whether a model is data-parallel only where the program is asked for it, and nothing shows that this
// loader is made for that case: no group of processes, or a sampler for some loader.
func optional(e *train.Entry, model *run.Call) bool {
	return len(model.Gates) > 0 && (!e.StartsProcesses() || e.SamplesApart())
}

func reportUnsharded(p *rules.Pass, loader *train.Loader, model *run.Call, batches *train.Loop) {
	at := usedAt(loader, model, batches)
	data, plan := "its dataset", []fixes.Fix(nil)
	if written := loader.Written("dataset"); written != nil {
		made, call := loader.Place(), loader.Call.Node
		data = made.Unit.Module.File.Slice(written.Span())
		if call != nil && !call.Spreads() && at == made {
			edit := pyedit.New(made.Unit.Module)
			plan = edit.AddKeyword(call, "sampler", "DistributedSampler("+data+")").Fixes("shard the data", fixes.Shown)
		}
	}
	p.AtPlace(at, fmt.Sprintf("every process of DistributedDataParallel walks over all of %s: an epoch costs as much "+
		"as on one GPU; give the loader a DistributedSampler", data),
		[]rules.NotePlace{p.NoteAt(model.Place(), "the model is trained by several processes"),
			p.NoteAt(batches.Head(), "this loop trains on the loader")}, plan...)
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
