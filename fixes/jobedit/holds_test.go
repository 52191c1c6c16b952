package jobedit

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/job"
)

// TestHolds: a plan is kept when the patched job trains on as many samples a step, and fits.
func TestHolds(t *testing.T) {
	const gb = 1 << 30
	of := func(arguments string) *job.Job {
		return one(t, unpack("-- train.py --\nfrom transformers import AutoModelForCausalLM\nfrom trl import SFTConfig, SFTTrainer\nmodel = AutoModelForCausalLM.from_pretrained(\"gpt2\")\n"+
			"SFTTrainer(model=model, args=SFTConfig(\"out\", max_length=512, bf16=True, "+arguments+"), train_dataset=data).train()"))
	}
	before := of("per_device_train_batch_size=8, gradient_accumulation_steps=2")
	for _, c := range []struct {
		name   string
		after  *job.Job
		usable int64
		want   string // "" when it holds
	}{
		{"no job any more", nil, 80 * gb, "no longer make this job"},
		{"half the samples", of("per_device_train_batch_size=4, gradient_accumulation_steps=2"), 80 * gb, "8 samples a step, not 16"},
		{"as many in other steps", of("per_device_train_batch_size=1, gradient_accumulation_steps=16"), 80 * gb, ""},
		{"too large for the card", of("per_device_train_batch_size=1, gradient_accumulation_steps=16"), gb, "does not fit"},
	} {
		err := Holds(before, c.after, c.usable)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
