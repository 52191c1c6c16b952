package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestFilledByHand: a sample that a function fills to a length has that many tokens; what it adds otherwise says
// nothing.
func TestFilledByHand(t *testing.T) {
	const script = `from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments

tokenizer = AutoTokenizer.from_pretrained("gpt2")


def process(examples):
    MAX_LENGTH = 768
    input_ids = []
    for text in examples["text"]:
        ids = tokenizer(text)["input_ids"]
        ids = ids[: MAX_LENGTH - 1] + [tokenizer.eos_token_id]
        if len(ids) < MAX_LENGTH:
            FILL
        input_ids.append(ids)
    return {"input_ids": input_ids}


model = AutoModelForCausalLM.from_pretrained("gpt2")
data = load_dataset("x", split="train").map(process, batched=True)
Trainer(model=model, args=TrainingArguments("out", per_device_train_batch_size=4, bf16=True), train_dataset=data).train()
`
	for fill, want := range map[string]string{
		"ids += [0] * (MAX_LENGTH - len(ids))":      "768",
		"ids = ids + [0] * (MAX_LENGTH - len(ids))": "768",
		"ids += [0] * 3": "",
	} {
		jobs := Find(workspace("-- train.py --\n" + strings.ReplaceAll(script, "FILL", fill)))
		if len(jobs) != 1 || jobs[0].Text(dialect.SeqLen) != want {
			t.Errorf("%s: %d jobs, %q", fill, len(jobs), jobs[0].Text(dialect.SeqLen))
		}
	}
}

// TestDeepSpeedByPath: the config of DeepSpeed is named by a path from the script's own folder.
func TestDeepSpeedByPath(t *testing.T) {
	jobs := Find(workspace(`-- training/train.py --
from pathlib import Path
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("gpt2")
config = str(Path(__file__).resolve().parent.parent / "configs/ds.json")
args = TrainingArguments("out", per_device_train_batch_size=4, fp16=True, deepspeed=config)
Trainer(model=model, args=args, train_dataset=data).train()
-- configs/ds.json --
{"fp16": {"enabled": true}, "zero_optimization": {"stage": 2}, "gradient_clipping": 0.5, "train_micro_batch_size_per_gpu": 4}
`))
	if len(jobs) != 1 || jobs[0].Text(dialect.Sharding) != "zero2" {
		t.Errorf("%d jobs, %q", len(jobs), jobs[0].Text(dialect.Sharding))
	}
}

// TestTrainerThatJudges: a notebook reads back what it has trained and only evaluates it.
func TestTrainerThatJudges(t *testing.T) {
	const script = `from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

args = TrainingArguments("out", per_device_train_batch_size=4)
model = AutoModelForCausalLM.from_pretrained("gpt2")
trainer = Trainer(model=model, args=args, train_dataset=data)
trainer.train()
best = AutoModelForCausalLM.from_pretrained("out/checkpoint-500")
trainer = Trainer(model=best, args=args, eval_dataset=data)
trainer.DOES()
`
	for does, want := range map[string]string{"evaluate": "gpt2", "train": ""} {
		jobs := Find(workspace("-- train.py --\n" + strings.ReplaceAll(script, "DOES", does)))
		if len(jobs) != 1 || jobs[0].Text(dialect.Model) != want {
			t.Errorf("%s: %d jobs, %q", does, len(jobs), jobs[0].Text(dialect.Model))
		}
	}
}

// TestImportedPart: a file that a started script imports prepares something at its own level, and is no job beside it.
func TestImportedPart(t *testing.T) {
	jobs := Find(workspace(`-- README.md --
# Project

    python scripts/start.py

-- scripts/start.py --
from work.runner import run_all

if __name__ == "__main__":
    run_all()
-- work/runner.py --
import os


def login():
    os.environ["KEY"] = "x"


login()


def run_all():
    from work.fit import fit
    fit()
-- work/fit.py --
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments


def fit():
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    Trainer(model=model, args=TrainingArguments("out", per_device_train_batch_size=4), train_dataset=data).train()
`))
	if len(jobs) != 1 || jobs[0].Name != "README.md:3" {
		t.Errorf("%d jobs, the first %q", len(jobs), jobs[0].Name)
	}
}

// TestPartOfPackage: a file that imports relative to its package and asks nowhere whether it is the script cannot be
// started as it stands; what it comes to in what it imports makes no job of it.
func TestPartOfPackage(t *testing.T) {
	const rest = `
-- pkg/__init__.py --
-- pkg/work.py --
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments


def work():
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    Trainer(model=model, args=TrainingArguments("out", per_device_train_batch_size=4), train_dataset=data).train()
`
	for script, want := range map[string]int{
		"from .work import work\n\nwork()\n":                                   0,
		"from pkg.work import work\n\nwork()\n":                                1,
		"from .work import work\n\nif __name__ == \"__main__\":\n    work()\n": 1,
	} {
		if jobs := Find(workspace("-- pkg/start.py --\n" + script + rest)); len(jobs) != want {
			t.Errorf("%q: %d jobs, want %d", script, len(jobs), want)
		}
	}
}
