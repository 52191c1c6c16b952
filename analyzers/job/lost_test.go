package job

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestCommandsOfApplications: the first word of a command line chooses a function of a typer or click application, and
// the rest are its options.
func TestCommandsOfApplications(t *testing.T) {
	const readme = "-- README.md --\n```\npython cli.py train --size 2\n```\n-- cli.py --\n"
	const guard = "if __name__ == '__main__':\n    app()\n"
	for name, c := range map[string]struct{ script, batch string }{
		"typer": {
			"import typer\napp = typer.Typer()\n@app.command()\ndef show(n: int = typer.Option(3)):\n    print(n)\n" +
				"@app.command()\ndef train(bs: int = typer.Option(4, '--size', '-s')):\n" + indented(smallSteps) + guard,
			"2 @ README.md:2",
		},
		"typer's default": {
			"import typer\napp = typer.Typer()\n@app.command()\ndef show(n: int = typer.Option(3)):\n    print(n)\n" +
				"@app.command('train')\ndef go(bs: int = typer.Option(4), size: int = 1):\n" + indented(smallSteps) + guard,
			"4 @ cli.py:7",
		},
		"a group of click's": {
			"import click\n@click.group()\ndef app():\n    pass\n@app.command()\n@click.option('--size', 'bs', default=4)\ndef train(bs):\n" +
				indented(smallSteps) + "@app.command()\ndef show():\n    print(1)\n" + guard,
			"2 @ README.md:2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, find(t, readme+c.script), map[dialect.Field]string{dialect.MicroBatch: c.batch})
		})
	}
}

// TestModelInit: a trainer's model is what the function gives that it is told to make it with.
func TestModelInit(t *testing.T) {
	script := func(init string) string {
		return "-- train.py --\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\n" +
			"def fresh():\n    return AutoModelForCausalLM.from_pretrained('gpt2')\n" +
			"Trainer(model_init=" + init + ", args=TrainingArguments('out', per_device_train_batch_size=4), train_dataset=d).train()\n"
	}
	check(t, find(t, script("fresh")), map[dialect.Field]string{dialect.Model: "gpt2 @ train.py:3"})
	check(t, find(t, script("lambda: fresh()")), map[dialect.Field]string{dialect.Model: "gpt2 @ train.py:3"})
	if j := find(t, script("made()")); j.Text(dialect.Model) != "" {
		t.Errorf("the model is %q, nobody says what made() gives", j.Text(dialect.Model))
	}
}

// TestTrainerOfAnotherFile: a class called a trainer of another file, with a model first and the arguments and data by
// name, is one; with less of that it may be anything.
func TestTrainerOfAnotherFile(t *testing.T) {
	for args, want := range map[string]int{
		"model, args=a, train_dataset=d":  1,
		"model, args=a":                   0,
		"*model, args=a, train_dataset=d": 0,
	} {
		files := "-- run.sh --\npython train.py\n-- train.py --\nfrom transformers import AutoModel, TrainingArguments\nfrom parts import OwnTrainer\n" +
			"a = TrainingArguments('out', per_device_train_batch_size=4)\nmodel = AutoModel.from_pretrained('gpt2')\nOwnTrainer(" + args + ").train()\n" +
			"-- parts.py --\nfrom base import Base\nclass OwnTrainer(Base):\n    pass\n"
		if got := len(Find(workspace(files))); got != want {
			t.Errorf("OwnTrainer(%s): %d jobs, want %d", args, got, want)
		}
	}
}

// TestBatchesOfDatasets: dataset.iter(batch_size=4) walks in batches.
func TestBatchesOfDatasets(t *testing.T) {
	check(t, find(t, "-- train.py --\nimport torch\nfrom datasets import load_dataset\nnet = torch.nn.Linear(2, 2)\n"+
		"o = torch.optim.SGD(net.parameters(), lr=0.1)\nfor x in load_dataset('a').shuffle().iter(batch_size=4):\n"+
		"    net(x).sum().backward()\n    o.step()\n"), map[dialect.Field]string{dialect.MicroBatch: "4 @ train.py:5"})
}

