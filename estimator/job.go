package estimator

// Job describes one training job as one rank of it runs. The zero value of every field means "unknown": no field
// has a meaningful zero (a batch of 0 or a sequence of 0 tokens trains nothing), so unknown needs no second field.
type Job struct {
	Name string

	Model     Model
	Trainable int64 // trainable parameters where the source states them; derived from Method otherwise

	Method      Method
	LoRARank    int
	LoRATargets []string // module names, or one of all-linear, attention, qv

	Weights      DType   // dtype of the base weights on the GPU
	Compute      Compute // autocast or not
	Master       DType   // fp32 when the framework keeps a separate master copy of the trainable weights
	AdapterDType DType

	Optimizer     Optimizer
	OptimizerImpl OptimizerImpl
	// OwnOptimizer: the program makes the optimizer, and the framework's trainer is given it.
	OwnOptimizer Tri

	MicroBatch int // samples per GPU and forward pass
	GradAccum  int
	// OpenAccum: something decides the accumulation, and what it says is not known.
	OpenAccum bool
	// OpenMethod: something decides what of the model is trained, and it is not known.
	OpenMethod bool
	SeqLen     int // tokens a sample occupies after padding or packing
	Waveform   int // samples of the audio that a sample is after padding, of models that read them
	// AtMost: what is not said, and cannot be more than something, is answered for at its most: texts as long as a table
	// of positions takes, the whole model where nobody knows which part of it is trained.
	AtMost bool
	Image  Image
	Images *int // tokens of a sample's text that stand for images; nil: nobody says

	Checkpointing Checkpointing
	Attention     Attention
	Loss          Loss
	Kernels       []string // kernel packages that change what is saved: compile, liger, unsloth, fused, fp8, …

	// rough asks for the bytes as they are asked for, without what the allocator makes of them: a tenth of the time, where
	// many jobs are compared.
	rough bool
	// upwards asks for the high end alone, which is all that a verdict that something surely fits rests on.
	upwards bool

	GPUs     int
	Sharding Sharding
	Offload  Offload

	Framework    Framework
	Torch        string // declared torch version, such as "2.4" or "1.13"
	Peft         string // declared versions of these, such as "0.11"; the newest where nothing is declared
	BitsAndBytes string
	Transformers string
	Accelerate   string // of the library of that name
	CachedInputs Tri    // latents and text embeddings were computed beforehand
	EMA          Tri    // an exponential moving average of the weights stays on the GPU
	// AdapterDropout: the adapters drop out of their inputs; PEFT's own default is not to.
	AdapterDropout Tri
	KbitPrepared   Tri // prepare_model_for_kbit_training was called on the quantised base
	// what reads images has no adapters, whatever they are called; the convolutions over audio are not trained
	FrozenTower Tri

	// ReduceBucket is DeepSpeed's reduce_bucket_size, in elements, 0 for its default; OverlapComm says that there are two.
	ReduceBucket int64
	OverlapComm  Tri

	// Frozen names further models that stay on the GPU without gradients: perceptual nets, reward and reference
	// models, text encoders that the catalogue does not list under Model.Helpers.
	Frozen []Component

	GPU     string // name of the card, where it is known: cuBLAS sizes its workspaces by it
	Context int64  // bytes of the CUDA context where a source states them
}

// Image is the shape of one sample in pixels; Frames is above 1 for video.
type Image struct{ Frames, Height, Width int }

// Pixels returns the pixels of one sample, 0 when the shape is unknown.
func (image Image) Pixels() int { return max(image.Frames, 1) * image.Height * image.Width }

// Tri is a yes-or-no fact that may be unknown.
type Tri int

// The three values of Tri; the zero value is Unsaid.
const (
	Unsaid Tri = iota
	No
	Yes
)

// The enumerations below hold the words of the columns of testdata/measured/measured.csv, which are also the
// values of the estimate command's flags. The empty string means unknown.
type (
	Method        string
	DType         string
	Compute       string
	Optimizer     string
	OptimizerImpl string
	Checkpointing string
	Attention     string
	Loss          string
	Sharding      string
	Offload       string
	Framework     string
)

