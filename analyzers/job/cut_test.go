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

// TestCutByDefault: a function that only a lambda calls cuts texts off at the default of its parameter, unless somebody
// may give it another.
func TestCutByDefault(t *testing.T) {
	const script = `from functools import partial

from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments


def tokenize(sample, tokenizer, max_length=256):
    return tokenizer(sample["text"], truncation=True, max_length=max_length, padding="max_length")


def main():
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    data = load_dataset("x", split="train").map(MAPPED)
    Trainer(model=model, args=TrainingArguments("out", per_device_train_batch_size=4, bf16=True), train_dataset=data).train()


main()
`
	for mapped, want := range map[string]string{
		"lambda x: tokenize(x, tokenizer)":                                                 "256",
		"lambda x: tokenize(x, tokenizer, length)":                                         "",
		"partial(tokenize, tokenizer=tokenizer, max_length=length)":                        "",
		"tokenize, fn_kwargs={\"tokenizer\": tokenizer, \"max_length\": length}":           "",
		"lambda x: tokenize(x, tokenizer, 128)":                                            "128",
		"partial(tokenize, tokenizer=tokenizer, max_length=512)":                           "512",
		"tokenize, fn_kwargs={\"tokenizer\": tokenizer, \"max_length\": 384}":              "384",
		"lambda x: tokenize(x, tokenizer=tokenizer), batched=True, remove_columns=[\"x\"]": "256",
	} {
		jobs := Find(workspace("-- train.py --\n" + strings.ReplaceAll(script, "MAPPED", mapped)))
		if len(jobs) != 1 || jobs[0].Text(dialect.SeqLen) != want {
			t.Errorf("%s: %d jobs, %q", mapped, len(jobs), jobs[0].Text(dialect.SeqLen))
		}
	}
}

// TestCutInClosure: a function in a function is given to a library where the names around it have the values of its own
// way, and not those of the way on which the function around it raises before them.
func TestCutInClosure(t *testing.T) {
	const script = `from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments

LONGEST = 128


class Handler:
    def __init__(self):
        self.tokenizer = None

    def load(self):
        self.tokenizer = AutoTokenizer.from_pretrained("gpt2")
        return AutoModelForCausalLM.from_pretrained("gpt2")

    def prepare(self, data, max_length=None):
        if BEFORE:
            raise ValueError("no tokenizer")
        if max_length is None:
            max_length = LONGEST

        def encode(row):
            return self.tokenizer(row["text"], truncation=True, padding="max_length", max_length=max_length)

        return data.map(encode)


if __name__ == "__main__":
    handler = Handler()
    try:
        model = handler.load()
        data = handler.prepare(load_dataset("x", split="train")GIVEN)
        args = TrainingArguments("out", per_device_train_batch_size=4)
        Trainer(model=model, args=args, train_dataset=data).train()
    except Exception as e:
        print(e)
`
	for _, c := range []struct{ before, given, want string }{
		{"self.tokenizer is None", "", "128"},
		{"len(data) == 0", "", "128"},
		{"len(data) == 0", ", 64", "64"},
		{"len(data) == 0", ", len(data)", ""},
	} {
		text := strings.NewReplacer("BEFORE", c.before, "GIVEN", c.given).Replace(script)
		jobs := Find(workspace("-- train.py --\n" + text))
		if len(jobs) != 1 || jobs[0].Text(dialect.SeqLen) != c.want {
			t.Errorf("%s%s: %d jobs, %q", c.before, c.given, len(jobs), jobs[0].Text(dialect.SeqLen))
		}
	}
}
