package jobedit

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
)

// What is written must be read back as what was meant.
func TestSpellingsAreReadBack(t *testing.T) {
	for name, list := range spellings {
		d := dialect.Named(name)
		if d == nil {
			t.Errorf("there is no dialect %q", name)
			continue
		}
		for _, s := range list {
			var pairs []dialect.Pair
			for _, set := range s.settings {
				pairs = append(pairs, dialect.Pair{Key: set.key, Value: loaded(set.value)})
			}
			got, ok := dialect.FromPairs(name, pairs).Get(s.field)
			if !ok || got.Text != s.text {
				t.Errorf("%s: %v is read as %s %q, want %q", name, s.settings, s.field, got.Text, s.text)
			}
		}
	}
}

func loaded(v value) config.Value {
	if v == yes || v == no {
		return config.Value{Kind: config.Bool, Bool: v == yes, Text: v.text}
	}
	return config.Value{Kind: config.String, Text: v.text}
}

func TestCountsGoUnderTheDialectsOwnKey(t *testing.T) {
	for name, want := range map[string]string{
		"hf-arguments": "per_device_train_batch_size", "axolotl": "micro_batch_size", "torchtune": "batch_size",
		"llama-factory": "per_device_train_batch_size", "diffusers": "train_batch_size", "generic": "",
	} {
		settings, ok := spellingOf(dialect.Named(name), Change{dialect.MicroBatch, "1"}, "")
		if ok != (want != "") || (ok && settings[0].key != want) {
			t.Errorf("%s writes the micro-batch as %v, want %q", name, settings, want)
		}
	}
}

// fp16 beside bf16 raises: the one that was on goes off.
func TestPrecisionSwitchesExcludeEachOther(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"script": {`
-- train.py --
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("gpt2")
trainer = Trainer(model=model, args=TrainingArguments("out", max_steps=3, bf16=True), train_dataset=data)
trainer.train()
`, "bf16=False, fp16=True"},
		"config": {`
-- sft.yaml --
model_name_or_path: gpt2
stage: sft
finetuning_type: full
template: default
bf16: true
per_device_train_batch_size: 1
do_train: true
`, "bf16: false"},
	} {
		files := unpack(c.files)
		plan, failed := Rewrite(one(t, files), []Change{{dialect.Precision, "amp-fp16"}})
		if len(failed) > 0 || plan.Err != nil {
			t.Fatal(failed, plan.Err)
		}
		if got := strings.Join(texts(patched(t, files, plan.Edits)), ""); !strings.Contains(got, c.want) || !strings.Contains(got, "fp16") {
			t.Errorf("%s: %q is not in\n%s", name, c.want, got)
		}
	}
}
