package estimator

import (
	"slices"
	"strconv"
	"strings"
)

// Field is one property of a Job. The table of them is the only place that says what a property is called and how it is
// written: in the flags of the estimate command, the columns of measured runs, what a result rests on, and plans.
type Field struct {
	Name string // the flag: micro-batch
	Help string
	// Number says that the values are whole numbers above 0; others are words.
	Number bool
	// Listed says that a result names it among what it rests on.
	Listed bool

	text func(*Job) string
	set  func(job *Job, text string)
}

// Fields lists the properties of a job, without its model: that is looked up, or read from a file.
func Fields() []Field { return slices.Clone(fields) }

// FieldNamed finds a property by its flag.
func FieldNamed(name string) (Field, bool) {
	at := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
	if at < 0 {
		return Field{}, false
	}
	return fields[at], true
}

// Column is the name in tables and in JSON: micro_batch.
func (f Field) Column() string { return strings.ReplaceAll(f.Name, "-", "_") }

// Text is the property as it is written, "" where it is unknown.
func (f Field) Text(job Job) string { return f.text(&job) }

// Set writes a property; what cannot be read leaves it unknown.
func (f Field) Set(job *Job, text string) { f.set(job, text) }

var fields = []Field{
	number(
		"trainable",
		"parameters that get gradients, when they differ from what the method implies",
		func(j *Job) *int64 { return &j.Trainable },
	),
	word("method", "what trains", func(j *Job) *Method { return &j.Method }).listed(),
	number("lora-rank", "rank of the adapters", func(j *Job) *int { return &j.LoRARank }).listed(),
	list(
		"lora-targets",
		"module names that get an adapter, or all-linear, attention, qv",
		func(j *Job) *[]string { return &j.LoRATargets },
	).listed(),
	word("weights", "dtype of the weights on the GPU", func(j *Job) *DType { return &j.Weights }).listed(),
	word(
		"compute",
		"autocast (amp-fp16, amp-bf16), fp32, or the weights' own dtype (pure)",
		func(j *Job) *Compute { return &j.Compute },
	).listed(),
	word(
		"master",
		"fp32 when the framework keeps a separate master copy",
		func(j *Job) *DType { return &j.Master },
	).listed(),
	word("adapter-dtype", "dtype of the adapters", func(j *Job) *DType { return &j.AdapterDType }),
	tri("adapter-dropout", "the adapters drop out of their inputs", func(j *Job) *Tri { return &j.AdapterDropout }),
	tri(
		"kbit-prepared",
		"prepare_model_for_kbit_training was called on the quantised base",
		func(j *Job) *Tri { return &j.KbitPrepared },
	),
	tri(
		"frozen-tower",
		"what reads images has no adapters, the convolutions over audio are not trained",
		func(j *Job) *Tri { return &j.FrozenTower },
	),
	word(
		"optimizer",
		"optimizer; +in-backward and +cpu-offload may be appended",
		func(j *Job) *Optimizer { return &j.Optimizer },
	).listed(),
	word(
		"optimizer-impl",
		"implementation of the optimizer",
		func(j *Job) *OptimizerImpl { return &j.OptimizerImpl },
	).listed(),
	tri(
		"own-optimizer",
		"the program makes the optimizer and hands it to the trainer, which keeps what its own has of embeddings in fp32",
		func(j *Job) *Tri { return &j.OwnOptimizer },
	),
	number("micro-batch", "samples per GPU and forward pass", func(j *Job) *int { return &j.MicroBatch }).listed(),
	number("grad-accum", "forward passes per optimizer step", func(j *Job) *int { return &j.GradAccum }).listed(),
	number("seq-len", "tokens of a sample after padding or packing", func(j *Job) *int { return &j.SeqLen }).listed(),
	number(
		"audio-samples",
		"samples of a waveform after padding, 16000 a second, of models that read one",
		func(j *Job) *int { return &j.Waveform },
	),
	{Name: "image", Help: "pixels of a sample, HxW or FRAMESxHxW", Listed: true,
		text: func(j *Job) string { return imageText(j.Image) },
		set:  func(j *Job, text string) { j.Image = ParseImage(text) }},
	word("checkpointing", "activation checkpointing", func(j *Job) *Checkpointing { return &j.Checkpointing }).listed(),
	word("attention", "attention kernel", func(j *Job) *Attention { return &j.Attention }).listed(),
	word("loss", "loss kernel", func(j *Job) *Loss { return &j.Loss }).listed(),
	list(
		"kernels",
		"kernel packages that change what is saved: compile, liger, unsloth",
		func(j *Job) *[]string { return &j.Kernels },
	),
	number("gpus", "ranks", func(j *Job) *int { return &j.GPUs }).listed(),
	word("sharding", "how the ranks share the states", func(j *Job) *Sharding { return &j.Sharding }).listed(),
	word("offload", "what lives in host memory", func(j *Job) *Offload { return &j.Offload }).listed(),
	number(
		"reduce-bucket",
		"elements that DeepSpeed reduces together: reduce_bucket_size",
		func(j *Job) *int64 { return &j.ReduceBucket },
	),
	tri(
		"overlap-comm",
		"DeepSpeed reduces one bucket while it fills another",
		func(j *Job) *Tri { return &j.OverlapComm },
	),
	tri("ema", "a moving average of the weights stays on the GPU", func(j *Job) *Tri { return &j.EMA }),
	tri(
		"cached-inputs",
		"latents and text embeddings were computed beforehand",
		func(j *Job) *Tri { return &j.CachedInputs },
	),
	word("framework", "whose training loop runs", func(j *Job) *Framework { return &j.Framework }).listed(),
	word("torch", "torch version, such as 2.4", func(j *Job) *string { return &j.Torch }),
	word(
		"peft",
		"peft version, such as 0.11: adapters are in the base's dtype before 0.12",
		func(j *Job) *string { return &j.Peft },
	),
	word(
		"transformers",
		"transformers version, such as 4.45: which heads compute their loss in fp32, and what is there beside it",
		func(j *Job) *string { return &j.Transformers },
	),
	word(
		"accelerate",
		"accelerate version, such as 0.26: FSDP's trainable shards are not kept in fp32 before 0.27",
		func(j *Job) *string { return &j.Accelerate },
	),
	word(
		"bitsandbytes",
		"bitsandbytes version, such as 0.43.1: 4-bit layers keep their inputs before 0.43.2",
		func(j *Job) *string { return &j.BitsAndBytes },
	),
}

