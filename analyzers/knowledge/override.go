package knowledge

// Handed is what transformers' Trainer hands, since some release, to one of its methods that heirs write anew.
type Handed struct {
	Method, Argument string
	// Place is where it stands behind self, from 0; -1: it is handed by name.
	Place int
	// Gone is set where it is no longer handed, as the last of all.
	Gone  bool
	Since string // of transformers
	// Not is from which release and before which one it is so for some models only; empty where it is for all.
	Not []string
	// By is the method of the Trainer that makes the call: an heir that writes it anew calls as it likes.
	By string
}

// In are the releases in which it surely is so, as requirements.
func (h Handed) In() []string {
	if len(h.Not) == 0 {
		return []string{">=" + h.Since}
	}
	return []string{">=" + h.Since + ",<" + h.Not[0], ">=" + h.Not[1]}
}

// HandedToHeirs are those, read from trainer.py of transformers 4.38 to 5.24.
func HandedToHeirs() []Handed {
	return []Handed{
		{
			Method:   "compute_loss",
			Argument: "num_items_in_batch",
			Place:    -1,
			Since:    "4.46",
			Not:      []string{"4.47", "4.50"},
			By:       "training_step",
		},
		{Method: "training_step", Argument: "num_items_in_batch", Place: 2, Since: "4.46", By: "_inner_training_loop"},
		{Method: "log", Argument: "start_time", Place: 1, Since: "4.47", By: "_maybe_log_save_evaluate"},
		{Method: "_get_train_sampler", Argument: "train_dataset", Place: 0, Since: "4.52", By: "get_train_dataloader"},
		{Method: "get_batch_samples", Argument: "device", Place: 2, Since: "4.50", By: "_inner_training_loop"},
		{
			Method:   "_save_checkpoint",
			Argument: "metrics",
			Place:    2,
			Gone:     true,
			Since:    "4.47",
			By:       "_maybe_log_save_evaluate",
		},
	}
}

// HeirsOfTrainer are the classes whose heirs are called so: transformers' Trainer, and those of trl that leave its loop
// as it is.
func HeirsOfTrainer() []string {
	return []string{
		"transformers.Trainer",
		"transformers.Seq2SeqTrainer",
		"trl.SFTTrainer",
		"trl.DPOTrainer",
		"trl.RewardTrainer",
	}
}
