package config

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/rules"
)

// BatchArithmetic is batch-arithmetic.
var BatchArithmetic = &rules.Rule{
	Name:     "batch-arithmetic",
	Group:    rules.Config,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("batch-arithmetic"),
	On:       rules.Job | rules.ConfigFile,
	Words:    []string{"train_batch_size"},
	Check:    checkBatchArithmetic,
}

func checkBatchArithmetic(p *rules.Pass) {
	if p.Job != nil {
		checkBatchOfJob(p, p.Job)
		return
	}
	if p.Config == nil {
		return
	}
	r := dialect.Read(p.Config)
	if r == nil || r.Dialect.Name != "deepspeed" {
		return
	}
	b := batchOf(r)
	if b.total <= 0 || b.micro <= 0 || b.steps <= 0 || b.total%(b.micro*b.steps) == 0 {
		return
	}
	reportBatch(
		p,
		b,
		fmt.Sprintf(
			"train_batch_size %d is no multiple of %d × %d: no number of GPUs makes it, and DeepSpeed stops at start; leave it out or make it %d × GPUs",
			b.total,
			b.micro,
			b.steps,
			b.micro*b.steps,
		),
		nil,
	)
}

// checkBatchOfJob knows how many GPUs the launcher starts.
func checkBatchOfJob(p *rules.Pass, j *job.Job) {
	gpus, ok := j.Get(dialect.GPUs)
	if j.DeepSpeed == nil || !ok || gpus.Default || gpus.Engine() {
		return
	}
	b := batchOf(j.DeepSpeed)
	world := int64(j.Int(dialect.GPUs))
	if b.total <= 0 || b.micro <= 0 || b.steps <= 0 || b.total == b.micro*b.steps*world || b.total%(b.micro*b.steps) != 0 {
		return // the last one is found in the file alone
	}
	reportBatch(
		p,
		b,
		fmt.Sprintf(
			"train_batch_size %d is not %d × %d × %d GPUs (%s) = %d: DeepSpeed stops at start; leave it out or make it %d",
			b.total,
			b.micro,
			b.steps,
			world,
			where(gpus),
			b.micro*b.steps*world,
			b.micro*b.steps*world,
		),
		pointer(gpus, fmt.Sprintf("%d GPUs are started here", world)),
	)
}

func reportBatch(p *rules.Pass, b batch, message string, notes []rules.NotePlace) {
	p.Report(
		rules.Diagnostic{Severity: rules.Error, File: b.at.File.Path, Span: b.at.Span, Message: message, Notes: notes},
	)
}
