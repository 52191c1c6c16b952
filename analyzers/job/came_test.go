package job

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestCameTo: a script that starts one of several trainings by a word of its command trains in the file that this word
// leads to.
func TestCameTo(t *testing.T) {
	const script = "\n-- cli.py --\nimport argparse\nfrom full import Full\np = argparse.ArgumentParser()\np.add_argument('--mode')\na = p.parse_args()\n" +
		"if a.mode == 'full':\n    Full().train()\nelif a.mode == 'lora':\n    from lora import LoRA\n    LoRA().train()\n"
	const full = "\n-- full.py --\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\nNAME = 'gpt2'\nclass Full:\n    def train(self):\n        model = AutoModelForCausalLM.from_pretrained(NAME)\n" +
		"        Trainer(model=model, args=TrainingArguments(output_dir='o', per_device_train_batch_size=4)).train()\n"
	const lora = "\n-- lora.py --\nfrom full import NAME\nfrom peft import LoraConfig, get_peft_model\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\nclass LoRA:\n    def train(self):\n" +
		"        model = get_peft_model(AutoModelForCausalLM.from_pretrained(NAME), LoraConfig(r=8))\n        Trainer(model=model, args=TrainingArguments(output_dir='o', per_device_train_batch_size=16)).train()\n"
	for mode, want := range map[string]string{"full": "full 4", "lora": "lora 16"} {
		jobs := Find(workspace("-- run.sh --\npython cli.py --mode " + mode + "\n" + script[1:] + full[1:] + lora[1:]))
		if len(jobs) != 1 {
			t.Fatalf("%s: %d jobs", mode, len(jobs))
		}
		if got := jobs[0].Text(dialect.Method) + " " + jobs[0].Text(dialect.MicroBatch); got != want {
			t.Errorf("%s: %s, want %s", mode, got, want)
		}
	}
}
