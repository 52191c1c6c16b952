package job

import (
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

const leftOverScript = `import os

from peft import LoraConfig, get_peft_model
from transformers import AutoModelForSequenceClassification, Trainer, TrainingArguments

SAVED = "./saved"


def load():
    LOADED
    return model


model = load()
config = LoraConfig(r=8, target_modules=["q_lin"])
USED
Trainer(model=model, args=TrainingArguments("out", per_device_train_batch_size=4), train_dataset=data).train()
`

// TestConfigThatNothingUses: a config of adapters alone adds none.
func TestConfigThatNothingUses(t *testing.T) {
	for name, c := range map[string]struct{ used, method, rank string }{
		"used":                {"model = get_peft_model(model, config)", "lora", "8"},
		"commented out":       {"# model = get_peft_model(model, config)", "full", ""},
		"given to the model":  {"model.add_adapter(config)", "lora", "8"},
		"given to a function": {"model = adapt(model, config)", "lora", "8"},
	} {
		text := strings.NewReplacer("USED", c.used, "LOADED", `model = AutoModelForSequenceClassification.from_pretrained("distilbert-base-uncased")`).Replace(leftOverScript)
		j := find(t, "-- train.py --\n"+text)
		if j.Text(dialect.Method) != c.method || j.Text(dialect.LoRARank) != c.rank {
			t.Errorf("%s: %s of rank %s", name, j.Text(dialect.Method), j.Text(dialect.LoRARank))
		}
	}
}

// TestModelThatIsThereAlready: what an earlier run has saved began with the model that is loaded otherwise.
func TestModelThatIsThereAlready(t *testing.T) {
	const first = `AutoModelForSequenceClassification.from_pretrained("distilbert-base-uncased")`
	for name, c := range map[string]struct{ loaded, want string }{
		"saved":          {"if os.path.exists(SAVED):\n        model = AutoModelForSequenceClassification.from_pretrained(SAVED)\n    else:\n        model = " + first, "distilbert-base-uncased"},
		"another path":   {"if os.path.exists('other'):\n        model = AutoModelForSequenceClassification.from_pretrained(SAVED)\n    else:\n        model = " + first, ""},
		"something else": {"if pick():\n        model = AutoModelForSequenceClassification.from_pretrained('roberta-base')\n    else:\n        model = " + first, ""},
	} {
		text := strings.NewReplacer("USED", "", "LOADED", c.loaded).Replace(strings.Replace(leftOverScript, "config = LoraConfig(r=8, target_modules=[\"q_lin\"])\n", "", 1))
		j := find(t, "-- train.py --\n"+text)
		if got := j.Text(dialect.Model); got != c.want || (c.want == "") != slices.Contains(j.Unknown, dialect.Model) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
