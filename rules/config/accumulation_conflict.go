package config

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/rules"
)

// AccumulationConflict is accumulation-conflict.
var AccumulationConflict = &rules.Rule{
	Name:     "accumulation-conflict",
	Group:    rules.Config,
	Severity: rules.Error,
	Summary:  "two places of one job set different numbers of accumulation steps",
	On:       rules.Job,
	Words:    []string{"gradient_accumulation_steps"},
	Check:    checkAccumulationConflict,
	Doc: `## What it flags

gradient_accumulation_steps that a script gives to Accelerator() or TrainingArguments, and another number in the accelerate
config's deepspeed_config, on the launcher's command line or in the DeepSpeed file.

## Why it matters

The effective batch is micro-batch × accumulation × GPUs, and the learning rate was chosen for it. With Accelerator() the
DeepSpeed number wins from accelerate 1.8 on and the script's number before; the loop that counts to the other number then
steps too often or too rarely. The Trainer refuses to start.

## Example

` + "```python bad" + `
# trainlint-file: accelerate.yaml
compute_environment: LOCAL_MACHINE
distributed_type: DEEPSPEED
num_processes: 4
deepspeed_config:
  zero_stage: 2
  gradient_accumulation_steps: 8
# trainlint-file: train.py
import torch
from accelerate import Accelerator

accelerator = Accelerator(gradient_accumulation_steps=4)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
for batch in loader:
    accelerator.backward(model(batch).mean())
    optimizer.step()
    optimizer.zero_grad()
# trainlint-file: launch.sh
accelerate launch --config_file accelerate.yaml train.py
` + "```" + `

` + "```python good" + `
# trainlint-file: accelerate.yaml
compute_environment: LOCAL_MACHINE
distributed_type: DEEPSPEED
num_processes: 4
deepspeed_config:
  zero_stage: 2
  gradient_accumulation_steps: auto
# trainlint-file: train.py
import torch
from accelerate import Accelerator

accelerator = Accelerator(gradient_accumulation_steps=4)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
for batch in loader:
    accelerator.backward(model(batch).mean())
    optimizer.step()
    optimizer.zero_grad()
# trainlint-file: launch.sh
accelerate launch --config_file accelerate.yaml train.py
` + "```" + `

## When it is fine

"auto" in the DeepSpeed config, or no number in the script. A DeepSpeed file that differs from TrainingArguments is
deepspeed-arguments-mismatch.

## Fix safety

No fix is offered: keep one owner and say "auto" in the other place.

## Versions

accelerate 1.8 (pull request 3632) changed which number wins.

## Sources

accelerate pull requests 698 and 3632, issue 1970; yuvalkirstain/PickScore issue 18.
`,
}

func checkAccumulationConflict(p *rules.Pass) {
	j := p.Job
	argument, ok := argumentSays(j, dialect.Accumulation)
	if !ok || argument.Default || argument.Place.File == nil {
		return
	}
	other, ok := launcherSays(j, dialect.Accumulation)
	if !ok {
		if other, ok = engineSays(j, dialect.Accumulation); !ok || hasTrainer(j) {
			return
		}
	}
	if other.Place.File == nil || sameNumber(argument.Text, other.Text) {
		return
	}
	p.Report(rules.Diagnostic{
		Severity: rules.Error, File: other.Place.File.Path, Span: other.Place.Span,
		Message: accumulationMessage(j, argument, other),
		Notes:   pointer(argument, fmt.Sprintf("%s says %s", argument.From, argument.Text)),
	})
}

func accumulationMessage(j *job.Job, argument, other job.Value) string {
	if hasTrainer(j) {
		return fmt.Sprintf("%s accumulation steps here and %s in the training arguments (%s): the Trainer refuses to start; say \"auto\" here", other.Text, argument.Text, where(argument))
	}
	return fmt.Sprintf("%s accumulation steps here and %s in the script (%s): accelerate 1.8 and later train with %s, earlier ones with %s; keep one of them",
		other.Text, argument.Text, where(argument), other.Text, argument.Text)
}
