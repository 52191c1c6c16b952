package estimator

import (
	"slices"
	"strings"
	"testing"
)

// TestSettled: what fills an unknown is documented, said to be assumed, and depends on what is known.
func TestSettled(t *testing.T) {
	known := llama(t)
	for name, c := range map[string]struct {
		change  func(*Job)
		settled map[string]string // by the name of the property
		assumed string
		missing string
	}{
		"all is said":                  {func(*Job) {}, nil, "", ""},
		"one GPU":                      {func(j *Job) { j.GPUs, j.Sharding = 0, "" }, map[string]string{"gpus": "1", "sharding": "none"}, "gpus=1", ""},
		"several GPUs":                 {func(j *Job) { j.GPUs, j.Sharding = 2, "" }, map[string]string{"sharding": "ddp"}, "sharding=ddp", ""},
		"nothing offloaded":            {func(j *Job) { j.Offload = "" }, map[string]string{"offload": "none"}, "", ""},
		"accumulation":                 {func(j *Job) { j.GradAccum = 0 }, map[string]string{"grad-accum": "1"}, "", ""},
		"a rank without a method":      {func(j *Job) { j.Method, j.LoRARank = "", 1 }, map[string]string{"method": "lora", "lora-rank": "1"}, "method=lora", ""},
		"no rank, no method":           {func(j *Job) { j.Method = "" }, map[string]string{"method": "full"}, "method=full", ""},
		"adapters on 4 bits":           {func(j *Job) { j.Method, j.LoRARank, j.Weights = LoRA, 8, Int4 }, map[string]string{"method": "qlora"}, "lora-targets=all-linear", ""},
		"adapters on 8 bits":           {func(j *Job) { j.Method, j.LoRARank, j.Weights = LoRA, 8, Int8 }, map[string]string{"method": "qlora"}, "lora-targets=all-linear", ""},
		"adapters of no rank":          {func(j *Job) { j.Method = LoRA }, map[string]string{"lora-rank": "16", "lora-targets": "all-linear"}, "lora-rank=16", ""},
		"adapters of known size":       {func(j *Job) { j.Method, j.Trainable = LoRA, 1000 }, map[string]string{"lora-rank": "", "lora-targets": ""}, "", ""},
		"a full fine-tuning":           {func(*Job) {}, map[string]string{"lora-rank": ""}, "", ""},
		"weights in fp32":              {func(j *Job) { j.Weights, j.Compute = "", "" }, map[string]string{"weights": "fp32", "compute": "fp32"}, "weights=fp32", ""},
		"weights of a pure run":        {func(j *Job) { j.Weights = "" }, map[string]string{"weights": "bf16"}, "weights=bf16", ""},
		"weights of QLoRA":             {func(j *Job) { j.Method, j.LoRARank, j.Weights, j.Compute = QLoRA, 8, "", "" }, map[string]string{"weights": "nf4", "compute": "amp-bf16"}, "weights=nf4", ""},
		"weights under adapters":       {func(j *Job) { j.Method, j.LoRARank, j.Weights, j.Compute = LoRA, 8, "", "" }, map[string]string{"weights": "bf16", "compute": "pure"}, "weights=bf16", ""},
		"weights of DeepSpeed":         {func(j *Job) { j.GPUs, j.Sharding, j.Weights, j.Compute = 2, ZeRO2, "", AMPBF16 }, map[string]string{"weights": "bf16"}, "weights=bf16", ""},
		"DeepSpeed casts":              {func(j *Job) { j.GPUs, j.Sharding, j.Weights, j.Compute = 2, ZeRO2, FP32, AMPBF16 }, map[string]string{"weights": "bf16"}, "", ""},
		"DeepSpeed casts to fp16":      {func(j *Job) { j.GPUs, j.Sharding, j.Weights, j.Compute = 2, ZeRO1, FP32, AMPFP16 }, map[string]string{"weights": "fp16"}, "", ""},
		"DeepSpeed without autocast":   {func(j *Job) { j.GPUs, j.Sharding, j.Weights, j.Compute = 2, ZeRO3, FP32, ComputeFP32 }, map[string]string{"weights": "fp32"}, "", ""},
		"DDP does not cast":            {func(j *Job) { j.GPUs, j.Sharding, j.Weights, j.Compute = 2, DDP, FP32, AMPFP16 }, map[string]string{"weights": "fp32"}, "", ""},
		"an optimizer":                 {func(j *Job) { j.Optimizer, j.OptimizerImpl = "", "" }, map[string]string{"optimizer": "adamw", "optimizer-impl": "foreach"}, "optimizer=adamw", ""},
		"torchtune asks for fused":     {func(j *Job) { j.OptimizerImpl, j.Framework = "", TorchTune }, map[string]string{"optimizer-impl": "fused"}, "", ""},
		"no implementation to choose":  {func(j *Job) { j.Optimizer, j.OptimizerImpl = Adafactor, "" }, map[string]string{"optimizer-impl": ""}, "", ""},
		"an optimizer nobody knows":    {func(j *Job) { j.Optimizer = "mine" }, nil, "", "optimizer"},
		"sharded by something":         {func(j *Job) { j.Sharding = UnknownSharding }, nil, "", "sharding"},
		"a pipeline":                   {func(j *Job) { j.GPUs, j.Sharding = 4, "mixed:FSDP2*PP2" }, nil, "", "pipeline micro-batches"},
		"a pipeline of one stage":      {func(j *Job) { j.GPUs, j.Sharding = 2, "mixed:FSDP2*PP1" }, nil, "", ""},
		"no micro-batch":               {func(j *Job) { j.MicroBatch = 0 }, nil, "", "micro-batch"},
		"no sequence length":           {func(j *Job) { j.SeqLen = 0 }, nil, "", "seq-len"},
		"no model":                     {func(j *Job) { j.Model = Model{} }, nil, "", "model"},
		"no image":                     {func(j *Job) { j.Model = lookup(t, "sdxl") }, nil, "", "image"},
		"an image":                     {func(j *Job) { j.Model, j.Image = lookup(t, "sdxl"), Image{1, 512, 512} }, nil, "", ""},
		"quantised inputs":             {func(j *Job) { j.Kernels = []string{"torchao-fp8"} }, nil, "", "kernels"},
		"checkpointing of its own":     {func(j *Job) { j.Checkpointing = "other:mine" }, nil, "", "checkpointing"},
		"checkpointing by segments":    {func(j *Job) { j.Checkpointing = "other:seg2-stride4" }, nil, "", ""},
		"a model of unknown shape":     {func(j *Job) { j.Model = Model{ID: "x", Params: 1000, Kind: Decoder} }, nil, "", "architecture"},
		"attention":                    {func(j *Job) { j.Attention = "" }, map[string]string{"attention": "sdpa"}, "attention=sdpa", ""},
		"attention of an image model":  {func(j *Job) { j.Attention, j.Model, j.Image = "", lookup(t, "sdxl"), Image{1, 512, 512} }, map[string]string{"attention": "sdpa"}, "", ""},
		"a loss of an image model":     {func(j *Job) { j.Loss, j.Model, j.Image = "", lookup(t, "sdxl"), Image{1, 512, 512} }, map[string]string{"loss": ""}, "", ""},
		"the loss of a language model": {func(j *Job) { j.Loss = "" }, map[string]string{"loss": "plain"}, "loss=plain", ""},
		"no checkpointing":             {func(j *Job) { j.Checkpointing = "" }, map[string]string{"checkpointing": "none"}, "checkpointing=none", ""},
	} {
		job := known
		c.change(&job)
		got := settle(job)
		for property, want := range c.settled {
			field, ok := FieldNamed(property)
			if !ok {
				t.Fatalf("there is no property %s", property)
			}
			if text := field.Text(got.Job); text != want {
				t.Errorf("%s: %s is %q, want %q", name, property, text, want)
			}
		}
		if c.assumed == "" && len(got.assumed) > 0 || c.assumed != "" && !slices.Contains(got.assumed, c.assumed) {
			t.Errorf("%s: %q is assumed, want %q", name, got.assumed, c.assumed)
		}
		if missing := strings.Join(got.missing, " "); missing != c.missing {
			t.Errorf("%s: %q is missing, want %q", name, missing, c.missing)
		}
	}
}

