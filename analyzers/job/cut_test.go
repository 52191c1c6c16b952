package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestCutByUnnamed: a tokenizer's length counts where its function is asked for by name, or kept by what decorates it.
func TestCutByUnnamed(t *testing.T) {
	const script = `from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments

READERS = {}


def reader(name):
    def keep(f):
        READERS[name] = f
        return f
    return keep


tokenizer = AutoTokenizer.from_pretrained("gpt2")


DECORATEDdef read_alpaca(sample):
    return tokenizer(sample["text"], truncation=True, max_length=512, padding="max_length")


def main():
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    data = load_dataset("x", split="train").map(MAPPED)
    Trainer(model=model, args=TrainingArguments("out", per_device_train_batch_size=4, bf16=True), train_dataset=data).train()


main()
`
	for _, tt := range []struct{ decorated, mapped, want string }{
		{"", "read_alpaca", "512"},
		{"@reader(\"alpaca\")\n", "READERS[\"alpaca\"]", "512"},
		{"", "READERS[\"alpaca\"]", ""},
	} {
		jobs := Find(workspace("-- train.py --\n" + strings.NewReplacer("DECORATED", tt.decorated, "MAPPED", tt.mapped).Replace(script)))
		if len(jobs) != 1 {
			t.Fatalf("%+v: %d jobs", tt, len(jobs))
		}
		if got := jobs[0].Text(dialect.SeqLen); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}
