package dialect

// xtuner configurations are Python files: bare assignments above MMEngine's dicts.
var xtuner = &Dialect{
	Name: "xtuner",
	Signatures: []Signature{
		{All: []string{"accumulative_counts"}, Any: []string{"pretrained_model_name_or_path", "pack_to_max_length", "optim_type"}},
	},
	Keys: append([]Key{
		{Path: "pretrained_model_name_or_path", Field: Model},
		{Path: "batch_size", Field: MicroBatch, read: number},
		{Path: "accumulative_counts", Field: Accumulation, read: number},
		{Path: "max_length", Field: SeqLen, read: number},
		{Path: "pack_to_max_length", Field: Packing, read: boolean},
		{Path: "dataloader_num_workers", Field: Workers, read: number},
		{Path: "optim_type", Field: Optimizer, read: componentOptimizer},
		{Path: "lr", Field: LearningRate, read: number},
		{Path: "max_epochs", Field: Epochs, read: number},
		{Path: "sequence_parallel_size", Field: ContextParallel, read: number},
		{Path: "model.llm.torch_dtype", Field: Weights, read: storedDType},
		{Path: "model.llm.quantization_config.load_in_4bit", Field: Quantisation, read: when(fact{text: "nf4"})},
		{Path: "model.lora.r", Field: LoRARank, read: number},
		{Path: "model.use_activation_checkpointing", Field: Checkpointing, read: checkpointing},
	}, mmengine.Keys...),
	finish: finishMMEngine,
}
