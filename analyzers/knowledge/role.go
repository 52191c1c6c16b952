// Package knowledge is what is known about the libraries that training code uses: as data, each name once, with one
// reader for each question. It knows no Python and no project; nothing else in trainlint knows a library by name.
package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// Role is what an object does in training.
type Role uint8

// The roles.
const (
	NoRole Role = iota
	Optimizer
	Scheduler // of the learning rate
	Scaler    // of the loss, for fp16
	Loader
	Accelerator // accelerate.Accelerator
	Fabric      // lightning.Fabric
	Engine      // a DeepSpeed engine
	Model
	Criterion // a loss function without parameters
	Sampler   // distributes a dataset over processes
	Trainer   // runs the training itself
	Progress  // shows how far an iteration has come
)

// plainOptimizers are torch's optimizers that step without asking for the loss again, and keep a state as wide as the
// parameters.
var plainOptimizers = set(
	`torch.optim.Adam torch.optim.AdamW torch.optim.SGD torch.optim.RMSprop torch.optim.Adagrad torch.optim.Adadelta
	torch.optim.Adamax torch.optim.NAdam torch.optim.RAdam`,
)

// StepsPlainly reports whether a class is one of torch's optimizers that only need gradients.
func StepsPlainly(class string) bool { return plainOptimizers[class] }

// RoleOfClass is the role of a library's class by its dotted name.
func RoleOfClass(path string) Role { return classRoles.of(path) }

var classRoles = newMemo(roleOfClass)

func roleOfClass(path string) Role {
	for _, c := range roleClasses {
		if c.path.MatchString(path) {
			return c.role
		}
	}
	return NoRole
}

// roleClasses is read from the top; the first pattern that fits decides.
var roleClasses = []struct {
	path *pattern.Pattern
	role Role
}{
	{pattern.New(`^torch\.optim\.(lr_scheduler\.|swa_utils\.SWALR)`), Scheduler},
	{pattern.New(`^diffusers\.\w*(UNet|Autoencoder|ControlNet|Transformer|Model)`), Model},
	{pattern.New(`^diffusers\.`), NoRole}, // its schedulers are noise schedules
	{pattern.New(`^torch\.optim\.swa_utils\.`), Model},
	{
		pattern.New(`^(torch\.optim|bitsandbytes\.optim|apex\.optimizers|torch_optimizer|timm\.optim|deepspeed\.ops)\.`),
		Optimizer,
	},
	{pattern.New(`^deepspeed\.DeepSpeedOptimizer$`), Optimizer},
	{
		pattern.New(
			`(^|\.)(Fused)?(Adam|AdamW|SGD|Lion|Adafactor|RMSprop|Adagrad|LAMB|Lamb|LARS|RAdam|NAdam|Muon|Shampoo|Prodigy|AdEMAMix|Sophia\w*|AdaBelief|DAdapt\w+|\w*Adam(W|W?8bit)?)$`,
		),
		Optimizer,
	},
	{pattern.New(`\w+Optimizer$`), Optimizer},
	{pattern.New(`^(timm|mmcv|mmengine|pl_bolts|warmup_scheduler)\..*(Scheduler|LR)$`), Scheduler},
	{pattern.New(`^(pytorch_)?transformers\.(\w+\.)*\w+Schedule$`), Scheduler},
	{pattern.New(`(^|\.)(\w*(Warmup|Cosine|Step|Linear|Plateau)\w*(LR|Scheduler))$`), Scheduler},
	{pattern.New(`(^|\.)(\w*Grad|Native)Scaler\w*$`), Scaler},
	{pattern.New(`^sklearn\.`), NoRole},
	{pattern.New(`(^|\.)\w*DataLoader$|^torch_geometric\.loader\.\w+Loader$`), Loader},
	{pattern.New(`(^|\.)Distributed\w*Sampler$`), Sampler},
	{pattern.New(`^accelerate\.Accelerator$`), Accelerator},
	{pattern.New(`^(lightning|lightning_fabric|lightning\.fabric|pytorch_lightning)\.Fabric$`), Fabric},
	{pattern.New(`^deepspeed\.(DeepSpeedEngine|PipelineEngine)`), Engine},
	{trainerPattern, Trainer},
	{pattern.New(`(^|\.)\w*(Loss|Criterion)$`), Criterion},
	{pattern.New(`^torch\.nn\.(parallel\.)?[A-Z]\w+$|^(apex|fairscale|encoding)\.(\w+\.)*\w*DataParallel\w*$`), Model},
	{pattern.New(`^(tqdm|rich\.progress|alive_progress|fastprogress)\b`), Progress},
	{
		pattern.New(
			`^(transformers|peft|segmentation_models_pytorch|open_clip)\.\w*(Model|For[A-Z]\w+|LMHead|Unet|FPN|DeepLab)\w*$`,
		),
		Model,
	},
	{
		pattern.New(
			`(^|\.)(\w*PreTrainedModel|LightningModule|ModelMixin|Fairseq\w*(Model|Encoder|Decoder)|BaseFairseqModel|MessagePassing)$`,
		),
		Model,
	},
	{
		pattern.New(
			`^torch\.jit\.ScriptModule$|^(mmcv|mmengine)\.(\w+\.)*Base(Module|Model)$|^(torch_geometric|dgl)\.nn\.(\w+\.)*[A-Z]\w*$`,
		),
		Model,
	},
	{pattern.New(`^(timm\.create_model|torchvision\.models\.\w+|monai\.networks\.nets\.\w+|torch\.hub\.load)`), Model},
}