func TestMesh(t *testing.T) {
	for sharding, want := range map[Sharding]mesh{
		Unsharded:                 {8, 1, 1, 1, 1},
		DDP:                       {8, 1, 1, 1, 1},
		ZeRO3:                     {8, 8, 1, 1, 1},
		FSDPFull:                  {8, 8, 1, 1, 1},
		"mixed:FSDP4*TP2":         {8, 4, 2, 1, 1},
		"mixed:FSDP4*CP2":         {8, 8, 1, 2, 1},
		"mixed:fsdp2*tp2*pp2":     {8, 4, 2, 1, 2},
		"mixed:TP8":               {8, 1, 8, 1, 1},
		"mixed:FSDP*TP2":          {8, 1, 2, 1, 1},
		"mixed:FSDP4*TP2-no-norm": {8, 4, 2, 1, 1},
		"mixed:DP4*TP2":           {8, 1, 2, 1, 1},
	} {
		if got := readMesh(sharding, 8); got != want {
			t.Errorf("%s is %+v, want %+v", sharding, got, want)
		}
	}
}

func TestShardsParameters(t *testing.T) {
	for sharding, want := range map[Sharding]bool{ZeRO2: false, ZeRO3: true, FSDPFull: true, FSDPGradOp: true, "mixed:TP8": false, "mixed:PP2*TP4": true, DDP: false} {
		job := llama(t)
		job.GPUs, job.Sharding = 8, sharding
		facts := settle(job)
		if facts.shardsParameters() != want {
			t.Errorf("%s shards parameters: %v", sharding, !want)
		}
	}
}
