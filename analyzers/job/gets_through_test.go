package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestConfigsReadInATry: a function that reads a config gave it to a run that trains, where the file lies in the
// project, whatever it gives where that fails; and where it does not, too, if that is nothing.
func TestConfigsReadInATry(t *testing.T) {
	const text = "-- c.yaml --\nsft:\n  per_device_train_batch_size: 6\n  output_dir: out\n-- train.py --\nimport yaml\nfrom trl import SFTConfig, SFTTrainer\n\ndef read(path):\n" +
		"    try:\n        with open(path) as f:\n            data = yaml.safe_load(f)\n        return data\n    except Exception as e:\n        print(e)\n        GIVES\n\n" +
		"config = read('c.yaml')\ntrainer = SFTTrainer('gpt2', args=SFTConfig(**config.get('sft', {})), train_dataset=data)\ntrainer.train()\n"
	for gives, want := range map[string]string{
		"return None": "6 @ c.yaml:2", "return": "6 @ c.yaml:2", "return str(e)": "6 @ c.yaml:2", "return {}": "6 @ c.yaml:2", "return ''": "6 @ c.yaml:2", "raise": "6 @ c.yaml:2",
		"return {'sft': {'per_device_train_batch_size': 2}}": "6 @ c.yaml:2", "return usual()": "6 @ c.yaml:2", "data = {}\n    return data": "6 @ c.yaml:2",
	} {
		if got := show(find(t, strings.ReplaceAll(text, "GIVES", gives)), dialect.MicroBatch); got != want {
			t.Errorf("%s: micro-batch %s, want %s", gives, got, want)
		}
	}
	for _, gives := range []string{"return {'sft': {'per_device_train_batch_size': 2}}", "return usual()", "data = {}\n    return data"} {
		for _, other := range []string{strings.Replace(text, "-- c.yaml --", "-- d.yaml --", 1), strings.Replace(text, "except Exception", "except (OSError, KeyError)", 1)} {
			if got := show(find(t, strings.ReplaceAll(other, "GIVES", gives)), dialect.MicroBatch); got != "?" {
				t.Errorf("%s: micro-batch %s, want ?:\n%s", gives, got, other)
			}
		}
	}
}

// TestParserOfDeepSpeed: its options are added to the parser that it is handed and gives back.
func TestParserOfDeepSpeed(t *testing.T) {
	j := find(t, "-- run.sh --\ndeepspeed train.py --batch 3 --name gpt2\n-- train.py --\nimport argparse\nimport deepspeed\nimport torch\nfrom transformers import AutoModelForCausalLM\n"+
		"p = argparse.ArgumentParser()\np.add_argument('--batch', type=int)\np.add_argument('--name')\np = deepspeed.add_config_arguments(p)\nargs = p.parse_args()\n"+
		"model = AutoModelForCausalLM.from_pretrained(args.name)\nloader = torch.utils.data.DataLoader(data, batch_size=args.batch)\n"+
		"engine, opt, _, _ = deepspeed.initialize(args=args, model=model)\nfor x in loader:\n    engine.backward(engine(x).loss)\n    engine.step()\n")
	for field, want := range map[dialect.Field]string{dialect.MicroBatch: "3 @ run.sh:1"} {
		if got := show(j, field); got != want {
			t.Errorf("%s: %s, want %s", field, got, want)
		}
	}
}

// TestRecipesOfTorchtune: a recipe does nothing without the config that its command line names.
func TestRecipesOfTorchtune(t *testing.T) {
	const loop = "import torch\nfrom torchtune import config\n\nclass Recipe:\n    def train(self):\n        for batch in self.loader:\n            self.model(batch).backward()\n            self.optimizer.step()\n\n"
	const config = "-- lora.yaml --\nmodel:\n  _component_: torchtune.models.llama3.lora_llama3_8b\noptimizer:\n  _component_: torch.optim.AdamW\ndataset:\n  _component_: torchtune.datasets.alpaca_dataset\nbatch_size: 2\n"
	for main, want := range map[string]int{
		"@config.parse\ndef main(cfg):\n    Recipe().train()\n\nif __name__ == '__main__':\n    main()\n": 1, // that of its config
		"def main():\n    Recipe().train()\n\nif __name__ == '__main__':\n    main()\n":                   2,
	} {
		if jobs := Find(workspace(config + "-- custom_recipe.py --\n" + loop + main)); len(jobs) != want {
			t.Errorf("%d jobs, want %d:\n%s", len(jobs), want, main)
		}
	}
}

