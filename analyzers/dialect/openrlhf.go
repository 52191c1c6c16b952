package dialect

// openRLHF are the flags of openrlhf.cli; its train_batch_size is over all GPUs.
var openRLHF = &Dialect{
	Name:       "openrlhf",
	Signatures: []Signature{{All: []string{"micro_train_batch_size"}}},
	Keys: []Key{
		{Path: "pretrain", Field: Model},
		{Path: "micro_train_batch_size", Field: MicroBatch, read: number},
		{Path: "train_batch_size", Field: GlobalBatch, read: number},
		{Path: "learning_rate", Field: LearningRate, read: number},
		{Path: "actor_learning_rate", Field: LearningRate, read: number},
		{Path: "max_epochs", Field: Epochs, read: number},
		{Path: "zero_stage", Field: Sharding, read: zeroStage},
		{Path: "lora_rank", Field: LoRARank, read: positive},
		{Path: "load_in_4bit", Field: Quantisation, read: when(fact{text: "nf4"})},
		{Path: "gradient_checkpointing", Field: Checkpointing, read: checkpointing},
		{Path: "packing_samples", Field: Packing, read: boolean},
		{Path: "save_path", Field: Output},
	},
}
