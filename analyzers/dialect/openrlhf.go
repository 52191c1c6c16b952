package dialect

import "slices"

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
	finish: func(r *Reading) {
		for _, path := range []string{"num_episodes", "actor_learning_rate", "critic_learning_rate"} {
			if _, ok := r.Pair(path); ok {
				r.translateEpisodes()
				return
			}
		}
	},
	beside: []string{"num_episodes"},
}

// translateEpisodes: with PPO and its like max_epochs is how often each rollout is used, and num_episodes how often all
// prompts are.
func (r *Reading) translateEpisodes() {
	r.Values = slices.DeleteFunc(r.Values, func(v Value) bool { return v.Field == Epochs })
	if p, ok := r.Pair("num_episodes"); ok {
		r.translate(Key{Path: "num_episodes", Field: Epochs, read: number}, p)
	} else if p, ok := r.Pair("max_epochs"); ok {
		r.unknown(Epochs, p)
	}
}
