package config

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// FP16OverflowModel is fp16-overflow-model.
var FP16OverflowModel = &rules.Rule{
	Name:     "fp16-overflow-model",
	Group:    rules.Config,
	Severity: rules.Error,
	Summary:  "a model that was trained in bf16 and overflows in fp16 is trained in fp16",
	On:       rules.PythonFile | rules.ConfigFile,
	Words:    []string{"fp16"},
	Check:    checkFP16OverflowModel,
	Doc: `## What it flags

fp16 training of a model whose activations leave fp16's range: mT5, T5 v1.1, Flan-T5, UL2, Gemma 1 to 3. The first T5
models get a warning: some of them train.

## Why it matters

These models were pretrained in bfloat16, which reaches as far as fp32. Their activations grow past 65504, the largest
fp16 number; the loss is nan or zero after some tens of steps, and the run is lost.

## Example

` + "```python bad" + `
from transformers import AutoModelForSeq2SeqLM, Seq2SeqTrainingArguments

model = AutoModelForSeq2SeqLM.from_pretrained("google/flan-t5-xl")
args = Seq2SeqTrainingArguments("out", fp16=True)
` + "```" + `

` + "```python good" + `
from transformers import AutoModelForSeq2SeqLM, Seq2SeqTrainingArguments

model = AutoModelForSeq2SeqLM.from_pretrained("google/flan-t5-xl")
args = Seq2SeqTrainingArguments("out", bf16=True)
` + "```" + `

## When it is fine

On a card without bf16 train in fp32. The rule is silent when several models are loaded and when the name is not known.

## Fix safety

No fix is offered: bf16 needs compute capability 8.0, which only the target can say.

## Versions

All.

## Sources

transformers issues 5651, 11461, 14189; google-research/text-to-text-transfer-transformer issue 539; google/gemma_pytorch
issue 24.
`,
}

var (
	overflows   = regexp.MustCompile(`(?i)(^|/)(mt5-|t5-v1_1-|t5-v1\.1-|flan-t5-|ul2|flan-ul2|gemma-(2|3|1\.1|2b|7b)\b|gemma-(2|3)-|codegemma)`)
	mayOverflow = regexp.MustCompile(`(?i)(^|/)t5-(small|base|large|3b|11b)$`)
)

func checkFP16OverflowModel(p *rules.Pass) {
	for _, a := range hfArguments(p) {
		fp16, on := a.on("fp16")
		name, place := a.model()
		if !on || name == "" {
			continue
		}
		switch {
		case overflows.MatchString(name):
			report(p, rules.Error, fp16, fmt.Sprintf("%s was trained in bf16 and overflows in fp16: the loss turns nan; use bf16, or fp32 on a card without it", name), place)
		case mayOverflow.MatchString(name):
			report(p, rules.Warning, fp16, fmt.Sprintf("%s often overflows in fp16, and the loss turns nan; use bf16, or fp32 on a card without it", name), place)
		}
	}
}

// model is the name of the one model that is trained with the arguments.
func (a *arguments) model() (string, rules.NotePlace) {
	if a.call == nil {
		v, ok := a.reading.Get(dialect.Model)
		if !ok || !v.Known {
			return "", rules.NotePlace{}
		}
		return v.Text, note(v.Pair, "the model")
	}
	name := ""
	var place rules.NotePlace
	for _, c := range a.pass.Python.AllCalls() {
		if c.MethodName() != "from_pretrained" || !trainable(a.pass.Python, c) {
			continue
		}
		v, ok := a.pass.Python.Const(firstValue(c))
		if !ok || v.Kind != python.StringValue || v.Default || (name != "" && name != v.Str) {
			return "", place
		}
		name, place = v.Str, a.pass.Note(c, "the model")
	}
	return name, place
}

// trainable reports whether from_pretrained is that of a model.
func trainable(m *python.Module, c *python.Call) bool {
	path := m.Resolve(c.Receiver())
	return strings.HasPrefix(path, "transformers.") &&
		(strings.Contains(path, "ForSeq2SeqLM") || strings.Contains(path, "ForCausalLM") || strings.Contains(path, "ForConditionalGeneration"))
}

func firstValue(c *python.Call) python.Expr {
	if args, ok := c.Positional(); ok && len(args) > 0 {
		return args[0].Value
	}
	if a := c.Keyword("pretrained_model_name_or_path"); a != nil {
		return a.Value
	}
	return nil
}
