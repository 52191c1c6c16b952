package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

// mixedPrecision: autocast, the weights stay as they were loaded.
var mixedPrecision = words(map[string]string{
	"no": "fp32", "none": "fp32", "false": "fp32", "fp32": "fp32", "float32": "fp32", "32": "fp32", "tf32": "fp32",
	"fp16": "amp-fp16", "float16": "amp-fp16", "16": "amp-fp16", "half": "amp-fp16", "amp": "amp-fp16",
	"amp_fp16": "amp-fp16",
	"bf16":     "amp-bf16", "bfloat16": "amp-bf16", "amp_bf16": "amp-bf16", "amp_bfloat16": "amp-bf16",
	"fp8": "fp8", "amp_fp8": "fp8",
})

// storedDType: what the weights are held in.
var storedDType = words(map[string]string{
	"fp32": "fp32", "float32": "fp32", "float": "fp32", "32": "fp32",
	"fp16": "fp16", "float16": "fp16", "half": "fp16", "16": "fp16",
	"bf16": "bf16", "bfloat16": "bf16",
	"fp8": "fp8", "float8": "fp8", "float8_e4m3fn": "fp8",
})

// pureDType: weights and compute in one dtype, no autocast.
func pureDType(v config.Value) []fact {
	facts := storedDType(v)
	if len(facts) != 1 || facts[0].elsewhere {
		return facts
	}
	precision := "pure"
	if facts[0].text == "fp32" {
		precision = "fp32"
	}
	return []fact{{field: Weights, text: facts[0].text}, {field: Precision, text: precision}}
}

// optimizers: the names of transformers, torch, bitsandbytes, timm and friends.
var optimizerWords = map[string]string{
	"adamw": "adamw", "adam": "adamw", "adamw_torch": "adamw", "adamw_torch_fused": "adamw", "adamw_hf": "adamw",
	"adamw_apex_fused": "adamw", "fusedadam": "adamw", "fused_adam": "adamw", "decoupled_adamw": "adamw",
	"decoupledadamw": "adamw",
	"torch_adamw":    "adamw", "distributed_fused_adam": "adamw", "deepspeedcpuadam": "adamw", "cpuadam": "adamw",
	"optim.adamw": "adamw", "optim.adam": "adamw",
	"adamw_8bit": "adamw-8bit", "adamw_bnb_8bit": "adamw-8bit", "adamw8bit": "adamw-8bit", "adam8bit": "adamw-8bit",
	"adamw_torch_8bit": "adamw-8bit", "adam_8bit": "adamw-8bit",
	"paged_adamw_32bit": "paged-adamw", "paged_adamw": "paged-adamw", "pagedadamw": "paged-adamw",
	"pagedadamw32bit":  "paged-adamw",
	"paged_adamw_8bit": "paged-adamw-8bit", "pagedadamw8bit": "paged-adamw-8bit",
	"adamw_torch_4bit": "adamw-4bit", "adamw_4bit": "adamw-4bit", "adamw4bit": "adamw-4bit",
	"adafactor": "adafactor", "sgd": "sgd", "optim.sgd": "sgd", "badam": "badam",
	"lion": "lion", "lion_32bit": "lion", "lion_8bit": "lion-8bit", "lion8bit": "lion-8bit", "pagedlion8bit": "lion-8bit",
	"paged_lion_8bit":              "lion-8bit",
	"bitsandbytes.optim.adamw8bit": "adamw-8bit", "bitsandbytes.optim.pagedadamw8bit": "paged-adamw-8bit",
	"bitsandbytes.optim.pagedadamw": "paged-adamw",
	"torchao.optim.adamw8bit":       "adamw-8bit", "torchao.optim.adamw4bit": "adamw-4bit",
}

// optimizer keeps names that the table does not hold: they are optimizers too.
func optimizer(v config.Value) []fact {
	facts := wordsOr(optimizerWords)(v)
	if len(facts) == 1 && strings.Contains(strings.ToLower(v.Text), "fused") {
		facts = append(facts, fact{field: OptimizerImpl, text: "fused"})
	}
	return facts
}

var attention = words(map[string]string{
	"flash_attention_2": "flash", "flash_attention_3": "flash", "flash_attention": "flash", "flash": "flash",
	"fa2": "flash", "fa3": "flash", "flash_attn": "flash",
	"kernels-community/flash-attn": "flash", "kernels-community/flash-attn2": "flash",
	"kernels-community/flash-attn3": "flash", "kernels-community/vllm-flash-attn3": "flash",
	"sdpa": "sdpa", "eager": "eager", "torch": "eager", "disabled": "eager", "xformers": "xformers",
	"flex_attention": "flex", "flex": "flex",
})

// device is where DeepSpeed keeps what it offloads.
var device = words(map[string]string{"none": "none", "cpu": "cpu", "nvme": "nvme"})

var zeroStage = words(map[string]string{"0": "none", "1": "zero1", "2": "zero2", "3": "zero3", "true": "zero1"})

var fsdpStrategies = map[string]string{
	"full_shard": "fsdp-full", "1": "fsdp-full", "shard_grad_op": "fsdp-grad-op", "2": "fsdp-grad-op", "no_shard": "ddp",
	"3":            "ddp",
	"hybrid_shard": "fsdp-hybrid", "4": "fsdp-hybrid", "hybrid_shard_zero2": "fsdp-hybrid", "5": "fsdp-hybrid",
	"_hybrid_shard_zero2": "fsdp-hybrid",
	"full":                "fsdp-full", "hybrid": "fsdp-hybrid", "grad": "fsdp-grad-op",
}

var fsdpStrategy = words(fsdpStrategies)

// ShardingOf is how a model is sharded by a strategy of torch's FSDP, FULL_SHARD; "" for none of them.
func ShardingOf(strategy string) string { return fsdpStrategies[strings.ToLower(strategy)] }

