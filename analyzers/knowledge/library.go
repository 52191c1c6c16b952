package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// libraries are packages that are known by their documentation; in their own repositories, too, a script that imports
// them is not read with their source.
var libraries = set(`torch torchvision torchaudio transformers diffusers accelerate trl peft datasets numpy bitsandbytes
	deepspeed lightning pytorch_lightning timm yaml json os sys argparse omegaconf hydra wandb tqdm axolotl llamafactory
	torchtune litgpt mmengine sentence_transformers unsloth typing math`)

// HaveTrainingArguments lists the libraries that have the TrainingArguments of transformers, or a class made of them.
func HaveTrainingArguments() []string { return trainingArguments }

var trainingArguments = words(
	"transformers", "trl", "llamafactory", "swift", "unsloth", "setfit", "sentence_transformers", "optimum",
)

// IsLibrary reports whether a top-level package is known by its documentation.
func IsLibrary(root string) bool { return libraries[root] }

// ofLibrary are words of which a file has one that uses a library, for the libraries whose names people give their own
// packages.
var ofLibrary = map[string][]string{
	"datasets": words(
		"load_dataset",
		"DatasetDict",
		"load_from_disk",
		"concatenate_datasets",
		"Dataset.from_",
		"load_metric",
		"Features(",
	),
	"lightning": words(
		"from lightning.pytorch",
		"from lightning.fabric",
		"import lightning as",
		"import lightning.",
		"from lightning import Trainer",
		"from lightning import Lightning",
		"from lightning import Callback",
		"from lightning import seed",
	),
}

// NamesOwnPackages reports whether people have packages of their own by the name of a library.
func NamesOwnPackages(root string) bool { return ofLibrary[root] != nil }

// UsesLibraryOf reports whether a file that imports such a name has words of the library.
func UsesLibraryOf(root string, text []byte) bool { return holdsAny(text, ofLibrary[root]) }

// BeginsLong reports whether the first file of a library lists all that it holds: thousands of bytes, in every version.
func BeginsLong(root string) bool { return root == "diffusers" || root == "transformers" }

// hydraStarts are the functions by which a program says where Hydra's configs lie, with the name of the argument that
// says it.
var hydraStarts = map[string]string{
	"hydra.initialize": "config_path", "hydra.initialize_config_dir": "config_dir",
	"hydra.initialize_config_module": "config_module",
	"hydra.experimental.initialize":  "config_path", "hydra.experimental.initialize_config_dir": "config_dir",
	"hydra.experimental.initialize_config_module": "config_module",
}

// InitializesHydra is the argument by which a function says where Hydra's configs lie, "" for any other function.
func InitializesHydra(dotted string) string { return hydraStarts[dotted] }

var globalPackage = pattern.New(`(?m)^#\s*@package\s+_global_\s*$`)

// IsOfWholeConfig reports whether a file of a group of Hydra's says in its head that its keys are those of the whole
// config.
func IsOfWholeConfig(text []byte) bool { return globalPackage.Match(text) }

// broughtByFastai are the names of other libraries that `from fastai.vision import *` and `from fastai.text.all import
// *` bring along (fastai 1.0.61 and 2.7.19: fastai/imports, fastai/torch_imports.py; optim in 1 alone).
var broughtByFastai = map[string]string{
	"torch":   "torch",
	"nn":      "torch.nn",
	"F":       "torch.nn.functional",
	"optim":   "torch.optim",
	"np":      "numpy",
	"pd":      "pandas",
	"os":      "os",
	"math":    "math",
	"random":  "random",
	"Path":    "pathlib.Path",
	"partial": "functools.partial",
}

// BroughtByStar is the path of what an `import *` of a module brings that is another library's; "" for anything else.
func BroughtByStar(module, name string) string {
	if module == "fastai" || strings.HasPrefix(module, "fastai.") {
		return broughtByFastai[name]
	}
	return ""
}

// Partial is what binds some arguments of a call that is made later.
const Partial = "functools.partial"
