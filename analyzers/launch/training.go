package launch

import (
	"path"
	"slices"
	"strings"
)

// Kind names a launcher, or the training program that is launched.
type Kind string

// The launchers, then the programs that are trainings by themselves.
const (
	Accelerate Kind = "accelerate"
	Torchrun   Kind = "torchrun"
	DeepSpeed  Kind = "deepspeed"
	Python     Kind = "python"
	Composer   Kind = "composer"
	ColossalAI Kind = "colossalai"
	Lightning  Kind = "lightning"

	PythonScript Kind = "script"
	PythonModule Kind = "module"
	TRL          Kind = "trl"
	Axolotl      Kind = "axolotl"
	LLaMAFactory Kind = "llamafactory"
	Torchtune    Kind = "torchtune"
	LitGPT       Kind = "litgpt"
	Swift        Kind = "swift"
	Megatron     Kind = "megatron"
	Fairseq      Kind = "fairseq"
	Ultralytics  Kind = "ultralytics"
	NNUNet       Kind = "nnunet"
)

// Launch is a command line that starts a Python program or a training tool.
type Launch struct {
	Command *Command
	// Launcher starts the processes: accelerate, torchrun, deepspeed, … or
	// plain python. A tool that starts them itself is its own launcher.
	Launcher Kind
	// Options are the launcher's own flags.
	Options []Flag
	// Program is what runs: a script, a module, or a training tool.
	Program Kind
	// Target is the script's path, the module's name, or the tool's subcommand
	// or recipe ("sft", "lora_finetune_single_device").
	Target Word
	// Function is the function of the script that an installed command calls, "" for any other.
	Function string
	// Arguments are what the program is given.
	Arguments Arguments
}

// Option is the launcher's last flag with one of the names.
func (l *Launch) Option(names ...string) (Flag, bool) {
	return Arguments{Flags: l.Options}.Flag(names...)
}

// launcher describes how a launcher's own flags end and the program begins.
type launcher struct {
	kind     Kind
	switches string // the flags that take no value
	module   string // the flags that say that the program is a module
}

var launchers = map[string]launcher{
	"accelerate launch": {
		Accelerate,
		"multi_gpu cpu tpu use_deepspeed use_fsdp use_megatron_lm use_xpu quiet q debug no_python same_network " +
			"downcast_bf16 dynamo_use_fullgraph dynamo_use_dynamic dynamo_use_regional_compilation enable_cpu_affinity " +
			"tpu_use_cluster no_tpu_cluster tpu_use_sudo ipex use_parallelism_config use_mps_device " +
			"fp8_use_autocast_during_eval h help",
		"m module",
	},
	"torchrun": {Torchrun, torchrunSwitches, "m module"},
	"deepspeed": {
		DeepSpeed,
		"no_python no_local_rank save_pid force_multi bind_cores_to_core no_ssh no_ssh_check elastic_training help h",
		"module m",
	},
	"composer":       {Composer, "v verbose c command_mode h help", "m module_mode"},
	"colossalai run": {ColossalAI, "use_torch_launch", "m"},
	"lightning run":  {Lightning, "", ""},
	"fabric run":     {Lightning, "", ""},
}

const torchrunSwitches = "standalone no_python run_path use_env virtual_local_rank h help"

// launcherModules are launchers started with python -m.
var launcherModules = map[string]string{
	"torch.distributed.run": "torchrun", "torch.distributed.launch": "torchrun", "torch.distributed.elastic": "torchrun",
	"accelerate.commands.launch": "accelerate launch", "deepspeed.launcher.runner": "deepspeed",
	"deepspeed.launcher.launch": "deepspeed", "composer.cli.launcher": "composer",
	"accelerate.commands.accelerate_cli": "accelerate",
	"lightning.fabric.cli":               "fabric",
}

// tool is a training program with subcommands.
type tool struct {
	kind Kind
	// train are the subcommands that train.
	train string
}

var tools = map[string]tool{
	"trl":              {TRL, "sft dpo grpo kto reward rloo ppo orpo cpo gkd online_dpo nash_md xpo bco prm"},
	"axolotl":          {Axolotl, "train"},
	"llamafactory-cli": {LLaMAFactory, "train"},
	"lmf":              {LLaMAFactory, "train"},
	"litgpt":           {LitGPT, "finetune finetune_full finetune_lora finetune_adapter finetune_adapter_v2 pretrain"},
	"swift":            {Swift, "sft pt rlhf"},
	"megatron":         {Megatron, "sft pt rlhf"}, // of ms-swift
}

