package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// SamplerSetEpoch finds distributed samplers that shuffle alike in every epoch.
var SamplerSetEpoch = &rules.Rule{
	Name:     "sampler-set-epoch",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("sampler-set-epoch"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"DistributedSampler", "epoch", "loader"},
	Check:    checkSamplerSetEpoch,
}

func checkSamplerSetEpoch(p *rules.Pass) {
	for _, e := range p.Train.Entries() {
		if !e.Whole && (p.Elsewhere == nil || p.Elsewhere("set_epoch")) {
			continue
		}
		for _, loader := range e.Loaders() {
			training, epochs := loader.Training(), loader.Epochs()
			if training == nil || frameworkOwns(e.OwnerOf(training)) || !loader.Learns() {
				continue
			}
			restart, restarts := run.Place{}, false
			if epochs == nil {
				if restart, restarts = loader.Restart(); !restarts {
					continue
				}
			}
			for _, sampler := range loader.DistributedSamplers() {
				shuffles, _ := loader.Shuffles(sampler)
				switch {
				case !shuffles:
				case epochs != nil && !loader.MayBeToldEpoch(sampler, epochs):
					if anew, withData := train.MadeAnew(sampler, epochs); anew {
						if !withData {
							reportSamplerMadeAnew(p, loader, sampler, epochs)
						}
						continue
					}
					reportUntoldSampler(p, loader, sampler, epochs)
				case restarts && !loader.MayBeToldEpoch(sampler, training):
					reportUntoldPasses(p, loader, sampler, restart)
				}
			}
		}
	}
}

// frameworkOwns reports whether the owner of the step tells samplers the epoch itself.
func frameworkOwns(owner train.Owner) bool {
	switch owner {
	case train.Accelerate, train.Lightning, train.LightningFabric, train.HFTrainer:
		return true
	}
	return false
}

func reportUntoldSampler(p *rules.Pass, loader *train.Loader, sampler *run.Object, epochs *train.Loop) {
	at := sampler.Made.Place()
	name, condition := describe(loader, sampler)
	// several calls of one function may make loaders, and the others' samplers be told
	if made := madeFor(loader, epochs); made != nil {
		name += ", as made for the call at " + ask.Where(made.Place(), at.Unit) + ","
	}
	message := fmt.Sprintf("the %s of %s is never told the epoch: every epoch%s has the order of the first; "+
		"call set_epoch at the top of the loop at %s", kindOf(sampler), name, condition, ask.Where(epochs.Place(), at.Unit))
	p.AtPlace(at, message, []rules.NotePlace{p.NoteAt(epochs.Head(), "the epoch loop")},
		setEpochFix(loader, sampler, epochs)...)
}

// reportSamplerMadeAnew reports a sampler that each epoch makes for the same data: at the top of the loop there is none
// yet to be told.
func reportSamplerMadeAnew(p *rules.Pass, loader *train.Loader, sampler *run.Object, epochs *train.Loop) {
	name, condition := describe(loader, sampler)
	message := fmt.Sprintf(
		"the %s of %s is made anew in every epoch and never told which: every epoch%s has the order of the "+
			"first; make it before the loop, and call its set_epoch at the top of the loop",
		kindOf(sampler),
		name,
		condition,
	)
	p.AtPlace(sampler.Made.Place(), message, []rules.NotePlace{p.NoteAt(epochs.Head(), "the epoch loop")})
}

// reportUntoldPasses reports a sampler of a program that has no loop of epochs and goes over its data again and again.
func reportUntoldPasses(p *rules.Pass, loader *train.Loader, sampler *run.Object, restart run.Place) {
	at := sampler.Made.Place()
	name, condition := describe(loader, sampler)
	message := fmt.Sprintf("the %s of %s is never told the epoch: every pass over the data%s has the order of the "+
		"first; call set_epoch with the number of the pass before the next one begins at %s", kindOf(sampler), name,
		condition, ask.Where(restart, at.Unit))
	p.AtPlace(at, message, []rules.NotePlace{p.NoteAt(restart, "the data starts over")})
}

// kindOf names the class of a sampler.
func kindOf(sampler *run.Object) string {
	if class, ours := sampler.Class.(*run.Class); ours {
		return class.Node.Name
	}
	return "DistributedSampler"
}

// madeFor is the call in the function of a loop that leads to a loader which is made in another function; nil where it
// is made there.
func madeFor(loader *train.Loader, epochs *train.Loop) *run.Call {
	at := loader.Call.Caller
	for at != nil && at.Caller != epochs.Run.Caller {
		at = at.Caller
	}
	if at == nil || at == epochs.Run.Caller || at.Node == nil {
		return nil
	}
	return at
}

// describe is what the loader is called, and when its sampler shuffles; "" for always.
func describe(loader *train.Loader, sampler *run.Object) (name, condition string) {
	name = "the loader"
	if target := boundTo(loader.Call.At); target != "" {
		name = target
	}
	if _, sure := loader.Shuffles(sampler); !sure {
		condition = ", where it shuffles,"
	}
	return name, condition
}

// setEpochFix tells the sampler the epoch where both have a name in the same function, and there is always a sampler.
func setEpochFix(loader *train.Loader, sampler *run.Object, loop *train.Loop) []fixes.Fix {
	if given, _ := loader.Option("sampler"); given != run.Value(sampler) {
		return nil
	}
	made := sampler.Made
	name := boundTo(made.At)
	epochs, ok := loop.Node().(*python.For)
	if name == "" || !ok || made.Unit != loop.Run.Unit ||
		python.EnclosingFunction(made.At) != python.EnclosingFunction(epochs) {
		return nil
	}
	epoch, ok := epochs.Target.(*python.Name)
	if !ok {
		return nil
	}
	edit := pyedit.New(made.Unit.Module)
	return edit.InsertBefore(loop.Body()[0], name+".set_epoch("+epoch.ID+")").
		Fixes("tell the sampler the epoch", fixes.Shown)
}