// RoleOfWord guesses a role from the name of a variable, attribute or function when nothing else is known.
func RoleOfWord(word string) Role { return wordRoles.of(word) }

var wordRoles = newMemo(roleOfWord)

func roleOfWord(word string) Role {
	word = strings.ToLower(Snake(word))
	for _, p := range roleWords {
		if p.word.MatchString(word) {
			return p.role
		}
	}
	return NoRole
}

// roleWords are patterns for names in lower case, their parts divided by underscores.
var roleWords = []struct {
	word *pattern.Pattern
	role Role
}{
	{pattern.New(`noise_?sched|^(train_|val_|test_)?sampler|batch_sampler`), NoRole},
	{pattern.New(`sched(uler)?s?(_|\d|$)`), Scheduler},
	{pattern.New(`optim(izer)?|(^|_)opt(s|_|\d|$)|(^|_)opt[a-z]$`), Optimizer},
	{pattern.New(`(^|_)(grad_?|loss_|amp_)?scaler$`), Scaler},
	{pattern.New(`loader(_|\d|$)|(^|_)dl$|dataloaders?$`), Loader},
	{pattern.New(`^accelerator$`), Accelerator},
	{pattern.New(`^fabric$`), Fabric},
	{pattern.New(`(^|_)engine$`), Engine},
}

// RoleOfTarget guesses a role from the variable that keeps the result of a call that is not seen: only words that are
// used for nothing else.
func RoleOfTarget(word string) Role { return targetRoles.of(word) }

var targetRoles = newMemo(func(word string) Role {
	if !targetWord.MatchString(word) {
		return NoRole
	}
	return roleOfWord(word)
})

var targetWord = pattern.New(`(?i)optim|(^|_|lr)scheduler|scaler`)

// NamesOptimizerType reports whether a name is one that people give to "any optimizer" in annotations.
func NamesOptimizerType(alias string) bool { return optimizerType.MatchString(alias) }

var optimizerType = pattern.New(`(?i)^(t_|any_?|_)?optim(izer)?(_?t|_?type|_?like)?$`)

// Snake puts underscores between the words of a camel-case name.
func Snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' && name[i-1] >= 'a' && name[i-1] <= 'z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return b.String()
}
