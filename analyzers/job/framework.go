package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
)

// tools are the programs that own the training step by themselves, with the
// dialect of their config.
var tools = map[launch.Kind]struct {
	framework Framework
	dialect   string
}{
	launch.TRL: {
		TRL,
		hfArguments,
	}, launch.Axolotl: {Axolotl, "axolotl"}, launch.LLaMAFactory: {LLaMAFactory, "llama-factory"},
	launch.Torchtune: {Torchtune, "torchtune"}, launch.LitGPT: {LitGPT, "litgpt"}, launch.Swift: {Swift, "ms-swift"},
	launch.Megatron: {Swift, "megatron"}, launch.Fairseq: {Fairseq, "fairseq"},
	launch.Ultralytics: {Ultralytics, "ultralytics"}, launch.NNUNet: {NNUNet, ""},
}

// frameworks by the dialect of a config that stands alone.
var frameworks = map[string]Framework{
	hfArguments: HFTrainer, "axolotl": Axolotl, "llama-factory": LLaMAFactory, "torchtune": Torchtune, "litgpt": LitGPT,
	"ms-swift":   Swift,
	"torchtitan": Torchtitan,
}

// scriptFramework tells who runs the training step of a script, by what it calls.
func (j *Job) scriptFramework() Framework {
	m := j.Program.Module()
	trl, transformers := false, false
	for _, c := range m.AllCalls() {
		if !isTrainer(m, c) {
			continue
		}
		path := m.Resolve(c.Func)
		if class, ok := m.Definition(c.Func).(*python.Class); ok {
			path = strings.Join(m.BaseNames(class), " ")
		}
		trl = trl || strings.HasPrefix(path, "trl.")
		transformers = true
	}
	switch {
	case transformers && j.usesOther("unsloth"):
		return Unsloth
	case trl:
		return TRL
	case transformers:
		return HFTrainer
	case len(m.Calls("accelerate.Accelerator")) > 0:
		if j.usesOther("diffusers") {
			return Diffusers
		}
		return Accelerate
	case j.usesOther("lightning", "pytorch_lightning", "lightning_fabric"),
		slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool { return isLightning(m.Resolve(c.Func)) }):
		return Lightning
	case j.usesOther("deepspeed"):
		return DeepSpeed
	case j.usesOther("mmengine", "mmcv"):
		return MMEngine
	}
	if own := libraryFramework(m); own != "" && !j.hasBackward() {
		return own
	}
	return PlainPyTorch
}

// assumeFramework adds what holds when nothing in the project says otherwise.
func (j *Job) assumeFramework() {
	switch j.Framework {
	case HFTrainer, TRL, Unsloth:
		j.assumeTrainer()
	case Diffusers, Accelerate:
		j.assumeAccelerate()
	}
	if len(j.trained()) > 0 && j.Framework != HFTrainer && j.Framework != TRL && j.Framework != Unsloth {
		j.assume(dialect.Checkpointing, "none", "the script")
	}
	m := j.Program.Module()
	if slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool { return shardsOtherwise(m, c) }) {
		j.doubt(dialect.Sharding, byScript)
		j.doubt(dialect.Precision, byConvention)
	}
	if j.Launch == nil || j.Launch.Launcher == launch.Python && !j.Launch.Processes().Stated {
		j.spawned()
		j.replicas()
		j.assume(dialect.GPUs, "1", "one process")
	}
}

// shardsOtherwise recognises an FSDP that is not torch's, such as fairscale's, whose arguments say other things.
func shardsOtherwise(m *python.Module, c *python.Call) bool {
	name := m.Resolve(c.Func)
	return strings.HasSuffix(name, ".FullyShardedDataParallel") && !strings.HasPrefix(name, "torch.")
}

