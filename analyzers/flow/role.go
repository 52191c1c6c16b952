package flow

import (
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
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
)

// RoleOf is what an expression's object does: by its class where the file shows
// it, else by its name.
func (f *Facts) RoleOf(e python.Expr) Role {
	if e == nil {
		return NoRole
	}
	if t := f.Module.TypeOf(e); t != "" {
		return f.typeRole(t)
	}
	if r := nameRole(lastName(e)); r != NoRole {
		return r
	}
	if name, ok := e.(*python.Name); ok {
		return f.itemRole(name)
	}
	return NoRole
}

// itemRole is the role of a loop variable, known from the collection it walks over.
func (f *Facts) itemRole(name *python.Name) Role {
	_, bindings := f.Module.Lookup(name.ID, name)
	if len(bindings) == 0 || bindings[0].Kind != python.LoopTarget {
		return NoRole
	}
	over := bindings[0].Value
	if zip, ok := over.(*python.Call); ok && lastName(zip.Func) == "zip" && bindings[0].Index >= 0 && bindings[0].Index < len(zip.Args) {
		return nameRole(lastName(zip.Args[bindings[0].Index].Value))
	}
	if r := nameRole(lastName(unwrapIterable(over))); r == Optimizer || r == Scheduler {
		return r
	}
	return NoRole
}

// typeRole is the role of a class.
func (f *Facts) typeRole(path string) Role {
	if strings.HasPrefix(path, ".") { // a class of this file does what its bases do
		for _, b := range f.Module.ModuleScope().Bindings(path[1:]) {
			c, ok := b.Node.(*python.Class)
			if !ok {
				continue
			}
			for _, base := range f.Module.BaseNames(c) {
				if strings.HasPrefix(base, ".") { // BaseNames has gone up through this file
					continue
				}
				if r := f.typeRole(base); r != NoRole {
					return r
				}
			}
		}
		return NoRole
	}
	for _, t := range roleTypes {
		if t.path.MatchString(path) {
			return t.role
		}
	}
	return NoRole
}

// roleTypes is read from the top; the first pattern that fits decides.
var roleTypes = []struct {
	path *regexp.Regexp
	role Role
}{
	{regexp.MustCompile(`^torch\.optim\.(lr_scheduler\.|swa_utils\.SWALR)`), Scheduler},
	{regexp.MustCompile(`^diffusers\.`), NoRole}, // its schedulers are noise schedules
	{regexp.MustCompile(`^torch\.optim\.swa_utils\.`), Model},
	{regexp.MustCompile(`^(torch\.optim|bitsandbytes\.optim|apex\.optimizers|torch_optimizer|timm\.optim|deepspeed\.ops)\.`), Optimizer},
	{regexp.MustCompile(`^deepspeed\.DeepSpeedOptimizer$`), Optimizer},
	{regexp.MustCompile(`(^|\.)(Fused)?(Adam|AdamW|SGD|Lion|Adafactor|RMSprop|Adagrad|LAMB|Lamb|LARS|RAdam|NAdam|Muon|Shampoo|Prodigy|AdEMAMix|Sophia\w*|AdaBelief|DAdapt\w+|\w*Adam(W|W?8bit)?)$`), Optimizer},
	{regexp.MustCompile(`\w+Optimizer$`), Optimizer},
	{regexp.MustCompile(`^(timm|mmcv|mmengine|pl_bolts|warmup_scheduler)\..*(Scheduler|LR)$`), Scheduler},
	{regexp.MustCompile(`(^|\.)(\w*(Warmup|Cosine|Step|Linear|Plateau)\w*(LR|Scheduler))$`), Scheduler},
	{regexp.MustCompile(`(^|\.)(\w*Grad|Native)Scaler\w*$`), Scaler},
	{regexp.MustCompile(`^sklearn\.`), NoRole},
	{regexp.MustCompile(`(^|\.)\w*DataLoader$`), Loader},
	{regexp.MustCompile(`^accelerate\.Accelerator$`), Accelerator},
	{regexp.MustCompile(`^(lightning|lightning_fabric|lightning\.fabric|pytorch_lightning)\.Fabric$`), Fabric},
	{regexp.MustCompile(`^deepspeed\.(DeepSpeedEngine|PipelineEngine)`), Engine},
	{regexp.MustCompile(`^torch\.nn\.(parallel\.)?\w+$`), Model},
	{regexp.MustCompile(`^(transformers|peft)\.\w*(Model|ForCausalLM|ForSequenceClassification|LMHead)\w*$`), Model},
}

// namePatterns guess a role from a name when nothing else is known. The name is
// in lower case, its parts divided by underscores.
var namePatterns = []struct {
	name *regexp.Regexp
	role Role
}{
	{regexp.MustCompile(`noise_?sched|sampler`), NoRole},
	{regexp.MustCompile(`sched(uler)?s?(_|\d|$)`), Scheduler},
	{regexp.MustCompile(`optim(izer)?|(^|_)opt(s|_|\d|$)|(^|_)opt[a-z]$`), Optimizer},
	{regexp.MustCompile(`(^|_)(grad_?|loss_|amp_)?scaler$`), Scaler},
	{regexp.MustCompile(`loader(_|\d|$)|(^|_)dl$|dataloaders?$`), Loader},
	{regexp.MustCompile(`^accelerator$`), Accelerator},
	{regexp.MustCompile(`^fabric$`), Fabric},
	{regexp.MustCompile(`(^|_)engine$`), Engine},
}

func nameRole(name string) Role {
	name = strings.ToLower(snake(name))
	for _, p := range namePatterns {
		if p.name.MatchString(name) {
			return p.role
		}
	}
	return NoRole
}

// snake puts underscores between the words of a camel-case name.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' && name[i-1] >= 'a' && name[i-1] <= 'z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// lastName is the word that names what an expression holds: the variable, the
// attribute, the collection an item is taken from.
func lastName(e python.Expr) string {
	switch e := e.(type) {
	case *python.Name:
		return e.ID
	case *python.Attribute:
		return e.Attr
	case *python.Subscript:
		return lastName(e.Value)
	}
	return ""
}

// LastName is the word that names what an expression holds: the variable, the
// attribute, the collection an item is taken from; "" for other expressions.
func LastName(e python.Expr) string { return lastName(e) }