// TestSectionsThatAreHandedOn: a config of whose sections a script hands on whole dictionaries is one that it reads.
func TestSectionsThatAreHandedOn(t *testing.T) {
	const text = "-- configs/lora.yaml --\nsft_config:\n  per_device_train_batch_size: 6\n  num_train_epochs: 3\n  output_dir: out\n  save_total_limit: 2\n" +
		"-- train.py --\nimport argparse\nimport yaml\nfrom trl import SFTConfig, SFTTrainer\np = argparse.ArgumentParser()\np.add_argument('--config', default='missing.yaml')\n" +
		"with open(p.parse_args().config) as f:\n    config = yaml.safe_load(f)\nSFTTrainer('gpt2', args=SFTConfig(CALL), train_dataset=data).train()\n"
	for call, want := range map[string]string{"**config['sft_config']": "train.py with configs/lora.yaml", "output_dir=config['other_config']": "train.py"} {
		jobs := Find(workspace(strings.ReplaceAll(text, "CALL", call)))
		if len(jobs) != 1 || jobs[0].Name != want {
			t.Errorf("%s: %d jobs, the first is %v, want %s", call, len(jobs), jobs[0].Name, want)
		}
	}
}

// TestScriptsThatSave only build what another script trained.
func TestScriptsThatSave(t *testing.T) {
	const text = "-- README.md --\n```bash\npython scripts/save_gguf.py\npython scripts/train.py\n```\n-- src/training.py --\nfrom transformers import TrainingArguments\nfrom trl import SFTTrainer\n\nclass Tuner:\n    def __init__(self, name):\n        self.model = load(name)\n\n" +
		"    def train(self, data):\n        SFTTrainer(model=self.model, args=TrainingArguments('out'), train_dataset=data).train()\n" +
		"-- scripts/save_gguf.py --\nfrom src.training import Tuner\n\ndef save():\n    Tuner('mine').model.save_pretrained_gguf('out')\n\nif __name__ == '__main__':\n    save()\n" +
		"-- scripts/train.py --\nfrom src.training import Tuner\n\nif __name__ == '__main__':\n    Tuner('gpt2').train(data)\n"
	jobs := Find(workspace(text))
	if len(jobs) != 1 || jobs[0].Name != "README.md:3" {
		t.Errorf("%d jobs, want that of README.md:3", len(jobs))
	}
}

// TestFilesThatComeWithTheTool: LLaMA-Factory's own DeepSpeed files are known where the project has none of that name.
func TestFilesThatComeWithTheTool(t *testing.T) {
	const text = "-- run.sh --\nllamafactory-cli train sft.yaml\n-- sft.yaml --\nmodel_name_or_path: gpt2\nstage: sft\ndo_train: true\nfinetuning_type: full\ndataset: d\ntemplate: t\ncutoff_len: 128\noutput_dir: out\ndeepspeed: FILE\n"
	for file, want := range map[string]string{
		"examples/deepspeed/ds_z3_offload_config.json": "zero3 @ sft.yaml:9", "examples/deepspeed/ds_z0_config.json": "none @ sft.yaml:9", "configs/ds_z3_config.json": "?",
		"examples/deepspeed/ds_z9_config.json": "?",
	} {
		if got := show(find(t, strings.ReplaceAll(text, "FILE", file)), dialect.Sharding); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

// TestArgumentsOfOneProcess: what is handed on to the arguments of a run of one process holds no sharding where nothing
// speaks of it.
func TestArgumentsOfOneProcess(t *testing.T) {
	const text = "-- train.py --\nfrom dataclasses import fields\nfrom trl import SFTConfig, SFTTrainer\nfrom elsewhere import options\nSFTTrainer('gpt2', args=SFTConfig('out', per_device_train_batch_size=2, **{f: getattr(options, f) for f in fields(SFTConfig)})).train()\n"
	for more, open := range map[string]bool{"": false, "# deepspeed needs its own file\n": true, "\n-- run.sh --\ntorchrun --nproc_per_node 4 train.py\n": true, "\n-- run.sh --\npython train.py\n": false} {
		if got := find(t, text+more).Undecided(dialect.Sharding); got != open {
			t.Errorf("%q: undecided %t, want %t", more, got, open)
		}
	}
}

// TestPrecisionOfAFlag: a flag that is on by default says the precision of a script that nobody starts in another way;
// one that is off may be given.
func TestPrecisionOfAFlag(t *testing.T) {
	const text = "-- train.py --\nimport argparse\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\np = argparse.ArgumentParser()\np.add_argument('--fp16', type=bool, default=IS)\n" +
		"args = p.parse_args()\nTrainer(model=AutoModelForCausalLM.from_pretrained('gpt2'), args=TrainingArguments('out', fp16=args.fp16)).train()\n"
	for is, want := range map[string]string{"True": "amp-fp16 default @ train.py:4", "False": "?"} {
		if got := show(find(t, strings.ReplaceAll(text, "IS", is)), dialect.Precision); got != want {
			t.Errorf("%s: %s, want %s", is, got, want)
		}
	}
}