// assumeTrainer: TRL's configs change three defaults of TrainingArguments
// (trl/trainer/base_config.py): bf16 unless fp16, checkpointing, 1024 tokens; the first two since the releases that
// declare them anew.
func (j *Job) assumeTrainer() {
	if j.Framework == TRL && (j.Program == nil || j.argumentsSeen && !j.argumentsOpen) {
		// Checkpointing and bf16 beat the defaults of TrainingArguments, and bf16
		// what the launcher passes in the environment.
		own := j.Program == nil || j.argumentsTRL
		if own && j.trlDeclares("gradient_checkpointing") {
			j.claims = append(
				j.claims,
				claim{dialect.Checkpointing, Value{Text: "full", Default: true, From: "TRL", rank: byDefault + 1}},
			)
		}
		if j.truncates() {
			j.claims = append(
				j.claims,
				claim{dialect.SeqLen, Value{Text: "1024", Default: true, From: "TRL", rank: byDefault + 1}},
			)
		}
		if own && j.trlDeclares("bf16") && !j.bf16Off && !j.saysNoBF16() {
			j.claims = append(
				j.claims,
				claim{dialect.Precision, Value{Text: "amp-bf16", Default: true, From: "TRL", rank: byLauncherFlag + 1}},
			)
		}
	}
	if j.Program != nil && (!j.argumentsSeen || j.argumentsOpen) {
		// Built where nobody here can look, or from **options: a default may hold,
		// or anything else.
		for _, f := range []dialect.Field{
			dialect.Precision, dialect.MicroBatch, dialect.Accumulation, dialect.Optimizer, dialect.Checkpointing,
			dialect.LearningRate, dialect.Weights,
		} {
			j.doubt(f, byUnread)
		}
		return
	}
	j.assume(dialect.Precision, "fp32", "TrainingArguments")
	j.assume(dialect.MicroBatch, "8", "TrainingArguments")
	j.assume(dialect.Accumulation, "1", "TrainingArguments")
	j.assume(dialect.Optimizer, "adamw", "TrainingArguments")
	j.assume(dialect.Checkpointing, "none", "TrainingArguments")
}

// trlDeclares reports whether the configs of the TRL that the project may run with declare an argument of
// TrainingArguments anew, with a default of their own: all configs began to in the same release.
func (j *Job) trlDeclares(argument string) bool {
	return slices.ContainsFunc(knowledge.TakenBy("trl").Named("SFTConfig", argument), func(a knowledge.Argument) bool {
		return a.Range() == "" || j.Versions == nil || j.Versions.Allows("trl", a.Range())
	})
}

// truncates reports whether the trainer is one whose max_length is 1024 tokens
// unless it is set; the trainers that generate have no such default.
func (j *Job) truncates() bool {
	if j.Program == nil {
		return j.Launch != nil && slices.Contains([]string{"sft", "dpo", "kto", "reward"}, j.Launch.Target.Text)
	}
	for _, c := range j.Program.trainerCalls() {
		name := j.Program.Module().Resolve(c.Func)
		if slices.Contains([]string{"trl.SFTTrainer", "trl.DPOTrainer", "trl.KTOTrainer", "trl.RewardTrainer"}, name) {
			return true
		}
	}
	return false
}

// saysNoBF16 reports whether bf16 is switched off in so many words.
func (j *Job) saysNoBF16() bool {
	for _, c := range j.claims {
		if c.field == dialect.Precision && c.value.Text == "fp32" && c.value.From != "TrainingArguments" &&
			!c.value.Default &&
			c.value.rank <= byConvention {
			return true
		}
	}
	return false
}

// assumeAccelerate: without accelerate launch nothing sets the environment that
// Accelerator() reads. A launch without config file takes the user's own default
// config, which nobody here knows.
func (j *Job) assumeAccelerate() {
	switch {
	case j.Launch == nil:
		j.doubt(dialect.Precision, byDefault)
	case j.Launch.Launcher == launch.Accelerate && j.Accelerate == nil:
		j.doubt(dialect.Precision, byDefault)
		j.doubt(dialect.GPUs, byDefault)
	default:
		j.assume(dialect.Precision, "fp32", "Accelerator()")
	}
	j.assume(dialect.Accumulation, "1", "Accelerator()")
}
