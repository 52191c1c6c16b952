package config

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/rules"
)

// CheckpointingFindUnused is checkpointing-find-unused.
var CheckpointingFindUnused = &rules.Rule{
	Name:     "checkpointing-find-unused",
	Group:    rules.Config,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("checkpointing-find-unused"),
	On:       rules.PythonFile | rules.Job,
	Program:  true,
	Words:    []string{"find_unused_parameters checkpoint"},
	Check:    checkCheckpointingFindUnused,
}

const readyTwice = "the backward pass raises RuntimeError: Expected to mark a variable ready only once"

func checkCheckpointingFindUnused(p *rules.Pass) {
	if p.Job != nil {
		checkTrainersSearch(p)
		return
	}
	for _, e := range p.Train.Entries() {
		met := e.Reentered()
		if met == nil {
			continue
		}
		p.AtHazard(
			met.Wrapped.Place(),
			met.Wrapped.Place(),
			"the model checkpoints with the reentrant variant, and DistributedDataParallel looks for unused parameters: "+readyTwice+
				"; use_reentrant=False, or find_unused_parameters=False where every parameter is used",
			[]rules.NotePlace{p.NoteAt(met.Checkpoint.Place(), "checkpointed here")},
		)
		return
	}
}

// checkTrainersSearch looks at the training arguments of a job of several processes.
func checkTrainersSearch(p *rules.Pass) {
	j := p.Job
	search, ok := j.Get(dialect.FindUnused)
	if !ok || search.Text != "true" || search.Place.File == nil || j.Int(dialect.GPUs) < 2 ||
		j.Text(dialect.Checkpointing) != "full" || j.Framework != job.HFTrainer && j.Framework != job.TRL {
		return
	}
	sharding := j.Text(dialect.Sharding)
	if strings.HasPrefix(sharding, "zero") || strings.HasPrefix(sharding, "fsdp") || j.Undecided(dialect.Sharding) {
		return
	}
	// transformers checkpoints with the reentrant variant by default before 5; TRL chooses by itself
	variant, said := j.Get(dialect.Reentrant)
	if said && variant.Text != "true" || j.Undecided(dialect.Reentrant) ||
		!said && (j.Framework == job.TRL || !p.Versions.Requires("transformers", "<5")) {
		return
	}
	var notes []rules.NotePlace
	if v, ok := j.Get(dialect.Checkpointing); ok && v.Place.File != nil {
		said := "checkpointing is switched on here"
		notes = append(notes, rules.NotePlace{File: v.Place.File.Path, Span: v.Place.Span, Message: said})
	}
	p.Report(rules.Diagnostic{
		Severity: rules.Error, File: search.Place.File.Path, Span: search.Place.Span,
		Message: "gradient checkpointing is the reentrant variant, and DDP is to look for unused parameters: " + readyTwice +
			"; gradient_checkpointing_kwargs={\"use_reentrant\": False}, or leave find_unused_parameters off",
		Notes: notes,
	})
}
