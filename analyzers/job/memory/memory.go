// Package memory describes a job to the estimator: only what the project says,
// unknowns stay unknown.
package memory

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/estimator"
)

// Describe turns a job into the estimator's description of it.
func Describe(j *job.Job) estimator.Job {
	e := estimator.Job{
		Name:         j.Name,
		Model:        Model(j),
		Trainable:    trainable(j),
		Weights:      weights(j),
		Compute:      compute(j),
		Optimizer:    optimizerOf(j),
		OwnOptimizer: ownOptimizer(j),
		Image:        image(j.Text(dialect.ImageSize)),
		GPUs:         GPUs(j),
		Offload:      offload(j),
		Framework:    estimator.Framework(known(string(j.Framework), estimator.Words("framework")...)),
		EMA:          tri(j.Text(dialect.EMA)),
		CachedInputs: tri(j.Text(dialect.CachedInputs)),
		KbitPrepared: tri(j.Text(dialect.KbitPrepared)),
		FrozenTower:  frozenTower(j),

		AdapterDropout: some(j.Text(dialect.LoRADropout)),
		OverlapComm:    tri(j.Text(dialect.OverlapComm)),
	}
	copyDirect(j, &e)
	if e.Image == (estimator.Image{}) {
		side := OnlyImage(j, e.Model)
		e.Image = estimator.Image{Height: side, Width: side}
	}
	e.OpenAccum = j.Undecided(dialect.Accumulation)
	e.OpenMethod = j.Undecided(dialect.Method)
	if fullByDefault(j) {
		e.Method = "" // weights of 4 or 8 bits are not trained themselves, and what is trained beside them is not said
	}
	if j.Replicas { // the first card holds all states, and its share of the batch
		e.MicroBatch = (e.MicroBatch + max(e.GPUs, 1) - 1) / max(e.GPUs, 1)
		e.Sharding = estimator.DDP
	}
	if j.PriorImages {
		e.MicroBatch *= 2 // as many images of the class beside those of the instance, in one forward pass
	}
	e.ReduceBucket = bucket(j.Text(dialect.ReduceBucket), e.Model)
	if j.Undecided(dialect.Sharding) {
		e.Sharding = estimator.UnknownSharding
	}
	e.Peft = cmp.Or(below(j, "peft", "<0.6", "0.5"), below(j, "peft", "<0.12", "0.11"))
	e.BitsAndBytes = below(j, "bitsandbytes", "<0.43.2", "0.43.1")
	e.Transformers = cmp.Or(below(j, "transformers", "<4.32", "4.31"), below(j, "transformers", "<4.46", "4.45"),
		below(j, "transformers", ">=4.46,<4.48.1", "4.48"), below(j, "transformers", ">=4.48.1,<4.49", "4.48.3"),
		below(j, "transformers", ">=4.49,<4.52", "4.51"), below(j, "transformers", ">=4.52,<5", "4.57"))
	e.Accelerate = below(j, "accelerate", "<0.27", "0.26")
	if floor, ok := j.Versions.Floor("torch"); ok {
		e.Torch = floor.String()
	} else if j.Loop != nil && j.Loop.Old {
		e.Torch = "1.13"
	}
	return e
}

// OnlyImage is the side of the only images that a model takes: transformers' vision transformers have a position for
// each patch and raise where there are more or fewer, whatever processor brought the images to that size. 0 for any
// other model, and where the program says more.
func OnlyImage(j *job.Job, m estimator.Model) int {
	if m.OneSide && madeByTimm(j) {
		return m.ImageSize
	}
	if m.Family != "vit" && m.Family != "deit" || m.Ambiguous || j.Undecided(dialect.ImageSize) {
		return 0
	}
	if strings.Contains(m.ID, "dinov2") { // its positions are interpolated to whatever comes
		return 0
	}
	trained := 0
	for _, l := range j.Loads {
		if !l.Trained {
			continue
		}
		if trained++; !strings.HasPrefix(l.Class, "transformers.") || l.Call().Keyword("config") != nil ||
			l.Call().Keyword("image_size") != nil ||
			bytes.Contains(l.In.File().Text, []byte("interpolate_pos_encoding")) {
			return 0
		}
	}
	if trained != 1 {
		return 0
	}
	return m.ImageSize
}

// madeByTimm reports whether a job's one model is one that timm makes as it makes it by itself, for images of its own
// side: those whose windows or positions are counted out raise where others come. Options that are not read may say
// another side.
func madeByTimm(j *job.Job) bool {
	if len(j.Loads) != 1 || j.Undecided(dialect.ImageSize) {
		return false
	}
	c := j.Loads[0].Call()
	return knowledge.CreatesModel(j.Loads[0].Class) && !slices.ContainsFunc(c.Args, func(a *python.Arg) bool {
		return a.Star > 0 || knowledge.ForOtherSides(a.Name)
	})
}

