package job

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestDefaultsOfTRL: its configs have defaults of their own for bf16 since 0.19 and for checkpointing since 0.22, and until then those of
// TrainingArguments.
func TestDefaultsOfTRL(t *testing.T) {
	const script = "-- sft.py --\nfrom trl import SFTConfig, SFTTrainer\ntrainer = SFTTrainer(model='a/b', train_dataset=[], " +
		"args=SFTConfig(output_dir='out'))\ntrainer.train()\n"
	for declared, want := range map[string]string{
		"trl==0.16.1": "fp32 none", "trl==0.20.0": "amp-bf16 none", "trl==0.22.0": "amp-bf16 full", "trl<0.19": "fp32 none",
		"trl>=0.12": "amp-bf16 full", "torch": "amp-bf16 full",
	} {
		j := find(t, script+"-- run.sh --\npython sft.py\n-- requirements.txt --\n"+declared+"\n")
		if got := j.Text(dialect.Precision) + " " + j.Text(dialect.Checkpointing); got != want {
			t.Errorf("%s: %s, want %s", declared, got, want)
		}
	}
}
