package job

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestTrainers: what unsloth's loaders and TRL's trainers are given, and what holds where they are given nothing.
func TestTrainers(t *testing.T) {
	const loaded = "from transformers import TrainingArguments\nfrom trl import SFTConfig, SFTTrainer\nfrom unsloth import FastLanguageModel\n" +
		"model, tokenizer = FastLanguageModel.from_pretrained(\"unsloth/a\", max_seq_length=2048LOAD)\n" +
		"model = FastLanguageModel.get_peft_model(model, r=16PEFT)\n" +
		"trainer = SFTTrainer(model=model, train_dataset=data, args=ARGS)\ntrainer.train()\n"
	const plain = "from transformers import AutoModelForCausalLM, TrainingArguments\nfrom trl import SFTConfig, SFTTrainer\n" +
		"model = AutoModelForCausalLM.from_pretrained(\"a/b\")\ntrainer = SFTTrainer(model=model, args=ARGS)\ntrainer.train()\n"
	tests := []struct {
		name, script   string
		replaced       []string
		want, quantity string
	}{
		{"unsloth's defaults", loaded, []string{"LOAD", "", "PEFT", "", "ARGS", "TrainingArguments(output_dir=\"o\")"}, "full 2048", "nf4-dq"},
		{"all said", loaded, []string{"LOAD", ", load_in_4bit=False", "PEFT", ", use_gradient_checkpointing=False", "ARGS", "SFTConfig(max_length=512)"}, "none 512", ""},
		{"one option for all", loaded, []string{"LOAD", ", **more", "PEFT", ", **more", "ARGS", "SFTConfig()"}, "? 2048", ""},
		{"in 4 bits, whatever else", loaded, []string{"LOAD", ", load_in_4bit=True, **more", "PEFT", "", "ARGS", "SFTConfig()"}, "full 2048", "nf4-dq"},
		{"in 4 bits if somebody says so", loaded, []string{"LOAD", ", load_in_4bit=more", "PEFT", "", "ARGS", "SFTConfig()"}, "full 2048", ""},
		{"in words", loaded, []string{"LOAD", ", load_in_8bit=True", "PEFT", ", use_gradient_checkpointing=\"unsloth\"", "ARGS", "SFTConfig()"}, "full 2048", "int8"},
		{"full finetuning", loaded, []string{"LOAD", ", full_finetuning=True", "PEFT", "", "ARGS", "SFTConfig()"}, "full 2048", ""},
		{"TRL's own config", plain, []string{"ARGS", "SFTConfig(output_dir=\"o\")"}, "full 1024", ""},
		{"plain arguments keep their defaults", plain, []string{"ARGS", "TrainingArguments(output_dir=\"o\")"}, "none 1024", ""},
		{"a length of the trainer", plain, []string{"ARGS", "TrainingArguments(output_dir=\"o\"), max_seq_length=512"}, "none 512", ""},
		{"one that only the run knows", plain, []string{"ARGS", "TrainingArguments(output_dir=\"o\"), max_seq_length=find()"}, "none ?", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			jobs := Find(workspace("-- train.py --\n" + strings.NewReplacer(tt.replaced...).Replace(tt.script)))
			if len(jobs) != 1 {
				t.Fatalf("%d jobs", len(jobs))
			}
			text := func(f dialect.Field) string {
				if v, ok := jobs[0].Get(f); ok {
					return v.Text
				}
				return "?"
			}
			if diff := cmp.Diff(tt.want, text(dialect.Checkpointing)+" "+text(dialect.SeqLen)); diff != "" {
				t.Error(diff)
			}
			if got := jobs[0].Text(dialect.Quantisation); got != tt.quantity {
				t.Errorf("quantisation %q, want %q", got, tt.quantity)
			}
		})
	}
}

// TestUnslothSamples: a batch that is no multiple of the completions of a prompt is raised to their number, by unsloth
// alone.
func TestUnslothSamples(t *testing.T) {
	const script = "from trl import GRPOConfig, GRPOTrainer\nfrom unsloth import FastLanguageModel\n" +
		"model, tokenizer = FastLanguageModel.from_pretrained(\"unsloth/a\", max_seq_length=2048)\n" +
		"trainer = GRPOTrainer(model=model, train_dataset=data, args=GRPOConfig(output_dir=\"o\", ARGS))\ntrainer.train()\n"
	for arguments, want := range map[string]string{
		"per_device_train_batch_size=1, num_generations=6":                                "6",
		"per_device_train_batch_size=12, num_generations=6":                               "12",
		"per_device_train_batch_size=1":                                                   "8",
		"per_device_train_batch_size=1, gradient_accumulation_steps=4, num_generations=4": "?", // as the version has it
		"per_device_train_batch_size=1, gradient_accumulation_steps=3, num_generations=4": "4",
		"per_device_train_batch_size=1, num_generations=6, steps_per_generation=6":        "?",
		"per_device_train_batch_size=1, num_generations=count()":                          "1",
	} {
		text := strings.Replace(script, "ARGS", arguments, 1)
		j := find(t, "-- train.py --\n"+text)
		got := "?"
		if v, ok := j.Get(dialect.MicroBatch); ok {
			got = v.Text
		}
		if got != want {
			t.Errorf("%s: %s, want %s", arguments, got, want)
		}
		plain := find(t, "-- train.py --\n"+strings.NewReplacer("unsloth import FastLanguageModel", "transformers import AutoModelForCausalLM",
			"FastLanguageModel.from_pretrained(\"unsloth/a\", max_seq_length=2048)", "AutoModelForCausalLM.from_pretrained(\"a/b\"), None").Replace(text))
		if v, _ := plain.Get(dialect.MicroBatch); v.Text == "6" || v.Text == "8" {
			t.Errorf("%s: %s without unsloth", arguments, v.Text)
		}
	}
}

// TestUnusedTokenizer: a function that nobody names cuts off no text of the job; one that is named, or that a base may
// call, does.
func TestUnusedTokenizer(t *testing.T) {
	const script = "from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments\n" +
		"class Source(BASE):\n    def tokens(self, tokenizer, max_length: int = 1024):\n" +
		"        return self.data.map(lambda x: tokenizer(x['text'], truncation=True, max_length=max_length))\n" +
		"model = AutoModelForCausalLM.from_pretrained(\"gpt2\")\ntokenizer = AutoTokenizer.from_pretrained(\"gpt2\")\nMORE\n" +
		"trainer = Trainer(model=model, args=TrainingArguments(\"o\"), train_dataset=data)\ntrainer.train()\n"
	for _, c := range []struct{ base, more, want string }{
		{"", "", "?"}, {"", "data = Source().tokens(tokenizer)", "1024"}, {"library.Source", "", "1024"},
	} {
		j := find(t, "-- train.py --\n"+strings.NewReplacer("BASE", c.base, "MORE", c.more).Replace(script))
		got := "?"
		if v, ok := j.Get(dialect.SeqLen); ok {
			got = v.Text
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.base+c.more, got, c.want)
		}
	}
}
