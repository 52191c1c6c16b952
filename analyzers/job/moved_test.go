package job

import (
	"slices"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestPagesOfTools: a page that shows what a launcher of a tool holds, with other places of the model and the data, is
// no job more.
func TestPagesOfTools(t *testing.T) {
	const launcher = "-- run.sh --\nswift sft --model /data/me/Qwen3-8B --train_type lora --dataset /data/me/a.json --learning_rate 1e-4\n"
	for name, c := range map[string]struct {
		page string
		want []string
	}{
		"the model by its name on the hub": {"swift sft --model Qwen/Qwen3-8B --train_type lora --dataset train.json --learning_rate 1e-4", nil},
		"another model":                    {"swift sft --model Qwen/Qwen3-4B --train_type lora --dataset train.json --learning_rate 1e-4", []string{"README.md:2"}},
		"another rate":                     {"swift sft --model Qwen/Qwen3-8B --train_type lora --dataset train.json --learning_rate 1e-5", []string{"README.md:2"}},
		"other data of that machine":       {"swift sft --model /data/me/Qwen3-8B --train_type lora --dataset /data/me/b.json --learning_rate 1e-4", []string{"README.md:2"}},
	} {
		t.Run(name, func(t *testing.T) {
			jobs := Find(workspace("-- README.md --\n```\n" + c.page + "\n```\n" + launcher))
			if got, want := named(jobs), append([]string{"run.sh:1"}, c.want...); !slices.Equal(got, want) {
				t.Errorf("jobs %q, want %q", got, want)
			}
		})
	}
}

// TestMovedScript: a page names a script by a folder in which it no longer lies. The one of that name that takes all
// that the command gives is meant, and it is no job by itself then.
func TestMovedScript(t *testing.T) {
	const script = "-- odin/train.py --\n" + smallScript
	for name, c := range map[string]struct{ page, want string }{
		"moved":                         {"python scripts/train.py --bs 8 --lr 1e-4", "README.md:2"},
		"another one, with other words": {"python scripts/train.py --bs 8 --tokens 9", "odin/train.py"},
		"no word tells":                 {"python scripts/train.py", "odin/train.py"},
	} {
		t.Run(name, func(t *testing.T) {
			jobs := Find(workspace("-- README.md --\n```\n" + c.page + "\n```\n" + script))
			if got := named(jobs); !slices.Equal(got, []string{c.want}) {
				t.Errorf("jobs %q, want %q", got, c.want)
			}
		})
	}
	twice := "-- README.md --\n```\npython scripts/train.py --bs 8 --lr 1e-4\n```\n" + script + "-- other/train.py --\n" + smallScript
	if got := named(Find(workspace(twice))); !slices.Equal(got, []string{"odin/train.py", "other/train.py"}) {
		t.Errorf("two scripts of that name: jobs %q", got)
	}
}

// TestTrainerNamedAfterItsModel: a subclass of transformers' Trainer from another module is one by its name, with what
// it is for behind the word or without.
func TestTrainerNamedAfterItsModel(t *testing.T) {
	text := func(class string) string {
		return "-- run.sh --\npython src/train.py --do_train --per_device_train_batch_size 4\n-- src/train.py --\n" +
			"from transformers import AutoModel, HfArgumentParser, TrainingArguments\nfrom parts import " + class + "\n\n" +
			"def main():\n    args, = HfArgumentParser(TrainingArguments).parse_args_into_dataclasses()\n" +
			"    model = AutoModel.from_pretrained('gpt2')\n    t = " + class + "(model=model, args=args, train_dataset=data())\n    t.train()\n\n" +
			"if __name__ == '__main__':\n    main()\n-- src/parts.py --\nfrom base import Base\nclass " + class + "(Base):\n    pass\n"
	}
	for class, want := range map[string]int{"TrainerForGLM": 1, "Seq2SeqTrainerWithLoss": 1, "MyTrainerV2": 1, "OwnTrainer": 1, "TrainerCallback": 0, "Trainers": 0, "Runner": 0} {
		jobs := Find(workspace(text(class)))
		if len(jobs) != want {
			t.Errorf("%s: %d jobs, want %d", class, len(jobs), want)
		} else if want == 1 && jobs[0].Text("micro_batch") != "4" {
			t.Errorf("%s: micro batch %q", class, jobs[0].Text("micro_batch"))
		}
	}
}

// TestNotebookStartsWhatImportsATraining: a notebook starts a script by its words. One whose run comes to a training
// step in a module that it imports is a job, whatever it is called; one that only imports such a module is none.
func TestNotebookStartsWhatImportsATraining(t *testing.T) {
	notebook := func(script string) string {
		return `-- work.ipynb --
import subprocess, sys
cmd = ['accelerate', 'launch', '` + script + `', '--bs', '2']
cmd.extend(['--lr', '1e-4'])
subprocess.run(cmd)
-- image_network.py --
from steps import main
if __name__ == "__main__":
    main()
-- image_cache.py --
import steps
print(steps.__name__)
-- steps.py --
` + smallScript
	}
	for script, want := range map[string]bool{"image_network.py": true, "image_cache.py": false} {
		jobs := Find(workspace(notebook(script)))
		found := slices.ContainsFunc(jobs, func(j *Job) bool { return j.Launch != nil && j.Text("micro_batch") == "2" && j.Text("lr") == "0.0001" })
		if found != want {
			t.Errorf("%s: %v, want %v: %q", script, found, want, named(jobs))
		}
	}
}

// TestPagesThatUseWhatWasTrained: under a heading about inference a page starts the script that it starts for training,
// too; and it shows the form of a command before an example of it.
func TestPagesThatUseWhatWasTrained(t *testing.T) {
	for name, c := range map[string]struct {
		page string
		want []string
	}{
		"inference with the script":    {"## Training\n```\npython train.py --bs 2\n```\n## 4. Inference\n```\npython train.py --out a\n```\n", []string{"README.md:3"}},
		"training again":               {"## Training\n```\npython train.py --bs 2\n```\n## More training\n```\npython train.py --bs 8\n```\n", []string{"README.md:3", "README.md:7"}},
		"a log of experiments":         {"## Training\n```\npython train.py --bs 2\n```\n## Larger batch: evaluation\n```\npython train.py --bs 8\n```\n", []string{"README.md:3", "README.md:7"}},
		"only under that heading":      {"## Evaluation\n```\npython train.py --bs 2\n```\n", []string{"README.md:3"}},
		"its form and an example":      {"```\npython train.py --out {folder} --bs 2\n# for example\npython train.py --out a --bs 2\n```\n", []string{"README.md:4"}},
		"its form and something else":  {"```\npython train.py --out {folder} --bs 2\npython train.py --out a --bs 4\n```\n", []string{"README.md:2", "README.md:3"}},
		"forms of both, nothing given": {"```\npython train.py --bs {size}\n```\n", []string{"README.md:2"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := named(Find(workspace("-- README.md --\n" + c.page + "-- train.py --\n" + smallScript))); !slices.Equal(got, c.want) {
				t.Errorf("jobs %q, want %q", got, c.want)
			}
		})
	}
}

// TestModelOfASharedModule: what trains imports a module that has the model loaded by one that all such modules share;
// one that nothing calls says nothing of it.
func TestModelOfASharedModule(t *testing.T) {
	const train = "-- train.py --\nfrom transformers import Trainer, TrainingArguments\nfrom lora import adapted\n" +
		"Trainer(model=adapted(), args=TrainingArguments('out')).train()\n"
	for name, c := range map[string]struct{ files, model, method string }{
		"three files": {"-- lora.py --\nfrom base import load\nfrom peft import LoraConfig, get_peft_model\ndef adapted():\n" +
			"    return get_peft_model(load('gpt2'), LoraConfig(r=8))\n" +
			"-- base.py --\nfrom transformers import AutoModelForCausalLM\ndef load(name):\n    return AutoModelForCausalLM.from_pretrained(name)\n" +
			"def other():\n    return AutoModelForCausalLM.from_pretrained('gpt2-xl')\n", "gpt2", "lora"},
		"nothing that is called": {"-- lora.py --\nfrom base import load\ndef adapted():\n    return build()\n" +
			"-- base.py --\nfrom transformers import AutoModelForCausalLM\ndef load(name):\n    return AutoModelForCausalLM.from_pretrained('gpt2')\n", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			jobs := Find(workspace(train + c.files))
			if len(jobs) != 1 {
				t.Fatalf("%d jobs, want 1", len(jobs))
			}
			if model, method := jobs[0].Text(dialect.Model), jobs[0].Text(dialect.Method); model != c.model || method != c.method {
				t.Errorf("model %q by %q, want %q by %q", model, method, c.model, c.method)
			}
		})
	}
}

