package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestModelAtEndOfPath: nobody knows where the models lie, and the folder says which one it is.
func TestModelAtEndOfPath(t *testing.T) {
	const script = "import argparse, os, pathlib\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\np = argparse.ArgumentParser()\np.add_argument('--model', default=None)\n" +
		"args = p.parse_args()\nfolder = os.environ['MODELS']\nTrainer(model=AutoModelForCausalLM.from_pretrained(PATH), args=TrainingArguments('out', per_device_train_batch_size=4)).train()\n"
	for name, c := range map[string]struct{ path, flags, want string }{
		"an f-string":                 {"f'{folder}/Llama-2-7b-chat-hf'", "", "Llama-2-7b-chat-hf @ train.py:7"},
		"joined":                      {"os.path.join(folder, 'meta-llama', 'Llama-2-7b-hf')", "", "Llama-2-7b-hf @ train.py:7"},
		"put together":                {"folder + '/bert-base-uncased'", "", "bert-base-uncased @ train.py:7"},
		"a path that is known":        {"pathlib.Path('models') / 'Llama-2-7b-chat-hf'", "", "models/Llama-2-7b-chat-hf @ train.py:7"},
		"of the command line":         {"args.model", "--model $MODELS/Qwen2.5-7B-Instruct", "Qwen2.5-7B-Instruct @ run.sh:1"},
		"its own folder":              {"args.model", "--model ${MODELS}/Qwen2.5-7B-Instruct/", "Qwen2.5-7B-Instruct @ run.sh:1"},
		"all of it":                   {"args.model", "--model gpt2", "gpt2 @ run.sh:1"},
		"a folder called for nothing": {"f'{folder}/final'", "", "?"},
		"a checkpoint":                {"args.model", "--model $MODELS/checkpoint-500", "?"},
		"adapters":                    {"args.model", "--model $MODELS/Llama-3-8B-lora", "?"},
		"unknown to its end":          {"args.model", "--model $MODELS/$NAME-7B", "?"},
		"a part of a name":            {"folder + '-7B-hf'", "", "?"},
	} {
		j := find(t, "-- run.sh --\npython train.py "+c.flags+"\n-- train.py --\n"+strings.Replace(script, "PATH", c.path, 1))
		if got := show(j, dialect.Model); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	tool := find(t, "-- run.sh --\nllamafactory-cli train --stage sft --do_train True --model_name_or_path $WORK/x/Llama3.1-8B-Instruct-hf --finetuning_type lora --output_dir o\n")
	if got := show(tool, dialect.Model); got != "Llama3.1-8B-Instruct-hf @ run.sh:1" {
		t.Errorf("a tool: %s", got)
	}
}
