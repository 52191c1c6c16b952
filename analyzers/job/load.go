package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/job/evaluate"
	"github.com/trainlint/trainlint/analyzers/python"
)

// Load is one model that a script loads or builds.
type Load struct {
	Call *python.Call
	// Class is the resolved class: transformers.AutoModelForCausalLM.
	Class string
	// Name is the hub id or path; Unknown when only the run knows.
	Name      evaluate.Value
	Subfolder string
	// Variable is what the model is bound to, as python.PathText writes it.
	Variable string
	// In is the module that loads it.
	In *evaluate.Program
	// DType is the dtype argument; None when there is none.
	DType evaluate.Value
	// Quantised: 4-bit or 8-bit weights, such as "nf4"; "?" when it may be.
	Quantised string
	// Frozen: requires_grad_(False) is called on it in this run.
	Frozen bool
	// Trained: an optimizer or Trainer gets it.
	Trained bool
}

// notModels are the ends of class names whose from_pretrained loads no weights
// that matter.
var notModels = []string{"Tokenizer", "TokenizerFast", "Processor", "Scheduler", "Config", "FeatureExtractor", "ImageProcessor", "Pipeline", "Adapter", "PeftModel"}

// loads finds the models that this run loads.
func (j *Job) loads() []Load {
	m := j.Program.Module
	var list []Load
	for _, c := range m.AllCalls() {
		class := loadedClass(m, c)
		if class == "" {
			continue
		}
		if runs, known := j.Program.Runs(c); known && !runs {
			continue
		}
		list = append(list, j.load(c, class))
	}
	return list
}

// loadedClass is the model class that a call builds, "" when it builds none.
func loadedClass(m *python.Module, c *python.Call) string {
	switch c.MethodName() {
	case "from_pretrained", "from_single_file", "from_config", "from_unet", "from_transformer":
		class := m.Resolve(c.Receiver())
		if class == "" || slices.ContainsFunc(notModels, func(end string) bool { return strings.HasSuffix(class, end) }) {
			return ""
		}
		return class
	case "create_model":
		if m.Resolve(c.Func) == "timm.create_model" {
			return "timm.create_model"
		}
	}
	path := m.Resolve(c.Func)
	if strings.HasPrefix(path, "torchvision.models.") || path == "timm.create_model" {
		return path
	}
	return ""
}

func (j *Job) load(c *python.Call, class string) Load {
	p := j.Program
	l := Load{In: p, Call: c, Class: class, Variable: boundTo(c), DType: evaluate.Value{Kind: evaluate.None}}
	switch method := c.MethodName(); {
	case method == "from_pretrained" || method == "from_single_file":
		if a := p.Module.Argument(c, "pretrained_model_name_or_path", 0); a.Presence == python.Given {
			l.Name = p.Value(a.Value)
		} else if a := p.Module.Argument(c, "model_name", -1); a.Presence == python.Given { // unsloth
			l.Name = p.Value(a.Value)
		}
	case class == "timm.create_model":
		if a := p.Module.Argument(c, "model_name", 0); a.Presence == python.Given {
			l.Name = p.Value(a.Value)
		}
	case strings.HasPrefix(class, "torchvision.models."):
		l.Name = evaluate.Value{Kind: evaluate.String, Str: class[strings.LastIndexByte(class, '.')+1:], Place: p.Place(c)}
	}
	for _, a := range j.keywords(c) {
		switch a.key {
		case "torch_dtype", "dtype":
			l.DType = a.value
		case "subfolder":
			l.Subfolder = a.value.Text()
		case "load_in_4bit", "load_in_8bit", "quantization_config":
			if q := j.quantised(a); q != "" {
				l.Quantised = q
			}
		}
	}
	if c.Spreads() && l.DType.Kind == evaluate.None && j.opaqueSpread(c) {
		l.DType = evaluate.Value{}
	}
	return l
}

// opaqueSpread reports whether a ** of the call cannot be seen through.
func (j *Job) opaqueSpread(c *python.Call) bool {
	for _, a := range c.Args {
		if a.Star == 2 {
			if _, whole := j.spread(a, c); !whole {
				return true
			}
		}
	}
	return false
}

// quantised reads load_in_4bit=True and quantization_config=BitsAndBytesConfig(…).
func (j *Job) quantised(a argument) string {
	if a.key != "quantization_config" {
		return bits(a.key, a.value)
	}
	switch v := a.value; {
	case v.Kind == evaluate.None:
		return ""
	case v.Kind == evaluate.Object && strings.HasSuffix(j.Program.Module.Resolve(v.Call.Func), "BitsAndBytesConfig"):
		return j.quantisation(v.Call)
	}
	return "?"
}

// quantisation reads a BitsAndBytesConfig.
func (j *Job) quantisation(c *python.Call) string {
	out, double := "", false
	for _, k := range j.keywords(c) {
		if b := bits(k.key, k.value); b != "" {
			out = b
		}
		if truth, known := k.value.Truth(); k.key == "bnb_4bit_use_double_quant" && known {
			double = truth
		}
	}
	if out == "nf4" && double {
		return "nf4-dq"
	}
	return out
}

func bits(key string, v evaluate.Value) string {
	truth, known := v.Truth()
	switch {
	case key != "load_in_4bit" && key != "load_in_8bit":
		return ""
	case !known:
		return "?"
	case !truth:
		return ""
	case key == "load_in_4bit":
		return "nf4"
	}
	return "int8"
}

// boundTo is the variable that a call's result goes to, through .to(device) and
// wrappers: "unet", "self.model".
func boundTo(c python.Node) string {
	for n := c.Parent(); n != nil; n = n.Parent() {
		switch s := n.(type) {
		case *python.Assign:
			target := s.Targets[0]
			if tuple, ok := target.(*python.Sequence); ok && len(tuple.Items) > 0 { // model, tokenizer = …
				target = tuple.Items[0]
			}
			return python.PathText(target)
		case *python.Attribute, *python.Call, *python.Arg, *python.IfExp:
		default:
			return ""
		}
	}
	return ""
}
