package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// optimizerClasses are optimizer constructors by resolved name: what dialect calls them and the implementation, where the class
// decides it. Of all of them the first parameter is what is trained and the second the learning rate.
var optimizerClasses = func() map[string][2]string {
	classes := map[string][2]string{
		"transformers.AdamW": {"adamw", "single"}, "transformers.optimization.AdamW": {"adamw", "single"},
		"pytorch_transformers.AdamW": {"adamw", "single"}, "pytorch_transformers.optimization.AdamW": {"adamw", "single"},
		"pytorch_pretrained_bert.BertAdam": {"adamw", "single"}, "pytorch_pretrained_bert.optimization.BertAdam": {"adamw", "single"},
		"transformers.Adafactor": {"adafactor", ""}, "transformers.optimization.Adafactor": {"adafactor", ""}, "torch_optimizer.Adafactor": {"adafactor", ""},
		"torchao.optim.AdamW8bit": {"adamw-8bit", ""}, "torchao.optim.AdamW4bit": {"adamw-4bit", ""}, "torchao.prototype.low_bit_optim.AdamW8bit": {"adamw-8bit", ""},
		"apex.optimizers.FusedAdam": {"adamw", "fused"}, "apex.optimizers.FusedLAMB": {"lamb", "fused"}, "apex.optimizers.FusedSGD": {"sgd", "fused"},
		"deepspeed.ops.adam.FusedAdam": {"adamw", "fused"}, "deepspeed.ops.adam.DeepSpeedCPUAdam": {"adamw", ""},
		"prodigyopt.Prodigy": {"prodigy", ""}, "lion_pytorch.Lion": {"lion", ""}, "schedulefree.AdamWScheduleFree": {"schedulefree-adamw", ""},
		"schedulefree.RAdamScheduleFree": {"schedulefree-adamw", ""}, "schedulefree.SGDScheduleFree": {"schedulefree-sgd", ""},
		"timm.optim.create_optimizer": {"?", ""}, "timm.optim.optim_factory.create_optimizer": {"?", ""},
		"timm.optim.create_optimizer_v2": {"?", ""}, "timm.optim.optim_factory.create_optimizer_v2": {"?", ""},
	}
	for _, name := range strings.Fields("AdamW Adam SGD Adagrad RMSprop Muon Adamax Adadelta NAdam RAdam LBFGS Adafactor") {
		kind := strings.ToLower(name)
		if kind == "adam" {
			kind = "adamw"
		}
		classes["torch.optim."+name] = [2]string{kind, ""}
	}
	for name, kind := range map[string]string{"Adam": "adamw", "AdamW": "adamw", "Lion": "lion"} { // bitsandbytes has them in 32 and in 8 bits, paged or not
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
}()

// ofPackages are optimizers of small packages (torch_optimizer 0.3.0, timm 1.0, adabelief_pytorch 0.2.1, adabound 0.0.5, adamp 0.3.0,
// madgrad 1.3, pytorch_ranger 0.1.1), read for what they keep of each parameter.
var ofPackages = func() map[string]string {
	classes := map[string]string{
		"adabelief_pytorch.AdaBelief": "adabelief", "adabound.AdaBound": "adabound", "adamp.AdamP": "adamp", "adamp.SGDP": "sgdp", "madgrad.MADGRAD": "madgrad",
		"pytorch_ranger.Ranger": "ranger", "pytorch_ranger.RangerQH": "ranger", "ranger.Ranger": "ranger", "pytorch_lamb.Lamb": "lamb",
	}
	for name, kind := range map[string]string{"RAdam": "radam", "Lamb": "lamb", "AdaBelief": "adabelief", "Yogi": "yogi", "AdaBound": "adabound", "AdamP": "adamp",
		"DiffGrad": "diffgrad", "MADGRAD": "madgrad", "NovoGrad": "novograd", "Ranger": "ranger", "RangerQH": "ranger", "RangerVA": "ranger", "QHAdam": "qhadam",
		"SGDP": "sgdp", "AdaMod": "adamod"} {
		classes["torch_optimizer."+name] = kind
	}
	for name, kind := range map[string]string{"AdaBelief": "adabelief", "AdamP": "adamp", "Lamb": "lamb", "Lion": "lion", "MADGRAD": "madgrad", "SGDP": "sgdp",
		"RAdamLegacy": "radam", "NvNovoGrad": "novograd", "AdamWLegacy": "adamw"} {
		classes["timm.optim."+name] = kind
	}
	return classes
}()

// optimizerNames are the last names of optimizerClasses.
var optimizerNames = func() map[string]bool {
	names := map[string]bool{}
	for class := range optimizerClasses {
		names[run.LastPart(class)] = true
	}
	return names
}()

// factoryNames are what timm's factory calls optimizers; of sgd and rmsprop its momentum is 0.9 where nothing else is said.
var factoryNames = map[string]string{"adam": "adamw", "adamw": "adamw", "fusedadam": "adamw", "fusedadamw": "adamw", "sgd": "sgd", "momentum": "sgd", "nesterov": "sgd", "fusedsgd": "sgd",
	"nadam": "nadam", "radam": "radam", "adamax": "adamax", "adabelief": "adabelief", "adamp": "adamp", "sgdp": "sgdp", "rmsprop": "rmsprop", "rmsproptf": "rmsprop",
	"lamb": "lamb", "fusedlamb": "lamb", "lion": "lion", "madgrad": "madgrad", "adafactor": "adafactor", "adadelta": "adadelta", "adagrad": "adagrad"}

// factoryOptimizer is what timm's factory is told: the optimizer by its name, and the learning rate. create_optimizer reads them of the
// attributes of its first argument, the script's options.
func (p *Program) factoryOptimizer(o *optimizerCall) (name, impl string, at, lr Found) {
	said := func(key string, position int) Found {
		v, _ := p.Argument(o.call, key, position)
		return v
	}
	if name := o.class.Symbol(); strings.HasSuffix(name, ".create_optimizer") {
		options := said("args", 0)
		said = func(key string, _ int) Found { return p.attribute(options, key) }
	}
	at, lr = said("opt", 1), said("lr", 2)
	word, ok := at.Str()
	word = strings.ReplaceAll(strings.ToLower(word), "_", "")
	name = factoryNames[word]
	if !ok || name == "" {
		return "", "", at, lr
	}
	if strings.HasPrefix(word, "fused") {
		impl = "fused"
	}
	if name == "sgd" || name == "rmsprop" {
		momentum := said("momentum", -1)
		if truth, known := momentum.Truth(); momentum.Value == nil && strings.HasSuffix(o.class.Symbol(), "_v2") || known && truth {
			name += "-momentum"
		} else if !known {
			return "", "", at, lr
		}
	}
	return name, impl, at, lr
}

// attribute is what an attribute of an object is, in this run.
func (p *Program) attribute(of Found, name string) Found {
	o, ok := run.Bare(of.Value).(*run.Object)
	if !ok {
		return Found{}
	}
	if v := p.run.ran().Get(o, name); v != nil {
		return p.run.found(v)
	}
	return Found{}
}

// likeOptimizers are calls of classes that nothing is known of but their name, where a script has no other optimizer: what they are
// given is trained, at the rate that they are told.
func (p *Program) likeOptimizers() (list []optimizerCall) {
	for _, c := range p.Module.AllCalls() {
		name := run.LastPart(python.PathText(c.Func))
		if len(c.Args) < 2 || !run.ClassLike(name) || !calledLikeOptimizer(name) {
			continue
		}
		runs, known := p.Runs(c)
		if known && !runs {
			continue
		}
		list = append(list, optimizerCall{c, p.Value(c.Func), known})
	}
	return list
}

// readUnknownOptimizers takes what optimizers that nobody knows hold, and the rate of the only one.
func (j *Job) readUnknownOptimizers(p *Program, owners *[]part) {
	var rates []Found
	for _, o := range p.likeOptimizers() {
		found, partly := j.optimized(p, o.call)
		if len(found) == 0 {
			continue
		}
		for _, one := range found {
			if !slices.Contains(*owners, one) {
				*owners = append(*owners, one)
			}
		}
		if partly {
			j.doubt(dialect.Method, byScript)
		}
		lr, _ := p.Argument(o.call, "lr", -1)
		rates = append(rates, lr)
	}
	if len(rates) == 0 {
		return
	}
	j.doubt(dialect.Optimizer, byScript)
	if f, ok := rates[0].Number(); ok && f > 0 && len(rates) == 1 {
		j.claim(dialect.LearningRate, rates[0].Text(), j.rankOf(rates[0]), "the optimizer's lr", rates[0])
	}
}
