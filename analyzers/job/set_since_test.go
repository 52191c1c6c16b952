package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestSetSince: what a program sets on its arguments once they are made is what the trainer reads.
func TestSetSince(t *testing.T) {
	const script = "import argparse\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\np = argparse.ArgumentParser()\np.add_argument('--bs', type=int, default=None)\nopt = p.parse_args()\n" +
		"def made(**given):\n    return TrainingArguments('out', per_device_train_batch_size=32, **given)\nargs = made()\nSET\n" +
		"Trainer(model=AutoModelForCausalLM.from_pretrained('gpt2'), args=args).train()\n"
	for name, c := range map[string]struct{ flags, set, want string }{
		"set":                 {"", "args.per_device_train_batch_size = 4", "4 @ train.py:9, 1 (TrainingArguments)"},
		"by the command line": {"--bs 10", "if opt.bs is not None:\n    args.per_device_train_batch_size = opt.bs", "10 @ run.sh:1, 1 (TrainingArguments)"},
		"nobody asks":         {"", "if opt.bs is not None:\n    args.per_device_train_batch_size = opt.bs", "32 @ train.py:7, 1 (TrainingArguments)"},
		"another one":         {"", "args.gradient_accumulation_steps = 2", "32 @ train.py:7, 2 @ train.py:9"},
		"only read":           {"", "print(args.gradient_accumulation_steps, args.per_device_train_batch_size)", "32 @ train.py:7, 1 (TrainingArguments)"},
		"of something else":   {"", "opt.per_device_train_batch_size = 4", "32 @ train.py:7, 1 (TrainingArguments)"},
	} {
		j := find(t, "-- run.sh --\npython train.py "+c.flags+"\n-- train.py --\n"+strings.Replace(script, "SET", c.set, 1))
		if got := show(j, dialect.MicroBatch) + ", " + show(j, dialect.Accumulation); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
