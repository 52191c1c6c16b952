package job

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// readCheckpointing follows model.gradient_checkpointing_enable() and diffusers'
// enable_gradient_checkpointing().
func (j *Job) readCheckpointing(p *Program) {
	for _, c := range p.Module().AllCalls() {
		method := c.MethodName()
		if !enablesCheckpointing(method) && !knowledge.ChecksLayers(p.Module().Resolve(c.Func)) {
			continue
		}
		if f := python.EnclosingFunction(c); f != nil && enablesCheckpointing(f.Name) {
			continue // a model that hands it on: who calls that asks for it
		}
		name := python.LastName(c.Func) + "()"
		runs, known := p.Runs(c)
		switch {
		case !known:
			j.doubt(dialect.Checkpointing, byScript)
		case runs:
			j.claim(dialect.Checkpointing, "full", byScript, name, p.deciding(c))
		default:
			j.claim(dialect.Checkpointing, "none", byConvention, name+" does not run", p.deciding(c))
		}
	}
	if len(p.Module().Calls("torch.utils.checkpoint.checkpoint", "torch.utils.checkpoint.checkpoint_sequential")) > 0 {
		j.doubt(dialect.Checkpointing, byConvention)
	}
}

func enablesCheckpointing(method string) bool {
	return knowledge.EnablesCheckpointing(method) || method == "enable_gradient_checkpointing"
}

// deciding is the place that lets a call run: the option or config value in the
// test around it, else the call itself.
func (p *Program) deciding(c *python.Call) Found {
	out := wordAt(p.Place(c))
	for n := c.Parent(); n != nil; n = n.Parent() {
		s, ok := n.(*python.If)
		if !ok {
			continue
		}
		if v := p.Value(s.Test); v.Known() && v.Place.File != nil {
			v.Via = append(v.Via, p.Place(c))
			v.Default = false
			return v
		}
	}
	return out
}

// readLoaders takes batch_size of the training DataLoader.
func (j *Job) readLoaders(p *Program) {
	var train []*python.Call
	for _, c := range p.Module().Calls("torch.utils.data.DataLoader") {
		if p.NeverRuns(c) || isEvaluation(c) || p.inTrainer(c) {
			continue
		}
		train = append(train, c)
	}
	disagree := p.disagree(train)
	for _, c := range train {
		v, presence := p.Argument(c, "batch_size", 1)
		if presence != python.Given {
			continue
		}
		n, ok := v.Number()
		switch {
		case !ok || disagree:
			j.doubt(dialect.MicroBatch, byScript)
		case n == 1 && p.wholeBatches(c) != "":
			if size, by := p.cachedBatch(c); size > 0 {
				j.claim(
					dialect.MicroBatch,
					strconv.Itoa(size),
					byScript,
					"DataLoader(batch_size) whose batches are kept",
					by.notDefault(),
				)
				continue
			}
			j.doubtBecause(dialect.MicroBatch, byConvention, p.wholeBatches(c))
		case n > 0:
			j.claim(dialect.MicroBatch, strconv.Itoa(int(n)), byScript, "DataLoader(batch_size)", v.notDefault())
		}
	}
}

// inTrainer reports whether a call stands in a method of a trainer of the project: its batch is what the arguments say.
func (p *Program) inTrainer(c *python.Call) bool {
	f := python.EnclosingFunction(c)
	if f == nil {
		return false
	}
	class, ok := f.Parent().(*python.Class)
	return ok && slices.ContainsFunc(p.Module().BaseNames(class), isTrainerName)
}

// disagree reports whether several training loaders have different batches, as far as is known: those that are given
// are compared with the first of them.
func (p *Program) disagree(loaders []*python.Call) bool {
	var first Found
	given := 0
	for _, c := range loaders {
		v, presence := p.Argument(c, "batch_size", 1)
		if presence != python.Given {
			continue
		}
		if given++; given == 1 {
			first = v
		} else if same, known := v.Same(first); !known || !same {
			return true
		}
	}
	return false
}

var evaluationWords = []string{"val", "eval", "test", "infer", "sample", "predict", "prior", "class_images"}

// isEvaluation reports whether a loader, by the names around it, feeds no
// training step.
func isEvaluation(c *python.Call) bool {
	// ValidationDataset crops for itself
	if class := python.EnclosingClass(c); class != nil && knowledge.NamesHeldOut(class.Name) {
		return true
	}
	names := boundTo(c)
	if f := python.EnclosingFunction(c); f != nil {
		names += " " + f.Name
	}
	for _, a := range c.Args[:min(1, len(c.Args))] {
		names += " " + python.PathText(a.Value)
	}
	names = strings.ToLower(names)
	if strings.Contains(names, "train") {
		return false
	}
	for _, w := range evaluationWords {
		if strings.Contains(names, w) {
			return true
		}
	}
	return false
}

