package knowledge

import (
	"bytes"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// trainerLibraries have classes called …Trainer that own the training step as transformers.Trainer does.
var trainerLibraries = set(`transformers trl sentence_transformers setfit adapters`)

// trainerPattern is any class that runs a training itself, Lightning's too.
var trainerPattern = pattern.New(
	`^(transformers|trl|sentence_transformers|setfit|adapters|lightning|pytorch_lightning)\.(\w+\.)*\w*Trainer$`)

// IsTrainer reports whether a class is transformers.Trainer, or one that was made from it.
func IsTrainer(class string) bool {
	root, _, _ := strings.Cut(class, ".")
	return trainerLibraries[root] && strings.HasSuffix(class, "Trainer")
}

// MakesModel is the argument of a trainer that holds the function which gives its model.
const MakesModel = "model_init"

// NamesTrainerClass reports whether a class is a trainer by its own name, with or without the model that it is for
// behind it: MyTrainer, Seq2SeqTrainerForChatGLM.
func NamesTrainerClass(class string) bool {
	return ownTrainer.MatchString(class[strings.LastIndexByte(class, '.')+1:])
}

var ownTrainer = pattern.New(`^\w*Trainer((For|With|V?\d)\w*)?$`)

// trlConfigs are the classes of trl called …Config that hold no training arguments.
var trlConfigs = set(`ModelConfig DatasetMixtureConfig`)

// AroundLightningsStep are the methods by which a LightningModule does itself what Lightning does around a training
// step; what it only does before, as in on_train_start, is run with the step.
func AroundLightningsStep() []string {
	return []string{
		"configure_model",
		"configure_sharded_model",
		"backward",
		"optimizer_step",
		"optimizer_zero_grad",
		"transfer_batch_to_device",
		"on_before_batch_transfer",
		"on_after_batch_transfer",
		"manual_backward",
	}
}

// IsCallbackOfLightning reports whether a class is one of Lightning's callbacks, for people to inherit from.
func IsCallbackOfLightning(class string) bool {
	root, rest, _ := strings.Cut(class, ".")
	return (root == "pytorch_lightning" || root == "lightning") &&
		(strings.HasSuffix(rest, "Callback") || strings.Contains("."+rest, ".callbacks."))
}

// CalledWithoutGradients reports whether Lightning calls a hook of a callback inside of its evaluation, which turns
// gradients off before the first one (1.0 to 2.6): on_test_start, on_validation_epoch_end.
func CalledWithoutGradients(hook string) bool {
	rest, ok := strings.CutPrefix(hook, "on_")
	return ok &&
		(strings.HasPrefix(rest, "test_") || strings.HasPrefix(rest, "validation_") || strings.HasPrefix(rest, "predict_"))
}

// IsLightningModule reports whether a class is Lightning's own module.
func IsLightningModule(class string) bool { return strings.HasSuffix(class, ".LightningModule") }

// StepsByItself is the attribute by which a LightningModule says whether Lightning steps its optimizers and schedules.
const StepsByItself = "automatic_optimization"

// CountsTrainersSteps reports whether an attribute tells how often an optimizer steps in a training of Lightning's.
func CountsTrainersSteps(attribute string) bool {
	switch attribute {
	case "estimated_stepping_batches", "max_steps", "num_training_steps", "total_training_steps":
		return true
	}
	return false
}

// CountsTrainersEpochs reports whether an attribute tells how many epochs a training has.
func CountsTrainersEpochs(attribute string) bool {
	switch attribute {
	case "max_epochs", "epochs", "num_epochs", "n_epochs", "num_train_epochs":
		return true
	}
	return false
}

// StepsSchedules reports whether a word is one by which a program of Lightning's gets at its schedules.
func StepsSchedules(word string) bool {
	switch word {
	case "lr_schedulers", "lr_scheduler_step", "lr_scheduler_configs":
		return true
	}
	return false
}

// ConfiguresOptimizers is the method of a LightningModule that makes its optimizers.
const ConfiguresOptimizers = "configure_optimizers"

// GivesConfigured reports whether a method of a LightningModule gives what its configure_optimizers() returned.
func GivesConfigured(method string) bool { return method == "optimizers" || method == "lr_schedulers" }

// LoadersMeasured is the argument of a method of Lightning's trainer that holds the loaders that it evaluates on, and
// its position; "" where the method has none.
func LoadersMeasured(method string) (name string, position int) {
	switch method {
	case "fit":
		return "val_dataloaders", 2
	case "validate", "test":
		return "dataloaders", 1
	}
	return "", 0
}

// LoadersOfTraining is the argument that holds those that it trains on.
func LoadersOfTraining(method string) (name string, position int) {
	if method == "fit" {
		return "train_dataloaders", 1
	}
	return "", 0
}

// IsLoaderOfEvaluation reports whether Lightning's trainer evaluates on what a method of a module, or of a data module,
// gives.
func IsLoaderOfEvaluation(method string) bool {
	return method == "val_dataloader" || method == "test_dataloader"
}

// IsLoaderOfTraining reports whether it trains on that.
func IsLoaderOfTraining(method string) bool { return method == "train_dataloader" }

// HoldsTransform reports whether an attribute of a dataset holds its transforms, or the dataset that it is a part of.
func HoldsTransform(attribute string) bool {
	return attribute == "transform" || attribute == "transforms" || attribute == "dataset"
}

// IsDataModule reports whether a class is Lightning's, for people to inherit from, that makes loaders.
func IsDataModule(class string) bool { return strings.HasSuffix(class, ".LightningDataModule") }

// AskedOfTrainer are the options of transformers' TrainingArguments that are off unless somebody asks for them.
func AskedOfTrainer() []string { return []string{"do_train", "do_predict"} }

// IsTrainingArguments reports whether a class holds the arguments of such a trainer.
func IsTrainingArguments(class string) bool {
	root, _, _ := strings.Cut(class, ".")
	if root == "trl" {
		return strings.HasSuffix(class, "Config") && !trlConfigs[class[strings.LastIndexByte(class, '.')+1:]]
	}
	return trainerLibraries[root] && strings.HasSuffix(class, "TrainingArguments")
}

// LoaderPrefix is what TrainingArguments has before the name of an option of DataLoader.
const LoaderPrefix = "dataloader_"

// IsLightning reports whether a call makes Lightning's Trainer or Fabric.
func IsLightning(callee string) bool {
	return lightningRunners[strings.TrimSuffix(callee, parsedTrainer)] || IsLightningCLI(callee)
}

// IsGPUAccelerator reports whether a value of the accelerator argument of Lightning's Trainer takes a CUDA device where
// there is one.
func IsGPUAccelerator(name string) bool { return name == "gpu" || name == "cuda" || name == "auto" }

// IsFabric reports whether a call makes Lightning's Fabric, which runs a loop of the script's own.
func IsFabric(callee string) bool { return IsLightning(callee) && strings.HasSuffix(callee, ".Fabric") }

// TakesParsed reports whether a call makes Lightning's Trainer of what a parser gave, which has an option for each
// argument.
func TakesParsed(callee string) bool { return strings.HasSuffix(callee, parsedTrainer) }

const parsedTrainer = ".from_argparse_args"

// TakesAllCards reports whether a call makes a Trainer that trains on all cards that it sees where nobody says on how
// many: one of Lightning 2, which alone has that package's name; second says that the project declares it under the
// older name.
func TakesAllCards(callee string, second bool) bool {
	root, _, _ := strings.Cut(callee, ".")
	return IsLightning(callee) && (root == "lightning" || second)
}

// IsHydraMain reports whether a decorator calls its function with the config that Hydra puts together: Hydra's own, or
// NeMo's.
func IsHydraMain(path string) bool {
	return path == "hydra.main" || path == "nemo.core.config.hydra_runner"
}

// IsLightningCLI reports whether a class is the command line that makes a model, its data and a Trainer and starts
// them.
func IsLightningCLI(class string) bool { return lightningCLI[class] }

// SaysLightningCLI reports whether a text may hold such a class.
func SaysLightningCLI(text []byte) bool { return bytes.Contains(text, []byte("LightningCLI")) }

// IsUnslothModel reports whether a class is one of unsloth's loaders of models.
func IsUnslothModel(class string) bool {
	root, _, _ := strings.Cut(class, ".")
	return root == "unsloth" && strings.HasSuffix(class, "Model")
}

// IsLightningTrainer reports whether a class is Lightning's Trainer.
func IsLightningTrainer(class string) bool {
	return lightningRunners[class] && strings.HasSuffix(class, ".Trainer")
}

var lightningRunners = set(`lightning.Trainer lightning.pytorch.Trainer pytorch_lightning.Trainer lightning.Fabric
	lightning.fabric.Fabric lightning_fabric.Fabric pytorch_lightning.trainer.Trainer lightning.pytorch.trainer.Trainer
	pytorch_lightning.trainer.trainer.Trainer`)

// LightningStrategy is the word for which Lightning's Trainer makes a strategy of that class itself; "" for others.
func LightningStrategy(class string) string {
	root, _, _ := strings.Cut(class, ".")
	if root != "lightning" && root != "pytorch_lightning" {
		return ""
	}
	words := map[string]string{"DDPStrategy": "ddp", "FSDPStrategy": "fsdp", "DeepSpeedStrategy": "deepspeed"}
	return words[class[strings.LastIndexByte(class, '.')+1:]]
}

// OptimizesByHand reports whether a word in the class of a Lightning module says that it walks back and steps itself.
func OptimizesByHand(word string) bool {
	return word == "automatic_optimization" || word == "manual_backward" || word == "backward"
}

// GivesLoss reports whether a method of a class, by the name of its base, gives a trainer the loss that this
// differentiates.
func GivesLoss(base, method string) bool {
	return method == "compute_loss" && strings.HasSuffix(base, "Trainer") ||
		method == "training_step" && strings.HasSuffix(base, "LightningModule")
}

// LightningSteps are the methods of a Lightning module that its Trainer's fit runs for a batch.
func LightningSteps() []string { return []string{"training_step", StepOfValidation} }

// StepOfValidation is the method of a module that Lightning measures it by.
const StepOfValidation = "validation_step"

// LightningTrainer is the class of Lightning's Trainer.
const LightningTrainer = "lightning.pytorch.Trainer"

// IsLogged reports whether a file is one that Lightning wrote beside a run's log: a copy of what the run was given.
func IsLogged(path string) bool { return strings.Contains("/"+path, "/lightning_logs/") }

var lightningCLI = set(
	`lightning.pytorch.cli.LightningCLI pytorch_lightning.cli.LightningCLI pytorch_lightning.utilities.cli.LightningCLI`,
)

// ChecksLayers reports whether a function makes the layers of a model recompute their activations.
func ChecksLayers(path string) bool {
	return path == "torch.distributed.algorithms._checkpoint.checkpoint_wrapper.apply_activation_checkpointing"
}

// Trains reports whether a method of that name trains, a trainer's or a loss's.
func Trains(method string) bool { return method == "fit" || method == "train" || method == "backward" }

// AsksTrainer reports whether a method of a trainer uses its model and trains nothing.
func AsksTrainer(method string) bool {
	return method == "evaluate" || method == "predict" || method == "test" || method == "validate"
}

// IsLightningBase reports whether a class is one of Lightning's for people to inherit from, which keep their
// hyperparameters.
func IsLightningBase(class string) bool {
	root, _, _ := strings.Cut(class, ".")
	if root != "lightning" && root != "pytorch_lightning" {
		return false
	}
	switch class[strings.LastIndexByte(class, '.')+1:] {
	case "LightningModule", "LightningDataModule", "HyperparametersMixin":
		return true
	}
	return false
}

// ToldNeMo are the entries of the config that a method of NeMo's models is given, in the words of TrainingArguments,
// and the method's parameter; nil for any other method.
func ToldNeMo(method string) (words map[string]string, parameter string) {
	switch method {
	case "setup_training_data":
		return map[string]string{
			"batch_size":  "per_device_train_batch_size",
			"num_workers": "dataloader_num_workers",
			"pin_memory":  "dataloader_pin_memory",
		}, "train_data_config"
	case "setup_optimization":
		return map[string]string{"name": "optim", "lr": "learning_rate", "weight_decay": "weight_decay"}, "optim_config"
	}
	return nil, ""
}

// DPOConfig and KTOConfig are trl's classes of the arguments of DPO and KTO.
const (
	DPOConfig = "trl.DPOConfig"
	KTOConfig = "trl.KTOConfig"
)

// CutsAnswers reports whether a class holds the arguments of one of trl's trainers that cut the answer of a pair that
// is too long down to what max_prompt_length leaves of max_length.
func CutsAnswers(class string) bool {
	switch class {
	case "trl.KTOConfig", "trl.ORPOConfig", "trl.CPOConfig", "trl.BCOConfig":
		return true
	}
	return false
}

// StopsEarly is the callback of transformers that ends a training whose figure no longer gets better.
const StopsEarly = "transformers.EarlyStoppingCallback"

// NamesFigureItself reports whether a trainer is of a library whose arguments have a figure of their own to go by:
// setfit's, the loss of its embeddings.
func NamesFigureItself(class string) bool { return strings.HasPrefix(class, "setfit.") }

// WhenToEvaluate are the training arguments that say when to evaluate, by their names since and before transformers
// 4.41 and 3.5.
var WhenToEvaluate = []string{"eval_strategy", "evaluation_strategy", "evaluate_during_training"}

// DecidesStopping reports whether an attribute of training arguments decides whether that callback is taken.
func DecidesStopping(name string) bool {
	return name == "load_best_model_at_end" || name == "metric_for_best_model" || name == "eval_strategy" ||
		name == "evaluation_strategy"
}

// SetsEvaluation reports whether a method of training arguments says when to evaluate.
func SetsEvaluation(method string) bool { return method == "set_evaluate" }

// GoesByFigure reports whether a schedule of transformers' Trainer goes by a figure of the evaluation.
func GoesByFigure(schedule string) bool {
	return schedule == "reduce_lr_on_plateau" || schedule == "greedy"
}
