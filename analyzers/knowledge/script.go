package knowledge

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

var (
	evaluating = pattern.New(
		`(?i)(?:^|[/_-])(?:eval|test|infer|predict|demo|sampl|synth|transcri|benchmark|upload|publish|verif|generat|serv|preprocess|` +
			`convert|export|save|merg|gguf|push|deploy|inspect|decode|visuali[sz]|chat|dataset|prepare|gradio|interactive)[a-z]*\d*(?:[/_.-]|$)`,
	)
	evaluatingWord = pattern.New(
		`(?i)\b(eval|evaluat\w*|test|testing|infer\w*|predict\w*|demo|sampling|generat\w*|export\w*|zero-?shot|benchmark\w*)\b`,
	)
	judgingWord   = pattern.New(`(?i)\b(?:eval|evaluat\w*|benchmark\w*)\b`)
	aboutTraining = pattern.New(`(?i)\b(?:pre-?)?train(?:ing|er|s)?\b|tun(?:e|ing)\b|learn`)
	developers    = pattern.New(
		`(?i)(?:^|/)(?:(?:agents|claude|gemini|copilot-instructions|contributing|changelog|history|development)\.\w+$|(?:superpowers|plans)/)`,
	)
	cloned       = pattern.New(`(?:git clone[^\n]*|github\.com)[/:][\w.-]+/([\w.-]+)`)
	pathAdded    = pattern.New(`sys\.path\.(?:insert|append|extend)\([^\n]*`)
	folderWord   = pattern.New(`["']([\w./-]+)["']`)
	configOption = pattern.New(
		`^(config|cfg|conf|opt|yaml|hparams|params)(_?(file|path|name|yaml))?$|^(exp|experiment)_?(config|cfg)$`,
	)
	modelOption = pattern.New(
		`^(model|arch|architecture|net|network|backbone|encoder|variant|method|stage|task|train_?type)$|` +
			`^(model|pretrained_model|base_model|backbone)_?(name|type|arch|path|id|size|name_or_path)$`,
	)
	outputKey = pattern.New(
		`(?i)(path|dir|folder|file|name|tag|tags|seed|logger|wandb|project|output|save|ckpt|checkpoint|log|device|root|resume)s?$`,
	)
	trainingKey = pattern.New(
		`(?i)^(lr|.*learning_rate|.*_lr|batch|.*batch_?size|bs|(n_|num_|max_)?epochs?|(n_|num_|max_|total_)?(train_)?steps|n?iters?)$`,
	)
)

// Evaluates reports whether a script says by its path that it uses what others train.
func Evaluates(path string) bool { return evaluating.MatchString(path) }

// OnlyEvaluates reports whether a launcher says by its name that it evaluates, and not that it trains before.
func OnlyEvaluates(path string) bool {
	name := strings.ToLower(path[strings.LastIndexByte(path, '/')+1:])
	return evaluating.MatchString(name) && !strings.Contains(name, "train") && !strings.Contains(name, "tune")
}

// EvaluatesUnder reports whether what stands under a heading of a page uses what others train.
func EvaluatesUnder(heading string) bool {
	return evaluatingWord.MatchString(heading) && !aboutTraining.MatchString(heading)
}

// EvaluatesScriptUnder reports whether a script that stands under a heading of a page evaluates or infers there. A log
// of experiments tells under the evaluation of each by which command it was trained, and that is one of a script which
// is named after training.
func EvaluatesScriptUnder(heading, script string) bool {
	name := strings.ToLower(script[strings.LastIndexByte(script, '/')+1:])
	return EvaluatesUnder(heading) &&
		!(judgingWord.MatchString(heading) && (strings.Contains(name, "train") || strings.Contains(name, "tune")))
}

// ForDevelopers reports whether a page, by its path, is for those who work on a project.
func ForDevelopers(p string) bool { return developers.MatchString(p) }

// ClonedNames are the names of repositories that a page says to clone.
func ClonedNames(page []byte) (list []string) {
	for _, m := range cloned.Regexp().FindAllSubmatch(page, -1) {
		list = append(list, strings.TrimSuffix(string(m[1]), ".git"))
	}
	return list
}

