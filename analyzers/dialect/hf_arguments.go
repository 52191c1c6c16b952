package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

// hfArguments are transformers.TrainingArguments and what TRL adds, as YAML or
// JSON files, as keywords of a call, and as flags.
var hfArguments = &Dialect{
	Name: "hf-arguments",
	Host: config.PyYAML,
	Signatures: []Signature{
		{All: []string{"per_device_train_batch_size"}, Never: hfNever},
		{
			Any: []string{
				"num_train_epochs",
				"gradient_accumulation_steps",
				"learning_rate",
				"lr_scheduler_type",
				"output_dir",
				"save_steps",
				"logging_steps",
				"bf16",
				"fp16",
				"gradient_checkpointing",
				"eval_strategy|evaluation_strategy",
				"report_to",
				"per_device_eval_batch_size",
				"save_strategy",
				"warmup_ratio",
			},
			Least:      4,
			Never:      hfNever,
			Confidence: Likely,
		},
		{
			All: []string{"model_name_or_path:text"},
			Any: []string{
				"dataset_name",
				"learning_rate",
				"report_to",
				"lr_scheduler_type",
				"output_dir",
				"num_train_epochs",
				"max_steps",
			},
			Least:      2,
			Never:      append([]string{"template", "eval_batch_size"}, hfNever...),
			Confidence: Likely,
		},
	},
	Keys: append(append([]Key{}, hfKeys...), trlKeys...),
	Defaults: []Default{
		{MicroBatch, "8", "per_device_train_batch_size"},
		{EvalBatch, "8", "per_device_eval_batch_size"},
		{Accumulation, "1", "gradient_accumulation_steps"},
		{Workers, "0", "dataloader_num_workers"},
		{PinMemory, "true", "dataloader_pin_memory"},
		{Persistent, "false", "dataloader_persistent_workers"},
		{Checkpointing, "none", "gradient_checkpointing of TrainingArguments; TRL's own classes turn it on"},
		{Optimizer, "adamw", "optim"},
	},
	finish: finishHF,
}

// hfNever: dialects that take TrainingArguments' keys among their own.
var hfNever = []string{
	"base_model",
	"finetuning_type",
	"infer_backend",
	"export_dir",
	"train_type",
	"tuner_type",
	"zero_optimization",
	"model.target",
	"model:map",
	"trainer:map",
	"**._component_",
	"**._target_",
	"defaults:list",
	"train:map",
	"MODEL",
	"swift_version",
	"model_type=lora",
}

var hfKeys = []Key{
	{Path: "per_device_train_batch_size", Field: MicroBatch, read: number},
	{Path: "per_gpu_train_batch_size", Field: MicroBatch, read: number},
	{Path: "per_device_eval_batch_size", Field: EvalBatch, read: number},
	{Path: "gradient_accumulation_steps", Field: Accumulation, read: number},
	{Path: "eval_accumulation_steps", Field: EvalAccum, read: number},
	{Path: "auto_find_batch_size", Field: AutoBatch, read: boolean},
	{Path: "num_train_epochs", Field: Epochs, read: positive},
	{Path: "max_steps", Field: MaxSteps, read: positive},
	{Path: "learning_rate", Field: LearningRate, read: number},
	{Path: "weight_decay", Field: WeightDecay, read: number},
	{Path: "max_grad_norm", Field: GradientClip, read: number},
	{Path: "warmup_ratio", Field: Warmup, read: number},
	{Path: "warmup_steps", Field: Warmup, read: number},
	{Path: "seed", Field: Seed, read: number},
	{Path: "optim", Field: Optimizer, read: optimizer},
	{Path: "bf16", Field: Precision, read: when(fact{text: "amp-bf16"})},
	{Path: "fp16", Field: Precision, read: when(fact{text: "amp-fp16"})},
	{Path: "tf32", Field: TF32, read: boolean},
	{Path: "gradient_checkpointing", Field: Checkpointing, read: checkpointing},
	// The name since transformers 5.23; the old one counts only where this one is absent.
	{Path: "activation_checkpointing", Field: Checkpointing, read: checkpointing},
	{Path: "gradient_checkpointing_kwargs.use_reentrant", Field: Reentrant, read: boolean},
	{Path: "activation_checkpointing_kwargs.use_reentrant", Field: Reentrant, read: boolean},
	{Path: "torch_compile", Field: Compile, read: boolean},
	{Path: "torch_compile_backend", Field: Compile, read: always("true")},
	{Path: "torch_compile_mode", Field: Compile, read: always("true")},
	{Path: "use_liger_kernel", Field: Kernels, read: when(fact{text: "liger"}, fact{field: Loss, text: "liger"})},
	{Path: "use_liger", Field: Kernels, read: when(fact{text: "liger"}, fact{field: Loss, text: "liger"})},
	{Path: "dataloader_num_workers", Field: Workers, read: number},
	{Path: "dataloader_pin_memory", Field: PinMemory, read: boolean},
	{Path: "dataloader_persistent_workers", Field: Persistent, read: boolean},
	{Path: "dataloader_prefetch_factor", Field: Prefetch, read: number},
	{Path: "ddp_find_unused_parameters", Field: FindUnused, read: boolean},
	{Path: "fsdp", Field: Sharding, read: fsdpWords},
	{Path: "fsdp_config.activation_checkpointing", Field: Checkpointing, read: when(fact{text: "full"})},
	{Path: "fsdp_config.fsdp_version", Field: FSDPVersion, read: number},
	{Path: "fsdp_config.version", Field: FSDPVersion, read: number},
	{Path: "deepspeed", Field: DeepSpeedFile, read: filePath},
	{Path: "save_steps", Field: SaveSteps, read: number},
	{Path: "save_total_limit", Field: SaveLimit, read: number},
	{Path: "save_only_model", Field: SaveModelOnly, read: boolean},
	{Path: "eval_steps", Field: EvalSteps, read: number},
	{Path: "output_dir", Field: Output},
}