// below is a version of a package where the project is bound to one in a range; "" for the newest.
func below(j *job.Job, name, versions, one string) string {
	if j.Versions.Requires(name, versions) {
		return one
	}
	return ""
}

// fullByDefault reports whether quantised weights are trained as a whole because nothing says otherwise: the run
// raises.
func fullByDefault(j *job.Job) bool {
	how, _ := j.Get(dialect.Method)
	base, quantised := j.Get(dialect.Quantisation)
	return how.Text == "full" && how.Default && quantised && !base.Default && base.Text != "none" && base.Text != "fp8"
}

// frozenTower: LLaMA-Factory and ms-swift freeze what reads images unless they are told not to.
func frozenTower(j *job.Job) estimator.Tri {
	if said := tri(j.Text(dialect.FrozenTower)); said != estimator.Unsaid || j.Undecided(dialect.FrozenTower) {
		return said
	}
	if freezesConvolutions(j) {
		return estimator.Yes
	}
	if j.Framework == job.LLaMAFactory || j.Framework == job.Swift {
		return estimator.Yes
	}
	return estimator.Unsaid
}

// freezesConvolutions reports whether a job freezes what reads the audio of the model that it trains, whatever happens.
func freezesConvolutions(j *job.Job) bool {
	for _, l := range j.Loads {
		if l.Trained && l.In != nil && freezesConvolutionsIn(l.In.Module()) {
			return true
		}
	}
	return false
}

// freezesConvolutionsIn reports whether a file calls the method by which transformers' encoders of raw audio freeze
// their convolutions, under no condition, and not in one of that name that it writes itself.
func freezesConvolutionsIn(m *python.Module) bool {
	found := false
	for _, c := range m.AllCalls() {
		if !knowledge.FreezesConvolutions(c.MethodName()) {
			continue
		}
		in := python.EnclosingFunction(c)
		if len(python.GatesOf(c)) > 0 || in != nil && knowledge.FreezesConvolutions(in.Name) {
			return false
		}
		found = true
	}
	return found
}

// optimizers are those whose states were measured; of the others that the estimator can size, what a config calls so
// may have options that change them (momentum of rmsprop).
var optimizers = []string{
	"adamw",
	"adamw-8bit",
	"paged-adamw",
	"paged-adamw-8bit",
	"adamw-4bit",
	"adamw-bf16",
	"adafactor",
	"sgd",
	"sgd-momentum",
	"lion",
	"badam",
}

// optimizersOfTorch are those of torch.optim that are sized when the script makes them, with what it passes in sight.
var optimizersOfTorch = []string{"adadelta", "adagrad", "adamax", "nadam", "radam", "rmsprop", "rmsprop-momentum",
	"rmsprop-centered", "rmsprop-centered-momentum"}

func optimizerOf(j *job.Job) estimator.Optimizer {
	v, _ := j.Get(dialect.Optimizer)
	if strings.HasPrefix(v.From, "torch.optim.") {
		return estimator.Optimizer(known(v.Text, append(optimizersOfTorch, optimizers...)...))
	}
	return estimator.Optimizer(known(v.Text, optimizers...))
}

// ownOptimizer reports whether the program makes its optimizer of a class, rather than have the trainer make it of a
// word.
func ownOptimizer(j *job.Job) estimator.Tri {
	v, _ := j.Get(dialect.Optimizer)
	if strings.HasPrefix(v.From, "bitsandbytes.") || strings.HasPrefix(v.From, "torchao.") {
		return estimator.Yes
	}
	return estimator.Unsaid
}

// trainable is the number of parameters that the stage of a script trains, 0 when
// it is not known or the method implies it.
func trainable(j *job.Job) int64 {
	if j.Stage == nil {
		return 0
	}
	return j.Stage.Trainable
}

// known is the text when the estimator has a word for it, "" otherwise.
func known(text string, words ...string) string {
	for _, w := range words {
		if text == w {
			return text
		}
	}
	return ""
}

func decimal(n int) string { return strconv.Itoa(n) }

func tri(text string) estimator.Tri {
	switch text {
	case "true":
		return estimator.Yes
	case "false":
		return estimator.No
	}
	return estimator.Unsaid
}

// bucket is DeepSpeed's reduce_bucket_size in elements, 0 where nothing says it.
func bucket(text string, model estimator.Model) int64 {
	if text == "auto" { // transformers' integrations/deepspeed.py
		return int64(model.Hidden) * int64(model.Hidden)
	}
	size, err := strconv.ParseFloat(text, 64)
	if err != nil || size > 1<<40 {
		return 0
	}
	return int64(size)
}

