package fit

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/jobedit"
	"github.com/trainlint/trainlint/rules"
)

// BF16Unsupported finds bf16 on cards without it.
var BF16Unsupported = &rules.Rule{
	Name:     "bf16-unsupported",
	Group:    rules.Fit,
	Severity: rules.Error,
	Summary:  "the job trains in bf16 and its target GPU has no bf16",
	On:       rules.Job,
	Words:    []string{"bf16", "bfloat16", "trl"},
	Check:    checkBF16,
	Doc: rules.Markdown(`## What it flags
Mixed precision bf16, or weights in bf16, for a target GPU before compute capability 8.0, such as T4, V100 or RTX 2080 Ti. The
target is named by ~--gpu~ or ~target.gpu~ in ~trainlint.yaml~.

## Why it matters
~TrainingArguments(bf16=True)~ raises a ValueError on such a card. Newer versions of torch call it supported and emulate it, which
is several times slower than fp32.

## Example
With ~--gpu t4~:

~~~python bad
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2")
args = TrainingArguments(output_dir="out", bf16=True)
Trainer(model=model, args=args, train_dataset=dataset).train()
~~~

~~~python good
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2")
args = TrainingArguments(output_dir="out", fp16=True)
Trainer(model=model, args=args, train_dataset=dataset).train()
~~~

## When it is fine
Never on those cards. TRL's configs switch bf16 on by themselves; there ~fp16=True~ has to be said.

## Fix safety
Unsafe: it sets fp16, which needs a loss scale and overflows for some models (see fp16-overflow-model).

## Versions
All.

## Sources
- [transformers: bf16](https://huggingface.co/docs/transformers/perf_train_gpu_one)
- compute capabilities: [NVIDIA](https://developer.nvidia.com/cuda-gpus)
`),
}

func checkBF16(p *rules.Pass) {
	gpu, named := target(p)
	if !named || gpu.BF16 || gpu.ComputeCapability == "" {
		return
	}
	precision, _ := p.Job.Get(dialect.Precision)
	weights, _ := p.Job.Get(dialect.Weights)
	switch {
	case precision.Text == "amp-bf16":
		reportBF16(p, gpu, precision, dialect.Precision, "amp-fp16", "mixed precision bf16")
	case weights.Text == "bf16" && p.Job.Text(dialect.Quantisation) == "":
		reportBF16(p, gpu, weights, dialect.Weights, "fp16", "weights in bf16")
	}
}

func reportBF16(p *rules.Pass, gpu estimator.GPU, v job.Value, field dialect.Field, instead, what string) {
	place := v.Place
	if place.File == nil {
		place = at(p.Job, dialect.Model, dialect.MicroBatch)
		what += " (" + v.From + "'s default)"
	}
	if place.File == nil {
		return
	}
	p.Report(rules.Diagnostic{
		Severity: rules.Error, File: place.File.Path, Span: place.Span,
		Message: fmt.Sprintf("%s, and %s has compute capability %s: bf16 starts at 8.0, so this raises or runs emulated; use fp16", what, gpu.Name, gpu.ComputeCapability),
		Notes:   []rules.NotePlace{{Message: fmt.Sprintf("the target %s comes from %s", p.Target.GPU, p.Target.From)}},
		Fixes:   fp16Fix(p.Job, v, field, instead),
	})
}

// fp16Fix makes bf16=True of the training arguments fp16=True; elsewhere it sets
// the field in the file that decides it.
func fp16Fix(j *job.Job, v job.Value, field dialect.Field, instead string) []fixes.Fix {
	if j.Program != nil && field == dialect.Precision {
		if call, in := j.ArgumentsIn(); call != nil {
			if a := call.Keyword("bf16"); a != nil {
				if call.Keyword("fp16") != nil || a.Value.Span() != v.Place.Span {
					return nil
				}
				return []fixes.Fix{{Title: "use fp16", Safety: fixes.Unsafe, Edits: []fixes.Edit{{File: in.File.Path, Span: a.NameSpan, New: "fp16"}}}}
			}
		}
	}
	edits, failed := jobedit.Rewrite(j, []jobedit.Change{{Field: field, Text: instead}})
	if len(failed) > 0 {
		return nil
	}
	return edits.Fixes("use fp16", fixes.Unsafe)
}
