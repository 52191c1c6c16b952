package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

var torchtune = &Dialect{
	Name: "torchtune",
	Host: config.OmegaConf,
	Signatures: []Signature{
		{All: []string{"**._component_=torchtune.**"}},
		{
			All:        []string{"**._component_"},
			Any:        []string{"checkpointer:map", "tokenizer:map", "model:map"},
			Least:      2,
			Confidence: Likely,
		},
	},
	Keys: []Key{
		{Path: "model._component_", Field: Model, read: torchtuneModel},
		{Path: "model._component_", Field: Method, read: torchtuneMethod},
		{Path: "model.lora_rank", Field: LoRARank, read: number},
		{Path: "model.lora_alpha", Field: LoRAAlpha, read: number},
		{Path: "model.lora_dropout", Field: LoRADropout, read: number},
		{Path: "model.lora_attn_modules", Field: LoRATargets},
		{Path: "model.use_dora", Field: Method, read: when(fact{text: "dora"})},
		{Path: "model.quantize_base", Field: Quantisation, read: when(fact{text: "nf4"})},
		{Path: "tokenizer.max_seq_len", Field: SeqLen, read: number},
		{Path: "dataset.packed", Field: Packing, read: boolean},
		{Path: "batch_size", Field: MicroBatch, read: number},
		{Path: "batch_size_val", Field: EvalBatch, read: number},
		{Path: "gradient_accumulation_steps", Field: Accumulation, read: number},
		{Path: "dtype", Field: Weights, read: pureDType},
		{Path: "optimizer._component_", Field: Optimizer, read: componentOptimizer},
		{Path: "optimizer.fused", Field: OptimizerImpl, read: when(fact{text: "fused"})},
		{Path: "optimizer.lr", Field: LearningRate, read: number},
		{Path: "optimizer.weight_decay", Field: WeightDecay, read: number},
		{Path: "clip_grad_norm", Field: GradientClip, read: number},
		{Path: "epochs", Field: Epochs, read: number},
		{Path: "max_steps_per_epoch", Field: MaxSteps, read: number},
		{Path: "enable_activation_checkpointing", Field: Checkpointing, read: checkpointing},
		{Path: "ac_mode", Field: Checkpointing, read: checkpointing},
		{Path: "enable_activation_offloading", Field: ActOffload, read: boolean},
		{Path: "compile", Field: Compile, read: boolean},
		{Path: "fsdp_cpu_offload", Field: OffloadParams, read: fsdpOffload},
		{Path: "fsdp_reshard_after_forward", Field: Sharding, read: choose("fsdp-full", "fsdp-grad-op")},
		{Path: "tensor_parallel_dim", Field: TensorParallel, read: number},
		{Path: "context_parallel_dim", Field: ContextParallel, read: number},
		{Path: "seed", Field: Seed, read: number},
		{Path: "output_dir", Field: Output},
	},
	Defaults: []Default{
		{Accumulation, "1", "gradient_accumulation_steps"},
		{Checkpointing, "none", "enable_activation_checkpointing"},
	},
	finish: func(r *Reading) {
		if p, ok := r.Pair("optimizer_in_bwd"); ok {
			if yes, _ := truth(p.Value); yes {
				if v, ok := r.Get(Optimizer); ok && v.Known {
					r.add(Optimizer, v.Text+"+in-backward", p)
				}
			}
		}
		if p, ok := r.Pair("loss._component_"); ok {
			switch {
			case strings.Contains(p.Value.Text, "LinearCrossEntropy"):
				r.add(Loss, "fused-linear", p)
			case strings.Contains(p.Value.Text, "Chunked"):
				r.add(Loss, "chunked", p)
			}
		}
		r.qlora()
	},
}

// torchtuneModel takes the builder's name: torchtune.models.llama3_2.lora_llama3_2_1b.
func torchtuneModel(v config.Value) []fact {
	name := v.Text[strings.LastIndexByte(v.Text, '.')+1:]
	for _, prefix := range []string{"qlora_", "lora_", "qdora_", "dora_"} {
		name = strings.TrimPrefix(name, prefix)
	}
	return one(name)
}

func torchtuneMethod(v config.Value) []fact {
	name := v.Text[strings.LastIndexByte(v.Text, '.')+1:]
	switch {
	case strings.HasPrefix(name, "qlora_"), strings.HasPrefix(name, "qdora_"):
		return []fact{{text: "qlora"}, {field: Quantisation, text: "nf4"}}
	case strings.HasPrefix(name, "lora_"):
		return one("lora")
	case strings.HasPrefix(name, "dora_"):
		return one("dora")
	}
	return one("full")
}

// componentOptimizer reads a class path: torch.optim.AdamW, bitsandbytes.optim.PagedAdamW8bit.
func componentOptimizer(v config.Value) []fact {
	name := v.Text[strings.LastIndexByte(v.Text, '.')+1:]
	v.Text = name
	return optimizer(v)
}
