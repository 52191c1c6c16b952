package knowledge

import (
	"strings"
	"sync"
)

// OptimizerClasses are optimizer constructors by resolved name: what dialect calls them and the implementation, where
// the class decides it.
func OptimizerClasses() map[string][2]string { return optimizerClasses() }

// FactoryOptimizer is what dialect calls the optimizer that timm's factory makes of a word; "" for one that is not
// known.
func FactoryOptimizer(word string) string { return factoryNames[word] }

// optimizerClasses are optimizer constructors by resolved name: what dialect calls them and the implementation, where
// the class decides it. Of all of them the first parameter is what is trained and the second the learning rate.
var optimizerClasses = sync.OnceValue(func() map[string][2]string {
	classes := map[string][2]string{
		"transformers.AdamW": {"adamw", "single"}, "transformers.optimization.AdamW": {"adamw", "single"},
		"pytorch_transformers.AdamW": {"adamw", "single"}, "pytorch_transformers.optimization.AdamW": {"adamw", "single"},
		"pytorch_pretrained_bert.BertAdam": {
			"adamw",
			"single",
		}, "pytorch_pretrained_bert.optimization.BertAdam": {"adamw", "single"},
		"transformers.Adafactor": {
			"adafactor",
			"",
		}, "transformers.optimization.Adafactor": {"adafactor", ""}, "torch_optimizer.Adafactor": {"adafactor", ""},
		"torchao.optim.AdamW8bit": {
			"adamw-8bit",
			"",
		}, "torchao.optim.AdamW4bit": {"adamw-4bit", ""}, "torchao.prototype.low_bit_optim.AdamW8bit": {"adamw-8bit", ""},
		"apex.optimizers.FusedAdam": {
			"adamw",
			"fused",
		}, "apex.optimizers.FusedLAMB": {"lamb", "fused"}, "apex.optimizers.FusedSGD": {"sgd", "fused"},
		"deepspeed.ops.adam.FusedAdam": {"adamw", "fused"}, "deepspeed.ops.adam.DeepSpeedCPUAdam": {"adamw", ""},
		"prodigyopt.Prodigy": {
			"prodigy",
			"",
		}, "lion_pytorch.Lion": {"lion", ""}, "schedulefree.AdamWScheduleFree": {"schedulefree-adamw", ""},
		"schedulefree.RAdamScheduleFree": {
			"schedulefree-adamw",
			"",
		}, "schedulefree.SGDScheduleFree": {"schedulefree-sgd", ""},
		"timm.optim.create_optimizer": {"?", ""}, "timm.optim.optim_factory.create_optimizer": {"?", ""},
		"timm.optim.create_optimizer_v2": {"?", ""}, "timm.optim.optim_factory.create_optimizer_v2": {"?", ""},
	}
	for _, name := range strings.Fields("AdamW Adam SGD Adagrad RMSprop Muon Adamax Adadelta NAdam RAdam LBFGS " +
		"Adafactor") {
		kind := strings.ToLower(name)
		if kind == "adam" {
			kind = "adamw"
		}
		classes["torch.optim."+name] = [2]string{kind, ""}
	}
	// bitsandbytes has them in 32 and in 8 bits, paged or not
	for name, kind := range map[string]string{"Adam": "adamw", "AdamW": "adamw", "Lion": "lion"} {
		for _, width := range []string{"", "32bit", "8bit"} {
			eight := strings.Replace("-"+width, "-32bit", "", 1)
			if width == "" { // as many bits as optim_bits says, and 32 without
				eight = ""
			}
			impl := "single"
			if eight != "" {
				impl = ""
			}
			classes["bitsandbytes.optim."+name+width] = [2]string{kind + eight, impl}
			classes["bitsandbytes.optim.Paged"+name+width] = [2]string{"paged-" + kind + eight, ""}
		}
	}
	for name, kind := range ofPackages { // each of its package's own code, which has no foreach variant
		classes[name] = [2]string{kind, "single"}
	}
	return classes
})

