package job

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestPreparedCheckpointing: what prepares a quantised base for training checkpoints it, unless it is told otherwise.
func TestPreparedCheckpointing(t *testing.T) {
	const head = "-- a.py --\nimport torch\nfrom installed import decide\nfrom transformers import AutoModelForCausalLM, BitsAndBytesConfig, Trainer, TrainingArguments\nfrom peft import LoraConfig, get_peft_model, prepare_model_for_kbit_training\n"
	const four = "BitsAndBytesConfig(load_in_4bit=True)"
	for _, c := range []struct{ bits, how, want string }{
		{four, "", "full @ a.py:5"}, {four, ", True", "full @ a.py:5"}, {four, ", use_gradient_checkpointing=True", "full @ a.py:5"}, {four, ", use_gradient_checkpointing=False", "none (TrainingArguments)"}, {four, ", False", "none (TrainingArguments)"},
		{four, ", use_gradient_checkpointing=decide()", "?"}, {four, ", decide()", "?"}, {four, ", **decide()", "?"}, {"None", "", "none (TrainingArguments)"}, {"decide()", "", "?"},
	} {
		j := find(t, head+"model = prepare_model_for_kbit_training(AutoModelForCausalLM.from_pretrained('gpt2', quantization_config="+c.bits+")"+c.how+")\n"+
			"Trainer(model=get_peft_model(model, LoraConfig(r=16)), args=TrainingArguments('out')).train()\n")
		if got := show(j, dialect.Checkpointing); got != c.want {
			t.Errorf("%s%s: %s, want %s", c.bits, c.how, got, c.want)
		}
	}
}