// trlKeys are those of SFTConfig and friends, of ModelConfig, and of the recipes
// that alignment-handbook, open-r1 and open-instruct build on them.
var trlKeys = []Key{
	{Path: "model_name_or_path", Field: Model},
	{Path: "dtype", Field: Weights, read: storedDType},
	{Path: "torch_dtype", Field: Weights, read: storedDType},
	{Path: "model_init_kwargs.torch_dtype", Field: Weights, read: storedDType},
	{Path: "model_init_kwargs.dtype", Field: Weights, read: storedDType},
	{Path: "attn_implementation", Field: Attention, read: attention},
	{Path: "model_init_kwargs.attn_implementation", Field: Attention, read: attention},
	{Path: "use_flash_attn", Field: Attention, read: when(fact{text: "flash"})},
	{Path: "use_peft", Field: Method, read: choose("lora", "full")},
	{Path: "use_lora", Field: Method, read: choose("lora", "full")},
	{Path: "use_qlora", Field: Method, read: when(fact{text: "qlora"}, fact{field: Quantisation, text: "nf4"})},
	{Path: "use_dora", Field: Method, read: when(fact{text: "dora"})},
	{Path: "lora_r", Field: LoRARank, read: number},
	{Path: "lora_rank", Field: LoRARank, read: number},
	{Path: "lora_alpha", Field: LoRAAlpha, read: number},
	{Path: "lora_dropout", Field: LoRADropout, read: number},
	{Path: "lora_target_modules", Field: LoRATargets, read: loraTargets},
	{Path: "load_in_4bit", Field: Quantisation, read: when(fact{text: "nf4"})},
	{Path: "load_in_8bit", Field: Quantisation, read: when(fact{text: "int8"})},
	{Path: "max_length", Field: SeqLen, read: positive},
	{Path: "max_seq_length", Field: SeqLen, read: positive},
	{Path: "packing", Field: Packing, read: boolean},
	{Path: "activation_offloading", Field: ActOffload, read: boolean},
	{Path: "use_cache", Field: UseCache, read: boolean},
	{Path: "zero_stage", Field: Sharding, read: zeroStage},
	{Path: "dataset_name", Field: Dataset},
}

// filePath takes text that names a file: not a nested mapping, nor a preset such
// as ms-swift's zero2.
func filePath(v config.Value) []fact {
	if v.Kind != config.String || !strings.ContainsAny(v.Text, "./") || strings.HasPrefix(strings.TrimSpace(v.Text), "{") {
		return nil
	}
	return one(v.Text)
}

// loraTargets keeps PEFT's word for every linear layer in the estimator's spelling.
func loraTargets(v config.Value) []fact {
	facts := text(v)
	if len(facts) == 1 && (facts[0].text == "all-linear" || facts[0].text == "all") {
		return one("all-linear")
	}
	return facts
}

func finishHF(r *Reading) {
	r.qlora()
	r.doubleQuantised("use_bnb_nested_quant", "bnb_4bit_use_double_quant")
	r.embeddedDeepSpeed("deepspeed")
	r.fp32When("bf16", "fp16")
}

// qlora: an adapter over a 4-bit base goes by its own name.
func (r *Reading) qlora() {
	how, ok := r.Get(Method)
	base, quantised := r.Get(Quantisation)
	if ok && quantised && how.Text == "lora" && base.Known && base.Text != "int8" {
		r.add(Method, "qlora", how.Pair)
	}
}

func (r *Reading) doubleQuantised(keys ...string) {
	base, ok := r.Get(Quantisation)
	if !ok || base.Text != "nf4" {
		return
	}
	for _, key := range keys {
		if p, ok := r.Pair(key); ok {
			if yes, _ := truth(p.Value); yes {
				r.add(Quantisation, "nf4-dq", p)
			}
		}
	}
}

// quantisedOnce: the scales of the blocks of a 4-bit base are not quantised themselves where a key of these is switched
// off.
func (r *Reading) quantisedOnce(keys ...string) {
	base, ok := r.Get(Quantisation)
	if !ok || base.Text != "nf4-dq" {
		return
	}
	for _, key := range keys {
		if p, ok := r.Pair(key); ok {
			if yes, known := truth(p.Value); known && !yes {
				r.add(Quantisation, "nf4", p)
			}
		}
	}
}

// embeddedDeepSpeed takes in what a nested DeepSpeed mapping says.
func (r *Reading) embeddedDeepSpeed(key string) {
	inner := EmbeddedDeepSpeed(r.Pairs, key)
	if inner == nil {
		return
	}
	for _, v := range inner.Values {
		if v.Known {
			v.Pair.Key = key + "." + v.Pair.Key
			r.Values = append(r.Values, v)
		}
	}
}

// fp32When: every one of the switches is written and off.
func (r *Reading) fp32When(keys ...string) {
	if _, ok := r.Get(Precision); ok {
		return
	}
	var last Pair
	for _, key := range keys {
		p, ok := r.Pair(key)
		if yes, known := truth(p.Value); !ok || !known || yes {
			return
		}
		last = p
	}
	r.add(Precision, "fp32", last)
}