// some reports whether a number is above 0.
func some(text string) estimator.Tri {
	n, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return estimator.Unsaid
	case n > 0:
		return estimator.Yes
	}
	return estimator.No
}

// Model is the architecture of the trained model: a config.json of the project
// beats the catalogue.
func Model(j *job.Job) estimator.Model {
	if j.ModelConfig != nil {
		if m, err := estimator.ModelFromHFConfig(j.ModelConfig.Text); err == nil {
			m.ID = j.Text(dialect.Model)
			return m
		}
	}
	name := j.Text(dialect.Model)
	if knowledge.NamesOwnModels(string(j.Framework)) {
		return estimator.Model{ID: name}
	}
	m, ok := estimator.LookupModel(name)
	if !ok {
		m, ok = estimator.InferModel(name)
	}
	if !ok {
		if m, ok = estimator.LookupModel(j.Began); !ok {
			m, ok = estimator.InferModel(j.Began)
		}
		m.Inferred = ok
	}
	if !ok {
		return estimator.Model{ID: name}
	}
	if j.Program != nil {
		m.Helpers, m.Beside = loaded(j, m.Helpers)
	}
	return m
}

// loaded keeps the parts of a pipeline that the script loads: those that are frozen, and those that it trains.
func loaded(j *job.Job, helpers []estimator.Component) (frozen, trained []estimator.Component) {
	for _, h := range helpers {
		for _, l := range j.Loads {
			switch {
			case l.Trained && l.Pipeline:
				frozen = append(frozen, h)
			case !plays(l, h.Role):
				continue
			case l.Trained:
				trained = append(trained, h)
			default:
				frozen = append(frozen, h)
			}
			break
		}
	}
	return frozen, trained
}

// plays reports whether a loaded model has a role of the catalogue: "VAE", "text
// encoder CLIP-L", "text encoder 2 OpenCLIP bigG".
func plays(l job.Load, role string) bool {
	if strings.HasPrefix(role, "VAE") {
		return l.Subfolder == "vae" || strings.Contains(l.Class, "Autoencoder")
	}
	number, isEncoder := strings.CutPrefix(role, "text encoder")
	if !isEncoder {
		return false
	}
	folder := "text_encoder"
	if number, _, _ = strings.Cut(strings.TrimSpace(number), " "); number == "2" || number == "3" {
		folder += "_" + number
	}
	return l.Subfolder == folder
}

// weights is the dtype of the base weights on the GPU.
func weights(j *job.Job) estimator.DType {
	if q := known(j.Text(dialect.Quantisation), "nf4", "nf4-dq", "int8", "int4", "fp8"); q != "" {
		return estimator.DType(q)
	}
	return estimator.DType(known(j.Text(dialect.Weights), "fp32", "bf16", "fp16", "fp8"))
}

// compute: without autocast, weights in 16 bits compute in 16 bits.
func compute(j *job.Job) estimator.Compute {
	switch p := j.Text(dialect.Precision); p {
	case "amp-fp16", "amp-bf16", "pure":
		return estimator.Compute(p)
	case "fp32":
		if w := j.Text(dialect.Weights); w == "bf16" || w == "fp16" {
			return estimator.Pure
		}
		return estimator.ComputeFP32
	}
	return ""
}

// GPUs is the number of processes over all nodes, 0 when it is unknown: a job has multiplied those of a node by the
// nodes.
func GPUs(j *job.Job) int { return max(0, j.Int(dialect.GPUs)) }

func offload(j *job.Job) estimator.Offload {
	on := func(f dialect.Field) bool { t := j.Text(f); return t == "cpu" || t == "nvme" }
	params := on(dialect.OffloadParams) && j.Text(dialect.Sharding) != "zero2" && j.Text(dialect.Sharding) != "zero1"
	switch {
	case params && on(dialect.OffloadOptimizer):
		return estimator.OffloadBoth
	case params:
		return estimator.OffloadParams
	case on(dialect.OffloadOptimizer):
		return estimator.OffloadOptimizer
	case j.Text(dialect.ActOffload) == "true":
		return estimator.OffloadActivations
	}
	return ""
}

// image reads "1024" and "512x768" (height x width).
func image(text string) estimator.Image {
	h, w, two := strings.Cut(text, "x")
	height, err := strconv.Atoi(h)
	if err != nil {
		return estimator.Image{}
	}
	width := height
	if two {
		if width, err = strconv.Atoi(w); err != nil {
			return estimator.Image{}
		}
	}
	return estimator.Image{Height: height, Width: width}
}
