package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

var accelerate = &Dialect{
	Name:   "accelerate",
	Host:   config.PyYAML,
	Closed: true,
	Signatures: []Signature{
		{
			All: []string{"distributed_type:text|distributed_type=NO|distributed_type=no"},
			Any: []string{"compute_environment", "num_processes",
				"machine_rank", "main_training_function", "rdzv_backend", "downcast_bf16", "deepspeed_config:map",
				"fsdp_config:map", "mixed_precision", "num_machines", "use_cpu"},
			Never: []string{"learning_rate", "base_model", "trainer:map", "model:map"},
		},
		{All: []string{"compute_environment", "num_processes"}, Never: []string{"learning_rate"}},
	},
	Keys: []Key{
		{Path: "mixed_precision", Field: Precision, read: mixedPrecision},
		{Path: "fp16", Field: Precision, read: when(fact{text: "amp-fp16"})},
		{Path: "num_processes", Field: GPUs, read: positive},
		{Path: "num_machines", Field: Nodes, read: positive},
		{Path: "deepspeed_config.zero_stage", Field: Sharding, read: zeroStage},
		{Path: "deepspeed_config.gradient_accumulation_steps", Field: Accumulation, read: number},
		{Path: "deepspeed_config.gradient_clipping", Field: GradientClip, read: number},
		{Path: "deepspeed_config.offload_optimizer_device", Field: OffloadOptimizer, read: device},
		{Path: "deepspeed_config.offload_param_device", Field: OffloadParams, read: device},
		{Path: "deepspeed_config.zero3_save_16bit_model", Field: GatherOnSave, read: boolean},
		{Path: "deepspeed_config.deepspeed_config_file", Field: DeepSpeedFile},
		{Path: "dynamo_config.dynamo_backend", Field: Compile, read: compileBackend},
		{Path: "dynamo_config.backend", Field: Compile, read: compileBackend},
		{Path: "dynamo_backend", Field: Compile, read: compileBackend},
		{Path: "parallelism_config.parallelism_config_tp_size", Field: TensorParallel, read: number},
		{Path: "parallelism_config.parallelism_config_cp_size", Field: ContextParallel, read: number},
	},
	finish: finishAccelerate,
}

var compileBackend = func(v config.Value) []fact {
	if strings.EqualFold(v.Text, "no") {
		return one("false")
	}
	return one("true")
}

// fsdpKeys are read with and without their prefix: the launcher adds it
// (accelerate/commands/launch.py).
var fsdpKeys = []Key{
	{Path: "sharding_strategy", Field: Sharding, read: fsdpStrategy},
	{Path: "version", Field: FSDPVersion, read: number},
	{Path: "offload_params", Field: OffloadParams, read: fsdpOffload},
	{Path: "state_dict_type", Field: StateDict, read: stateDict},
	{Path: "activation_checkpointing", Field: Checkpointing, read: checkpointing},
}

func finishAccelerate(r *Reading) {
	kind, ok := r.Pair("distributed_type")
	switch {
	case !ok:
		return
	case strings.EqualFold(kind.Value.Text, "FSDP"):
		r.accelerateFSDP(kind)
	case strings.EqualFold(kind.Value.Text, "DEEPSPEED"):
		if _, ok := r.Get(Sharding); !ok && r.text("deepspeed_config.deepspeed_config_file") == "" {
			r.add(Sharding, "zero2", kind) // the launcher's default stage
		}
	case strings.HasPrefix(strings.ToUpper(kind.Value.Text), "MULTI_"):
		r.add(Sharding, "ddp", kind)
	case strings.EqualFold(kind.Value.Text, "NO"):
		r.add(Sharding, "none", kind)
		if _, ok := r.Get(GPUs); !ok {
			r.add(GPUs, "1", kind)
		}
	}
}

func (r *Reading) accelerateFSDP(kind Pair) {
	for _, key := range fsdpKeys {
		for _, prefix := range []string{"fsdp_config.fsdp_", "fsdp_config."} {
			if p, ok := r.Pair(prefix + key.Path); ok {
				r.translate(key, p)
			}
		}
	}
	reshard, ok := r.Pair("fsdp_config.fsdp_reshard_after_forward")
	if ok && reshard.Value.Kind == config.Bool { // FSDP2
		strategy := "fsdp-grad-op"
		if reshard.Value.Bool {
			strategy = "fsdp-full"
		}
		r.add(Sharding, strategy, reshard)
	} else if ok {
		r.translate(Key{Field: Sharding, read: fsdpStrategy}, reshard)
	}
	if _, ok := r.Get(Sharding); !ok {
		r.add(Sharding, "fsdp-full", kind)
	}
}