func (f Field) listed() Field {
	f.Listed = true
	return f
}

func word[T ~string](name, help string, of func(*Job) *T) Field {
	return Field{
		Name: name,
		Help: help,
		text: func(j *Job) string { return string(*of(j)) },
		set:  func(j *Job, text string) { *of(j) = T(text) },
	}
}

// tri is a property that holds or not; "" where nobody says.
func tri(name, help string, of func(*Job) *Tri) Field {
	return Field{Name: name, Help: help, text: func(j *Job) string { return triText[*of(j)] },
		set: func(j *Job, text string) { *of(j) = Tri(max(0, slices.Index(triText[:], text))) }}
}

var triText = [...]string{Unsaid: "", No: "no", Yes: "yes"}

func number[T int | int64](name, help string, of func(*Job) *T) Field {
	return Field{Name: name, Help: help, Number: true,
		text: func(j *Job) string { return count(*of(j)) },
		set: func(j *Job, text string) {
			n, _ := strconv.ParseFloat(text, 64) // tables write 1e6, too
			*of(j) = T(n)
		}}
}

func list(name, help string, of func(*Job) *[]string) Field {
	separates := func(letter rune) bool { return letter == ' ' || letter == ',' }
	return Field{Name: name, Help: help, text: func(j *Job) string { return strings.Join(*of(j), " ") },
		set: func(j *Job, text string) { *of(j) = strings.FieldsFunc(text, separates) }}
}

// count is a number as text, "" where it is unknown.
func count[T int | int64](value T) string {
	if value == 0 {
		return ""
	}
	return strconv.FormatInt(int64(value), 10)
}
