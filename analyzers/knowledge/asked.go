package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// ofTraining are the calls and attributes that a training step is made of, and what decides whether a tensor has a
// graph.
var ofTraining = map[string]bool{
	"backward":              true,
	"manual_backward":       true,
	"zero_grad":             true,
	"step":                  true,
	"unscale_":              true,
	"clip_grad_norm_":       true,
	"clip_grad_value_":      true,
	"no_grad":               true,
	"inference_mode":        true,
	"set_grad_enabled":      true,
	"eval":                  true,
	"spawn":                 true,
	"register_forward_hook": true,
	"set_epoch":             true,
	"checkpoint":            true,
	"DataLoader":            true,
	"autocast":              true,
	"requires_grad_":        true,
	"requires_grad":         true,
	"fit":                   true,
	"add_argument":          true,
	"detach":                true,
	"GradScaler":            true,
	"retain_graph":          true,
	"create_graph":          true,
}

// OfTraining reports whether a name, an attribute or the name of an argument is part of a training step.
func OfTraining(word string) bool { return ofTraining[word] }

// ofJob are the names behind which a job is decided: what is loaded, in which precision, what is trained, how it is
// fed, and where options come from.
var ofJob = map[string]bool{"backward": true, "zero_grad": true, "fit": true, "GradScaler": true,
	"DataLoader": true, "add_argument": true, "add_options": true, "parse_args": true, "parse_known_args": true,
	"requires_grad_": true, "requires_grad": true,
	"parameters": true, "named_parameters": true, "from_pretrained": true, "from_config": true, "from_single_file": true,
	"create_model":   true,
	"get_peft_model": true, "add_adapter": true, "prepare_model_for_kbit_training": true,
	"half": true, "bfloat16": true, "torch_dtype": true, "gradient_checkpointing_enable": true,
	"activation_checkpointing_enable": true, "enable_gradient_checkpointing": true,
	"DistributedDataParallel": true, "DDP": true, "FullyShardedDataParallel": true, "FSDP": true, "fully_shard": true,
	"initialize":         true,
	"init_process_group": true, "Accelerator": true, "prepare": true, "safe_load": true, "load_config": true,
	"OmegaConf": true,
	"setattr":   true, "vars": true, "__dict__": true, "Namespace": true}

// OfJob reports whether a name, an attribute or the name of an argument is part of what decides a job.
func OfJob(word string) bool {
	return ofJob[word] || asksJob.of(word)
}

// asksJob are the words that end as what holds options does, or speak of an optimizer.
var asksJob = newMemo(func(word string) bool {
	for _, end := range []string{"Trainer", "Config", "Arguments", "Optimizer", "optim", "optimizer"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return strings.HasPrefix(word, "Adam") || word == "SGD"
})

// OfJobStep reports whether a name says how a part of a step is computed, or what the launcher has set: it decides a
// job where it stands, and not for whoever calls it.
func OfJobStep(word string) bool { return word == "autocast" || word == "environ" }

// eventWords are the methods and functions that training steps are made of.
var eventWords = map[string]bool{
	"backward": true, "manual_backward": true, "zero_grad": true, "step": true, "grad": true, "unscale_": true,
	"clip_grad_norm_": true, "clip_grad_value_": true, "no_grad": true, "inference_mode": true,
	"set_grad_enabled": true, "eval": true, "train": true, "spawn": true, "register_forward_hook": true,
	"forward": true, "empty_cache": true, "synchronize": true, "set_epoch": true, "checkpoint": true,
	"DataLoader": true, "autocast": true, "requires_grad_": true, "item": true, "fit": true, "load_state_dict": true,
	"parameters": true, "named_parameters": true, "requires_grad": true,
	"require_grad": true, "requires_gradient": true, "requiresGrad": true, // meant for it
	"cross_entropy": true, "binary_cross_entropy": true, "binary_cross_entropy_with_logits": true,
}

// stepWords are those among them that a training step is made of.
var stepWords = map[string]bool{
	"backward":         true,
	"manual_backward":  true,
	"zero_grad":        true,
	"step":             true,
	"unscale_":         true,
	"clip_grad_norm_":  true,
	"clip_grad_value_": true,
	"eval":             true,
}

// stepInLoopWords are those among them that mean something only beside a loop: a function that has none of its own, and
// that does nothing else of a training step, is seen where it is called.
var stepInLoopWords = map[string]bool{
	"eval":           true,
	"train":          true,
	"no_grad":        true,
	"inference_mode": true,
	"item":           true,
	"empty_cache":    true,
	"synchronize":    true,
	"forward":        true,
}

// OfEvent reports whether something with this name may be an event of a training step, or say what one is about.
func OfEvent(word string) bool { return eventWords[word] }

// OfStep reports whether a training step is made of calls with this name.
func OfStep(word string) bool { return stepWords[word] }

// OfStepInLoop reports whether such a name says something only beside a loop.
func OfStepInLoop(word string) bool { return stepInLoopWords[word] }

var (
	progressBar = newMemo(pattern.New(`(?i)(^|_)(p?bar|progress(_?bar)?|tqdm)$`).MatchString)
	callback    = newMemo(pattern.New(`(?i)(^|_)callbacks?(_|$)|^(mark|cudagraph_mark)_step(_|$)`).MatchString)
)

// NamesProgressBar reports whether a word is one for a bar that shows how far something is.
func NamesProgressBar(word string) bool { return progressBar.of(word) }

// NamesCallback reports whether a function, by its name, tells somebody that a step has ended, or marks its end for a
// compiler: it runs none.
func NamesCallback(function string) bool { return callback.of(function) }

// valueMethods are methods that strings, lists, dictionaries, files, paths and loggers have: hardly a class of a
// project that has one does part of a training step in it.
var valueMethods = map[string]bool{
	"append":     true,
	"extend":     true,
	"insert":     true,
	"sort":       true,
	"reverse":    true,
	"index":      true,
	"count":      true,
	"items":      true,
	"keys":       true,
	"values":     true,
	"setdefault": true,
	"popitem":    true,
	"discard":    true,
	"union":      true,
	"join":       true,
	"format":     true,
	"split":      true,
	"rsplit":     true,
	"splitlines": true,
	"strip":      true,
	"lstrip":     true,
	"rstrip":     true,
	"startswith": true,
	"endswith":   true,
	"replace":    true,
	"lower":      true,
	"upper":      true,
	"title":      true,
	"capitalize": true,
	"encode":     true,
	"decode":     true,
	"isdigit":    true,
	"find":       true,
	"exists":     true,
	"mkdir":      true,
	"debug":      true,
	"info":       true,
	"warning":    true,
	"warn":       true,
	"error":      true,
	"exception":  true,
	"critical":   true,
	"readline":   true,
	"readlines":  true,
	"write":      true,
	"flush":      true,
	"close":      true,
	"acquire":    true,
	"release":    true,
}

// NamesMethodOfValues reports whether a method with this name is most likely one of a plain value.
func NamesMethodOfValues(name string) bool { return valueMethods[name] }

// optionsWord is how people call what the command line or a config gave: args, train_cfg, hparams, ModelArgs.
var optionsWord = pattern.New(`(?i)(^|_)(args?|arguments?|opts?|options?|cfgs?|confs?|configs?|configuration|params?|` +
	`parameters|hparams|hps?|flags|settings?|kwargs|namespace|ns)$|(Args|Config|Cfg|Params|Options)$`)

var optionsObject = newMemo(optionsWord.MatchString)

// NamesOptionsObject reports whether a variable of a program holds options or a config by its name.
func NamesOptionsObject(variable string) bool { return optionsObject.of(variable) }