// readAutocast tells mixed precision from fp32 in a plain PyTorch script.
func (j *Job) readAutocast() {
	found := false
	before := len(j.claims)
	for _, c := range j.Program.Module().Calls(autocasts...) {
		if evaluationOnly(c) || j.Program.run.unnamed(c) {
			continue
		}
		found = j.readAutocastCall(j.Program, c) || found
	}
	found = j.autocastElsewhere() || found
	j.claims = append(j.claims[:before], withoutExceptions(j.claims[before:])...)
	if e := j.Program.run; j.Entry != nil && e.cut && !e.reached { // the step was not seen, nor what is around it
		return
	}
	if found || !j.hasBackward() ||
		j.usesOther("deepspeed", "lightning", "pytorch_lightning", "fastai", "ignite", "composer", "mmengine") ||
		j.mixedByApex() {
		return
	}
	j.assume(dialect.Precision, "fp32", "no autocast")
}

// mixedByApex reports whether apex may change the precision: not where all calls that switch its amp on are seen and
// stand behind an option that nobody gives.
func (j *Job) mixedByApex() bool {
	if !bytes.Contains(j.Program.Module().File.Text, []byte("apex")) || !j.usesOther("apex") {
		return false
	}
	off := false
	for _, p := range j.programs {
		for _, c := range p.Module().Calls("apex.amp.initialize") {
			if !p.NeverRuns(c) {
				return true
			}
			off = true
		}
		if bytes.Contains(p.Module().File.Text, []byte("fp16_utils")) { // apex's older way
			return true
		}
	}
	return !off
}

// switchedOff is where the claim of an autocast comes from that is always off.
const switchedOff = "autocast(enabled=False)"

// withoutExceptions are what autocasts say, without those that are off where another one is on: they spare a part of a
// step that does not bear it.
func withoutExceptions(claims []claim) []claim {
	isOff := func(c claim) bool { return c.field == dialect.Precision && c.value.From == switchedOff }
	if !slices.ContainsFunc(claims, func(c claim) bool { return c.field == dialect.Precision && !isOff(c) }) {
		return claims
	}
	return slices.DeleteFunc(claims, isOff)
}

// autocasts are torch's own.
var autocasts = []string{"torch.amp.autocast", "torch.cuda.amp.autocast"}

// autocastElsewhere reads what other modules of the run cast: a step may stand in one module and its forward pass in
// another.
func (j *Job) autocastElsewhere() (found bool) {
	e := j.Program.run
	seen := map[*python.Call]bool{}
	for _, c := range e.ran().Trace.Calls {
		class, ok := c.Callee.(run.Symbol)
		if !ok || c.Node == nil || seen[c.Node] || c.Unit.Module == j.Program.Module() ||
			!slices.Contains(autocasts, string(class)) ||
			evaluationOnly(c.Node) || e.unnamed(c.Node) {
			continue
		}
		seen[c.Node], found = true, true
		if !slices.Contains(autocasts, c.Unit.Module.Resolve(c.Node.Func)) { // a partial of it, chosen by a name
			j.doubt(dialect.Precision, byScript)
			continue
		}
		j.readAutocastCall(e.entry.peer(c.Unit.Module), c.Node)
	}
	return found
}

// unnamed reports whether a node stands in a function of a module that nothing in the program names but its definition:
// fit_one_epoch_no_val(), beside the one that this script calls.
func (e *execution) unnamed(n python.Node) bool {
	f := python.EnclosingFunction(n)
	if f == nil || python.EnclosingFunction(f) != nil || enclosingClass(f) != nil || len(f.Decorators) > 0 {
		return false
	}
	unnamed := true
	e.ran().EachModule(func(m *python.Module) {
		if bytes.Count(m.File.Text, []byte(f.Name)) > bytes.Count(m.File.Text, []byte("def "+f.Name)) {
			unnamed = unnamed && !namesMethod(m, f.Name) && !renames(m, f.Name)
		}
	})
	return unnamed
}

// renames reports whether a module takes a name of another one in under a name of its own.
func renames(m *python.Module, name string) bool {
	for n := range python.AllIn(m.Body) {
		if a, ok := n.(*python.Alias); ok && a.As != "" && a.Path == name {
			return true
		}
	}
	return false
}

// beginsBackward reports whether a call begins a backward pass.
func beginsBackward(c *run.Call) bool {
	method, ok := c.Callee.(*run.Member)
	return ok && method.Name == "backward" && c.Node != nil
}

func evaluationOnly(c *python.Call) bool {
	f := python.EnclosingFunction(c)
	if f == nil {
		return false
	}
	name := strings.NewReplacer("no_val", "", "without_val", "").Replace(strings.ToLower(f.Name)) // fit_one_epoch_no_val
	for _, w := range evaluationWords {
		if strings.Contains(name, w) && !strings.Contains(name, "train") {
			return true
		}
	}
	return false
}