var stateDict = words(
	map[string]string{
		"full_state_dict":    "full",
		"sharded_state_dict": "sharded",
		"local_state_dict":   "local",
		"full":               "full",
		"sharded":            "sharded",
		"local":              "local",
	},
)

// checkpointing reads yes/no and the names of what is recomputed.
func checkpointing(v config.Value) []fact {
	if value, ok := truth(v); ok {
		if value {
			return one("full")
		}
		return one("none")
	}
	switch strings.ToLower(v.Text) {
	case "full", "unsloth", "offload", "offload_disk", "uniform", "block":
		return one("full")
	case "selective", "op", "memory_budget":
		return one("selective")
	case "none", "null", "disabled":
		return one("none")
	case "auto":
		return auto()
	}
	return nil
}

// method reads the ways of fine-tuning.
var method = words(map[string]string{
	"full": "full", "finetune": "full", "full_finetuning": "full", "lora": "lora", "qlora": "qlora", "dora": "dora",
	"freeze": "freeze",
	"oft":    "other-peft", "adalora": "other-peft", "longlora": "lora", "llamapro": "other-peft", "lokr": "lokr",
	"loha": "other-peft", "adapter": "other-peft",
})

// fsdpWords reads HF's "full_shard auto_wrap offload".
func fsdpWords(v config.Value) []fact {
	names := strings.Fields(strings.ToLower(strings.Join(append(items(v), v.Text), " ")))
	var facts []fact
	for _, name := range names {
		switch name {
		case "full_shard", "true":
			facts = append(facts, fact{text: "fsdp-full"})
		case "shard_grad_op":
			facts = append(facts, fact{text: "fsdp-grad-op"})
		case "hybrid_shard", "hybrid_shard_zero2":
			facts = append(facts, fact{text: "fsdp-hybrid"})
		case "no_shard":
			facts = append(facts, fact{text: "ddp"})
		case "offload":
			facts = append(facts, fact{field: OffloadParams, text: "cpu"}, fact{field: OffloadOptimizer, text: "cpu"})
		}
	}
	return facts
}

// fsdpOffload: FSDP moves parameters, gradients and states together.
var fsdpOffload = when(fact{field: OffloadParams, text: "cpu"}, fact{field: OffloadOptimizer, text: "cpu"})

// lightningPrecision reads Trainer(precision=…) of Lightning and litgpt.
func lightningPrecision(v config.Value) []fact {
	switch strings.ToLower(v.Text) {
	case "32", "32-true", "64", "64-true":
		return one("fp32")
	case "16", "16-mixed":
		return one("amp-fp16")
	case "bf16", "bf16-mixed":
		return one("amp-bf16")
	case "16-true":
		return []fact{{text: "pure"}, {field: Weights, text: "fp16"}}
	case "bf16-true":
		return []fact{{text: "pure"}, {field: Weights, text: "bf16"}}
	case "transformer-engine", "transformer-engine-float16":
		return one("fp8")
	}
	return nil
}

// lightningStrategy reads Trainer(strategy=…).
func lightningStrategy(v config.Value) []fact {
	name := strings.ToLower(v.Text)
	switch {
	case name == "auto":
		return auto()
	case strings.HasPrefix(name, "ddp"):
		facts := one("ddp")
		if name == "ddp_find_unused_parameters_true" {
			facts = append(facts, fact{field: FindUnused, text: "true"})
		}
		return facts
	case strings.HasPrefix(name, "fsdp"):
		return one("fsdp-full")
	case strings.HasPrefix(name, "deepspeed"):
		facts := one("zero2")
		for _, stage := range []string{"1", "2", "3"} {
			if strings.HasPrefix(name, "deepspeed_stage_"+stage) {
				facts = one("zero" + stage)
			}
		}
		if strings.HasSuffix(name, "_offload") {
			facts = append(facts, fact{field: OffloadOptimizer, text: "cpu"})
		}
		return facts
	}
	return nil
}

// devices reads counts, lists of indexes, and "0,1"; -1 and auto mean all there are.
func devices(v config.Value) []fact {
	switch {
	case v.Kind == config.SequenceValue && v.Node != nil:
		return one(digits(len(v.Node.Items)))
	case v.Kind == config.String && strings.Contains(v.Text, ","):
		n := 0
		for part := range strings.SplitSeq(v.Text, ",") {
			if strings.TrimSpace(part) != "" {
				n++
			}
		}
		return one(digits(n))
	case v.Text == "-1" || strings.EqualFold(v.Text, "auto"):
		return auto()
	}
	return positive(v)
}

// imageSize reads 512, [512, 768] (height, width) and "512,768" or "512x768".
func imageSize(v config.Value) []fact {
	parts := items(v)
	if v.Kind != config.SequenceValue {
		parts = strings.FieldsFunc(
			strings.Trim(v.Text, "()[] "),
			func(r rune) bool { return r == ',' || r == 'x' || r == ' ' },
		)
	}
	switch {
	case len(parts) == 1 || len(parts) == 2 && parts[0] == parts[1]:
		if allDigits(parts[0]) {
			return one(parts[0])
		}
	case len(parts) == 2 && allDigits(parts[0]) && allDigits(parts[1]):
		return one(parts[0] + "x" + parts[1])
	}
	return nil
}

// optimizerClass is an optimizer by its class, torch.optim.AdamW; SGD has momentum or none, by arguments that stand
// elsewhere.
func optimizerClass(v config.Value) []fact {
	name := strings.ToLower(v.Text[strings.LastIndex(v.Text, ".")+1:])
	if text, ok := optimizerWords[name]; ok && text != "sgd" {
		return one(text)
	}
	return auto()
}