// TestSentenceEncoders: an encoder that is put together of modules is the transformer that the first of them loads, and
// trains itself; the module in which it is told to need not import the library.
func TestSentenceEncoders(t *testing.T) {
	const (
		begins = "-- train.py --\nfrom sentence_transformers import SentenceTransformer, losses, models\nimport engine\n"
		fit    = "    model.fit(train_objectives=[(loader, loss)], epochs=4)\n"
	)
	for name, c := range map[string]struct{ made, fit, want string }{
		"by its name":           {"model = SentenceTransformer('bert-base-chinese')\n", fit, "bert-base-chinese by full, 4 epochs"},
		"put together":          {"word = models.Transformer('bert-base-chinese')\nmodel = SentenceTransformer(modules=[word, models.Pooling(768)])\n", fit, "bert-base-chinese by full, 4 epochs"},
		"another first module":  {"model = SentenceTransformer(modules=[models.WordEmbeddings('bert-base-chinese')])\n", fit, " by full, 4 epochs"},
		"fit of something else": {"model = SentenceTransformer('bert-base-chinese')\n", "    model.fit(loader, epochs=4)\n", " by ,  epochs"},
	} {
		t.Run(name, func(t *testing.T) {
			got := "no job"
			for _, j := range Find(workspace(begins + c.made + "engine.train(None, model, losses.CosineSimilarityLoss(model))\n" +
				"-- engine.py --\ndef train(loader, model, loss):\n" + c.fit)) {
				got = j.Text(dialect.Model) + " by " + j.Text(dialect.Method) + ", " + j.Text(dialect.Epochs) + " epochs"
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
