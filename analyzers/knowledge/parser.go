package knowledge

import (
	"bytes"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// parsers are classes of command line parsers that take options as argparse does.
var parsers = set(
	`argparse.ArgumentParser configargparse.ArgumentParser configargparse.ArgParser configargparse.ArgParse
	configargparse.Parser jsonargparse.ArgumentParser tap.Tap simple_parsing.ArgumentParser transformers.HfArgumentParser
	trl.TrlParser rich_argparse.ArgumentParser lightning.pytorch.cli.LightningArgumentParser`,
)

// ParsesArguments reports whether a class is a command line parser with the methods of argparse.
func ParsesArguments(class string) bool { return parsers[class] || ParsesDataclasses(class) }

// BroughtOption is an option of a parser that a library makes: a flag, or an operand without dashes.
type BroughtOption struct {
	Name   string
	Switch bool // it takes no value, and is off where it is not given
	Number bool // it takes an integer
	Rest   bool // it takes all words that are left
	// Default is what it is where nobody gives it: a number, "" for none or an empty list; Host: it depends on the
	// machine.
	Default string
	Host    bool
}

// BroughtParser are the options of the parser that a library's function makes; none where it makes none.
func BroughtParser(path string) []BroughtOption { return broughtParsers[path] }

var (
	detectronOptions = []BroughtOption{
		{Name: "--config-file"},
		{Name: "--resume", Switch: true},
		{Name: "--eval-only", Switch: true},
		{Name: "--num-gpus", Number: true, Default: "1"},
		{Name: "--num-machines", Number: true, Default: "1"},
		{Name: "--machine-rank", Number: true, Default: "0"},
		{Name: "--dist-url", Host: true},
		{Name: "opts", Rest: true},
	}
	broughtParsers = map[string][]BroughtOption{
		"detectron2.engine.default_argument_parser":          detectronOptions,
		"detectron2.engine.defaults.default_argument_parser": detectronOptions,
	}
)

var shardingWord = pattern.New(`(?i)deepspeed|fsdp|megatron|zero_?stage`)

// SpeaksOfSharding reports whether a text has a word of those who divide a model's states over GPUs.
func SpeaksOfSharding(text []byte) bool { return shardingWord.Match(text) }

// ParsesTuneConfig is the decorator of a recipe of torchtune, which reads the config that its command line names.
const ParsesTuneConfig = "torchtune.config.parse"

// OldTargets are the keys under which a config named a class to Hydra's instantiate before 1.1, its arguments under
// params.
func OldTargets() []string { return []string{"class", "cls", "target"} }

// TracksSettings reports whether a function starts a run of a tracker of experiments, which keeps the settings that it
// is given in TrackedSettings and in what it gives back, a TrackedRun.
func TracksSettings(path string) bool { return path == "wandb.init" }

// The names of a tracker of experiments.
const (
	TrackedSettings = "wandb.config"
	TrackedRun      = "wandb.sdk.wandb_run.Run"
)

// SweepsSettings reports whether a program has the tracker choose the settings of its runs.
func SweepsSettings(text []byte) bool {
	return bytes.Contains(text, []byte("wandb.agent(")) || bytes.Contains(text, []byte("wandb.sweep("))
}

var setsTracked = pattern.New(`(?m)^[ \t]*(wandb\.|run\.)?config\.\w+[ \t]*=[^=]`)

// SetsTracked reports whether a program sets settings of the tracker's one by one: config = wandb.config, config.lr =
// 1e-4.
func SetsTracked(text []byte) bool {
	return bytes.Contains(text, []byte("wandb.config")) && setsTracked.Match(text)
}

// Subparsers is the class of what add_subparsers gives.
const Subparsers = "argparse._SubParsersAction"

// The methods of a class that is its own parser: one fills it, and calls the other afterwards.
const (
	ParsesItself = "parse_args"
	AfterParsing = "process_args"
)

// IsOwnParser reports whether classes that inherit from one are their own parsers, their annotated names the options.
func IsOwnParser(class string) bool { return class == "tap.Tap" || class == "tap.tap.Tap" }

// ParsesDataclasses reports whether a class is a parser that fills dataclasses.
func ParsesDataclasses(class string) bool {
	switch class[strings.LastIndexByte(class, '.')+1:] {
	case "HfArgumentParser", "TrlParser", "H4ArgumentParser": // imported from wherever the version has them
		return true
	}
	return false
}

// The methods of the alignment handbook's parser: one reads the config that is the script's first word and the words
// behind it, with the help of the other.
const (
	ParsesFileAndWords    = "parse"
	FillsFromFileAndWords = "parse_yaml_and_args"
)

// callsMain are functions that call a function with what the command line says, or fill a dataclass with it.
var callsMain = set(
	`fire.Fire typer.run tyro.cli jsonargparse.CLI jsonargparse.auto_cli simple_parsing.parse draccus.parse
	defopt.run plac.call argh.dispatch_command pyrallis.parse`,
)

// CallsMain reports whether a library's function calls its first argument with what the command line says.
func CallsMain(path string) bool { return callsMain[path] }

// AbslFlags is what absl keeps the flags of a process in, AbslFlagValues its class.
const (
	AbslFlags      = "absl.flags.FLAGS"
	AbslFlagValues = "absl.flags.FlagValues"
)

// ReadsFlagFiles reports whether a script's parser takes more words from files that --flagfile names.
func ReadsFlagFiles(text []byte) bool { return bytes.Contains(text, []byte("absl")) }

// ReadsWordFiles reports whether a script's parser takes more words from files that @ stands before.
func ReadsWordFiles(text []byte) bool { return bytes.Contains(text, []byte("fromfile_prefix_chars")) }

// mainDecorators let a function be called without arguments: they come from the command line.
var mainDecorators = set(
	`click.command click.group click.group.command click.group.group click.group.group.command
	click.Group.command typer.Typer.command fastcore.script.call_parse fastcore.all.call_parse
	draccus.wrap pyrallis.wrap argbind.bind`,
)

// DecoratesMain reports whether a decorator fills the parameters of its function from the command line.
func DecoratesMain(path string) bool { return mainDecorators[path] }

// MakesSubcommand reports whether a decorator makes its function one of several commands of a script: the first word of
// the command line says which.
func MakesSubcommand(path string) bool {
	return path == "typer.Typer.command" || strings.HasPrefix(path, "click.group.") || path == "click.Group.command"
}

// RunsItself reports whether a decorator calls its function at once in the script that is run: fastcore's does, nobody
// calls such a main.
func RunsItself(path string) bool {
	return path == "fastcore.script.call_parse" || path == "fastcore.all.call_parse"
}

var (
	consoleScripts = pattern.New(
		`console_scripts["']?\s*[=:]\s*(?:\[([^\]]*)\]|["']{3}([^"']*)["']{3}|((?:\n[ \t]+[^\n]*)+))`,
	)
	consoleScript = pattern.New(`([\w.-]+)\s*=\s*([\w.]+:[\w.]+)`)
)

// ConsoleScripts are the commands, name and module:function, that the text of a setup.py or setup.cfg installs.
func ConsoleScripts(text []byte) (list [][2]string) {
	for _, block := range consoleScripts.Regexp().FindAll(text, -1) {
		_, rest, _ := bytes.Cut(block, []byte("console_scripts"))
		for _, m := range consoleScript.Regexp().FindAllSubmatch(rest, -1) {
			list = append(list, [2]string{string(m[1]), string(m[2])})
		}
	}
	return list
}

// byName are classes whose keys are read as attributes, by the last part of their names.
var byName = set(`EasyDict edict Munch munchify Box DictConfig ConfigDict AttrDict AttributeDict DotMap DictObject Dict
	ConfigNode CfgNode NestedNamespace RecursiveNamespace`)

// KeysAreAttributes reports whether a class or function makes a dictionary whose keys are attributes.
func KeysAreAttributes(path string) bool {
	last := path[strings.LastIndexByte(path, '.')+1:]
	return byName[last] && !strings.HasPrefix(path, "typing.") && path != "Dict"
}

// HoldsOptions reports whether a class, by its name, holds the options of a script.
func HoldsOptions(class string) bool {
	for _, end := range []string{
		"Config", "Configs", "Args", "Arguments", "Options", "Opts", "Hyperparameters", "HParams", "Params",
	} {
		if strings.HasSuffix(class, end) {
			return true
		}
	}
	return false
}