// PathsAdded are the folders that a program puts on Python's path, as far as they are written out: "lib" of
// sys.path.insert(0, os.path.join(here, "lib")).
func PathsAdded(text []byte) (list []string) {
	for _, line := range pathAdded.Regexp().FindAll(text, -1) {
		for _, m := range folderWord.Regexp().FindAllSubmatch(line, -1) {
			if folder := strings.Trim(string(m[1]), "./"); folder != "" && len(list) < maxPathsAdded {
				list = append(list, folder)
			}
		}
	}
	return list
}

// maxPathsAdded bounds the folders that are looked into.
const maxPathsAdded = 8

// GivesConfig reports whether an option of a script, as its attribute is called, names the config that it reads.
func GivesConfig(option string) bool { return configOption.MatchString(option) }

var configLoaders = set(
	`yaml.load yaml.safe_load yaml.full_load json.load json.loads json5.load json5.loads pyjson5.load pyjson5.loads
	commentjson.load commentjson.loads hjson.load hjson.loads simplejson.load ujson.load orjson.loads
	toml.load toml.loads tomllib.load
	omegaconf.OmegaConf.load ruamel.yaml.load hyperpyyaml.load_hyperpyyaml`,
)

// LoadsConfig reports whether a function reads a config.
func LoadsConfig(function string) bool { return configLoaders[function] }

var configFolders = set(`config configs conf confs cfg cfgs hparams params recipes experiments`)

// HoldsConfigs reports whether a folder is called like one of configs.
func HoldsConfigs(folder string) bool { return configFolders[folder] }

// ChoosesModel reports whether an option of a script says which network, or what kind of training, it is.
func ChoosesModel(option string) bool { return modelOption.MatchString(option) }

// NamesOutput reports whether a key of a config says where something lies or what it is called, and not what is done.
func NamesOutput(key string) bool { return outputKey.MatchString(key) }

// KeyOfTraining reports whether a config's key is one of those that no config of a training lacks all of: how fast, how
// many at a time, how long.
func KeyOfTraining(key string) bool { return trainingKey.MatchString(key) }

// BatchOptions are options that say how many samples a script takes at a time, whatever it does with them; where there
// is one for a micro-batch, another one means the batch of a step.
func BatchOptions() []string {
	return []string{
		"micro_batch_size",
		"micro_batch",
		"device_batch_size",
		"per_device_batch_size",
		"batch_size",
		"train_batch_size",
		"batchsize",
		"batch",
	}
}

// CutOptions are options by which a script cuts a batch into the pieces that go through its model at a time.
func CutOptions() []string { return []string{"microbatch", "micro_batch_size", "micro_batch"} }

// FindsRoot reports whether a function gives the folder in which a project begins.
func FindsRoot(path string) bool {
	root, name, _ := strings.Cut(path, ".")
	return (root == "rootutils" || root == "pyrootutils" || root == "autorootcwd") &&
		(name == "setup_root" || name == "find_root")
}

// readsGradient is the gradient of a parameter, and no attribute that only begins so, self.gradients, and no
// torch.autograd.grad().
var readsGradient = pattern.New(`\.grad(?:[^\w(]|$)`)

// UpdatesWeights reports whether a text may hold what changes weights by their gradients: an optimizer, a trainer, or
// code that reads gradients itself.
func UpdatesWeights(text []byte) bool {
	return slices.ContainsFunc(
		[]string{"ptim", "step", "rainer", "fit", "instantiate", "CLI"},
		func(word string) bool { return bytes.Contains(text, []byte(word)) },
	) ||
		readsGradient.Match(text)
}

// AsksOtherwise reports whether a command of a script, by its name, does something else than training.
func AsksOtherwise(command string) bool { return otherCommands[command] }

var otherCommands = set(`test validate predict infer inference eval evaluate generate export serve demo chat`)

// NamesCommand reports whether a function or a method names a command of a script: group.command("train") of click and
// typer, subparsers.add_parser("train").
func NamesCommand(function, method string) bool {
	return method == "command" || method == "add_parser" || function == "click.command"
}

