package knowledge

import (
	"bytes"
	"slices"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// A glance at a text costs far less than parsing it: most files of a project say nothing about a job.

// HoldsLauncher reports whether a text holds one of the words without which a launcher starts no training.
func HoldsLauncher(text []byte) bool { return holdsAny(text, launchWords) }

// HoldsSpawn reports whether a text holds one of the words without which a program starts no other.
func HoldsSpawn(text []byte) bool { return holdsAny(text, spawnWords) }

// StartsScripts reports whether a text names a shell script, which it may start.
func StartsScripts(text []byte) bool {
	return bytes.Contains(text, []byte(".sh")) || bytes.Contains(text, []byte(".slurm"))
}

// HoldsTraining reports whether a text holds one of the words without which a script trains nothing.
func HoldsTraining(text []byte) bool { return holdsAny(text, scriptWords) }

// HoldsOwnConfig reports whether a text holds one of the words of a config by which an installed tool trains.
func HoldsOwnConfig(text []byte) bool { return holdsAny(text, configWords) }

// SaysOptimizers reports whether a class in a file may say by Lightning's method how it is optimized.
func SaysOptimizers(text []byte) bool {
	return bytes.Contains(text, []byte("def configure_optimizers"))
}

// MayPickNetwork reports whether a text holds the words without which it takes no network of torchvision's by its name.
func MayPickNetwork(text []byte) bool {
	return bytes.Contains(text, []byte("torchvision")) && bytes.Contains(text, []byte("getattr"))
}

// HoldsPart reports whether a text holds one of the words without which a module adds nothing to a job.
func HoldsPart(text []byte) bool { return holdsAny(text, partWords) }

func holdsAny(text []byte, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return pattern.Contains(text, w) })
}

var (
	launchWords = words("python", "accelerate", "torchrun", "deepspeed", "axolotl",
		"llamafactory", "trl ", "tune run", "litgpt", "swift ",
		"composer", "colossalai", "fabric run", "uv run", ".py", "fairseq", "yolo ", "nnUNet")
	spawnWords  = words("subprocess", "os.system", "popen")
	scriptWords = words(
		"Trainer",
		"backward(",
		"Fabric",
		"ultralytics",
		"stable_baselines3",
		"sb3_contrib",
		"flair",
		"simpletransformers",
		"sentence_transformers",
		"skorch",
		"speechbrain",
		"pytorch_tabnet",
		"ignite",
		"catalyst",
		"fastai",
		"d3rlpy",
		"neuralforecast",
		"gluonts",
		"rfdetr",
		"TrainEpoch",
		onlySentences,
	)
	configWords = words("base_model", "finetuning_type", "_component_", "checkpoint_dir", "model_name",
		"tuner_type", "train_type", "[training]")
	partWords = words("from_pretrained", "optim", "DataLoader", "TrainingArguments", "Trainer", "Accelerator",
		"checkpointing", "requires_grad", "create_model", "torchvision.models", "peft", "truncation", onlySentences)
)

func words(list ...string) []string { return list }
