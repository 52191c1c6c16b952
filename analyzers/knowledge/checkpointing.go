package knowledge

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

var checkpointSwitch = pattern.New(`^(use_|enable_|do_)?(gradient_|grad_|activation_)?checkpoint(ing)?(_enabled)?$|` +
	`^(gradient|grad|activation)_checkpoint(ing)?$|^with_cp$`)

// NamesCheckpointing reports whether a parameter is called a switch for activation checkpointing; a checkpoint alone is
// a file.
func NamesCheckpointing(parameter string) bool {
	return checkpointSwitch.MatchString(parameter) && parameter != "checkpoint"
}

// ofCheckpoint are the keyword arguments of torch's checkpoint that it does not hand on to the function.
var ofCheckpoint = set(
	`use_reentrant preserve_rng_state context_fn determinism_check debug early_stop respect_saved_tensors_hooks`,
)

// OptionOfCheckpoint reports whether a keyword argument of checkpoint is one of its own.
func OptionOfCheckpoint(keyword string) bool { return ofCheckpoint[keyword] }

var preparesInput = pattern.New(
	`enable_input_require_grads|prepare_model_for_(kbit|int8)_training|make_inputs_require_grad|` +
		`prepare_model_for_gradient_checkpointing`,
)

// PreparesInput reports whether a word is one for what makes the embeddings' output require a gradient.
func PreparesInput(word string) bool { return preparesInput.MatchString(word) }

// keepsArguments are what takes all arguments of the constructor that calls it.
var keepsArguments = set(`locals vars save_hyperparameters register_to_config`)

// KeepsArguments reports whether a function that a constructor calls takes all of its arguments, by its name.
func KeepsArguments(function string) bool { return keepsArguments[function] }

var adapterWord = newMemo(pattern.New(`(?i)lora|peft|adapter|cast_training_params|prepare_model_for`).MatchString)

// NamesAdapter reports whether a word tells of weights that are trained in another dtype than the model's.
func NamesAdapter(word string) bool { return adapterWord.of(word) }

// zero3Starters are what tells transformers that ZeRO-3 is on: from_pretrained asks is_deepspeed_zero3_enabled(), which
// is false until one of these has been made.
var zero3Starters = pattern.New(
	`(?:^|\.)(?:\w*TrainingArguments|HfArgumentParser|TrlParser|Accelerator|DeepSpeedPlugin|` +
		`HfDeepSpeedConfig|HfTrainerDeepSpeedConfig)$|^trl\.(?:.*\.)?\w+Config$`,
)

// StartsZeRO3 reports whether a class of a library may turn ZeRO-3 on when it is made.
func StartsZeRO3(class string) bool { return zero3Starters.MatchString(class) }

// KbitPreparations are peft's functions that make a quantised model ready for training.
var KbitPreparations = []string{"peft.prepare_model_for_kbit_training", "peft.prepare_model_for_int8_training"}

// CheckpointingSwitches are the methods of transformers' models that switch gradient checkpointing on: transformers 5
// has another name for it.
var CheckpointingSwitches = []string{"gradient_checkpointing_enable", "activation_checkpointing_enable"}

// EnablesCheckpointing reports whether a method of transformers' models switches gradient checkpointing on.
func EnablesCheckpointing(method string) bool { return slices.Contains(CheckpointingSwitches, method) }

// HubModelHas reports whether a model that a library loads from the hub, or a part of a pipeline, "" for none, has a
// method of a name, as far as any release goes that programs still ask: diffusers has its own name for the switch of
// transformers, whose models encode the texts of its pipelines.
func HubModelHas(class, part, method string) bool {
	switch library, _, _ := strings.Cut(class, "."); {
	case strings.HasPrefix(part, "text_encoder") || library == "transformers" && part == "":
		return method == CheckpointingSwitches[0] || method == "enable_input_require_grads"
	case library == "diffusers" && (part == "" || NamesModule(part)):
		return method == "enable_gradient_checkpointing"
	}
	return false
}

// RunsCheckpointed reports whether a function, by its name, runs another one without keeping its activations:
// checkpoint of torch and what projects call theirs. Those that save and load files are called otherwise.
func RunsCheckpointed(function string) bool { return runsCheckpointed.MatchString(function) }

var runsCheckpointed = pattern.New(
	`^_*(checkpoint|pt_checkpoint|torch_checkpoint|checkpoint_fn|checkpoint_sequential|ckpt|apply_checkpoint|run_checkpointed)$`,
)