// NamesMeasured reports whether a key holds what somebody saw of a run, which no config of one does.
func NamesMeasured(key string) bool {
	return measured[key] || strings.HasPrefix(key, "observed_") || strings.HasPrefix(key, "peak_")
}

var measured = set(
	`train_loss eval_loss final_loss train_runtime total_flos trainable_parameters trainable_percentage total_parameters
	training_time_seconds train_samples_per_second`,
)

// LoadsPythonConfig reports whether a function reads one of OpenMMLab's configs in Python.
func LoadsPythonConfig(function string) bool {
	root, _, _ := strings.Cut(function, ".")
	return (root == "mmcv" || root == "mmengine") && strings.HasSuffix(function, ".Config.fromfile")
}

// RunsConfigs reports whether a function of OpenMMLab's trains what a config says; engine: it is one of MMEngine, which
// has other keys than those before it.
func RunsConfigs(function string) (runs, engine bool) {
	if strings.HasSuffix(function, ".RUNNERS.build") ||
		strings.HasPrefix(function, "mm") && strings.HasSuffix(function, "Runner.from_cfg") ||
		strings.HasPrefix(function, "mmengine.runner.") && strings.HasSuffix(function, "Runner") {
		return true, true
	}
	name := function[strings.LastIndexByte(function, '.')+1:]
	return strings.Contains(name, "train_") || strings.HasPrefix(function, "mmcv.runner.") &&
		(strings.HasSuffix(name, "Runner") || name == "build_runner"), false
}

var trainingScript = newMemo(pattern.New(`^(train|main|run|fine_?tune|pretrain|sft|dpo)[^/]*\.py$`).MatchString)

// NamesTrainingScript reports whether the name of a file is one for a script that trains: it is looked into although
// its own text says nothing of training.
func NamesTrainingScript(name string) bool {
	return trainingScript.of(name) && !strings.HasPrefix(name, "trainer") // what trains for others
}

var ofNumbers = set(`numpy math random os sys time json csv re typing collections itertools functools pathlib argparse copy pickle abc
	dataclasses datetime logging warnings string statistics matplotlib pandas scipy sklearn PIL tqdm __future__`)

// OnlyNumbers reports whether a package is Python's own or computes with numbers in the memory of the host: a program
// that imports no other trains a network on no GPU.
func OnlyNumbers(module string) bool { return ofNumbers[module] }

// MakesNamedObjects reports whether a script may make objects whose classes a config names.
func MakesNamedObjects(text []byte) bool {
	return bytes.Contains(text, []byte("hydra")) || bytes.Contains(text, []byte("LightningCLI")) || ImportsByName(text)
}

// ImportsByName reports whether a file imports modules by names that it computes.
func ImportsByName(text []byte) bool { return bytes.Contains(text, []byte("import_module(")) }

var namesTraining = newMemo(
	pattern.New(`(?i)^(?:pre)?(?:train|fine_?tune)(?:ing)?(?:[_-][^/]*)?\.py$|_(?:train|finetune)\.py$`).MatchString,
)

// TrainsByName reports whether the name of a script, by its path, says that it trains; main.py and run.py say nothing.
func TrainsByName(file string) bool {
	name := path.Base(file)
	return namesTraining.of(name) && !aboutData.MatchString(name) && !aboutWords.MatchString(file)
}

// aboutWords are folders of what is trained without gradients: the pieces of words.
var aboutWords = pattern.New(`(?i)token|vocab|bpe`)

// aboutData are words in the name of a script that works for a training, and is none.
var aboutData = pattern.New(`(?i)data|split|token|vocab|test|eval|plot|util|log|config|prepare|convert|label|bpe|spm`)

var speaksOfTraining = pattern.New(`(?i)train|\bfit|learn|epoch|optim|solver|work`)

// SpeaksOfTraining reports whether the text of a script has a word without which hardly anybody starts a training.
func SpeaksOfTraining(text []byte) bool { return speaksOfTraining.Match(text) }

// NamesPart reports whether the name of a file is one for a part of a training that others start: trainer.py,
// train_utils.py.
func NamesPart(name string) bool {
	return strings.HasPrefix(strings.ToLower(name), "trainer") || aboutData.MatchString(name)
}

