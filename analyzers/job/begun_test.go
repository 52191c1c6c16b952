package job

import "testing"

// TestBegan: the folder that a job begins with is what another one writes.
func TestBegan(t *testing.T) {
	const script = "-- train.py --\nimport argparse\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\np = argparse.ArgumentParser()\np.add_argument('--model')\np.add_argument('--out')\n" +
		"a = p.parse_args()\nmodel = AutoModelForCausalLM.from_pretrained(a.model)\nTrainer(model=model, args=TrainingArguments(output_dir=a.out)).train()\n"
	for name, c := range map[string]struct{ first, second, want string }{
		"the folder":             {"--model gpt2 --out out/sft", "--model out/sft --out out/dpo", "gpt2"},
		"told another way":       {"--model gpt2 --out ./out/sft/", "--model /home/me/project/out/sft --out o", "gpt2"},
		"merged":                 {"--model gpt2 --out out/sft", "--model out/sft_merged --out o", "gpt2"},
		"a checkpoint":           {"--model gpt2 --out out/sft", "--model out/sft/checkpoint-300 --out o", "gpt2"},
		"its merged checkpoint":  {"--model gpt2 --out out/sft", "--model out/sft/checkpoint-300-merged --out o", "gpt2"},
		"another folder":         {"--model gpt2 --out out/sft", "--model out/sft2 --out o", ""},
		"one part is too little": {"--model gpt2 --out sft", "--model elsewhere/sft --out o", ""},
		"one part, the same":     {"--model gpt2 --out sft", "--model ./sft --out o", "gpt2"},
		"itself":                 {"--model gpt2 --out out/sft", "--model out/dpo --out out/dpo", ""},
		"of the hub":             {"--model gpt2 --out out/sft", "--model openai/gpt2 --out o", ""},
	} {
		jobs := Find(workspace("-- run.sh --\npython train.py " + c.first + "\npython train.py " + c.second + "\n" + script))
		if len(jobs) != 2 {
			t.Fatalf("%s: %d jobs", name, len(jobs))
		}
		if got := jobs[1].Began; got != c.want || jobs[0].Began != "" {
			t.Errorf("%s: began with %q and %q, want %q", name, jobs[0].Began, got, c.want)
		}
	}
	jobs := Find(workspace("-- run.sh --\npython train.py --model gpt2 --out a/sft\npython train.py --model a/sft --out a/dpo\npython train.py --model a/dpo --out a/rl\n" +
		"python train.py --model gpt2-xl --out b/x\npython train.py --model gpt2 --out b/x\npython train.py --model b/x --out c\n" + script))
	if got := jobs[2].Began; got != "gpt2" {
		t.Errorf("a chain began with %q", got)
	}
	if got := jobs[5].Began; got != "" {
		t.Errorf("a folder that two jobs write began with %q", got)
	}
}
