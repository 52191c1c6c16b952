package fit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// QuantizedFullFinetune finds quantised weights that are trained themselves.
var QuantizedFullFinetune = &rules.Rule{
	Name:     "quantized-full-finetune",
	Group:    rules.Fit,
	Severity: rules.Error,
	Summary:  "4- or 8-bit weights are trained without adapters",
	On:       rules.Job,
	Words:    []string{"load_in_4bit", "load_in_8bit", "quantization_bit", "BitsAndBytesConfig", "quantize"},
	Check:    checkQuantizedFull,
	Doc: rules.Markdown(`## What it flags
A job that loads its model in 4 or 8 bits (~load_in_4bit~, ~load_in_8bit~, ~quantization_bit~, ~BitsAndBytesConfig~) and trains it
without LoRA or another adapter.

## Why it matters
Quantised weights have no gradient. transformers raises ~You cannot perform fine-tuning on purely quantized models~; a hand-written
loop trains only the norms and embeddings that were not quantised.

## Example
~~~python bad
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf", quantization_config=BitsAndBytesConfig(load_in_4bit=True))
args = TrainingArguments(output_dir="out", bf16=True)
Trainer(model=model, args=args, train_dataset=dataset).train()
~~~

~~~python good
from peft import LoraConfig, get_peft_model, prepare_model_for_kbit_training
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf", quantization_config=BitsAndBytesConfig(load_in_4bit=True))
model = prepare_model_for_kbit_training(model)
model = get_peft_model(model, LoraConfig(r=16, target_modules="all-linear"))
args = TrainingArguments(output_dir="out", bf16=True)
Trainer(model=model, args=args, train_dataset=dataset).train()
~~~

## When it is fine
Never with bitsandbytes. The rule is silent when adapters may be added where it cannot see.

## Fix safety
No fix is offered: add an adapter, or load the model unquantised.

## Versions
All.

## Sources
- transformers, trainer.py: validate_quantization_for_training
`),
}

// QLoRAUnprepared finds adapters on a quantised model that was not prepared.
var QLoRAUnprepared = &rules.Rule{
	Name:     "qlora-unprepared",
	Group:    rules.Fit,
	Severity: rules.Warning,
	Summary:  "adapters are added to a 4- or 8-bit model that was not prepared for training",
	On:       rules.Job,
	Words:    []string{"load_in_4bit", "load_in_8bit", "BitsAndBytesConfig"},
	Check:    checkUnprepared,
	Doc: rules.Markdown(`## What it flags
A script that loads a model in 4 or 8 bits and calls ~get_peft_model~ on it without ~prepare_model_for_kbit_training~.

## Why it matters
The preparation freezes the base, casts norms and the output head to fp32 so that the loss stays stable, and lets gradients
flow into the first block, without which gradient checkpointing gives adapters no gradient at all.

## Example
~~~python bad
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf", quantization_config=BitsAndBytesConfig(load_in_4bit=True))
model = get_peft_model(model, LoraConfig(r=16, target_modules="all-linear"))
args = TrainingArguments(output_dir="out", bf16=True)
Trainer(model=model, args=args, train_dataset=dataset).train()
~~~

~~~python good
from peft import LoraConfig, get_peft_model, prepare_model_for_kbit_training
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf", quantization_config=BitsAndBytesConfig(load_in_4bit=True))
model = prepare_model_for_kbit_training(model)
model = get_peft_model(model, LoraConfig(r=16, target_modules="all-linear"))
args = TrainingArguments(output_dir="out", bf16=True)
Trainer(model=model, args=args, train_dataset=dataset).train()
~~~

## When it is fine
TRL's trainers and unsloth prepare the model themselves, and so does a script that freezes the base, casts and calls
~enable_input_require_grads()~ by hand: the rule is silent on all of them. The preparation costs memory (it makes fp32 of
everything that is not quantised); leaving it out on purpose is a trade that should be written down.

## Fix safety
No fix is offered.

## Versions
peft 0.3 and later; before that it was called prepare_model_for_int8_training.

## Sources
- [peft: quantization](https://huggingface.co/docs/peft/developer_guides/quantization)
`),
}

var quantised = []string{"nf4", "nf4-dq", "fp4", "int8", "int4"}

func checkQuantizedFull(p *rules.Pass) {
	j := p.Job
	q, ok := j.Get(dialect.Quantisation)
	if !ok || !slices.Contains(quantised, q.Text) || j.Text(dialect.Method) != "full" {
		return
	}
	place := q.Place
	if place.File == nil {
		return
	}
	p.Report(rules.Diagnostic{
		Severity: rules.Error, File: place.File.Path, Span: place.Span,
		Message: fmt.Sprintf("%s is loaded with %s weights and trained without adapters: quantised weights have no gradient, and the Trainer refuses to start; add LoRA or load it unquantised",
			modelName(j), q.Text),
		Notes: provenance(j, place),
	})
}

func modelName(j *job.Job) string {
	if name := j.Text(dialect.Model); name != "" {
		return name
	}
	return "the model"
}

func checkUnprepared(p *rules.Pass) {
	j := p.Job
	if j.Program == nil || j.Framework == job.TRL || j.Framework == job.Unsloth {
		return
	}
	m := j.Program.Module
	for _, l := range j.Loads {
		if !slices.Contains(quantised, l.Quantised) || l.In != j.Program || preparesByHand(m) {
			continue
		}
		for _, c := range m.Calls("peft.get_peft_model") {
			if runs, known := j.Program.Runs(c); !known || !runs || len(c.Args) == 0 || python.PathText(c.Args[0].Value) != l.Variable {
				continue
			}
			p.Report(rules.Diagnostic{
				Severity: rules.Warning, File: m.File.Path, Span: c.Span(),
				Message: fmt.Sprintf("%s is loaded with %s weights and gets adapters without prepare_model_for_kbit_training: norms and head stay in 16 bits, and with gradient checkpointing the adapters may get no gradient; prepare it first",
					l.Variable, l.Quantised),
				Notes: []rules.NotePlace{{File: m.File.Path, Span: l.Call.Span(), Message: "loaded quantised here"}},
			})
		}
	}
}

// preparesByHand reports whether anything in the file looks like a preparation,
// its own or the library's.
func preparesByHand(m *python.Module) bool {
	freezes := false
	python.WalkBody(m.Body, func(n python.Node) bool {
		if a, ok := n.(*python.Assign); ok {
			for _, t := range a.Targets {
				if t, ok := t.(*python.Attribute); ok && t.Attr == "requires_grad" {
					freezes = true
				}
			}
		}
		return !freezes
	})
	return freezes || slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
		name := c.MethodName()
		if n, ok := c.Func.(*python.Name); ok {
			name = n.ID
		}
		return strings.HasPrefix(name, "prepare_model_for") || strings.Contains(name, "kbit") || name == "enable_input_require_grads"
	})
}
