package dialect

// openCLIP are the flags of open_clip_train.main.
var openCLIP = &Dialect{
	Name:       "open-clip",
	Signatures: []Signature{{All: []string{"train_data"}, Any: []string{"accum_freq", "local_loss", "grad_checkpointing", "imagenet_val", "gather_with_grad"}}},
}
