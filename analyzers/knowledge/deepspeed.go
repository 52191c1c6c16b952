package knowledge

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
