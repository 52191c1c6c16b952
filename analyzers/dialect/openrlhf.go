package dialect

// openRLHF are the flags of openrlhf.cli; its train_batch_size is over all GPUs.
var openRLHF = &Dialect{
	Name:       "openrlhf",
	Signatures: []Signature{{All: []string{"micro_train_batch_size"}}},
}