// readAutocastCall takes what one autocast says; false where the job does not come to it: `if args.use_amp:` of an
// option that is off.
func (j *Job) readAutocastCall(p *Program, c *python.Call) bool {
	runs, known := p.Runs(c)
	if known && !runs {
		return false
	}
	dtypeAt, enabledAt := 1, 2
	if p.Module().Resolve(c.Func) == "torch.cuda.amp.autocast" {
		dtypeAt, enabledAt = 1, 0
	}
	enabled, given := p.Argument(c, "enabled", enabledAt)
	on := true
	place := wordAt(p.Place(c))
	if given == python.Given {
		truth, sure := enabled.Truth()
		on, known = truth, known && sure
		if sure {
			place = enabled.notDefault()
		}
	}
	text := "amp-fp16"
	if v, presence := p.Argument(c, "dtype", dtypeAt); presence == python.Given {
		switch dtype(v) {
		case "bf16":
			text = "amp-bf16"
		case "fp16":
		case "fp32":
			on = false
		default:
			known = false
		}
		if on && v.Place.File != nil {
			place = v.notDefault()
		}
	}
	switch {
	case !known || given == python.Uncertain:
		j.doubt(dialect.Precision, byScript)
	case on:
		j.claim(dialect.Precision, text, byScript, "autocast", place)
	default:
		from := "autocast(enabled)"
		if a := p.Module().Argument(c, "enabled", enabledAt); a.Value != nil && p.Module().IsFalse(a.Value) {
			from = switchedOff
		}
		j.claim(dialect.Precision, "fp32", byScript, from, place)
	}
	return true
}

func (j *Job) hasBackward() bool {
	for _, c := range j.Program.Module().AllCalls() {
		if c.MethodName() == "backward" {
			return true
		}
	}
	return false
}

// usesOther reports whether the script imports one of the packages.
func (j *Job) usesOther(packages ...string) bool {
	found := false
	python.WalkBody(j.Program.Module().Body, func(n python.Node) bool {
		i, ok := n.(*python.Import)
		if !ok {
			return !found
		}
		names := []string{i.Module}
		if !i.From {
			names = nil
			for _, a := range i.Names {
				names = append(names, a.Path)
			}
		}
		for _, name := range names {
			root, _, _ := strings.Cut(name, ".")
			for _, p := range packages {
				found = found || root == p
			}
		}
		return !found
	})
	return found
}

// readShapes takes the length of a text or the size of an image from the usual
// options of the script, and the resize in its transforms.
func (j *Job) readShapes(p *Program) {
	j.fromTransforms(p)
	j.fromProcessors(p)
	j.fromConfigKeys(p)
	j.fromOption(p, dialect.ImageSize, "resolution", "image_size", "img_size")
	lengths := []string{"max_seq_length", "max_seq_len", "max_length", "block_size", "model_max_length"}
	if len(j.Loads) > 0 { // of what a library loads: elsewhere these may be steps of time
		lengths = append(lengths, "seq_len", "seq_length", "sequence_length", "context_length", "cutoff_len")
	}
	j.fromOption(p, dialect.SeqLen, lengths...)
	j.fromOption(p, dialect.MaxSteps, "max_train_steps")
	for _, c := range p.Module().Calls("diffusers.training_utils.EMAModel", "torch.optim.swa_utils.AveragedModel") {
		switch runs, known := p.Runs(c); {
		case !known:
			j.doubt(dialect.EMA, byScript)
		case runs:
			j.claim(dialect.EMA, "true", byScript, "the script", foundAt(run.Bool(true), p.Place(c)))
		}
	}
	for _, c := range p.Module().AllCalls() {
		if c.MethodName() == "enable_xformers_memory_efficient_attention" {
			if runs, known := p.Runs(c); known && runs {
				j.claim(dialect.Attention, "xformers", byScript, "the script", wordAt(p.Place(c)))
			}
		}
	}
}

// readAttention takes what the trained model is loaded with.
func (j *Job) readAttention() {
	for _, l := range j.trained() {
		list, _ := l.In.keywords(l.Call())
		for _, a := range list {
			if a.key == "attn_implementation" {
				j.readWords(hfArguments, []argument{a}, flagName)
			}
		}
	}
}

func (j *Job) fromOption(p *Program, f dialect.Field, names ...string) {
	for _, name := range names {
		if text, v := sizeOf(p.Option(name)); text != "" && (f == dialect.ImageSize || v.Items == nil) {
			j.claim(f, text, min(byFlag, j.rankOf(v.notDefault())), "--"+name, v.notDefault())
			return
		}
	}
}

// sizeOf is the size that a value says, 224 or (256, 128), and what says it.
func sizeOf(v Found) (text string, by Found) {
	if n, _ := v.Number(); n > 0 {
		return strconv.Itoa(int(n)), v
	}
	if text, ok := v.Str(); ok { // one that the script takes apart itself
		if n, err := strconv.Atoi(text); err == nil && n > 0 {
			return text, v
		}
	}
	if len(v.Items) != 2 {
		return "", v
	}
	height, ok := v.Items[0].Int()
	width, also := v.Items[1].Int()
	if !ok || !also {
		return "", v
	}
	v.Place = v.Items[0].Place
	if height == width {
		return v.Items[0].Text(), v
	}
	return v.Items[0].Text() + "x" + v.Items[1].Text(), v
}

var resizes = map[string]bool{"Resize": true, "CenterCrop": true, "RandomCrop": true, "RandomResizedCrop": true}