// ofPackages are optimizers of small packages (torch_optimizer 0.3.0, timm 1.0, adabelief_pytorch 0.2.1, adabound
// 0.0.5, adamp 0.3.0, madgrad 1.3, pytorch_ranger 0.1.1), read for what they keep of each parameter.
var ofPackages = func() map[string]string {
	classes := map[string]string{
		"adabelief_pytorch.AdaBelief": "adabelief", "adabound.AdaBound": "adabound", "adamp.AdamP": "adamp",
		"adamp.SGDP": "sgdp", "madgrad.MADGRAD": "madgrad",
		"pytorch_ranger.Ranger": "ranger", "pytorch_ranger.RangerQH": "ranger", "ranger.Ranger": "ranger",
		"pytorch_lamb.Lamb": "lamb",
	}
	for name, kind := range map[string]string{
		"RAdam": "radam", "Lamb": "lamb", "AdaBelief": "adabelief", "Yogi": "yogi", "AdaBound": "adabound",
		"AdamP": "adamp", "DiffGrad": "diffgrad", "MADGRAD": "madgrad", "NovoGrad": "novograd", "Ranger": "ranger",
		"RangerQH": "ranger", "RangerVA": "ranger", "QHAdam": "qhadam", "SGDP": "sgdp", "AdaMod": "adamod",
	} {
		classes["torch_optimizer."+name] = kind
	}
	for name, kind := range map[string]string{
		"AdaBelief": "adabelief", "AdamP": "adamp", "Lamb": "lamb", "Lion": "lion", "MADGRAD": "madgrad", "SGDP": "sgdp",
		"RAdamLegacy": "radam", "NvNovoGrad": "novograd", "AdamWLegacy": "adamw",
	} {
		classes["timm.optim."+name] = kind
	}
	return classes
}()

// factoryNames are what timm's factory calls optimizers; of sgd and rmsprop its momentum is 0.9 where nothing else is
// said.
var factoryNames = map[string]string{
	"adam":       "adamw",
	"adamw":      "adamw",
	"fusedadam":  "adamw",
	"fusedadamw": "adamw",
	"sgd":        "sgd",
	"momentum":   "sgd",
	"nesterov":   "sgd",
	"fusedsgd":   "sgd",
	"nadam":      "nadam",
	"radam":      "radam",
	"adamax":     "adamax",
	"adabelief":  "adabelief",
	"adamp":      "adamp",
	"sgdp":       "sgdp",
	"rmsprop":    "rmsprop",
	"rmsproptf":  "rmsprop",
	"lamb":       "lamb",
	"fusedlamb":  "lamb",
	"lion":       "lion",
	"madgrad":    "madgrad",
	"adafactor":  "adafactor",
	"adadelta":   "adadelta",
	"adagrad":    "adagrad",
}

// KeepsMoments reports whether a class of torch.optim averages gradients over steps, whatever it is given.
func KeepsMoments(path string) bool {
	switch path {
	case "torch.optim.Adam",
		"torch.optim.AdamW",
		"torch.optim.Adamax",
		"torch.optim.NAdam",
		"torch.optim.RAdam",
		"torch.optim.RMSprop",
		"torch.optim.Adagrad",
		"torch.optim.Adadelta":
		return true
	}
	return false
}

// SetsWeights reports whether a method or function of this name gives a network other weights than those that it
// learned.
func SetsWeights(name string) bool {
	switch name {
	case "load_state_dict", "deepcopy", "reset_parameters", "load_weights", "from_pretrained", "clone_module":
		return true
	}
	return false
}

// ofGroups are settings that torch's optimizers keep in their param_groups, one for each group of parameters.
var ofGroups = set(`lr learning_rate weight_decay momentum betas eps`)

// IsOfGroups reports whether a name is that of a setting which an optimizer keeps for each group of parameters.
func IsOfGroups(name string) bool { return ofGroups[name] }

// NotOfGroups is the name that other libraries have for what a group of parameters of torch's keeps as "lr".
const NotOfGroups = "learning_rate"

// rootEps are the optimizers of torch that divide by the root of a mean of squared gradients, which has the dtype of
// the weights, and add eps to that root (torch 2.3 and 2.15, executed): where eps is taken from, and 1e-8 without it.
var rootEps = map[string]int{
	"torch.optim.Adam": 3, "torch.optim.AdamW": 3, "torch.optim.NAdam": 3, "torch.optim.RMSprop": 3,
}

// RootEpsDefault is the eps of such an optimizer that is given none.
const RootEpsDefault = 1e-8

// EpsIsZeroInHalf is the eps below which float16 has none: half of its smallest number.
const EpsIsZeroInHalf = 1.0 / (1 << 25)

// AddsEpsToRoot is where an optimizer of torch takes the eps that it adds to the root of a mean of squares; ok is false
// for any other.
func AddsEpsToRoot(class string) (position int, ok bool) {
	position, ok = rootEps[class]
	return position, ok
}
