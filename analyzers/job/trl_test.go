package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestDefaultsOfTRL: its configs have defaults of their own for bf16 since 0.19 and for checkpointing since 0.22, and
// until then those of TrainingArguments.
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

// TestArgumentsOfAFile: a project's own class of training arguments gets those that it inherits out of a file, too; a
// trainer that is chosen of two makes the job; a model that hands gradient_checkpointing_enable on asks for nothing.
func TestArgumentsOfAFile(t *testing.T) {
	const script = "-- run.sh --\npython train.py c.json\n-- c.json --\n{\"output_dir\": \"o\", \"bf16\": true,\n\"per_device_train_batch_size\": 64,\n\"foo\": 3}\n-- train.py --\n" +
		"import sys\nfrom dataclasses import dataclass\nimport transformers\n@dataclass\nclass Ours(transformers.TrainingArguments):\n    foo: int = 1\n" +
		"class A(transformers.Trainer):\n    pass\nclass B(A):\n    pass\n" +
		"class Net(transformers.PreTrainedModel):\n    def gradient_checkpointing_enable(self):\n        self.model.gradient_checkpointing_enable()\n" +
		"args, = transformers.HfArgumentParser((Ours,)).parse_json_file(sys.argv[1])\nmodel = transformers.AutoModelForMaskedLM.from_pretrained('FacebookAI/xlm-roberta-base')\n" +
		"Trainer = A if args.foo else B\nTrainer(model=model, args=args).train()\n"
	j := find(t, script)
	check(t, j, map[dialect.Field]string{dialect.Precision: "amp-bf16 @ c.json:1", dialect.MicroBatch: "64 @ c.json:2"})
	if got := j.Text(dialect.Checkpointing); got != "none" {
		t.Errorf("checkpointing is %q where nobody asks for it", got)
	}
	calling := find(t, strings.Replace(script, "Trainer = A", "model.gradient_checkpointing_enable()\nTrainer = A", 1))
	if got := calling.Text(dialect.Checkpointing); got != "full" {
		t.Errorf("checkpointing is %q where the script asks for it", got)
	}
	if jobs := Find(workspace(strings.Replace(script, "if args.foo else B", "if args.foo else print", 1))); len(jobs) != 0 {
		t.Errorf("%d jobs where one of two is no trainer", len(jobs))
	}
}
