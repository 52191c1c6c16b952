package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestSliced: a function that makes samples takes the beginning of their tokens itself.
func TestSliced(t *testing.T) {
	const script = `import torch
from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments

tokenizer = AutoTokenizer.from_pretrained("gpt2")


def reader(limit):
    most = limit

    def NAMED(sample):
        MAX = 384
        asked = tokenizer(sample["q"], add_special_tokens=False)
        told = tokenizer(sample["a"], add_special_tokens=False)
        ids, labels = asked["input_ids"] + told["input_ids"], told["input_ids"]
        CUT
        return {"input_ids": GIVEN, "labels": labels}

    return NAMED


model = AutoModelForCausalLM.from_pretrained("gpt2")
data = load_dataset("x", split="train").map(reader(512))
Trainer(model=model, args=TrainingArguments("out", per_device_train_batch_size=4, bf16=True), train_dataset=data).train()
`
	for name, c := range map[string]struct{ named, cut, given, want string }{
		"always":                    {"read", "ids = ids[:MAX]", "ids", "384 @ train.py:12"},
		"where it is longer":        {"read", "if len(ids) > MAX:\n            ids = ids[:MAX]\n            labels = labels[:MAX]", "ids", "384 @ train.py:12"},
		"both at once":              {"read", "ids, labels = ids[:MAX], labels[:MAX]", "ids", "384 @ train.py:12"},
		"of a function around":      {"read", "ids = ids[:most]", "ids", "512 @ train.py:23"},
		"as it is given":            {"read", "pass", "ids[:MAX]", "384 @ train.py:12"},
		"a tensor of them":          {"read", "ids = torch.tensor(ids[:MAX])", "torch.tensor(ids)", "384 @ train.py:12"},
		"filled up":                 {"read", "ids = ids[:MAX]\n        ids = ids + [0] * (MAX - len(ids))", "ids", "384 @ train.py:12"},
		"filled up in place":        {"read", "ids = ids[:MAX]\n        ids += [0] * (MAX - len(ids))", "ids", "384 @ train.py:12"},
		"longer again":              {"read", "ids = ids[:MAX]\n        ids = ids + told['input_ids']", "ids", "?"},
		"longer again in place":     {"read", "ids = ids[:MAX]\n        ids.extend(told['input_ids'])", "ids", "?"},
		"only sometimes":            {"read", "if sample['long']:\n            ids = ids[:MAX]", "ids", "?"},
		"from behind":               {"read", "ids = ids[MAX:]", "ids", "?"},
		"all but the last":          {"read", "ids = ids[:-1]", "ids", "?"},
		"something else":            {"read", "labels = labels[:MAX]", "ids", "?"},
		"for evaluation":            {"read_eval", "ids = ids[:MAX]", "ids", "?"},
		"not by a number of anyone": {"read", "ids = ids[:len(told)]", "ids", "?"},
	} {
		text := strings.NewReplacer("NAMED", c.named, "CUT", c.cut, "GIVEN", c.given).Replace(script)
		if got := show(find(t, "-- train.py --\n"+text), dialect.SeqLen); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
