package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestCutParts: a question and its answer are cut off each by itself, and then put together.
func TestCutParts(t *testing.T) {
	const script = `import torch
from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments

tokenizer = AutoTokenizer.from_pretrained("gpt2")
max_source, max_target = 200, 56


def NAMED(sample):
    asked = tokenizer.encode(sample["q"], add_special_tokens=False)
    told = tokenizer.encode(sample["a"], add_special_tokens=False)
    CUT
    return {"input_ids": GIVEN, "labels": told}


model = AutoModelForCausalLM.from_pretrained("gpt2")
data = load_dataset("x", split="train").map(NAMED)
Trainer(model=model, args=TrainingArguments("out", per_device_train_batch_size=4, bf16=True), train_dataset=data).train()
`
	const both = "asked = asked[:max_source - 1]\n    told = told[:max_target - 2]"
	for name, c := range map[string]struct{ named, cut, given, want string }{
		"one behind the other":    {"read", both, "asked + [1] + told", "256 @ train.py:6"},
		"where they are longer":   {"read", "if len(asked) > max_source:\n        asked = asked[:max_source]\n    if len(told) > max_target:\n        told = told[:max_target]", "asked + told", "256 @ train.py:6"},
		"by the tokenizer":        {"read", both, "tokenizer.build_inputs_with_special_tokens(asked, told)", "256 @ train.py:6"},
		"in a variable":           {"read", both + "\n    ids = asked + told + [2]", "ids", "256 @ train.py:6"},
		"only one is cut off":     {"read", "asked = asked[:max_source]", "asked + told", "?"},
		"they stay apart":         {"read", both, "asked", "199 @ train.py:6"},
		"only sometimes":          {"read", "if sample['long']:\n        asked = asked[:max_source]\n        told = told[:max_target]", "asked + told", "?"},
		"a length nobody knows":   {"read", "asked = asked[:max_source]\n    told = told[:len(sample)]", "asked + told", "?"},
		"another list is cut":     {"read", "asked = told[:max_source]\n    told = asked[:max_target]", "asked + told", "?"},
		"for evaluation":          {"read_eval", both, "asked + told", "?"},
		"and something unbounded": {"read", both + "\n    more = tokenizer.encode(sample['m'])", "asked + told + more", "?"},
	} {
		text := strings.NewReplacer("NAMED", c.named, "CUT", c.cut, "GIVEN", c.given).Replace(script)
		if got := show(find(t, "-- train.py --\n"+text), dialect.SeqLen); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
