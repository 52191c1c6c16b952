package job

import (
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job/evaluate"
	"github.com/trainlint/trainlint/analyzers/python"
)

// readCheckpointing follows model.gradient_checkpointing_enable() and diffusers'
// enable_gradient_checkpointing().
func (j *Job) readCheckpointing() {
	for _, c := range j.Program.Module.AllCalls() {
		switch c.MethodName() {
		case "gradient_checkpointing_enable", "enable_gradient_checkpointing":
		default:
			continue
		}
		runs, known := j.Program.Runs(c)
		switch {
		case !known:
			j.doubt(dialect.Checkpointing, byScript)
		case runs:
			j.claim(dialect.Checkpointing, "full", byScript, c.MethodName()+"()", j.deciding(c))
		default:
			j.claim(dialect.Checkpointing, "none", byConvention, c.MethodName()+"() does not run", j.deciding(c))
		}
	}
	if len(j.Program.Module.Calls("torch.utils.checkpoint.checkpoint", "torch.utils.checkpoint.checkpoint_sequential")) > 0 {
		j.doubt(dialect.Checkpointing, byConvention)
	}
}

// deciding is the place that lets a call run: the option or config value in the
// test around it, else the call itself.
func (j *Job) deciding(c *python.Call) evaluate.Value {
	out := evaluate.Value{Kind: evaluate.String, Place: j.Program.Place(c)}
	for n := c.Parent(); n != nil; n = n.Parent() {
		s, ok := n.(*python.If)
		if !ok {
			continue
		}
		if v := j.Program.Value(s.Test); v.Known() && v.Place.File != nil {
			v.Via = append(v.Via, j.Program.Place(c))
			v.Default = false
			return v
		}
	}
	return out
}

// readLoaders takes batch_size of the training DataLoader.
func (j *Job) readLoaders() {
	var train []*python.Call
	for _, c := range j.Program.Module.Calls("torch.utils.data.DataLoader") {
		if runs, known := j.Program.Runs(c); known && !runs || isEvaluation(c) {
			continue
		}
		train = append(train, c)
	}
	for _, c := range train {
		a := j.Program.Module.Argument(c, "batch_size", 1)
		if a.Presence != python.Given {
			continue
		}
		v := j.Program.Value(a.Value)
		n, ok := v.Number()
		switch {
		case !ok || len(train) > 1 && j.disagree(train, v):
			j.doubt(dialect.MicroBatch, byScript)
		case n == 1 && j.wholeBatches(c) != "":
			j.doubtBecause(dialect.MicroBatch, byConvention, j.wholeBatches(c))
		case n > 0:
			j.claim(dialect.MicroBatch, strconv.Itoa(int(n)), byScript, "DataLoader(batch_size)", notDefault(v))
		}
	}
}

// disagree reports whether several training loaders have different batches.
func (j *Job) disagree(loaders []*python.Call, v evaluate.Value) bool {
	for _, c := range loaders {
		a := j.Program.Module.Argument(c, "batch_size", 1)
		if same, known := j.Program.Value(a.Value).Same(v); a.Presence == python.Given && (!known || !same) {
			return true
		}
	}
	return false
}

var evaluationWords = []string{"val", "eval", "test", "infer", "sample", "predict", "prior", "class_images"}

// isEvaluation reports whether a loader, by the names around it, feeds no
// training step.
func isEvaluation(c *python.Call) bool {
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
	for _, c := range j.Program.Module.Calls("torch.amp.autocast", "torch.cuda.amp.autocast") {
		if evaluationOnly(c) {
			continue
		}
		found = true
		j.readAutocastCall(c)
	}
	if found || !j.hasBackward() || j.usesOther("apex", "deepspeed", "lightning", "pytorch_lightning", "fastai", "ignite", "composer", "mmengine") {
		return
	}
	j.assume(dialect.Precision, "fp32", "no autocast")
}

func evaluationOnly(c *python.Call) bool {
	f := python.EnclosingFunction(c)
	if f == nil {
		return false
	}
	name := strings.ToLower(f.Name)
	for _, w := range evaluationWords {
		if strings.Contains(name, w) && !strings.Contains(name, "train") {
			return true
		}
	}
	return false
}

