package job

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// markTrained notes which loaded models are frozen and which get an optimizer.
func (j *Job) markTrained(owners []part, frozen map[*run.Object]freezing) {
	for i := range j.Loads {
		l := &j.Loads[i]
		l.Trained = slices.ContainsFunc(owners, func(p part) bool { return p.whole() && slices.Contains(l.objects, p.model) })
		for _, o := range l.objects {
			l.Frozen = l.Frozen || frozen[o].frozen
			if l.Trained && frozen[o].partly {
				j.doubt(dialect.Method, byScript)
			}
		}
	}
	j.leaveOutResumed()
	if len(j.Loads) > 1 {
		slices.SortStableFunc(j.Loads, func(a, b Load) int { return boolOrder(b.Trained) - boolOrder(a.Trained) })
	}
}

// leaveOutResumed unmarks the trained models that are loaded only because an earlier run has left them where they are
// looked for, beside those with which that began: if os.path.exists(saved): model = Net.from_pretrained(saved).
func (j *Job) leaveOutResumed() {
	resumed := func(l Load) bool {
		return l.Trained && len(l.objects) > 0 &&
			!slices.ContainsFunc(l.objects, func(o *run.Object) bool { return loadedIfThere(o) == nil })
	}
	if !slices.ContainsFunc(j.Loads, func(l Load) bool { return l.Trained && !resumed(l) }) {
		return
	}
	for i := range j.Loads {
		if resumed(j.Loads[i]) {
			j.Loads[i].Trained = false
		}
	}
}

func boolOrder(b bool) int {
	if b {
		return 1
	}
	return 0
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
	with := j.Program
	for _, p := range j.programs {
		if c, r, k := j.adapters(p); c != nil && !runs {
			call, runs, known, with = c, r, known && k, p
		}
		a, k := p.trainerPeft()
		peft, peftKnown = peft || a, peftKnown && k
	}
	switch {
	case runs || peft:
		v := wordAt(Place{})
		if call != nil {
			v.Place = with.Place(call)
		}
		j.claim(dialect.Method, "lora", byScript, "the script", v)
		for _, p := range j.programs { // a config may be made in a module of its own
			if p != with {
				j.readLoRA(p)
			}
		}
		j.readLoRA(with)
	case !known || !peftKnown:
		j.doubt(dialect.Method, byScript)
	case trainsWhole(trained):
		v := wordAt(trained[0].In.Place(trained[0].Call()))
		v.Default = true
		j.claim(dialect.Method, "full", byConvention, "the script", v)
	case len(trained) > 0:
		j.doubt(dialect.Method, byScript)
	}
}

// trainsWhole reports whether one model is trained, with its text encoders or alone, and nothing of it frozen.
func trainsWhole(trained []Load) bool {
	if len(trained) == 0 || slices.ContainsFunc(trained, func(l Load) bool { return l.Frozen }) {
		return false
	}
	_, single := mainOf(trained)
	return single
}

// trainerPeft reads peft_config= of TRL's trainers.
func (p *Program) trainerPeft() (peft, known bool) {
	known = true
	for _, c := range p.trainerCalls() {
		v, presence := p.Argument(c, "peft_config", -1)
		switch {
		case presence == python.Uncertain:
			known = false
		case presence == python.Given:
			maker := run.Symbol("")
			if made := v.made(); made != nil {
				maker, _ = made.Callee.(run.Symbol)
			}
			switch {
			case maker == "trl.get_peft_config": // of model_args: what use_peft says
			case strings.HasSuffix(string(maker), "Config"):
				peft = true
			case !v.IsNone():
				known = false
			}
		}
	}
	return peft, known
}

