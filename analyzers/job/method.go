package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job/evaluate"
	"github.com/trainlint/trainlint/analyzers/python"
)

// markTrained notes which loaded models are frozen and which get an optimizer.
func (j *Job) markTrained(owners []string, frozen map[string]freezing) {
	for i := range j.Loads {
		l := &j.Loads[i]
		names := l.names()
		l.Trained = slices.ContainsFunc(names, func(name string) bool { return slices.Contains(owners, name) })
		for _, name := range names {
			l.Frozen = l.Frozen || frozen[name].frozen
			if l.Trained && frozen[name].partly {
				j.doubt(dialect.Method, byScript)
			}
		}
	}
	if len(j.Loads) > 1 {
		slices.SortStableFunc(j.Loads, func(a, b Load) int { return boolOrder(b.Trained) - boolOrder(a.Trained) })
	}
}

func boolOrder(b bool) int {
	if b {
		return 1
	}
	return 0
}

// names are the variable that a load is bound to; for a load that a function
// returns, also what its calls are bound to.
func (l *Load) names() []string {
	var list []string
	if l.Variable != "" {
		list = append(list, l.Variable+"@"+l.In.Module.File.Path)
	}
	f := python.EnclosingFunction(l.Call)
	if f == nil || !returns(f, l) {
		return list
	}
	for _, site := range l.In.Sites(f) {
		if to := boundTo(site.Call); to != "" {
			list = append(list, to+"@"+site.In.Module.File.Path)
		}
	}
	return list
}

// returns reports whether a function gives back the model that it loads.
func returns(f *python.Function, l *Load) bool {
	for _, r := range python.Returns(f) {
		value := r.Value
		if tuple, ok := value.(*python.Sequence); ok && len(tuple.Items) > 0 { // return model, tokenizer
			value = tuple.Items[0]
		}
		if value != nil && (value == python.Expr(l.Call) || l.Variable != "" && python.PathText(value) == l.Variable) {
			return true
		}
	}
	return false
}

// trained are the loads that an optimizer gets.
func (j *Job) trained() []Load {
	var list []Load
	for _, l := range j.Loads {
		if l.Trained {
			list = append(list, l)
		}
	}
	return list
}

// readMethod tells full fine-tuning from adapters. It is full only when nothing
// in the script could make it less.
func (j *Job) readMethod() {
	trained := j.trained()
	var call *python.Call
	runs, known, peft, peftKnown := false, true, false, true
	trainer, with := j.Program, j.Program
	for _, p := range j.programs {
		j.Program = p
		if c, r, k := j.adapters(); c != nil && !runs {
			call, runs, known, with = c, r, known && k, p
		}
		a, k := j.trainerPeft()
		peft, peftKnown = peft || a, peftKnown && k
	}
	j.Program = with
	defer func() { j.Program = trainer }()
	switch {
	case runs || peft:
		v := evaluate.Value{Kind: evaluate.String}
		if call != nil {
			v.Place = j.Program.Place(call)
		}
		j.claim(dialect.Method, "lora", byScript, "the script", v)
		j.readLoRA()
	case !known || !peftKnown:
		j.doubt(dialect.Method, byScript)
	case len(trained) == 1 && !trained[0].Frozen:
		v := evaluate.Value{Kind: evaluate.String, Place: trained[0].In.Place(trained[0].Call), Default: true}
		j.claim(dialect.Method, "full", byConvention, "the script", v)
	case len(trained) > 0:
		j.doubt(dialect.Method, byScript)
	}
}

// trainerPeft reads peft_config= of TRL's trainers.
func (j *Job) trainerPeft() (peft, known bool) {
	known = true
	for _, c := range j.trainerCalls() {
		a := j.Program.Module.Argument(c, "peft_config", -1)
		switch {
		case a.Presence == python.Uncertain:
			known = false
		case a.Presence == python.Given:
			v := j.Program.Value(a.Value)
			if j.isPeftHelper(v) { // get_peft_config(model_args): what use_peft says
				continue
			}
			switch {
			case v.Kind == evaluate.Object && strings.HasSuffix(v.Module.Module.Resolve(v.Call.Func), "Config"):
				peft = true
			case v.Kind != evaluate.None:
				known = false
			}
		}
	}
	return peft, known
}

