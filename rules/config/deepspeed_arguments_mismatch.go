package config

import (
	"fmt"
	"strconv"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/rules"
)

// DeepSpeedArgumentsMismatch is deepspeed-arguments-mismatch.
var DeepSpeedArgumentsMismatch = &rules.Rule{
	Name:     "deepspeed-arguments-mismatch",
	Group:    rules.Config,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("deepspeed-arguments-mismatch"),
	On:       rules.Job,
	Words: []string{
		"zero_optimization",
		"train_micro_batch_size_per_gpu",
		"train_batch_size",
		"gradient_clipping",
		"bf16",
		"fp16",
	},
	Check: checkArgumentsMismatch,
}

// comparison is one key that the Trainer compares.
type comparison struct {
	key      string
	field    dialect.Field
	argument string
	// absent is what the argument is when nothing sets it; "" is not compared then.
	absent string
}

var comparisons = []comparison{
	// its default is among the job's fields
	{"train_micro_batch_size_per_gpu", dialect.MicroBatch, "per_device_train_batch_size", ""},
	{"gradient_accumulation_steps", dialect.Accumulation, "gradient_accumulation_steps", ""},
	{"gradient_clipping", dialect.GradientClip, "max_grad_norm", "1"},
	{"optimizer.params.lr", dialect.LearningRate, "learning_rate", ""},
	{"optimizer.params.weight_decay", dialect.WeightDecay, "weight_decay", ""},
}

func checkArgumentsMismatch(p *rules.Pass) {
	j := p.Job
	if j.DeepSpeed == nil || !hasTrainer(j) {
		return
	}
	for _, c := range comparisons {
		pair, ok := j.DeepSpeed.Pair(c.key)
		if !ok {
			continue
		}
		if mine, known := argumentOf(j, c); known {
			c.compare(p, pair, mine)
		}
	}
	compareTotal(p)
	comparePrecision(p)
}

// argumentOf is the training argument's value for a comparison.
func argumentOf(j *job.Job, c comparison) (job.Value, bool) {
	for _, v := range j.Said(c.field) {
		if !v.Engine() && !v.Launcher() {
			if v.Text != "" {
				return v, true
			}
			return job.Value{}, false
		}
	}
	if c.absent == "" || j.Framework == job.TRL || j.Program == nil || j.Program.Arguments.Open {
		return job.Value{}, false
	}
	if call, _ := j.ArgumentsIn(); call == nil || call.Spreads() {
		return job.Value{}, false
	}
	return job.Value{Text: c.absent, Default: true, From: "TrainingArguments"}, true
}

func (c comparison) compare(p *rules.Pass, pair dialect.Pair, mine job.Value) {
	switch text := pair.Value.Text; {
	case pair.Value.Kind == config.String && text == "auto":
	case pair.Value.Kind == config.String:
		if _, err := strconv.ParseFloat(text, 64); err == nil {
			mismatch(
				p,
				pair,
				mine,
				fmt.Sprintf("%s is the text %q, which is not the number %s of %s", c.key, text, mine.Text, c.argument),
			)
		}
	case pair.Value.IsNumber() && !sameNumber(strconv.FormatFloat(pair.Value.Float, 'g', -1, 64), mine.Text):
		mismatch(p, pair, mine, fmt.Sprintf("%s is %s and %s is %s", c.key, text, c.argument, mine.Text))
	}
}

// compareTotal: train_batch_size must be the arguments' micro-batch ×
// accumulation × GPUs.
func compareTotal(p *rules.Pass) {
	j := p.Job
	pair, ok := j.DeepSpeed.Pair("train_batch_size")
	gpus, known := j.Get(dialect.GPUs)
	micro, okMicro := argumentOf(j, comparisons[0])
	steps, okSteps := argumentOf(j, comparisons[1])
	if !ok || pair.Value.Kind != config.Int || !known || gpus.Default || !okMicro || !okSteps {
		return
	}
	m, err := strconv.ParseInt(micro.Text, 10, 64)
	s, err2 := strconv.ParseInt(steps.Text, 10, 64)
	world := int64(j.Int(dialect.GPUs))
	if err != nil || err2 != nil || m*s*world == pair.Value.Int ||
		batchOf(j.DeepSpeed).micro > 0 && batchOf(j.DeepSpeed).steps > 0 {
		return // with all three numbers in the file it is batch-arithmetic
	}
	mismatch(
		p,
		pair,
		micro,
		fmt.Sprintf(
			"train_batch_size is %d and the training arguments make %d × %d × %d GPUs = %d",
			pair.Value.Int,
			m,
			s,
			world,
			m*s*world,
		),
	)
}

// comparePrecision: a dtype that DeepSpeed enables and the arguments do not, or
// the other way round. Two different 16-bit dtypes are precision-conflict.
func comparePrecision(p *rules.Pass) {
	j := p.Job
	mine, ok := argumentSays(j, dialect.Precision)
	if !ok || mine.Default && j.Framework != job.TRL && !completeArguments(j) {
		return
	}
	for _, name := range []string{"fp16", "bf16"} {
		pair, ok := j.DeepSpeed.Pair(name + ".enabled")
		if !ok || pair.Value.Kind != config.Bool {
			continue
		}
		on := mine.Text == "amp-"+name
		switch {
		case pair.Value.Bool && !on && !is16(mine.Text):
			mismatch(p, pair, mine, fmt.Sprintf("%s.enabled is true and the training arguments do not switch %s on", name, name))
		case !pair.Value.Bool && on:
			mismatch(p, pair, mine, fmt.Sprintf("%s.enabled is false and the training arguments switch %s on", name, name))
		}
	}
}

// completeArguments reports whether all training arguments can be seen.
func completeArguments(j *job.Job) bool {
	if j.Program == nil || j.Program.Arguments.Open {
		return false
	}
	call, _ := j.ArgumentsIn()
	return call != nil && !call.Spreads()
}

func mismatch(p *rules.Pass, pair dialect.Pair, mine job.Value, what string) {
	var fix []fixes.Fix
	if pair.Entry != nil {
		fix = configedit.SetString(pair.Entry.Value, "auto").Fixes(`say "auto"`, fixes.Safe)
	}
	p.Report(rules.Diagnostic{
		Severity: rules.Error, File: pair.File.Path, Span: pair.Span,
		Message: what + " (" + where(mine) + `): the Trainer refuses to start; say "auto" here`,
		Notes:   pointer(mine, "the training argument"),
		Fixes:   fix,
	})
}