// Training methods.
const (
	Full      Method = "full"
	LoRA      Method = "lora"
	QLoRA     Method = "qlora"
	DoRA      Method = "dora"
	LoKr      Method = "lokr"
	OtherPEFT Method = "other-peft"
	Partial   Method = "partial" // some of the model's own parameters; Job.Trainable says how many
)

// Stored dtypes.
const (
	FP32  DType = "fp32"
	BF16  DType = "bf16"
	FP16  DType = "fp16"
	NF4   DType = "nf4"
	NF4DQ DType = "nf4-dq" // with double quantisation of the block scales
	Int8  DType = "int8"
	Int4  DType = "int4" // GPTQ or AWQ
	FP8   DType = "fp8"
)

// Compute regimes. Pure means the weights' own dtype without autocast.
const (
	ComputeFP32 Compute = "fp32"
	AMPFP16     Compute = "amp-fp16"
	AMPBF16     Compute = "amp-bf16"
	Pure        Compute = "pure"
)

// Optimizers. "+in-backward" and "+cpu-offload" may be appended.
const (
	AdamW          Optimizer = "adamw"
	AdamW8bit      Optimizer = "adamw-8bit"
	PagedAdamW     Optimizer = "paged-adamw"
	PagedAdamW8bit Optimizer = "paged-adamw-8bit"
	AdamW4bit      Optimizer = "adamw-4bit"
	AdamWBF16      Optimizer = "adamw-bf16"
	Adafactor      Optimizer = "adafactor"
	SGD            Optimizer = "sgd"
	SGDMomentum    Optimizer = "sgd-momentum"
	Lion           Optimizer = "lion"
	BAdam          Optimizer = "badam"
)

// Optimizer implementations of torch.optim.
const (
	Foreach OptimizerImpl = "foreach"
	Fused   OptimizerImpl = "fused"
	Single  OptimizerImpl = "single"
)

// Activation checkpointing. "interval-N" checkpoints one block in N.
const (
	CheckpointNone      Checkpointing = "none"
	CheckpointFull      Checkpointing = "full"
	CheckpointSelective Checkpointing = "selective"
)

// Attention kernels.
const (
	Eager    Attention = "eager"
	SDPA     Attention = "sdpa"
	Flash    Attention = "flash"
	Flex     Attention = "flex"
	Xformers Attention = "xformers"
)

// Loss kernels.
const (
	PlainLoss   Loss = "plain"
	ChunkedLoss Loss = "chunked"
	FusedLinear Loss = "fused-linear"
	LigerLoss   Loss = "liger"
)

// Sharding strategies. "mixed:FSDP4*CP2" states a mesh.
const (
	// UnknownSharding: something decides it that was not read. Without a word about it a job is taken to be DDP.
	UnknownSharding Sharding = "?"

	Unsharded  Sharding = "none"
	DDP        Sharding = "ddp"
	ZeRO1      Sharding = "zero1"
	ZeRO2      Sharding = "zero2"
	ZeRO3      Sharding = "zero3"
	FSDPFull   Sharding = "fsdp-full"
	FSDPGradOp Sharding = "fsdp-grad-op"
)

// Offload targets in host memory.
const (
	OffloadNone        Offload = "none"
	OffloadOptimizer   Offload = "optimizer"
	OffloadParams      Offload = "params"
	OffloadBoth        Offload = "params+optimizer"
	OffloadActivations Offload = "activations"
)

// Frameworks, as measured.csv spells them.
const (
	PlainPyTorch Framework = "pytorch"
	HFTrainer    Framework = "hf-trainer"
	Accelerate   Framework = "accelerate"
	TRL          Framework = "trl"
	Diffusers    Framework = "diffusers"
	TorchTune    Framework = "torchtune"
	TorchTitan   Framework = "torchtitan"
	LitGPT       Framework = "litgpt"
	MSSwift      Framework = "ms-swift"
	SimpleTuner  Framework = "simpletuner"
	MMEngine     Framework = "mmengine"
	Unsloth      Framework = "unsloth"
	Axolotl      Framework = "axolotl"
	LLaMAFactory Framework = "llama-factory"
	Lightning    Framework = "lightning"
)