func (j *Job) isPeftHelper(v evaluate.Value) bool {
	return v.Kind == evaluate.Object && v.Call != nil && j.Program.Module.Resolve(v.Call.Func) == "trl.get_peft_config"
}

// readLoRA takes the rank and targets of LoraConfig(…) that runs.
func (j *Job) readLoRA() {
	for _, c := range j.Program.Module.AllCalls() {
		name := j.Program.Module.Resolve(c.Func)
		if !strings.HasSuffix(name, "LoraConfig") && c.MethodName() != "get_peft_model" {
			continue
		}
		if runs, known := j.Program.Runs(c); known && !runs {
			continue
		}
		for _, a := range j.keywords(c) {
			switch a.key {
			case "r":
				if n, ok := a.value.Number(); ok && n > 0 {
					j.claim(dialect.LoRARank, a.value.Text(), j.rankOf(a.value), "LoraConfig(r)", a.value)
				}
			case "target_modules":
				if text := toConfig(a.value).Text; text != "" {
					j.claim(dialect.LoRATargets, text, j.rankOf(a.value), "LoraConfig(target_modules)", a.value)
				}
			case "use_dora":
				if truth, ok := a.value.Truth(); ok && truth {
					j.claim(dialect.Method, "dora", byScript+1, "LoraConfig(use_dora)", a.value)
				}
			}
		}
	}
}

// readModel claims the trained model's name.
func (j *Job) readModel() {
	trained := j.trained()
	if len(trained) == 0 {
		return
	}
	l := trained[0]
	if len(trained) > 1 || !namesModel(l) || l.Name.Kind != evaluate.String {
		j.doubt(dialect.Model, byScript)
		return
	}
	j.claim(dialect.Model, l.Name.Str, j.rankOf(l.Name), l.Class, notDefault(l.Name))
}

// notDefault: a model that a parser's default names is the model of this run.
func notDefault(v evaluate.Value) evaluate.Value {
	v.Default = false
	return v
}

// namesModel reports whether a load's name stands for what is loaded: the name
// of a diffusion pipeline stands for its UNet or transformer, not for its VAE.
func namesModel(l Load) bool {
	class := l.Class[strings.LastIndexByte(l.Class, '.')+1:]
	if strings.HasPrefix(l.Class, "diffusers.") {
		return strings.HasPrefix(class, "UNet") || strings.Contains(class, "Transformer")
	}
	switch l.Call.MethodName() {
	case "from_config", "from_unet", "from_transformer":
		return false
	}
	return l.Subfolder == "" && class != "AutoencoderKL"
}

// readWeights claims the dtype the trained weights are held in, and quantisation.
func (j *Job) readWeights() {
	trained := j.trained()
	if len(trained) == 0 {
		return
	}
	l := trained[0]
	switch l.Quantised {
	case "":
	case "?":
		j.doubt(dialect.Quantisation, byScript)
	default:
		j.claim(dialect.Quantisation, l.Quantised, byScript, "the script", evaluate.Value{Kind: evaluate.String, Place: l.In.Place(l.Call)})
	}
	text := dtype(l.DType)
	switch {
	case text != "":
		j.claim(dialect.Weights, text, j.rankOf(l.DType), "dtype argument", notDefault(l.DType))
	case l.DType.Kind == evaluate.None:
		j.defaultWeights(l)
	default:
		j.doubt(dialect.Weights, byScript)
	}
	j.castWeights(l)
	j.preparedWeights(l)
}

// defaultWeights: diffusers and transformers before 5 load fp32 whatever the
// checkpoint holds; transformers 5 keeps the checkpoint's dtype.
func (j *Job) defaultWeights(l Load) {
	place := evaluate.Value{Kind: evaluate.String, Place: l.In.Place(l.Call), Default: true}
	switch root, _, _ := strings.Cut(l.Class, "."); root {
	case "diffusers", "torchvision", "timm":
		j.claim(dialect.Weights, "fp32", byConvention, root+" loads fp32 without a dtype", place)
	case "transformers":
		if j.Versions.Requires("transformers", ">=5") {
			j.doubt(dialect.Weights, byScript)
			return
		}
		j.claim(dialect.Weights, "fp32", byConvention, "transformers < 5 loads fp32 without a dtype", place)
	default:
		j.doubt(dialect.Weights, byScript)
	}
}

