package memory

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// EvalLogitsOnGPU finds evaluations of language models that collect all logits.
var EvalLogitsOnGPU = &rules.Rule{
	Name:     "eval-logits-on-gpu",
	Group:    rules.Memory,
	Severity: rules.Warning,
	Page:     page("eval-logits-on-gpu"),
	On:       rules.PythonFile,
	// the function may come out of a table in another file: Trainer(model, args, **METRICS["lm"])
	Words: []string{"compute_metrics", "Trainer **"},
	Check: checkEvalLogits,
}

func checkEvalLogits(p *rules.Pass) {
	for _, trainer := range p.Python.AllCalls() {
		path := p.Python.Resolve(trainer.Func)
		if path != "transformers.Trainer" && path != "transformers.Seq2SeqTrainer" && path != "trl.SFTTrainer" {
			continue
		}
		metrics := p.Python.Argument(trainer, "compute_metrics", -1)
		reduced := p.Python.Argument(trainer, "preprocess_logits_for_metrics", -1)
		if !measures(metrics) || reduced.Presence != python.Absent {
			if metrics.Direct != nil || reduced.Presence == python.Given || !measuresBySpread(p, trainer) {
				continue
			}
		}
		model := modelClass(p, trainer, path)
		if model == "" || !logitsKept(p, trainer) {
			continue
		}
		at := python.Node(trainer.Func)
		switch {
		case metrics.Direct != nil:
			at = metrics.Direct
		case metrics.Presence == python.Given:
			at = metrics.Value
		}
		p.At(
			at,
			fmt.Sprintf(
				"compute_metrics makes the Trainer keep %s's logits of the whole evaluation set on the GPU, one value per token and "+
					"vocabulary entry; reduce them in preprocess_logits_for_metrics, or set eval_accumulation_steps or batch_eval_metrics",
				model,
			),
			nil,
		)
	}
}

// measures reports whether an argument surely is a function that measures.
func measures(a python.Argument) bool { return a.Presence == python.Given && sureObject(a.Value) }

// measuresBySpread reports whether a trainer surely gets such a function, and nothing that reduces logits before it,
// out of options that the program puts together: Trainer(model, args, **options(evaluate=True)).
func measuresBySpread(p *rules.Pass, trainer *python.Call) bool {
	values, _, _, all := ask.SpreadValues(p, trainer)
	switch run.Bare(values["compute_metrics"]).(type) {
	case *run.Function, *run.Method:
	default:
		return false
	}
	reduced, said := values["preprocess_logits_for_metrics"]
	return all && (!said || reduced != nil && run.IsNone(reduced))
}

// sureObject reports whether an argument is certainly not None.
func sureObject(e python.Expr) bool {
	switch e.(type) {
	case *python.Name, *python.Attribute, *python.Lambda, *python.Call:
		return true
	}
	return false
}

// modelClass is the language model that a trainer is given, "" when it may be another.
func modelClass(p *rules.Pass, trainer *python.Call, path string) string {
	model := p.Python.Argument(trainer, "model", 0)
	if model.Presence != python.Given {
		return ""
	}
	class := p.Python.TypeOf(model.Value)
	if path == "trl.SFTTrainer" && class == "str" {
		return "the language model"
	}
	if !knowledge.IsLanguageModel(class) {
		return ""
	}
	return strings.TrimPrefix(class, "transformers.")
}

// logitsKept reports whether the training arguments are in sight and do nothing about
// the logits.
func logitsKept(p *rules.Pass, trainer *python.Call) bool {
	args := p.Python.Argument(trainer, "args", 1)
	if args.Presence != python.Given {
		return false
	}
	call, ok := p.Python.OnlyValue(args.Value).(*python.Call)
	if !ok {
		return false
	}
	class := p.Python.Resolve(call.Func)
	if !strings.HasSuffix(class, "TrainingArguments") && class != "trl.SFTConfig" {
		return false
	}
	for _, option := range []string{
		"prediction_loss_only", "eval_accumulation_steps", "batch_eval_metrics", "predict_with_generate",
	} {
		a := p.Python.Argument(call, option, -1)
		if a.Presence == python.Uncertain ||
			a.Presence == python.Given && !p.Python.IsFalse(a.Value) && !python.IsNone(a.Value) {
			return false
		}
	}
	return true
}
