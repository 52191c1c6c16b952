package config

import (
	"bytes"
	"fmt"
	"math"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// HFArgumentsFatal is hf-arguments-fatal.
var HFArgumentsFatal = &rules.Rule{
	Name:     "hf-arguments-fatal",
	Group:    rules.Config,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("hf-arguments-fatal"),
	On:       rules.PythonFile | rules.ConfigFile,
	Words: []string{
		"fp16",
		"load_best_model_at_end",
		"dataloader_prefetch_factor",
		"reduce_lr_on_plateau",
		"logging_steps",
		"torch_empty_cache_steps",
		"TrainingArguments **",
		"Trainer eval_strategy",
		"Trainer evaluation_strategy",
	},
	Check: checkHFArgumentsFatal,
}

func checkHFArgumentsFatal(p *rules.Pass) {
	for _, a := range hfArguments(p) {
		bothPrecisions(a, "fp16", "bf16")
		bothPrecisions(a, "fp16_full_eval", "bf16_full_eval")
		bestModel(a)
		prefetchWithoutWorkers(a)
		plateauWithoutEvaluation(a)
		onlyModelOfShards(a)
		evaluationWithoutData(a)
		notPositive(a, "torch_empty_cache_steps")
		notPositive(a, "logging_steps")
	}
}

func (a *arguments) fatal(at dialect.Pair, message string, notes ...rules.NotePlace) {
	report(a.pass, rules.Error, at, message, notes...)
}

func bothPrecisions(a *arguments, half, brain string) {
	fp16, on := a.on(half)
	bf16, also := a.on(brain)
	if on && also {
		a.fatal(
			bf16,
			fmt.Sprintf("%s and %s are both true: TrainingArguments raises ValueError, keep one of them", half, brain),
			note(fp16, half+" is set here"),
		)
	}
}

// bestModel: the best checkpoint can only be loaded when every evaluation has one.
func bestModel(a *arguments) {
	best, on := a.on("load_best_model_at_end")
	if !on {
		return
	}
	eval, evalPair, evalSure := a.word("no", "eval_strategy", "evaluation_strategy")
	save, savePair, saveSure := a.word("steps", "save_strategy")
	if !evalSure || !saveSure || save == "best" {
		return
	}
	if eval == save {
		if eval == "steps" {
			bestModelSteps(a, best)
		}
		return
	}
	var notes []rules.NotePlace
	for _, pair := range []dialect.Pair{evalPair, savePair} {
		if pair.File != nil {
			notes = append(notes, note(pair, "set here"))
		}
	}
	a.fatal(
		best,
		fmt.Sprintf(
			"load_best_model_at_end needs eval_strategy and save_strategy to match, they are %q and %q: TrainingArguments raises ValueError",
			eval,
			save,
		),
		notes...)
}

func bestModelSteps(a *arguments, best dialect.Pair) {
	logging, _, sure := a.count(500, "logging_steps")
	evalSteps, evalPair, evalSure := a.count(logging, "eval_steps")
	if evalSteps == 0 {
		evalSteps = logging
	}
	saveSteps, savePair, saveSure := a.count(500, "save_steps")
	if !sure || !evalSure || !saveSure || evalSteps <= 0 || saveSteps <= 0 {
		return
	}
	mixed := evalSteps < 1 != (saveSteps < 1)
	if math.Mod(saveSteps, evalSteps) == 0 || !mixed && evalSteps < 1 && math.Mod(saveSteps*1e6, evalSteps*1e6) == 0 {
		return // shares of the run are compared in millionths
	}
	at := best
	for _, pair := range []dialect.Pair{evalPair, savePair} {
		if pair.File != nil {
			at = pair
		}
	}
	if mixed {
		a.fatal(
			at,
			fmt.Sprintf(
				"load_best_model_at_end cannot compare save_steps (%g) with eval_steps (%g), one a share of the run and one a number of steps: TrainingArguments raises ValueError",
				saveSteps,
				evalSteps,
			),
			note(best, "load_best_model_at_end is set here"),
		)
		return
	}
	a.fatal(
		at,
		fmt.Sprintf(
			"load_best_model_at_end needs save_steps (%g) to be a multiple of eval_steps (%g): TrainingArguments raises ValueError",
			saveSteps,
			evalSteps,
		),
		note(best, "load_best_model_at_end is set here"),
	)
}

// evaluationWithoutData: a Trainer that is to evaluate while it trains wants something to evaluate on. It says so when
// it is made since transformers 4.46, before at its first evaluation.
func evaluationWithoutData(a *arguments) {
	word, pair, sure := a.word("no", "eval_strategy", "evaluation_strategy")
	if a.call == nil || !sure || word != "steps" && word != "epoch" || pair.File == nil {
		return
	}
	m := a.pass.Python
	if bytes.Contains(m.File.Text, []byte(".eval_dataset")) { // given to the trainer later
		return
	}
	if m.SetsAttribute(knowledge.DecidesStopping) || len(m.Attributes(knowledge.SetsEvaluation)) > 0 {
		return // args.eval_strategy = "no"
	}
	for _, trainer := range m.Calls("transformers.Trainer", "transformers.Seq2SeqTrainer", "trl.SFTTrainer") {
		args := m.Argument(trainer, "args", 1)
		if args.Presence != python.Given || m.OnlyValue(args.Value) != python.Expr(a.call) {
			continue
		}
		trains := m.Argument(trainer, "train_dataset", 3).Presence == python.Given // else it may predict alone
		if data := m.Argument(trainer, "eval_dataset", 4); !trains || data.Presence != python.Absent {
			continue
		}
		a.fatal(
			pair,
			fmt.Sprintf("evaluation is asked for (%q) and the trainer has no eval_dataset: Trainer raises ValueError", word),
			rules.NotePlace{File: m.File.Path, Span: trainer.Func.Span(), Message: "the trainer is made here"},
		)
	}
}

// prefetchWithoutWorkers judges files; calls are the business of dataloader-options.
func prefetchWithoutWorkers(a *arguments) {
	prefetch, ok := a.get("dataloader_prefetch_factor")
	if !ok || a.call != nil || !prefetch.Value.IsNumber() {
		return
	}
	workers, pair, sure := a.count(0, "dataloader_num_workers")
	if !sure || workers != 0 {
		return
	}
	message := "dataloader_prefetch_factor without worker processes (dataloader_num_workers is 0 by default): TrainingArguments raises ValueError, set workers or drop it"
	if pair.File != nil {
		message = "dataloader_prefetch_factor with dataloader_num_workers 0: TrainingArguments raises ValueError, set workers or drop it"
	}
	a.fatal(prefetch, message)
}

func plateauWithoutEvaluation(a *arguments) {
	kind, pair, sure := a.word("linear", "lr_scheduler_type")
	if !sure || kind != "reduce_lr_on_plateau" {
		return
	}
	if eval, _, sure := a.word("no", "eval_strategy", "evaluation_strategy"); sure && eval == "no" {
		a.fatal(
			pair,
			"lr_scheduler_type reduce_lr_on_plateau needs an eval_strategy, there is none: TrainingArguments raises ValueError",
		)
	}
}

func onlyModelOfShards(a *arguments) {
	only, on := a.on("save_only_model")
	_, best := a.on("load_best_model_at_end")
	if !on || !best {
		return
	}
	for _, key := range []string{"deepspeed", "fsdp"} {
		if pair, ok := a.get(key); ok && pair.Value.Kind == config.String && pair.Value.Text != "" {
			a.fatal(
				only,
				fmt.Sprintf(
					"save_only_model cannot be combined with load_best_model_at_end under %s: Trainer raises ValueError",
					key,
				),
				note(pair, key+" is set here"),
			)
			return
		}
	}
}

func notPositive(a *arguments, key string) {
	n, pair, sure := a.count(1, key)
	if !sure || n > 0 || pair.File == nil {
		return
	}
	if key == "logging_steps" {
		if strategy, _, sure := a.word("steps", "logging_strategy"); !sure || strategy != "steps" || n < 0 {
			return
		}
	}
	a.fatal(pair, fmt.Sprintf("%s is %g: TrainingArguments raises ValueError, it must be above 0", key, n))
}