// readLoRA takes the rank and targets of LoraConfig(…) that runs.
func (j *Job) readLoRA(p *Program) {
	for _, c := range p.Module().AllCalls() {
		name := p.pathOf(c)
		if class := adapterClass(p.Module(), c, name); knowledge.IsLoRAProcessor(class) || knowledge.IsLoRALayer(class) {
			j.readProcessor(p, c)
			continue
		}
		if makesOwnAdapter(p.Module(), c) {
			j.readOwnAdapter(p, c)
			continue
		}
		if !strings.HasSuffix(name, "LoraConfig") && c.MethodName() != "get_peft_model" {
			continue
		}
		if p.NeverRuns(c) || j.leftOver(p, c) {
			continue
		}
		list, whole := p.keywords(c)
		says := func(key string) bool { return slices.ContainsFunc(list, func(a argument) bool { return a.key == key }) }
		options := strings.HasSuffix(name, "LoraConfig") || says("r") // get_peft_model(model, config) has none of its own
		if options && whole && !says("lora_dropout") {                // 0 in PEFT and in unsloth
			j.claim(dialect.LoRADropout, "0", byScript, "LoraConfig", foundAt(run.Float(0), p.Place(c)))
		}
		for _, a := range list {
			switch a.key {
			case "lora_dropout":
				if _, ok := a.value.Number(); ok {
					j.claim(dialect.LoRADropout, a.value.Text(), j.rankOf(a.value), "LoraConfig(lora_dropout)", a.value)
				}
			case "r":
				if n, _ := a.value.Number(); n > 0 {
					j.claim(dialect.LoRARank, a.value.Text(), j.rankOf(a.value), "LoraConfig(r)", a.value)
				}
			case "target_modules":
				if text := a.value.config().Text; text != "" {
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

// readProcessor takes the rank of the adapters in an attention processor of diffusers, or in a layer of them:
// LoRAAttnProcessor(hidden_size=…, rank=8).
func (j *Job) readProcessor(p *Program, c *python.Call) {
	if p.NeverRuns(c) {
		return
	}
	j.claim(
		dialect.LoRATargets,
		knowledge.LoRAProcessorTargets,
		byConvention,
		run.LastPart(p.Module().Resolve(c.Func)),
		wordAt(p.Place(c)),
	)
	rank, presence := p.Argument(c, "rank", 2)
	switch n, _ := rank.Number(); {
	case presence == python.Absent:
		j.claim(
			dialect.LoRARank,
			strconv.Itoa(knowledge.LoRAProcessorRank),
			byConvention,
			run.LastPart(p.Module().Resolve(c.Func))+"(rank)",
			wordAt(p.Place(c)),
		)
	case n > 0:
		j.claim(dialect.LoRARank, rank.Text(), j.rankOf(rank), run.LastPart(p.Module().Resolve(c.Func))+"(rank)", rank)
	}
}

// readModel claims the trained model's name.
func (j *Job) readModel() {
	trained := j.trained()
	if len(trained) == 0 {
		return
	}
	l, single := mainOf(trained)
	name, named := l.Name.Str()
	if end, told := l.endOfName(); !named && single && namesModel(l) && told {
		j.claim(dialect.Model, end, byScript, endOfPath, wordAt(l.In.Place(l.Call())))
		return
	}
	if !single || !namesModel(l) || !named {
		j.doubt(dialect.Model, byScript)
		return
	}
	if l.Class == knowledge.LoadsWhisper && !strings.ContainsAny(name, "/\\") && !strings.HasSuffix(name, ".pt") {
		name = knowledge.WhisperOnHub + name
	}
	if knowledge.BuildsNetwork(l.Class) && slices.ContainsFunc(j.Own, func(o *Own) bool { return o.Class.File != nil }) {
		// what is trained beside it is the model, too
		j.claim(dialect.Backbone, name, j.rankOf(l.Name), l.Class, l.Name.notDefault())
		return
	}
	if slices.ContainsFunc(trained, isTextEncoder) && !isTextEncoder(l) {
		j.claim(dialect.TrainTextEncoder, "true", byScript, "the optimizer", wordAt(l.In.Place(l.Call())))
	}
	j.claim(dialect.Model, name, j.rankOf(l.Name), l.Class, l.Name.notDefault())
}

// isTextEncoder reports whether a load is one of a pipeline's text encoders.
func isTextEncoder(l Load) bool {
	return strings.HasPrefix(l.Class, "transformers.") && strings.HasPrefix(l.Subfolder, "text_encoder")
}

// mainOf is the one trained model that a job is named after: the UNet or transformer of a pipeline whose text encoders
// are trained with it.
func mainOf(trained []Load) (main Load, single bool) {
	if len(trained) == 1 {
		return trained[0], true
	}
	name, named := trained[0].Name.Str()
	for _, l := range trained {
		if other, ok := l.Name.Str(); !named || !ok || other != name {
			return trained[0], false
		}
		switch {
		case isTextEncoder(l):
		case namesModel(l) && !single:
			main, single = l, true
		case single && l.Class == main.Class && l.Subfolder == main.Subfolder && l.Variable == main.Variable &&
			l.In.Module() == main.In.Module():
			// tried once more in another way: without flash attention
		default:
			return trained[0], false
		}
	}
	return main, single
}

// namesModel reports whether a load's name stands for what is loaded: the name
// of a diffusion pipeline stands for its UNet or transformer, not for its VAE.
func namesModel(l Load) bool {
	class := run.LastPart(l.Class)
	if strings.HasPrefix(l.Class, "diffusers.") {
		return strings.HasPrefix(class, "UNet") || strings.Contains(class, "Transformer") ||
			strings.HasSuffix(class, pipelineEnd)
	}
	switch l.Call().MethodName() {
	case "from_config":
		return l.Name.Known()
	case "from_unet", "from_transformer":
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
		j.claim(dialect.Quantisation, l.Quantised, byScript, "the script", wordAt(l.In.Place(l.Call())))
	}
	text := dtype(l.DType)
	switch {
	case text != "":
		j.claim(dialect.Weights, text, j.rankOf(l.DType), "dtype argument", l.DType.notDefault())
	case l.DType.IsNone():
		j.defaultWeights(l)
	default:
		j.doubt(dialect.Weights, byScript)
	}
	j.castWeights(l)
	j.preparedWeights()
	if v, presence := l.In.Argument(l.Call(), "gradient_checkpointing", -1); presence == python.Given &&
		l.Call().MethodName() == "from_pretrained" {
		switch truth, known := v.Truth(); { // the config's word, which outlives what the training arguments say
		case !known:
			j.doubt(dialect.Checkpointing, byScript)
		case truth:
			j.claim(dialect.Checkpointing, "full", byScript, "from_pretrained(gradient_checkpointing)", v.notDefault())
		}
	}
}

// defaultWeights: diffusers and transformers before 5 load fp32 whatever the
// checkpoint holds; transformers 5 keeps the checkpoint's dtype.
func (j *Job) defaultWeights(l Load) {
	place := wordAt(l.In.Place(l.Call()))
	place.Default = true
	switch root, _, _ := strings.Cut(l.Class, "."); root {
	case "diffusers", "torchvision", "timm", "whisper":
		j.claim(dialect.Weights, "fp32", byConvention, root+" loads fp32 without a dtype", place)
	case "transformers", "sentence_transformers":
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
	p := l.In
	for _, c := range p.Module().AllCalls() {
		method := c.MethodName()
		if method != "to" && casts[method] == "" || !p.isOn(c, l) || p.afterTraining(c) {
			continue
		}
		runs, known := p.Runs(c)
		if known && !runs {
			continue
		}
		text, place := casts[method], wordAt(p.Place(c))
		if method == "to" {
			v, given := p.castTo(c)
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
		j.claim(dialect.Weights, text, byScript+1, "."+method+"()", place.notDefault())
	}
}

// afterTraining reports whether a call stands behind the training step of its
// function: a cast there is for saving.
func (p *Program) afterTraining(c *python.Call) bool {
	for _, b := range p.Module().AllCalls() {
		if (b.MethodName() == "backward" || b.MethodName() == "train") &&
			python.EnclosingFunction(b) == python.EnclosingFunction(c) &&
			b.Span().Start < c.Span().Start && len(b.Args) <= 1 &&
			(b.MethodName() == "backward" || isTrainerName(p.Module().TypeOf(b.Receiver()))) {
			return true
		}
	}
	return false
}

// afterTrainer reports whether a statement at the top of a script stands behind all that trains there: adapters that
// are put on then are for something else.
func (p *Program) afterTrainer(c *python.Call) bool {
	if python.EnclosingFunction(c) != nil {
		return false
	}
	trains := false
	for _, b := range p.Module().AllCalls() {
		if b.MethodName() != "train" || !isTrainerName(p.Module().TypeOf(b.Receiver())) {
			continue
		}
		if b.Span().End > c.Span().Start || python.EnclosingFunction(b) != nil {
			return false
		}
		trains = true
	}
	return trains
}

// isOn reports whether a method is called on a load.
func (p *Program) isOn(c *python.Call, l Load) bool {
	for _, call := range p.calls(c) {
		if method, ok := call.Callee.(*run.Member); ok {
			if o, ok := method.Object.(*run.Object); ok && slices.Contains(l.objects, o) {
				return true
			}
		}
	}
	return false
}

// castTo is the dtype among the arguments of .to(…).
func (p *Program) castTo(c *python.Call) (Found, bool) {
	for _, a := range c.Args {
		if a.Name == "dtype" {
			return p.Value(a.Value), true
		}
		if a.Name != "" {
			continue
		}
		v := p.Value(a.Value)
		if dtype(v) != "" && v.Symbol() != "" {
			return v, true
		}
		if !v.Known() && namesDType(a.Value) {
			return v, true
		}
	}
	return Found{}, false
}

// namesDType reports whether an expression is a dtype by its name: args.dtype, dtype_of(args.precision).
func namesDType(e python.Expr) bool {
	return strings.Contains(strings.ToLower(python.LastName(e)), "dtype")
}

// dtypes are torch's dtypes and the words that configs use for them.
var dtypes = map[string]string{
	"float32": "fp32", "float": "fp32", "fp32": "fp32", "float16": "fp16", "half": "fp16", "fp16": "fp16",
	"bfloat16": "bf16", "bf16": "bf16", "float8_e4m3fn": "fp8", "float64": "fp64", "double": "fp64",
}

// dtype is the dtype that torch.float16 or "float16" names, "" for others such
// as "auto".
func dtype(v Found) string {
	name := v.Symbol()
	if text, ok := v.Str(); ok {
		name = text
	}
	return dtypes[strings.ToLower(run.LastPart(name))]
}
