package knowledge

import (
	"bytes"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// KeepsToItself reports whether a function, given a dictionary of settings, reads none of them by name: it looks at
// what it is, copies or prints it, or makes another dictionary of it that the program goes on with.
func KeepsToItself(path string) bool {
	switch path {
	case "print",
		"len",
		"type",
		"isinstance",
		"str",
		"repr",
		"dict",
		"list",
		"tuple",
		"set",
		"sorted",
		"enumerate",
		"zip",
		"iter",
		"next",
		"bool",
		"id",
		"hasattr",
		"int",
		"float",
		"max",
		"min",
		"sum",
		"any",
		"all",
		"range",
		"abs",
		"round",
		"setattr",
		"copy.copy",
		"copy.deepcopy",
		"pprint.pprint",
		"pprint.pformat",
		"json.dumps",
		"json.dump",
		"yaml.dump",
		"yaml.safe_dump",
		"types.SimpleNamespace",
		"argparse.Namespace",
		"easydict.EasyDict",
		"addict.Dict",
		"munch.munchify",
		"munch.Munch",
		"box.Box",
		"ml_collections.ConfigDict",
		"omegaconf.OmegaConf.create",
		"omegaconf.OmegaConf.merge",
		"omegaconf.OmegaConf.to_container",
		"omegaconf.OmegaConf.to_yaml",
		"omegaconf.OmegaConf.save",
		"omegaconf.OmegaConf.resolve",
		"omegaconf.OmegaConf.set_struct",
		"wandb.init",
		"wandb.config.update",
		"mlflow.log_params",
		"torch.save",
		"random.seed",
		"numpy.random.seed",
		"torch.manual_seed":
		return true
	}
	return strings.HasPrefix(path, "os.path.") || strings.HasPrefix(path, "logging.") ||
		strings.HasPrefix(path, "pathlib.")
}

// OfDictionaries reports whether a method is one of dictionaries and lists that reads no key by a name of its own.
func OfDictionaries(method string) bool {
	switch method {
	case "update",
		"get",
		"pop",
		"items",
		"keys",
		"values",
		"copy",
		"setdefault",
		"append",
		"extend",
		"join",
		"format",
		"log_hyperparams",
		"add_hparams":
		return true
	}
	return false
}

// SaysNothing reports whether a key of a config is there for people: a name, a note, a version.
func SaysNothing(key string) bool {
	switch strings.ToLower(key) {
	case "name",
		"description",
		"desc",
		"comment",
		"comments",
		"note",
		"notes",
		"version",
		"author",
		"authors",
		"date",
		"title",
		"tag",
		"tags",
		"project",
		"id",
		"doc",
		"help",
		"license",
		"url",
		"about",
		"info",
		"metadata",
		"todo",
		"created",
		"schema",
		"$schema",
		"paper",
		"reference",
		"source":
		return true
	}
	return strings.HasPrefix(key, "_") || strings.HasPrefix(key, ".") || strings.HasPrefix(key, "x-") ||
		strings.HasPrefix(key, "//") ||
		strings.HasPrefix(key, "#")
}

// configOpeners are what code that opens configs holds.
var configOpeners = []string{"yaml", "OmegaConf", "json.load", "json5.load", "toml"}

// OpensConfigs reports whether the text of code may open a config.
func OpensConfigs(text []byte) bool {
	return slices.ContainsFunc(configOpeners, func(word string) bool { return bytes.Contains(text, []byte(word)) })
}

var spreads = pattern.New(`\*\*\s*[\w.\[\]"'(]*?(\w+)["'\])]*\s*[,)\n]`)

// SpreadNames lists what a text spreads by **, by the last name of each: params of **config["params"].
func SpreadNames(text []byte) (names []string) {
	for _, found := range spreads.Regexp().FindAllSubmatch(text, -1) {
		names = append(names, string(found[1]))
	}
	return names
}

var decidesTraining = pattern.New(
	`(?i)^(lr|learning_?rate|min_lr|max_lr|weight_?decay|(per_device_)?(train_)?batch_?size(_per_gpu)?|micro_?batch_?size|` +
		`(gradient_)?accum(ulation|ulate)?(_grad(ient)?)?(_steps|_batches)?|grad_?accum\w*|(num_)?(train_)?epochs?|n_epochs|max_(train_)?steps|max_iters?|num_iters|warmup\w*|` +
		`lr_(scheduler|schedule|decay|warmup)\w*|scheduler|optimizer|optim|momentum|betas?|beta[12]|eps|max_grad_norm|grad(ient)?_clip\w*|clip_grad\w*|dropout|` +
		`gradient_checkpointing|mixed_precision|use_amp|amp|fp16|bf16|precision|seed|ema(_decay)?|use_ema|label_smoothing|freeze\w*|(\w+_)?(loss_)?weight|lambda_\w+)$`,
)

// DecidesTraining reports whether a key, by its name, says how a model is trained: without it, something else is
// trained than what the config says.
func DecidesTraining(key string) bool { return decidesTraining.MatchString(key) }

// spreadsConfig is code that gives away what may be a config, or a part of one, whole.
var spreadsConfig = pattern.New(
	`\*\*\s*(vars\()?[\w.\[\]"']*(?i:conf|cfg|param|opt|hp|sett|yaml|json|spec|args)[\w]*|instantiate|get_obj_from_str|HfArgumentParser|parse_dict`,
)

// SpreadsConfig reports whether the text of code that opens configs may give one away whole: to a library, which reads
// keys that stand nowhere in the project.
func SpreadsConfig(text []byte) bool {
	for _, at := range spreadsConfig.Regexp().FindAllIndex(text, -1) {
		if found := string(text[at[0]:at[1]]); !strings.HasSuffix(found, "kwargs") {
			return true
		}
	}
	return false
}

// ReadsConfig reports whether a function of a module, as programs import it, reads a config: yaml.safe_load.
func ReadsConfig(module, function string) bool {
	switch module {
	case "json", "json5", "pyjson5", "commentjson", "hjson", "simplejson", "ujson", "orjson", "toml", "tomli", "tomllib":
		return function == "load" || function == "loads"
	case "yaml", "ruamel":
		return strings.HasSuffix(function, "load")
	case "OmegaConf":
		return function == "load"
	}
	return false
}