// toolModules are training programs started with -m, by the module's name; the
// value is the command line it stands for.
var toolModules = map[string]string{
	"axolotl.cli.train": "axolotl train", "axolotl.cli.main": "axolotl", "axolotl.cli": "axolotl",
	"llamafactory.cli": "llamafactory-cli", "llamafactory.launcher": "llamafactory-cli train",
	"trl.scripts.sft": "trl sft", "trl.scripts.dpo": "trl dpo", "trl.scripts.grpo": "trl grpo",
	"trl.scripts.kto":    "trl kto",
	"trl.scripts.reward": "trl reward", "trl.scripts.rloo": "trl rloo", "trl.cli": "trl", "litgpt": "litgpt",
	"swift.cli.sft": "swift sft",
	"swift.cli.pt":  "swift pt", "swift.cli.rlhf": "swift rlhf",
	"swift.cli.main": "swift", "swift.cli._megatron.main": "megatron",
	"swift.cli._megatron.sft": "megatron sft", "swift.cli._megatron.pt": "megatron pt",
	"swift.cli._megatron.rlhf": "megatron rlhf",
}

// otherModules are modules that plainly train nothing.
var otherModules = strings.Fields(
	"pip venv pytest unittest http.server json.tool build twine compileall ruff black isort flake8 mypy " +
		"pylint coverage ensurepip zipfile site sphinx mkdocs jupyter notebook ipykernel tensorboard virtualenv pre_commit " +
		"this timeit cProfile huggingface_hub.commands.huggingface_cli vllm.entrypoints.openai.api_server " +
		"sglang.launch_server playwright spacy nltk.downloader wandb uv",
)

// Training recognises a command that starts a Python program or a training
// tool. Whether a script or module trains is for its code to say.
func Training(c *Command) (Launch, bool) {
	if len(c.Words) == 0 {
		return Launch{}, false
	}
	l := Launch{Command: c}
	return l, l.read(c.Words) && !l.asksForHelp()
}

// asksForHelp recognises train.py --help, which trains nothing. -h alone is a help text, too; beside others it may be a
// height.
func (l *Launch) asksForHelp() bool {
	if _, ok := l.Arguments.Flag("help"); ok {
		return true
	}
	all := l.Arguments.All
	return len(all) == 1 && all[0].Text == "-h"
}

// IsTraining reports whether a command of that name is a launcher or a training tool.
func IsTraining(name string) bool {
	_, launches := launchers[name]
	return launches || isTool(name) || IsPython(name)
}

// OfFunction is a command that calls a function of a script, as an installed command does; ok is false where it only
// asks for help.
func OfFunction(c *Command, script, function string) (l Launch, ok bool) {
	l = Launch{
		Command:   c,
		Launcher:  Python,
		Program:   PythonScript,
		Function:  function,
		Arguments: programArguments(c.Words[1:]),
	}
	l.Target = Word{Text: script, Known: true, Span: c.Words[0].Span, Origin: c.Words[0].Origin}
	return l, !l.asksForHelp()
}

func (l *Launch) read(words []Word) bool {
	name := path.Base(words[0].Text)
	second := ""
	if len(words) > 1 {
		second = words[1].Text
	}
	if k, ok := launchers[name+" "+second]; ok {
		return l.launched(k, words[2:])
	}
	if k, ok := launchers[name]; ok {
		return l.launched(k, words[1:])
	}
	if name == "tune" && second == "run" {
		return l.torchtune(words[2:])
	}
	if t, ok := tools[name]; ok {
		return l.tool(t, words[1:])
	}
	if name == "fairseq-train" || name == "fairseq-hydra-train" {
		l.Launcher = Fairseq
		return l.program(Fairseq, words)
	}
	if name == "yolo" {
		return l.ultralytics(words)
	}
	if name == "nnUNetv2_train" || name == "nnUNet_train" {
		l.Launcher = NNUNet
		return l.program(NNUNet, words)
	}
	switch {
	case IsPython(words[0].Text):
		return l.python(words[1:])
	case strings.HasSuffix(name, ".py"):
		if l.Command != nil && l.Command.OfPage && !strings.Contains(words[0].Text, "/") && !looksGiven(words[1:]) {
			return false // a line of a tree of files: no shell finds a script by its mere name
		}
		return l.program(PythonScript, words)
	case words[0].Text == "-m" || words[0].Text == "--module":
		// What is left of "uv run -m pkg".
		return l.python(words)
	}
	return false
}

// looksGiven reports whether words are what a script is started with, and not a sentence that says what it is for.
func looksGiven(words []Word) bool {
	return len(words) > 0 && strings.ContainsAny(words[0].Text, "./=") && !strings.HasSuffix(words[0].Text, ".") ||
		slices.ContainsFunc(words, func(w Word) bool { return isOption(w.Text) })
}