// casts are the methods that change a module's dtype.
var casts = map[string]string{"half": "fp16", "bfloat16": "bf16", "float": "fp32", "double": "fp64"}

// castWeights follows model.half() and model.to(device, dtype=torch.bfloat16).
func (j *Job) castWeights(l Load) {
	trainer := j.Program
	defer func() { j.Program = trainer }()
	j.Program = l.In
	for _, c := range j.Program.Module.AllCalls() {
		method := c.MethodName()
		if method != "to" && casts[method] == "" || !j.isOn(c, l) || j.afterTraining(c) {
			continue
		}
		runs, known := j.Program.Runs(c)
		if known && !runs {
			continue
		}
		text, place := casts[method], evaluate.Value{Kind: evaluate.String, Place: j.Program.Place(c)}
		if method == "to" {
			v, given := j.castTo(c)
			if !given {
				continue
			}
			text = dtype(v)
			if v.Place.File != nil {
				place = v
			}
		}
		if text == "" || !known {
			j.doubt(dialect.Weights, byScript+1)
			continue
		}
		j.claim(dialect.Weights, text, byScript+1, "."+method+"()", notDefault(place))
	}
}

// afterTraining reports whether a call stands behind the training step of its
// function: a cast there is for saving.
func (j *Job) afterTraining(c *python.Call) bool {
	for _, b := range j.Program.Module.AllCalls() {
		if (b.MethodName() == "backward" || b.MethodName() == "train") && python.EnclosingFunction(b) == python.EnclosingFunction(c) &&
			b.Span().Start < c.Span().Start && len(b.Args) <= 1 && (b.MethodName() == "backward" || j.Program.Module.TypeOf(b.Receiver()) != "") {
			return b.MethodName() == "backward" || isTrainerName(j.Program.Module.TypeOf(b.Receiver()))
		}
	}
	return false
}

// isOn reports whether a method is called on a load: on its variable, or right
// behind from_pretrained(…).
func (j *Job) isOn(c *python.Call, l Load) bool {
	receiver := c.Receiver()
	if receiver == python.Expr(l.Call) {
		return true
	}
	return l.Variable != "" && python.PathText(unwrapped(receiver)) == l.Variable
}

// castTo is the dtype among the arguments of .to(…).
func (j *Job) castTo(c *python.Call) (evaluate.Value, bool) {
	for _, a := range c.Args {
		if a.Name == "dtype" {
			return j.Program.Value(a.Value), true
		}
		if a.Name != "" {
			continue
		}
		v := j.Program.Value(a.Value)
		if dtype(v) != "" && v.Kind == evaluate.Symbol {
			return v, true
		}
		if text := strings.ToLower(python.PathText(a.Value)); v.Kind == evaluate.Unknown && strings.Contains(text, "dtype") {
			return v, true
		}
	}
	return evaluate.Value{}, false
}

func (j *Job) preparedWeights(l Load) {
	for _, c := range j.Program.Module.Calls("peft.prepare_model_for_kbit_training", "peft.prepare_model_for_int8_training") {
		if runs, known := j.Program.Runs(c); known && runs {
			j.claim(KbitPrepared, "true", byScript, "the script", evaluate.Value{Kind: evaluate.Bool, Bool: true, Place: j.Program.Place(c)})
		}
	}
	_ = l
}

// KbitPrepared is a field that only scripts say: prepare_model_for_kbit_training
// is called.
const KbitPrepared dialect.Field = "kbit_prepared"

// dtypes are torch's dtypes and the words that configs use for them.
var dtypes = map[string]string{
	"float32": "fp32", "float": "fp32", "fp32": "fp32", "float16": "fp16", "half": "fp16", "fp16": "fp16",
	"bfloat16": "bf16", "bf16": "bf16", "float8_e4m3fn": "fp8", "float64": "fp64", "double": "fp64",
}

// dtype is the dtype that torch.float16 or "float16" names, "" for others such
// as "auto".
func dtype(v evaluate.Value) string {
	if v.Kind != evaluate.Symbol && v.Kind != evaluate.String {
		return ""
	}
	return dtypes[strings.ToLower(v.Str[strings.LastIndexByte(v.Str, '.')+1:])]
}
