package dialect

var oneTrainer = &Dialect{
	Name: "onetrainer",
	Signatures: []Signature{
		{All: []string{"training_method"}, Any: []string{"model_type", "base_model_name", "concepts", "batch_size"}},
	},
}