// launched reads a launcher's flags up to the program it starts.
func (l *Launch) launched(k launcher, words []Word) bool {
	l.Launcher = k.kind
	switches, modules := strings.Fields(k.switches), strings.Fields(k.module)
	isModule, bare := false, false
	i := 0
	for ; i < len(words); i++ {
		s := words[i].Text
		if k.kind == Lightning && i == 0 && s == "model" || s == "--" {
			continue
		}
		if isOpen(words[i]) && !looksLikeScript(s) {
			continue
		}
		if !isOption(s) {
			break
		}
		f := newFlag(words[i])
		switch {
		case slices.Contains(modules, f.Name) && len(f.Values) == 0:
			isModule = true
		case f.Name == "no_python":
			bare = true
		case slices.Contains(switches, f.Name):
		case len(f.Values) == 0 && i+1 < len(words):
			i++
			f.Values = []Word{words[i]}
			f.Span = cover(f.Span, words[i].Span)
		}
		l.Options = append(l.Options, f)
	}
	return l.started(words[i:], isModule, bare)
}

func looksLikeScript(s string) bool {
	s = strings.ToLower(s)
	return strings.HasSuffix(s, ".py") || strings.Contains(s, "script") || strings.Contains(s, "entry") ||
		strings.Contains(s, "file}")
}

// started reads the program behind a launcher's flags.
func (l *Launch) started(words []Word, isModule, bare bool) bool {
	switch {
	case len(words) == 0:
		return false
	case isModule:
		return l.module(words)
	case bare:
		inner := Launch{}
		if !inner.read(words) {
			return false
		}
		l.Program, l.Target, l.Arguments = inner.Program, inner.Target, inner.Arguments
		return true
	case isTool(words[0].Text):
		return l.tool(tools[path.Base(words[0].Text)], words[1:])
	}
	return l.program(PythonScript, words)
}

func isTool(s string) bool {
	_, ok := tools[path.Base(s)]
	return ok
}

func (l *Launch) program(kind Kind, words []Word) bool {
	if l.Launcher == "" {
		l.Launcher = Python
	}
	l.Program, l.Target, l.Arguments = kind, words[0], programArguments(words[1:])
	return true
}

// python reads the interpreter's own options, then what it runs.
func (l *Launch) python(words []Word) bool {
	for i, w := range words {
		switch s := w.Text; {
		case s == "-m" || s == "--module":
			return i+1 < len(words) && l.module(words[i+1:])
		case s == "-c" || s == "-":
			return false
		case i > 0 && (words[i-1].Text == "-W" || words[i-1].Text == "-X"):
		case isOption(s):
		case isOpen(w) && !looksLikeScript(s):
			return false
		default:
			return s != "setup.py" && l.program(PythonScript, words[i:])
		}
	}
	return false
}

// module reads "-m name …".
func (l *Launch) module(words []Word) bool {
	name := words[0].Text
	if slices.Contains(otherModules, name) {
		return false
	}
	if as, ok := launcherModules[name]; ok {
		if k, ok := launchers[as]; ok {
			return l.launched(k, words[1:])
		}
		return len(words) > 2 && l.launched(launchers[as+" "+words[1].Text], words[2:])
	}
	if as, ok := toolModules[name]; ok {
		tool, sub, has := strings.Cut(as, " ")
		rest := words[1:]
		if has {
			target := words[0]
			target.Text, target.cells = sub, nil
			rest = append([]Word{target}, rest...)
		}
		return l.tool(tools[tool], rest)
	}
	return l.program(PythonModule, words)
}

// tool reads a training tool's subcommand and arguments.
func (l *Launch) tool(t tool, words []Word) bool {
	if len(words) == 0 || !slices.Contains(strings.Fields(t.train), words[0].Text) {
		return false
	}
	if l.Launcher == "" {
		l.Launcher = t.kind
	}
	return l.program(t.kind, words)
}

// ultralytics reads "yolo detect train key=value", whose words may stand in any order, and "yolo task=detect
// mode=train".
func (l *Launch) ultralytics(words []Word) bool {
	given := []Word{words[0]}
	trains := false
	for _, w := range words[1:] {
		switch {
		case w.Text == "train" || w.Text == "mode=train":
			trains = true
		case slices.Contains(ultralyticsTasks, w.Text):
		default:
			given = append(given, w)
		}
	}
	l.Launcher = Ultralytics
	return trains && l.program(Ultralytics, given)
}

var ultralyticsTasks = strings.Fields("detect segment classify pose obb semantic")

// torchtune reads "tune run [torchrun options] RECIPE --config CONFIG key=value".
func (l *Launch) torchtune(words []Word) bool {
	l.launched(launcher{Torchtune, torchrunSwitches, ""}, words)
	if l.Target.Text == "" {
		return false
	}
	l.Program = Torchtune
	l.Arguments = untangle(l.Arguments)
	return true
}

// untangle gives back the overrides that a flag swallowed: torchtune's
// "--config a.yaml batch_size=4".
func untangle(a Arguments) Arguments {
	for i := range a.Flags {
		f := &a.Flags[i]
		if f.Name != "config" || len(f.Values) < 2 {
			continue
		}
		for _, w := range f.Values[1:] {
			if isOverride(w.Text) {
				a.Overrides = append(a.Overrides, newOverride(w))
			} else {
				a.Positional = append(a.Positional, w)
			}
		}
		f.Values = f.Values[:1]
	}
	return a
}
