package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Load is one model that a script loads or builds.
type Load struct {
	call *python.Call // nil once the job is read
	at   source.Span  // where it stands in In
	// Class is the resolved class: transformers.AutoModelForCausalLM.
	Class string
	// Name is the hub id or path; Unknown when only the run knows.
	Name      Found
	Subfolder string
	// Variable is what the model is bound to, as python.PathText writes it.
	Variable string
	// In is the module that loads it.
	In *Program
	// DType is the dtype argument; None when there is none.
	DType Found
	// Quantised: 4-bit or 8-bit weights, such as "nf4"; "?" when it may be.
	Quantised string
	// Frozen: requires_grad_(False) is called on it in this run.
	Frozen bool
	// Trained: an optimizer or Trainer gets it.
	Trained bool
	// Pipeline: it is a whole pipeline of diffusers, whose UNet or transformer is trained.
	Pipeline bool

	objects []*run.Object // what the call gives
	within  bool          // one of the models that are trained keeps it as a part
	resumed bool          // it stands in for a model that is trained, only where an earlier run has left it
}

// Call is the call that loads the model.
func (l Load) Call() *python.Call {
	if l.call != nil {
		return l.call
	}
	return callAt(l.In.Module(), l.at)
}

// callAt is the call of a module that stands at a place; nil for none.
func callAt(m *python.Module, at source.Span) *python.Call {
	for _, c := range m.AllCalls() {
		if c.Span() == at {
			return c
		}
	}
	return nil
}

// notModels are the ends of class names whose from_pretrained loads no weights
// that matter.
var notModels = []string{
	"Tokenizer",
	"TokenizerFast",
	"Processor",
	"Scheduler",
	"Config",
	"FeatureExtractor",
	"ImageProcessor",
	"Pipeline",
	"Adapter",
	"PeftModel",
}

// loads finds the models that this run loads.
func (j *Job) loads(p *Program) []Load {
	var list []Load
	for _, c := range p.Module().AllCalls() {
		class := p.loadedClass(c)
		if class == "" {
			continue
		}
		if p.NeverRuns(c) {
			continue
		}
		list = append(list, p.load(c, class))
	}
	return list
}

// loaders are the methods of classes that give a model.
var loaders = map[string]bool{
	"from_pretrained":  true,
	"from_single_file": true,
	"from_config":      true,
	"from_unet":        true,
	"from_transformer": true,
}

// loadedClass is the model class that a call builds, "" when it builds none.
func (p *Program) loadedClass(c *python.Call) string {
	m := p.Module()
	if loaders[c.MethodName()] {
		if p.saysItself(c) {
			return ""
		}
		class := m.Resolve(c.Receiver())
		if class == "" {
			class = p.pickedClass(c.Receiver())
		}
		if slices.ContainsFunc(notModels, func(end string) bool { return strings.HasSuffix(class, end) }) {
			return ""
		}
		return class
	}
	path := m.Resolve(c.Func)
	switch c.Func.(type) {
	case *python.Name, *python.Call:
		if path != "" || !knowledge.MayPickNetwork(m.File.Text) {
			break
		}
		path = p.Value(c.Func).Symbol() // getattr(models, name)(pretrained=True)
	}
	if slices.Contains(knowledge.FetchedWeights, path) {
		return ""
	}
	if strings.HasPrefix(path, "torchvision.models.") || path == "timm.create_model" || path == knowledge.LoadsWhisper ||
		knowledge.IsSentenceModel(path) {
		return path
	}
	return ""
}

// saysItself recognises Net.from_config(cfg) of a class of the project that says itself what it makes of a config: no
// weights of anybody's.
func (p *Program) saysItself(c *python.Call) bool {
	if c.MethodName() != "from_config" {
		return false
	}
	class, ok := run.Bare(p.Value(c.Receiver()).Value).(*run.Class)
	if !ok {
		return false
	}
	own, ok := p.run.ran().ClassMember(class, c.MethodName()).(*run.Function)
	return ok && own.Node != nil
}

// pickedClass is a class that the program picks; of several of transformers, which read the same files, the first.
func (p *Program) pickedClass(e python.Expr) string {
	for _, one := range run.Alternatives(p.Value(e).Value) {
		if s, ok := run.Bare(one).(run.Symbol); ok &&
			(strings.HasPrefix(string(s), "transformers.") || p.Value(e).Symbol() != "") {
			return string(s)
		}
	}
	return ""
}