// TestLost: where no model is found that a script trains, it is said where the way to it is lost.
func TestLost(t *testing.T) {
	const parts = "-- parts.py --\nimport torch\nclass Runner:\n    def __init__(self, net, data):\n        self.net, self.data = net, data\n" +
		"        self.o = torch.optim.SGD(net.parameters(), lr=0.1)\n    def go(self):\n        for x in self.data:\n" +
		"            self.net(x).sum().backward()\n            self.o.step()\ndef train_all(net, data):\n    Runner(net, data).go()\n"
	for name, c := range map[string]struct{ script, file, why string }{
		"an unknown config": {"import sys, installed\nfrom parts import train_all\ncfg = installed.read(sys.argv)\ntrain_all(cfg.net, cfg.data)\n", "train.py:3", "installed.read"},
		"not come by": {
			"import torch\nfrom parts import train_all\nif False:\n    train_all(torch.nn.Linear(2, 2), [1])\n",
			"train.py:4", "does not come by this call of train_all()",
		},
		"an unknown optimizer": {
			"import torch, installed\nnet = torch.nn.Linear(2, 2)\ncfg = installed.read()\no = cfg.make(net.parameters())\n" +
				"net(torch.ones(2)).sum().backward()\no.step()\n", "train.py:4", ".make()",
		},
		"nobody holds it": {
			"import torch, installed\nfrom transformers import AutoModel\nnet = AutoModel.from_pretrained('gpt2')\no = installed.opt(net)\n" +
				"for x in installed.data():\n    net(x).sum().backward()\n    o.step()\n", "train.py:3", "no optimizer is seen to hold",
		},
	} {
		t.Run(name, func(t *testing.T) {
			j := find(t, "-- run.sh --\npython train.py\n-- train.py --\n"+c.script+parts)
			lost := cmp.Or(j.Lost, j.OwnDoubt)
			if lost == nil {
				t.Fatal("nothing is said to be lost")
			}
			at := fmt.Sprintf("%s:%d", lost.At.File.Path, lost.At.Line())
			if at != c.file || !strings.Contains(lost.Why, c.why) {
				t.Errorf("lost at %s: %s, want %s: %s", at, lost.Why, c.file, c.why)
			}
		})
	}
	if j := find(t, "-- train.py --\nbs = 2\n"+smallSteps); j.Lost != nil {
		t.Errorf("%s is said to be lost, where the model is known", j.Lost.Why)
	}
}

// TestTextsCutElsewhere: a tokenizer that a function of another file calls, which a lambda calls for each sample; and
// transformers' own datasets of lines.
func TestTextsCutElsewhere(t *testing.T) {
	const train = "from transformers import AutoModelForCausalLM, AutoTokenizer, LineByLineTextDataset, Trainer, TrainingArguments\n" +
		"tok = AutoTokenizer.from_pretrained('gpt2')\nmodel = AutoModelForCausalLM.from_pretrained('gpt2')\n"
	const end = "Trainer(model=model, args=TrainingArguments('out', per_device_train_batch_size=4), train_dataset=d).train()\n"
	const parts = "-- parts.py --\nfrom datasets import load_dataset\ndef cut(row, tokenizer):\n" +
		"    return tokenizer(row['text'], truncation=True, max_length=256)\ndef load(tokenizer):\n" +
		"    return load_dataset('a').map(lambda row: cut(row, tokenizer), batched=True)\n"
	check(t, find(t, "-- train.py --\n"+train+"from parts import load\nd = load(tok)\n"+end+parts),
		map[dialect.Field]string{dialect.SeqLen: "256 @ parts.py:3"})
	lines := func(size string) string {
		return "-- train.py --\n" + train + "d = LineByLineTextDataset(tokenizer=tok, file_path='a.txt'" + size + ")\n" + end
	}
	check(t, find(t, lines(", block_size=128")), map[dialect.Field]string{dialect.SeqLen: "128 @ train.py:4"})
	if j := find(t, lines(", block_size=installed()")); j.Text(dialect.SeqLen) != "" {
		t.Errorf("%q tokens, which nobody says", j.Text(dialect.SeqLen))
	}
}
