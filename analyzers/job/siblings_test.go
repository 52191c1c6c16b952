package job

import (
	"slices"
	"testing"
)

// TestSiblings: a script's config has a default, and beside that lie others of the kind.
func TestSiblings(t *testing.T) {
	const script = "-- train.py --\nimport argparse, json\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\np = argparse.ArgumentParser()\n" +
		"p.add_argument('--config_path', default='./configs/config_000.json')\na = p.parse_args()\nwith open(a.config_path) as f:\n    c = json.load(f)\n" +
		"model = AutoModelForCausalLM.from_pretrained(c['model'])\nTrainer(model=model, args=TrainingArguments(num_train_epochs=c['num_train_epochs'], per_device_train_batch_size=c['batch_size'])).train()\n"
	const preset = "-- configs/config_000.json --\n{\"model\": \"gpt2\", \"num_train_epochs\": 3, \"batch_size\": 2, \"region\": \"north\"}\n"
	for name, c := range map[string]struct {
		beside string
		want   []string
	}{
		"of the same keys": {"-- configs/config_001.json --\n{\"model\": \"gpt2-xl\", \"num_train_epochs\": 1, \"batch_size\": 8, \"region\": \"south\"}\n",
			[]string{"train.py", "train.py with configs/config_001.json"}},
		"of other keys":       {"-- configs/deploy.json --\n{\"vm\": \"a\", \"flavor\": \"b\", \"batch_size\": 8, \"hosts\": 3}\n", []string{"train.py"}},
		"in another folder":   {"-- old/config_001.json --\n{\"model\": \"gpt2-xl\", \"num_train_epochs\": 1, \"batch_size\": 8}\n", []string{"train.py"}},
		"of another format":   {"-- configs/config_001.yaml --\nmodel: gpt2-xl\nnum_train_epochs: 1\nbatch_size: 8\n", []string{"train.py"}},
		"says no training":    {"-- configs/config_001.json --\n{\"model\": \"gpt2-xl\", \"region\": \"a\", \"region2\": 1}\n", []string{"train.py"}},
		"no default is there": {"-- configs/config_001.json --\n{\"model\": \"gpt2-xl\", \"num_train_epochs\": 1, \"batch_size\": 8}\n-- gone --\n", nil},
	} {
		at := preset
		if c.want == nil {
			at, c.want = "", []string{"train.py with configs/config_001.json"}
		}
		var got []string
		for _, j := range Find(workspace(script + at + c.beside)) {
			got = append(got, j.Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