func (p *Program) load(c *python.Call, class string) Load {
	l := Load{In: p, call: c, at: c.Span(), Class: class, Variable: boundTo(c), DType: foundAt(run.None, Place{})}
	given := func(name string, position int) bool {
		v, presence := p.Argument(c, name, position)
		if presence == python.Given {
			l.Name = v
		}
		return presence == python.Given
	}
	switch method := c.MethodName(); {
	case method == "from_pretrained" || method == "from_single_file":
		if !given("pretrained_model_name_or_path", 0) {
			given("model_name", -1) // unsloth
		}
	case method == "from_config":
		if v, presence := p.Argument(c, "config", 0); presence == python.Given {
			l.Name = p.ofConfig(v)
		}
	case class == "timm.create_model":
		given("model_name", 0)
	case class == "torchvision.models.get_model":
		given("name", 0)
	case class == knowledge.LoadsWhisper:
		given("name", 0)
	case knowledge.IsSentenceModel(class):
		if !given("model_name_or_path", 0) && !given("model_name", -1) { // the latter of CrossEncoder, until 4.0
			for _, made := range p.calls(c) {
				l.Name = p.encoderOf(made)
			}
		}
	case strings.HasPrefix(class, "torchvision.models."):
		l.Name = foundAt(run.Str(run.LastPart(class)), p.Place(c))
	}
	if text, ok := library.PathOf(l.Name.Value); ok && !l.Name.Known() { // Path("models") / "name"
		l.Name.Value = run.Str(text)
	}
	l.Name = p.copiesOfOne(l.Name)
	list, whole := p.keywords(c)
	for _, a := range list {
		switch a.key {
		case "torch_dtype", "dtype":
			l.DType = a.value
		case "subfolder":
			l.Subfolder = a.value.Text()
		case "load_in_4bit", "load_in_8bit", "quantization_config":
			if q := p.quantised(a); q != "" {
				l.Quantised = q
			}
		}
	}
	if knowledge.IsUnslothModel(class) {
		l.Quantised = p.unslothBits(list, whole)
	}
	if !whole && l.DType.IsNone() {
		l.DType = Found{}
	}
	for _, call := range p.calls(c) {
		for _, v := range run.Alternatives(call.Result) {
			if o, ok := firstOf(v).(*run.Object); ok && !slices.Contains(l.objects, o) {
				l.objects = append(l.objects, o)
			}
		}
	}
	return l
}

// ofConfig is the name whose config a model is built by: from_config(AutoConfig.from_pretrained(name)). It is nobody's
// when the config was changed on the way.
func (p *Program) ofConfig(v Found) Found {
	o, ok := v.Value.(*run.Object)
	if !ok || o.Made == nil {
		return Found{}
	}
	class, _ := o.Class.(run.Symbol)
	if !strings.HasSuffix(string(class), "Config") || run.LastPart(symbolOf(o.Made.Callee)) != "from_pretrained" {
		return Found{}
	}
	names, _ := p.run.machine.Named(o)
	for _, a := range o.Made.Args {
		if a.Star > 0 {
			return Found{}
		}
		names = append(names, a.Name)
	}
	if slices.ContainsFunc(names, func(name string) bool { return !knowledge.LeavesShape(name) }) {
		return Found{}
	}
	name, _ := o.Made.Argument("pretrained_model_name_or_path", 0)
	if name == nil {
		return Found{}
	}
	return p.run.found(name)
}

func symbolOf(v run.Value) string {
	s, _ := run.Bare(v).(run.Symbol)
	return string(s)
}

// firstOf is the model of what unsloth gives: model, tokenizer.
func firstOf(v run.Value) run.Value {
	if t, ok := v.(*run.Tuple); ok && len(t.Items) > 0 {
		return t.Items[0]
	}
	return v
}

// quantised reads load_in_4bit=True and quantization_config=BitsAndBytesConfig(…).
func (p *Program) quantised(a argument) string {
	if a.key != "quantization_config" {
		return bits(a.key, a.value)
	}
	if a.value.IsNone() {
		return ""
	}
	if made := a.value.made(); made != nil {
		if class, ok := made.Callee.(run.Symbol); ok && strings.HasSuffix(string(class), "BitsAndBytesConfig") {
			return p.quantisation(made)
		}
	}
	return "?"
}

// quantisation reads a BitsAndBytesConfig.
func (p *Program) quantisation(c *run.Call) string {
	out, double := "", false
	for _, a := range c.Args {
		if a.Star > 0 {
			return "?"
		}
		v := p.run.found(a.Value)
		if b := bits(a.Name, v); b != "" {
			out = b
		}
		if truth, known := v.Truth(); a.Name == "bnb_4bit_use_double_quant" && known {
			double = truth
		}
	}
	if out == "nf4" && double {
		return "nf4-dq"
	}
	return out
}

func bits(key string, v Found) string {
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