// UpdatesByHand reports whether a text changes weights by their gradients without an optimizer.
func UpdatesByHand(text []byte) bool {
	for {
		at := bytes.Index(text, gradient)
		if at < 0 {
			return false
		}
		start := bytes.LastIndexByte(text[:at], '\n') + 1
		if byHand.Match(text[start:afterLines(text, at, linesByHand)]) {
			return true
		}
		text = text[afterLines(text, at, 1):]
	}
}

// afterLines is where the n-th line from a place on ends.
func afterLines(text []byte, at, n int) int {
	for range n {
		end := bytes.IndexByte(text[at:], '\n')
		if end < 0 {
			return len(text)
		}
		at += end + 1
	}
	return at
}

// gradient stands in every update by hand, in its first line: looking for it costs far less than the expression.
var gradient = []byte(".grad")

// linesByHand is how many lines an update by hand takes at most.
const linesByHand = 6

// TakesSteps reports whether a text may change weights: by an optimizer's step, or with the gradients that it reads
// itself.
func TakesSteps(text []byte) bool {
	return bytes.Contains(text, []byte("step(")) || namesOptimizer.Match(text) || UpdatesByHand(text)
}

// namesOptimizer is an optimizer, or where torch has them: not what a loss "optimizes" in its docstring.
var namesOptimizer = pattern.New(`[Oo]ptimi[sz]er|OPTIMI[SZ]ER|(?:^|[^A-Za-z])(?:[Oo]ptims?|OPTIM)(?:$|[^a-z])`)

// byHand is an update without an optimizer.
var byHand = pattern.New(`(?:-=|sub_\(|add_\(|copy_\()[^\n]*\.grad|\.data *= *[^\n]*- *[^\n]*\.grad\b|` +
	`= *[\w.]+\.grad(?:\.data|\.clone\(\)|\.detach\(\))* *(?:\n[^\n]*){0,4}\n *[\w.]+ *-=`)

// SwitchesTraining reports whether a flag of that name has a program train.
func SwitchesTraining(flag string) bool { return trainSwitches[flag] }

var trainSwitches = set(`train do_train do-train is_train is-train is_training training run_train`)

// Affirms reports whether a word turns a switch on.
func Affirms(word string) bool { return affirms[word] }

var affirms = set(`1 true True TRUE yes y on`)

// NamesMode reports whether a flag of that name says what a program does.
func NamesMode(flag string) bool { return modes[flag] }

var modes = set(`mode phase stage task action command cmd run_mode run-mode job job_type job-type do run_type pipeline`)

// MeansTraining reports whether a word, as a mode of a program, means that it trains.
func MeansTraining(word string) bool { return trainWords[word] }

var trainWords = set(
	`train Train TRAIN training fit finetune fine-tune fine_tune pretrain pre-train model-train model_train train_model`,
)

var mayTrain = pattern.New(`(?i)train|fit\b|learn|main|run|experiment|optimi[sz]e`)

// MayTrain reports whether a function, as it is written, may be one that trains.
func MayTrain(path string) bool { return mayTrain.MatchString(path) }

var saysTraining = pattern.New(`(?i)train|tune|(^|[_-])(fit|sft|dpo|grpo|run|main)($|[_-])`)

// SaysTraining reports whether the name of a command of a script may be one that trains.
func SaysTraining(command string) bool { return saysTraining.MatchString(command) }

var importedByCall = pattern.New(`(?:import_module|__import__)\(\s*["']([A-Za-z_][\w.]*)["']\s*[,)]`)

// ImportedByCall are the modules that a file imports by calls with their names written out:
// importlib.import_module("app.train").
func ImportedByCall(text []byte) (list []string) {
	if !bytes.Contains(text, []byte("import_module(")) && !bytes.Contains(text, []byte("__import__(")) {
		return nil
	}
	for _, m := range importedByCall.Regexp().FindAllSubmatch(text, maxImportedByCall) {
		list = append(list, string(m[1]))
	}
	return list
}

// maxImportedByCall bounds how many such calls of a file are looked at.
const maxImportedByCall = 16

