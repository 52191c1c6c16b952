package config

import (
	"fmt"
	"regexp"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/evaluate"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// DeviceMapDistributed is device-map-distributed.
var DeviceMapDistributed = &rules.Rule{
	Name:     "device-map-distributed",
	Group:    rules.Config,
	Severity: rules.Error,
	Summary:  "a model is spread over the GPUs by device_map while several processes train it",
	On:       rules.Job,
	Words:    []string{"device_map"},
	Check:    checkDeviceMapDistributed,
	Doc: `## What it flags

from_pretrained with device_map="auto" (or balanced, balanced_low_0, sequential) for a model that is trained by several
processes, and any device_map under ZeRO-3.

## Why it matters

Every process would spread its own copy over all GPUs. accelerate and the Trainer refuse it: "You can't train a model that
has been loaded with device_map='auto' in any distributed mode"; under ZeRO-3 from_pretrained itself raises.

## Example

` + "```python bad" + `
# trainlint-file: train.py
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("gpt2", device_map="auto")
trainer = Trainer(model=model, args=TrainingArguments("out"), train_dataset=data)
trainer.train()
# trainlint-file: launch.sh
torchrun --nproc_per_node 4 train.py
` + "```" + `

` + "```python good" + `
# trainlint-file: train.py
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("gpt2")
trainer = Trainer(model=model, args=TrainingArguments("out"), train_dataset=data)
trainer.train()
# trainlint-file: launch.sh
torchrun --nproc_per_node 4 train.py
` + "```" + `

## When it is fine

In one process, where device_map splits one model over several GPUs; with a map that names the process's own GPU,
{"": local_rank}, as QLoRA uses it; for a frozen model that is only evaluated; under ZeRO-3 when the model is loaded before
TrainingArguments, which tell transformers that ZeRO-3 is on.

## Fix safety

No fix is offered: whether one process with a split model or several processes are meant is for a person to say.

## Versions

accelerate 0.20 and later; transformers 4.28 and later for ZeRO-3.

## Sources

accelerate, Accelerator.prepare_model; transformers, modeling_utils.py, from_pretrained; transformers issue 31557, accelerate
issues 2486 and 2543.
`,
}

var spreadingMaps = map[string]bool{"auto": true, "balanced": true, "balanced_low_0": true, "sequential": true}

func checkDeviceMapDistributed(p *rules.Pass) {
	j := p.Job
	if j.Program == nil || j.Launch == nil {
		return
	}
	processes, sharding := j.Int(dialect.GPUs), j.Text(dialect.Sharding)
	if !startsProcesses(j) || processes < 2 && sharding != "zero3" {
		return
	}
	for _, l := range j.Loads {
		arg := l.Call.Keyword("device_map")
		if arg == nil || !l.Trained {
			continue
		}
		v := j.Program.Value(arg.Value)
		var message string
		switch {
		case sharding == "zero3" && (v.Kind == evaluate.String || v.Kind == evaluate.Table):
			if loadedFirst(l) {
				continue
			}
			message = "device_map cannot be combined with ZeRO-3: from_pretrained raises ValueError, drop it and let DeepSpeed place the parameters"
		case processes > 1 && v.Kind == evaluate.String && spreadingMaps[v.Str]:
			message = fmt.Sprintf("device_map=%q spreads the model over all GPUs in each of %d processes: training raises ValueError; drop it, or use {\"\": local_rank}", v.Str, processes)
		default:
			continue
		}
		p.Report(rules.Diagnostic{
			Severity: rules.Error, File: j.Program.Module.File.Path, Span: arg.Span(), Message: message, Notes: launchNotes(j),
		})
	}
}

// zero3Starters are what tells transformers that ZeRO-3 is on: from_pretrained asks
// is_deepspeed_zero3_enabled(), which is false until one of these has been made.
var zero3Starters = regexp.MustCompile(`(?:^|\.)(?:\w*TrainingArguments|HfArgumentParser|TrlParser|Accelerator|DeepSpeedPlugin|HfDeepSpeedConfig|HfTrainerDeepSpeedConfig)$|^trl\.(?:.*\.)?\w+Config$`)

// loadedFirst reports whether a model is loaded before the arguments are made that
// turn ZeRO-3 on, both in one function: from_pretrained cannot know of it then.
func loadedFirst(l job.Load) bool {
	m := l.In.Module
	later := false
	for _, c := range m.AllCalls() {
		if python.EnclosingFunction(c) != python.EnclosingFunction(l.Call) || !zero3Starters.MatchString(m.Resolve(c.Func)) {
			continue
		}
		if c.Span().Start < l.Call.Span().Start {
			return false
		}
		later = true
	}
	return later
}

// startsProcesses reports whether the launcher starts one process a GPU.
func startsProcesses(j *job.Job) bool {
	switch j.Launch.Launcher {
	case launch.Accelerate, launch.Torchrun, launch.DeepSpeed:
		return true
	}
	return false
}

// launchNotes points at where the processes are started and counted.
func launchNotes(j *job.Job) []rules.NotePlace {
	notes := []rules.NotePlace{{File: j.Launch.Command.File.Path, Span: j.Launch.Command.Span, Message: "the processes are started here"}}
	for _, f := range []dialect.Field{dialect.GPUs, dialect.Sharding} {
		if v, ok := j.Get(f); ok && v.Place.File != nil && v.Place.File != j.Launch.Command.File {
			notes = append(notes, rules.NotePlace{File: v.Place.File.Path, Span: v.Place.Span, Message: string(f) + " = " + v.Text})
		}
	}
	return notes
}