func (j *Job) readAutocastCall(c *python.Call) {
	p := j.Program
	runs, known := p.Runs(c)
	if known && !runs {
		return
	}
	dtypeAt, enabledAt := 1, 2
	if p.Module.Resolve(c.Func) == "torch.cuda.amp.autocast" {
		dtypeAt, enabledAt = 1, 0
	}
	enabled := p.Module.Argument(c, "enabled", enabledAt)
	on := true
	place := evaluate.Value{Kind: evaluate.String, Place: p.Place(c)}
	if enabled.Presence == python.Given {
		v := p.Value(enabled.Value)
		truth, sure := v.Truth()
		on, known = truth, known && sure
		if sure {
			place = notDefault(v)
		}
	}
	text := "amp-fp16"
	if a := p.Module.Argument(c, "dtype", dtypeAt); a.Presence == python.Given {
		v := p.Value(a.Value)
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
			place = notDefault(v)
		}
	}
	switch {
	case !known || enabled.Presence == python.Uncertain:
		j.doubt(dialect.Precision, byScript)
	case on:
		j.claim(dialect.Precision, text, byScript, "autocast", place)
	default:
		j.claim(dialect.Precision, "fp32", byScript, "autocast(enabled)", place)
	}
}

func (j *Job) hasBackward() bool {
	for _, c := range j.Program.Module.AllCalls() {
		if c.MethodName() == "backward" {
			return true
		}
	}
	return false
}

// usesOther reports whether the script imports one of the packages.
func (j *Job) usesOther(packages ...string) bool {
	found := false
	python.WalkBody(j.Program.Module.Body, func(n python.Node) bool {
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
func (j *Job) readShapes() {
	j.fromTransforms()
	j.fromConfigKeys()
	j.fromOption(dialect.ImageSize, "resolution", "image_size", "img_size")
	j.fromOption(dialect.SeqLen, "max_seq_length", "max_seq_len", "max_length", "block_size", "model_max_length")
	for _, c := range j.Program.Module.Calls("diffusers.training_utils.EMAModel", "torch.optim.swa_utils.AveragedModel") {
		switch runs, known := j.Program.Runs(c); {
		case !known:
			j.doubt(dialect.EMA, byScript)
		case runs:
			j.claim(dialect.EMA, "true", byScript, "the script", evaluate.Value{Kind: evaluate.Bool, Bool: true, Place: j.Program.Place(c)})
		}
	}
	for _, c := range j.Program.Module.AllCalls() {
		if c.MethodName() == "enable_xformers_memory_efficient_attention" {
			if runs, known := j.Program.Runs(c); known && runs {
				j.claim(dialect.Attention, "xformers", byScript, "the script", evaluate.Value{Kind: evaluate.String, Place: j.Program.Place(c)})
			}
		}
	}
	for _, l := range j.trained() {
		for _, a := range j.keywords(l.Call) {
			if a.key == "attn_implementation" {
				j.readArguments(hfArguments, []argument{a}, flagName)
			}
		}
	}
}

func (j *Job) fromOption(f dialect.Field, names ...string) {
	for _, name := range names {
		v := j.Program.Option(name)
		if v.Kind == evaluate.Unknown && j.Entry != nil {
			v = j.Entry.Option(name)
		}
		if n, ok := v.Number(); ok && n > 0 && v.Kind == evaluate.Int {
			j.claim(f, strconv.Itoa(int(n)), min(byFlag, j.rankOf(notDefault(v))), "--"+name, notDefault(v))
			return
		}
	}
}

// fromTransforms reads transforms.RandomCrop(512) and Resize((512, 768)); a crop
// says what reaches the model.
func (j *Job) fromTransforms() {
	for _, name := range []string{"Resize", "CenterCrop", "RandomCrop", "RandomResizedCrop"} {
		for _, c := range j.Program.Module.Calls("torchvision.transforms."+name, "torchvision.transforms.v2."+name) {
			if isEvaluation(c) || len(c.Args) == 0 {
				continue
			}
			v := j.Program.Value(c.Args[0].Value)
			text := ""
			if n, ok := v.Number(); ok && n > 0 {
				text = strconv.Itoa(int(n))
			} else if v.Kind == evaluate.List && len(v.Items) == 2 && v.Items[0].Kind == evaluate.Int && v.Items[1].Kind == evaluate.Int {
				text = v.Items[0].Text() + "x" + v.Items[1].Text()
				if v.Items[0].Int == v.Items[1].Int {
					text = v.Items[0].Text()
				}
				v.Place = v.Items[0].Place
			}
			j.claim(dialect.ImageSize, text, byScript, "transforms."+name, notDefault(v))
		}
	}
}
