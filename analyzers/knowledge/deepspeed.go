package knowledge

import "strings"

// deepspeedSections are the sections of a DeepSpeed config that are read by a model which refuses unknown keys.
var deepspeedSections = map[string]string{
	"zero_optimization":                   "DeepSpeedZeroConfig",
	"zero_optimization.offload_param":     "DeepSpeedZeroOffloadParamConfig",
	"zero_optimization.offload_optimizer": "DeepSpeedZeroOffloadOptimizerConfig",
	"zero_optimization.leaf_module":       "DeepSpeedZeroLeafModuleConfig",
	"fp16":                                "DeepSpeedFP16Config",
	"bf16":                                "DeepSpeedBF16Config",
	"bfloat16":                            "DeepSpeedBF16Config",
	"tensorboard":                         "TensorBoardConfig",
	"wandb":                               "WandbConfig",
	"csv_monitor":                         "CSVConfig",
	"comet":                               "CometConfig",
	"comms_logger":                        "CommsLoggerConfig",
	"hybrid_engine":                       "HybridEngineConfig",
	"compile":                             "CompileConfig",
}

// DeepSpeedSection is the class that reads a section of a DeepSpeed config, "" for one that refuses nothing.
func DeepSpeedSection(path string) string { return deepspeedSections[path] }

// ShippedEngine is what a DeepSpeed file says that comes with a tool.
type ShippedEngine struct{ Sharding, OptimizerOn, ParametersOn string }

// shippedEngines are the files of LLaMA-Factory's examples/deepspeed and axolotl's deepspeed_configs.
var shippedEngines = map[string]ShippedEngine{
	"deepspeed/ds_z0_config.json": {
		"none",
		"",
		"",
	}, "deepspeed/ds_z2_config.json": {"zero2", "", ""}, "deepspeed/ds_z3_config.json": {"zero3", "", ""},
	"deepspeed/ds_z2_offload_config.json": {
		"zero2",
		"cpu",
		"",
	}, "deepspeed/ds_z3_offload_config.json": {"zero3", "cpu", "cpu"},
	"deepspeed_configs/zero1.json": {
		"zero1",
		"",
		"",
	}, "deepspeed_configs/zero2.json": {"zero2", "", ""}, "deepspeed_configs/zero3.json": {"zero3", "", ""},
	"deepspeed_configs/zero3_bf16.json": {
		"zero3",
		"",
		"",
	}, "deepspeed_configs/zero3_bf16_cpuoffload_params.json": {"zero3", "", "cpu"},
	"deepspeed_configs/zero3_bf16_cpuoffload_all.json": {"zero3", "cpu", "cpu"},
}

// ShippedDeepSpeed is what a DeepSpeed file says that a tool brings along, by its folder and name.
func ShippedDeepSpeed(path string) (ShippedEngine, bool) {
	folders := strings.Split(strings.TrimPrefix(path, "./"), "/")
	e, ok := shippedEngines[strings.Join(folders[max(0, len(folders)-2):], "/")]
	return e, ok
}