var importsByParts = pattern.New(
	`import_module\(\s*(?:f["']|["'][^"'\n]*["']\s*(?:\+|%|\.format\()|[\w.]+(?:\[["']?\w+["']?\])*\s*` +
		`(?:[+)]|,\s*package\s*=\s*None\s*\)))`,
)

// ImportsByParts reports whether a file imports a module by a name that it puts together or is given. A package that
// imports its own parts when they are first asked for, import_module("." + name, self.__name__), chooses nothing by
// that.
func ImportsByParts(text []byte) bool {
	if !bytes.Contains(text, []byte("import_module")) {
		return false
	}
	for _, at := range importsByParts.Regexp().FindAllIndex(text, -1) {
		line, _, _ := bytes.Cut(text[at[0]:], []byte("\n"))
		if !bytes.Contains(line, []byte("__name__")) {
			return true
		}
	}
	return false
}

// holdsOptions are the names of shell variables that hold options of a command: MODEL_FLAGS, EXTRA_ARGS, opts.
var holdsOptions = pattern.New(
	`(?i)(^|_)(flags?|args?|arguments?|opts?|options?|params?|parameters|extras?|hparams|overrides?)$`,
)

// NamesOptions reports whether a variable of a launcher holds options by its name.
func NamesOptions(variable string) bool { return holdsOptions.MatchString(variable) }

var evaluationSwitches = set(`eval evaluate eval_only evaluate_only only_eval test_only only_test test`)

// SwitchesToEvaluation reports whether a switch of a command line, with underscores, asks a script only to evaluate.
func SwitchesToEvaluation(flag string) bool { return evaluationSwitches[flag] }

// OnlyEvaluation reports whether an option says by its name that nothing but an evaluation is wanted.
func OnlyEvaluation(option string) bool {
	return evaluationSwitches[option] && strings.Contains(option, "only")
}

// configOptions are the options by which training scripts and their launchers are told a config file.
var configOptions = set(
	`config config_file config_path cfg cfg_path deepspeed deepspeed_config ds_config training_config train_config`,
)

// NamesConfigFile reports whether an option of a command names a config file, by its name.
func NamesConfigFile(option string) bool { return configOptions[option] }

var recordFolder = pattern.New(
	`(?i)(^|/)(docs?|logs?|results?|outputs?|archived?|old|legacy|deprecated|backups?|wandb|runs)/`,
)

// KeepsRecords reports whether a path lies in a folder of what once ran: its commands are kept, the files that they
// named are not.
func KeepsRecords(path string) bool { return recordFolder.MatchString(path) }

// ModelParallelSizes are the options of Megatron, and of tools on top of it, whose product is how many processes one
// copy of the model takes.
func ModelParallelSizes() []string {
	return []string{"tensor_model_parallel_size", "pipeline_model_parallel_size", "context_parallel_size"}
}

var jsonnet = pattern.New(`\A(\s*(//|#)[^\n]*\n|\s*\n)*local \w+ *=`)

// BeginsAsJsonnet reports whether a text begins as Jsonnet does, of which a program makes a config, whatever the file
// is called: local name = "bert";
func BeginsAsJsonnet(text []byte) bool { return jsonnet.Match(text) }

// TakesLinesOfConfigs is a parser of command lines that takes the lines of config files apart by itself, whatever they
// are called, and the class by which it is told that they are YAML.
func TakesLinesOfConfigs() (parser, unless string) { return "configargparse", "YAMLConfigFileParser" }

var nameOfParts = pattern.New(
	`[=> ]"?((?:[\w./-]|\$\{?\w+\}?)*/)?([\w.-]{4,})\$\{?\w[\w${}.-]*?(\.\w+)"?(?:\s|$)`,
)

// NamesOfParts are the first letters and the ending of each file's name that a shell script makes of variables, behind
// some letters of its own: ds_config_${NAME}.json.
func NamesOfParts(text []byte) (list [][2]string) {
	for _, m := range nameOfParts.Regexp().FindAllSubmatch(text, -1) {
		list = append(list, [2]string{string(m[2]), string(m[3])})
	}
	return list
}
