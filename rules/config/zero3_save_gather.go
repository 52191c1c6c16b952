package config

import (
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// ZeRO3SaveGather is zero3-save-gather.
var ZeRO3SaveGather = &rules.Rule{
	Name:     "zero3-save-gather",
	Group:    rules.Config,
	Severity: rules.Error,
	Summary:  "a ZeRO-3 model is saved without gathering its weights",
	On:       rules.Job,
	Words:    []string{"get_state_dict", "save_pretrained", "save_model"},
	Check:    checkZeRO3SaveGather,
	Doc: `## What it flags

A ZeRO-3 job that saves its model while stage3_gather_16bit_weights_on_model_save (accelerate: zero3_save_16bit_model) is not
true. An error where the script calls accelerator.get_state_dict or save_pretrained without a state_dict; a warning where the
Trainer saves.

## Why it matters

Under ZeRO-3 each GPU holds a slice of every weight. accelerator.get_state_dict raises a ValueError at the first save, hours
into the run; save_pretrained on the bare model writes tensors of shape [0]; the Trainer writes DeepSpeed shards that must
be put together with zero_to_fp32.py before the model can be loaded.

## Example

` + "```python bad" + `
# trainlint-file: accelerate.yaml
compute_environment: LOCAL_MACHINE
distributed_type: DEEPSPEED
deepspeed_config:
  zero_stage: 3
  zero3_save_16bit_model: false
num_processes: 4
# trainlint-file: train.py
import torch
from accelerate import Accelerator
from transformers import AutoModelForCausalLM

accelerator = Accelerator()
model = AutoModelForCausalLM.from_pretrained("gpt2")
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
for batch in loader:
    accelerator.backward(model(**batch).loss)
    optimizer.step()
    optimizer.zero_grad()
accelerator.unwrap_model(model).save_pretrained("out", state_dict=accelerator.get_state_dict(model))
# trainlint-file: launch.sh
accelerate launch --config_file accelerate.yaml train.py
` + "```" + `

` + "```python good" + `
# trainlint-file: accelerate.yaml
compute_environment: LOCAL_MACHINE
distributed_type: DEEPSPEED
deepspeed_config:
  zero_stage: 3
  zero3_save_16bit_model: true
num_processes: 4
# trainlint-file: train.py
import torch
from accelerate import Accelerator
from transformers import AutoModelForCausalLM

accelerator = Accelerator()
model = AutoModelForCausalLM.from_pretrained("gpt2")
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
for batch in loader:
    accelerator.backward(model(**batch).loss)
    optimizer.step()
    optimizer.zero_grad()
accelerator.unwrap_model(model).save_pretrained("out", state_dict=accelerator.get_state_dict(model))
# trainlint-file: launch.sh
accelerate launch --config_file accelerate.yaml train.py
` + "```" + `

## When it is fine

When only adapters are saved, when shards are saved on purpose (save_checkpoint, save_state), or when the weights are gathered
by hand with deepspeed.zero.GatheredParameters.

## Fix safety

No fix is offered: gathering needs the whole model in the memory of one process.

## Versions

DeepSpeed 0.6 and later.

## Sources

accelerate, Accelerator.get_state_dict; transformers, Trainer.save_model; FlagEmbedding issue 873, transformers issue 20082,
DeepSpeed issue 2413.
`,
}

func checkZeRO3SaveGather(p *rules.Pass) {
	j := p.Job
	stage, ok := j.Get(dialect.Sharding)
	gather, decided := j.Get(dialect.GatherOnSave)
	if j.Program == nil || !ok || stage.Text != "zero3" || decided && gather.Text != "false" || stage.Place.File == nil {
		return
	}
	m := j.Program.Module
	if len(m.Calls("deepspeed.zero.GatheredParameters")) > 0 || j.Text(dialect.Method) != "full" {
		return
	}
	for _, c := range m.AllCalls() {
		switch c.MethodName() {
		case "get_state_dict":
			if m.TypeOf(c.Receiver()) == "accelerate.Accelerator" {
				reportSave(p, c, rules.Error, "accelerator.get_state_dict raises ValueError under ZeRO-3 unless "+gatherKey(j)+" is true: the first save ends the run")
				return
			}
		case "save_pretrained":
			if unwraps(c.Receiver()) && c.Keyword("state_dict") == nil && !c.Spreads() {
				reportSave(p, c, rules.Error, "save_pretrained writes empty tensors under ZeRO-3: pass state_dict=accelerator.get_state_dict(model) and set "+gatherKey(j)+" to true")
				return
			}
		case "save_model":
			if len(m.Calls("transformers.Trainer", "trl.SFTTrainer")) > 0 {
				reportSave(p, c, rules.Warning, "the Trainer saves DeepSpeed shards instead of a model unless "+gatherKey(j)+" is true: they must be put together with zero_to_fp32.py")
				return
			}
		}
	}
}

// gatherKey is the key that the job's own config has for gathering.
func gatherKey(j *job.Job) string {
	if j.DeepSpeed == nil {
		return "zero3_save_16bit_model"
	}
	return "stage3_gather_16bit_weights_on_model_save"
}

// unwraps reports whether a model is taken out of its DeepSpeed engine: what comes
// out has slices for weights.
func unwraps(e python.Expr) bool {
	c, ok := e.(*python.Call)
	return ok && c.MethodName() == "unwrap_model"
}

func reportSave(p *rules.Pass, c *python.Call, severity rules.Severity, message string) {
	stage, _ := p.Job.Get(dialect.Sharding)
	notes := []rules.NotePlace{{File: stage.Place.File.Path, Span: stage.Place.Span, Message: "stage 3 is chosen here"}}
	if gather, ok := p.Job.Get(dialect.GatherOnSave); ok && gather.Place.File != nil {
		notes = append(notes, rules.NotePlace{File: gather.Place.File.Path, Span: gather.Place.Span, Message: "gathering is switched off here"})
	}
	p.Report(rules.Diagnostic{Severity: severity, File: p.Job.Program.Module.File.Path, Span: c.Span(), Message: message, Notes: notes})
}
