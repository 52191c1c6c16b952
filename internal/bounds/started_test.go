package bounds

import (
	"encoding/json"
	"strings"
)

// startedInputs are configs that name classes, and commands in notebooks, pages and programs: each may lead to a job.
func startedInputs(size int) []input {
	hydra := "import hydra, torch\n@hydra.main(config_path='conf', config_name='config')\ndef main(cfg):\n    trainer = hydra.utils.instantiate(cfg.trainer)\n" +
		"    trainer.fit(hydra.utils.instantiate(cfg.model))\nmain()\n"
	named := func(name, text string) input {
		return input{name: "started/" + name, path: "conf/config.yaml", text: text, extra: map[string]string{"train.py": hydra,
			"net.py": "import torch\nclass Net(torch.nn.Module):\n    def __init__(self, *a, **k):\n        super().__init__()\n        self.a = k\n"}}
	}
	trainer := "trainer:\n  _target_: lightning.Trainer\n  max_epochs: 3\n"
	cells := func(name, source string) input {
		text, err := json.Marshal(map[string]any{"cells": []map[string]string{{"cell_type": "code", "source": source}}})
		if err != nil {
			panic(err)
		}
		return input{name: "started/" + name, path: "train.ipynb", text: string(text), extra: map[string]string{"train.py": script}}
	}
	program := func(name, text string) input {
		return input{name: "started/" + name, path: "all.py", text: "import os, subprocess, sys\n" + text, extra: map[string]string{"train.py": script}}
	}
	texts := func(name, text string) input { // of a script that trains a model of transformers on texts
		return input{name: "started/" + name, path: "train.py", text: "import argparse\nimport torch\nfrom omegaconf import OmegaConf\n" +
			"from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments\nparser = argparse.ArgumentParser()\n" +
			"parser.add_argument('--config')\nargs, unknown = parser.parse_known_args()\nmodel = AutoModelForCausalLM.from_pretrained('gpt2')\n" +
			"tokenizer = AutoTokenizer.from_pretrained('gpt2')\ndata = load()\n" + text +
			"Trainer(model=model, args=TrainingArguments('out', per_device_train_batch_size=2), train_dataset=data).train()\n",
			extra: map[string]string{"run.sh": "python train.py" + numbered(size/2, " a%d.b=1") + "\n"}}
	}
	nodes := "from yacs.config import CfgNode as CN\ncfg = CN()\n"
	return []input{
		named("targets", trainer+"model:\n  _target_: net.Net\n"+numbered(size, "  a%d: {_target_: net.Net, b: 1}\n")),
		named("targets-deep", trainer+"model: "+nest(size, "{_target_: net.Net, a: ", "1", "}")+"\n"),
		named("targets-multiplied", trainer+"a0: &a0 {_target_: net.Net}\n"+numberedFrom(size/2, "a%d: &a%[1]d {_target_: net.Net, x: *a%d, y: *a%[2]d, z: *a%[2]d}\n")+"model: *a20\n"),
		named("targets-of-themselves", trainer+"model: &m\n  _target_: net.Net\n"+numbered(size, "  a%d: *m\n")),
		named("class-paths", trainer+"model:\n  class_path: net.Net\n  init_args:\n"+numbered(size, "    a%d: {class_path: net.Net, init_args: {b: 1}}\n")),
		cells("notebook-commands", numbered(size, "!python train.py --learning_rate %d --output_dir {a}\n")),
		cells("notebook-names", numbered(size/2, "A%d = '--learning_rate 1'\nif A%[1]d:\n  B = 2\n")+numbered(size/2, "!python train.py $A%d {B}\n")),
		cells("notebook-braces", "!python train.py "+repeat(size, "{a ")+repeat(size/10, "}")+"\n"),
		program("commands-of-programs", numbered(size, "os.system(f'python train.py --learning_rate {%d}')\n")),
		program("commands-in-loops", "for a in range(1000):\n"+repeat(size, "    subprocess.run([sys.executable, 'train.py', '--learning_rate', str(a)])\n")),
		program("commands-grown", "c = ['python', 'train.py']\n"+numbered(size, "c += ['--o%d', '1']\n")+"subprocess.run(c)\n"),
		program("commands-of-texts", "a = f'{x}'\n"+repeat(size, "a = f'{a} {a}' f'{a}'\n")+"os.system(a + a + f'{a}{a}')\n"),
		program("commands-of-paths", "a = x\n"+repeat(size, "a = os.path.join(a, a, str(a))\n")+"os.system(a)\n"),
		texts("texts-cut-off", numbered(size, "data = data.map(lambda s: tokenizer(s['a%d'], truncation=True, max_length=9))\n")),
		texts("texts-joined", "def row(s):\n    t = 0\n"+numbered(size/2, "    a%d = tokenizer(s, truncation=True, max_length=9)\n")+"    t = a0"+numbered(size/2, " + a%d")+"\ndata.map(row)\n"),
		texts("dotlists", repeat(size/2, "c = OmegaConf.from_dotlist(unknown)\n")),
		texts("dotlists-merged", repeat(size/2, "args = OmegaConf.merge(args, OmegaConf.from_dotlist(unknown))\n")),
		texts("kept-batches", repeat(size, "loader = torch.utils.data.DataLoader(data, batch_size=1, collate_fn=lambda x: x)\n")),
		{name: "started/hyperparameters-saved", path: "train.py", text: "import pytorch_lightning as pl\nimport torch\nclass Net(pl.LightningModule):\n    def __init__(self" +
			numbered(size/3, ", a%d=1") + "):\n        super().__init__()\n" + repeat(size/2, "        self.save_hyperparameters()\n") +
			"    def configure_optimizers(self):\n        return torch.optim.SGD(self.trainer.model.parameters(), lr=self.hparams.a0)\n" +
			"net = Net()\npl.Trainer(devices=1).fit(net, torch.utils.data.DataLoader(data, batch_size=2))\n"},
		{name: "started/batches-of-generators", path: "train.py", text: "import torch\nfrom torch.utils.data import DataLoader\ndef g(loader):\n    while True:\n        for b in loader:\n            yield b\n" +
			"model = torch.nn.Linear(2, 2)\nopt = torch.optim.SGD(model.parameters(), lr=1)\nb = DataLoader(data, batch_size=2)\n" + repeat(size/3, "b = g(b)\n") + repeat(size/3, "x = next(b)\n") +
			repeat(size/3, "model(next(b)).sum().backward()\nopt.step()\n")},
		{name: "started/optimizers-by-name", path: "train.py", text: "import torch\nmodel = torch.nn.Linear(2, 2)\n" +
			repeat(size, "o = getattr(torch.optim, 'SGD')(model.parameters(), lr=1)\n") + "model(x).backward()\no.step()\n"},
		program("nodes-merged", nodes+numbered(size/2, "cfg.A%d = CN()\ncfg.A%[1]d.B = 1\n")+repeat(size/2, "cfg.merge_from_list(['A1.B', '2'])\ncfg.merge_from_file('x')\n")),
		program("nodes-in-nodes", nodes+"a = cfg\n"+repeat(size, "a.A = CN()\na = a.A\n")+"for i in range(100):\n    cfg.merge_from_other_cfg(cfg.clone())\n"),
		{name: "started/pages-beside-a-launcher", path: "README.md", text: "```\n" + numbered(size, "python train.py --learning_rate %d --output_dir out\n") + "```\n",
			extra: map[string]string{"train.py": script, "run.sh": strings.ReplaceAll(launch, "$batch", "8")}},
		{name: "started/installed-commands", path: "pyproject.toml", text: "[project.scripts]\n" + numbered(size/2, "c%d = 'train:f%[1]d'\n"),
			extra: map[string]string{"train.py": script, "run.sh": numbered(size/2, "c%d --learning_rate 1\n")}},
	}
}
