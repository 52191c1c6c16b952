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

// TestFilledUp: questions and answers are cut off each at its own length, and filled up to both together.
func TestFilledUp(t *testing.T) {
	const script = `from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments

tokenizer = AutoTokenizer.from_pretrained("gpt2")
ASKED, TOLD = 300, 200


class Reader:
    def __init__(self, asked, told):
        self.asked, self.told = asked, told

    def NAMED(self, sample):
        MAX = self.asked + self.told
        a = tokenizer.encode(sample["q"], truncation=True, max_length=self.asked)
        b = tokenizer.encode(sample["a"], truncation=True, max_length=self.told)
        ids = a + b
        USED
        return {"input_ids": ids}


model = AutoModelForCausalLM.from_pretrained("gpt2")
reader = Reader(ASKED, TOLD)
data = load_dataset("x", split="train").map(reader.NAMED)
Trainer(model=model, args=TrainingArguments("out", per_device_train_batch_size=4, bf16=True), train_dataset=data).train()
`
	fill := func(named, length, used string) string {
		return strings.NewReplacer("NAMED", named, "MAX", length, "USED", strings.ReplaceAll(used, "MAX", length)).Replace(script)
	}
	for name, c := range map[string]struct{ text, want string }{
		"filled":              {fill("read", "max_seq_length", "ids = ids + [0] * (MAX - len(ids))"), "500 @ train.py:5"},
		"cut off":             {fill("read", "max_len", "ids = ids[:MAX]"), "500 @ train.py:5"},
		"neither":             {fill("read", "max_seq_length", "print(MAX)"), "?"},
		"another name":        {fill("read", "total", "ids = ids[:MAX]"), "500 @ train.py:5"},
		"for evaluation":      {fill("read_eval", "max_seq_length", "ids = ids[:MAX]"), "?"},
		"nobody knows a part": {strings.Replace(fill("read", "max_seq_length", "ids = ids[:MAX]"), "300, 200", "300, int(input())", 1), "?"},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, find(t, "-- train.py --\n"+c.text), map[dialect.Field]string{dialect.SeqLen: c.want})
		})
	}
}
