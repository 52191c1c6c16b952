package library_test

import (
	"strings"
	"testing"
)

const hfParser = "from transformers import HfArgumentParser, TrainingArguments\nfrom dataclasses import dataclass, field\nfrom typing import List, Optional\n" +
	"@dataclass\nclass M:\n    rank: int = 4\n    lr: float = 1e-3\n    names: List[str] = field(default_factory=list)\n    sizes: List[int] = None\n" +
	"    name: Optional[str] = None\n    fast: bool = False\n    other: 'str | None' = None\n    need: int = field(default=None)\n" +
	"p = HfArgumentParser(M)\nm, = p.parse_args_into_dataclasses()\n"

const clicked = "import click\n@click.command()\n@click.option('--n', '-n', type=int, default=2)\n@click.option('--fast', is_flag=True)\n@click.option('--amp/--no-amp', default=True)\n" +
	"@click.option('--name', required=True)\ndef main(n, fast, amp, name):\n    show(%)\nmain()"

const hydraMain = "import hydra\n@hydra.main(config_path='conf', config_name='config')\ndef main(cfg):\n    show(%)\nmain()"

// TestReaders asks what the other readers of command lines and configs give, and what they leave open.
func TestReaders(t *testing.T) {
	const elsewhere = "unknown (decided elsewhere than in its file)"
	files := map[string]string{
		"a.yaml": "n: 4\nname: base\nlist: [1, 2]\nnone:\nyes_: true\n1: one\ndeep: {er: 5}\n",
		"b.yaml": "n: 5\ndeep: {er: 6}\n",
		"make.yaml": "net: {part: {_target_: types.SimpleNamespace, n: 4}}\nlist: {a: {_target_: types.SimpleNamespace, k: 1}, b: 2}\n" +
			"half: {_target_: types.SimpleNamespace, _partial_: true, n: 5}\nlate: {_target_: types.SimpleNamespace, _recursive_: false, p: {_target_: types.SimpleNamespace, n: 6}}\nplain: {n: 7}\nouter: {_target_: types.SimpleNamespace, part: {_target_: types.SimpleNamespace, n: 8}}\n",
		"keys.yaml":            "true: 1\n3: 2\nname: 3\n",
		"hf.json":              "{\"rank\": 9, \"fast\": true}",
		"src/conf/config.yaml": "defaults:\n  - model: small\n  - /data: one\n  - _self_\ntrain:\n  bs: 4\n",
		"src/conf/refs.yaml": "defaults:\n  - model: small\n  - data: refs\n  - _self_\ntrain:\n  bs: 4\n  half: ${.bs}\n  up: ${..top}\ntop: 9\nname: ${model.name}-${train.bs}\n" +
			"net: ${model}\nloop: ${loop}\nday: ${now:%Y}\nnone: ${no.such}\nlist:\n  - ${top}\nfirst: ${list[0]}\n",
		"src/conf/data/refs.yaml":  "bs: ${train.bs}\n",
		"src/conf/other.yaml":      "train:\n  bs: 7\n",
		"src/conf/rooted.yaml":     "defaults:\n  - net: rooted\n  - _self_\n",
		"src/conf/net/rooted.yaml": "defaults:\n  - /shared\n  - _self_\nwidth: 8\n", "src/conf/shared.yaml": "drop: 0.25\n",
		"trl.yaml":                "learning_rate: 0.25\nrank: 9\n",
		"src/conf/nest.yaml":      "defaults:\n  - net: plain\n  - exp: null\n  - _self_\n",
		"src/conf/net/plain.yaml": "defaults:\n  - _self_\n  - block: small\n  - shared\nwidth: 8\nblock:\n  n: 1\n  k: 5\n", "src/conf/net/shared.yaml": "drop: 0.5\n",
		"src/conf/net/block/small.yaml": "n: 2\n", "src/conf/net/block/big.yaml": "n: 7\n", "src/conf/net/wide.yaml": "width: 99\n",
		"src/conf/exp/one.yaml": "# @package _global_\ndefaults:\n  - override /net: wide\n  - /data: one\ntrain:\n  bs: 3\n", "src/conf/exp/two.yaml": "bs: 5\n",
		"src/conf/data/one.yaml": "rows: 3\n", "src/conf/model/small.yaml": "name: gpt2\ndim: 8\n", "src/conf/model/big.yaml": "name: gpt2-xl\n",
	}
	load := "import yaml\nc = yaml.safe_load(open('a.yaml'))\n"
	omega := "from omegaconf import OmegaConf\nc = OmegaConf.load('a.yaml')\n"
	tests := []struct{ name, command, script, want string }{
		{"a list of words", "python src/train.py --sizes 1 2", hfParser + "show(m.sizes)", "[1, 2]"},
		{"a float from a whole number", "python src/train.py --lr 1", hfParser + "show(m.lr)", "1.0 @ run.sh:1"},
		{"a switch", "python src/train.py --fast", hfParser + "show(m.fast)", "True @ run.sh:1"},
		{"a switch with a word", "python src/train.py --fast False", hfParser + "show(m.fast)", "False @ run.sh:1"},
		{"a text that may be none", "python src/train.py --other 7", hfParser + "show(m.other)", "7 @ run.sh:1"},
		{"an unknown word", "python src/train.py --rank $R", hfParser + "show(m.rank)", "?"},
		{"a file among the words", "python src/train.py hf.json", "import sys\n" + hfParser + "m, = p.parse_json_file(json_file=sys.argv[1])\nshow(m.rank)", "9 @ hf.json:1"},
		{"a file that is not there", "python src/train.py", hfParser + "m, = p.parse_json_file(json_file='gone.json')\nshow(m.rank)", "? else 4 @ src/train.py:6"},

		{"click's switch", "python src/train.py --fast --name x", replaced(clicked, "fast"), "True @ run.sh:1"},
		{"click's switch off", "python src/train.py --name x", replaced(clicked, "fast"), "False default @ src/train.py:4"},
		{"click's short option", "python src/train.py -n 3 --name x", replaced(clicked, "n"), "3 @ run.sh:1"},
		{"click's text", "python src/train.py --name 5", replaced(clicked, "name"), "5 @ run.sh:1"},

		{"hydra's config by another name", "python src/train.py --config-name other", replaced(hydraMain, "cfg.train.bs"), "7 @ src/conf/other.yaml:2"},
		{"hydra's reference to another file's key", "python src/train.py --config-name refs", replaced(hydraMain, "cfg.data.bs"), "4 @ src/conf/refs.yaml:6"},
		{"hydra's reference to what the command line says", "python src/train.py --config-name refs train.bs=16", replaced(hydraMain, "cfg.data.bs"), "16 @ run.sh:1"},
		{"hydra's reference beside its key", "python src/train.py --config-name refs", replaced(hydraMain, "[cfg.train.half, cfg.train.up, cfg.first]"), "[4, 9, 9]"},
		{"hydra's reference to a key that is set later", "python src/train.py --config-name refs", replaced(strings.Replace(hydraMain, "show(", "cfg.train.bs = 8\n    show(", 1), "cfg.data.bs"), "?"},
		{"hydra's reference beside one that is set later", "python src/train.py --config-name refs", replaced(strings.Replace(hydraMain, "show(", "cfg.train.gone = 8\n    show(", 1), "cfg.data.bs"), "4 @ src/conf/refs.yaml:6"},
		{"hydra's reference to a mapping", "python src/train.py --config-name refs model=big", replaced(hydraMain, "cfg.net.name"), "gpt2-xl @ src/conf/model/big.yaml:1"},
		{"hydra's references within a text", "python src/train.py --config-name refs", replaced(hydraMain, "cfg.name"), "'gpt2-4'"},
		{"hydra's references to nothing known", "python src/train.py --config-name refs", replaced(hydraMain, "[cfg.loop, cfg.day, cfg.none]"), "[" + elsewhere + ", " + elsewhere + ", " + elsewhere + "]"},
		{"hydra's word that is a list", "python src/train.py train.bs=[3,5]", replaced(hydraMain, "cfg.train.bs[1]"), "5 @ run.sh:1"},
		{"hydra's word that looks like a list", "python src/train.py train.bs=[3", replaced(hydraMain, "cfg.train.bs"), "[3 @ run.sh:1"},
		{"references of what is merged", "python src/train.py train.bs=16", "from omegaconf import OmegaConf\nc = OmegaConf.merge(OmegaConf.load('src/conf/refs.yaml'), OmegaConf.from_cli())\nshow(c.train.half)", "16 @ run.sh:1"},
		{"hydra's flag without its word", "python src/train.py --config-name", replaced(hydraMain, "cfg.train.bs"), "4 @ src/conf/config.yaml:6"},
		{"hydra's folder without its word", "python src/train.py --config-path", replaced(hydraMain, "cfg.train.bs"), "4 @ src/conf/config.yaml:6"},
		{"hydra's absolute group", "python src/train.py", replaced(hydraMain, "cfg.data.rows"), "3 @ src/conf/data/one.yaml:1"},
		{"hydra adds a key", "python src/train.py +train.n=3", replaced(hydraMain, "cfg.train.n"), "3 @ run.sh:1"},
		{"hydra's config of its own wins", "python src/train.py", replaced(hydraMain, "cfg.train.bs"), "4 @ src/conf/config.yaml:6"},
		{"hydra's defaults of a group", "python src/train.py --config-name nest", replaced(hydraMain, "cfg.net.block"), "{'n': 2, 'k': 5}"},
		{"hydra's defaults beside a group", "python src/train.py --config-name nest", replaced(hydraMain, "cfg.net.drop"), "0.5 @ src/conf/net/shared.yaml:1"},
		{"hydra's list is no key", "python src/train.py --config-name nest", replaced(hydraMain, "cfg.net.get('defaults', 4)"), "4 default @ src/train.py:4"},
		{"hydra's group within a group", "python src/train.py --config-name nest net/block=big", replaced(hydraMain, "cfg.net.block.n"), "7 @ src/conf/net/block/big.yaml:1"},
		{"hydra's experiment", "python src/train.py --config-name nest exp=one", replaced(hydraMain, "cfg.train.bs"), "3 @ src/conf/exp/one.yaml:6"},
		{"what an experiment chooses", "python src/train.py --config-name nest exp=one", replaced(hydraMain, "cfg.net.width"), "99 @ src/conf/net/wide.yaml:1"},
		{"what the command line chooses instead", "python src/train.py --config-name nest exp=one net=plain", replaced(hydraMain, "cfg.net.width"), "8 @ src/conf/net/plain.yaml:5"},
		{"an experiment that no list names", "python src/train.py --config-name other +exp=one", replaced(hydraMain, "cfg.train.bs"), "3 @ src/conf/exp/one.yaml:6"},
		{"a key that is no group", "python src/train.py --config-name other +exp=gone", replaced(hydraMain, "cfg.exp"), "gone @ run.sh:1"},
		{"a group without a package of its own", "python src/train.py --config-name nest exp=two", replaced(hydraMain, "cfg.exp.bs"), "5 @ src/conf/exp/two.yaml:1"},
		{"hydra without a config", "python src/train.py", "import hydra\n@hydra.main(config_path='conf', config_name='gone')\ndef main(cfg):\n    show(cfg.train.bs)\nmain()", "?"},

		{"a list of a config", "", load + "show(c['list'])", "[1, 2]"},
		{"null of a config", "", load + "show(1 if c['none'] is None else 2)", "1 @ a.yaml:4"},
		{"a whole number for a key", "", load + "show(c[1])", "one @ a.yaml:6"},
		{"a config of its own reader", "", "from sconf import Config\nc = Config('a.yaml')\nc.more = 2\nshow(c.deep.er * c.more)", "10 @ a.yaml:7"},
		{"a dataclass as a dictionary", "", "import dataclasses\n@dataclasses.dataclass\nclass In:\n    k: int = 3\n@dataclasses.dataclass\nclass C:\n    n: int = 4\n    inner: In = dataclasses.field(default_factory=In)\n" +
			"d = dataclasses.asdict(C())\nd.update({'n': 5})\nshow(C(**d).n * d['inner']['k'])", "15 @ src/train.py:10"},
		{"a config made of a dictionary", "", "from omegaconf import OmegaConf\nc = OmegaConf.create({'n': 3})\nshow(c.n)", "3 @ src/train.py:2"},
		{"a config as plain containers", "", omega + "d = OmegaConf.to_container(c, resolve=True)\nshow(d['deep']['er'])", "5 @ a.yaml:7"},
		{"configs laid over each other", "", omega + "m = OmegaConf.merge(c, OmegaConf.load('b.yaml'))\nshow(m.deep.er * 10 + m.n)", "65 @ b.yaml:2"},
		{"the first of them stays what it was", "", omega + "m = OmegaConf.merge(c, OmegaConf.load('b.yaml'))\nshow(c.n)", "4 @ a.yaml:1"},
		{"merged with what is not there", "", omega + "m = OmegaConf.merge(c, OmegaConf.load('gone.yaml'))\nshow(m.n)", "?"},

		{"a word that means nothing", "python src/train.py --n None", "import fire\ndef main(n=1):\n    show(1 if n is None else 2)\nfire.Fire(main)", "1 @ run.sh:1"},
		{"a word that is a truth", "python src/train.py --n True", "import fire\ndef main(n=1):\n    show(n)\nfire.Fire(main)", "True @ run.sh:1"},
		{"the environment when nobody starts it", "", "import os\nshow(os.environ.get('MP', 'no'))", "?"},
		{"an unknown variable of the launcher", "MP=$P python src/train.py", "import os\nshow(os.environ.get('MP', 'no'))", "?"},
		{"absl's text", "python src/train.py --name 5", "from absl import flags\nflags.DEFINE_string('name', None, 'x')\nshow(flags.FLAGS.name)", "5 @ run.sh:1"},
		{"absl's float", "python src/train.py --lr 1", "from absl import flags\nflags.DEFINE_float('lr', 0.5, 'x')\nshow(flags.FLAGS.lr)", "1.0 @ run.sh:1"},
	}
	tests = append(tests, moreReaders...)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := shown(t, tt.command, tt.script, files); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// replaced puts what is shown into a script.
func replaced(script, what string) string { return strings.Replace(script, "%", what, 1) }

const lightningMain = "import lightning as L\nfrom lightning.pytorch.cli import LightningCLI\nclass Net(L.LightningModule):\n    def __init__(self, net=None, **more):\n        show(more)\nLightningCLI(Net)\n"

const trlMain = "from dataclasses import dataclass\nfrom transformers import TrainingArguments\nfrom trl import TrlParser\n" +
	"@dataclass\nclass Arguments(TrainingArguments):\n    rank: int = 4\na, = TrlParser((Arguments,)).parse_args_and_config()\n"

const hydraCompose = "from hydra import compose, initialize, initialize_config_module\n"

const hydraMake = "from hydra.utils import instantiate\nfrom omegaconf import OmegaConf\nc = OmegaConf.load('make.yaml')\n"

// moreReaders are those of what a config names, of keys that are no text, and of words that nobody can know.
var moreReaders = []struct{ name, command, script, want string }{
	{"an object that a config names", "", hydraMake + "show(instantiate(c.net.part).n)", "4 @ make.yaml:1"},
	{"with what the program gives beside", "", hydraMake + "show(instantiate(c.net.part, m=9).m + instantiate(c.net.part).n)", "13 @ make.yaml:1"},
	{"what the program gives wins", "", hydraMake + "show(instantiate(c.net.part, n=9).n)", "9 @ src/train.py:4"},
	{"_target_ is no argument", "", hydraMake + "show(vars(instantiate(c.net.part)))", "{'n': 4}"},
	{"named by config=", "", hydraMake + "show(instantiate(config=c.net.part).n)", "4 @ make.yaml:1"},
	{"within a config that names nothing", "", hydraMake + "show(instantiate(c.list)['a'].k)", "1 @ make.yaml:2"},
	{"beside it", "", hydraMake + "show(instantiate(c.list)['b'])", "2 @ make.yaml:2"},
	{"of attributes", "", hydraMake + "show(instantiate(c.list).b)", "2 @ make.yaml:2"},
	{"nothing to make", "", hydraMake + "show(instantiate(c.plain).n)", "7 @ make.yaml:5"},
	{"a part that waits", "", hydraMake + "show(instantiate(c.half)(m=1).n)", "5 @ make.yaml:3"},
	{"what lies below is made first", "", hydraMake + "show(instantiate(c.outer).part.n)", "8 @ make.yaml:6"},
	{"not recursive", "", hydraMake + "show(instantiate(c.late).p._target_)", "types.SimpleNamespace @ make.yaml:4"},
	{"not recursive by the call", "", hydraMake + "show(instantiate(c.outer, _recursive_=False).part._target_)", "types.SimpleNamespace @ make.yaml:6"},
	{"a config that the program composes", "python src/train.py train.bs=9", hydraCompose + "initialize(config_path='conf', version_base=None)\nshow(compose('config').train.bs)", "4 @ src/conf/config.yaml:6"},
	{"in a block", "", hydraCompose + "with initialize('conf'):\n    cfg = compose(config_name='other')\nshow(cfg.train.bs)", "7 @ src/conf/other.yaml:2"},
	{"with overrides", "", hydraCompose + "initialize('conf')\nextra = ['++train.wd=0.5']\nextra += [f'+train.n={2 + 1}']\nshow(compose('config', overrides=['train.bs=16'] + extra).train)", "{'bs': 16, 'wd': 0.5, 'n': 3}"},
	{"with another group", "", hydraCompose + "initialize('conf')\nshow(compose('config', ['model=big']).model.name)", "gpt2-xl @ src/conf/model/big.yaml:1"},
	{"of a package", "", hydraCompose + "initialize_config_module('conf')\nshow(compose('other.yaml').train.bs)", "7 @ src/conf/other.yaml:2"},
	{"of the last folder", "", hydraCompose + "initialize('elsewhere')\ninitialize('conf')\nshow(compose('other').train.bs)", "7 @ src/conf/other.yaml:2"},
	{"of no folder", "", hydraCompose + "show(compose('other').train.bs)", "?"},
	{"of a folder that only the run knows", "", hydraCompose + "initialize('conf')\ninitialize(where())\nshow(compose('other').train.bs)", "?"},
	{"with overrides that only the run knows", "", hydraCompose + "initialize('conf')\nshow(compose('other', [what()]).train.bs)", "?"},
	{"with a list of which not all is known", "", hydraCompose + "initialize('conf')\nshow(compose('other', all()).train.bs)", "?"},
	{"stars tell nothing", "", hydraMake + "show(instantiate(c.net.part, **more))", "?"},

	{"words that are left to a library's parser", "python src/train.py --num-gpus 2 SOLVER.BASE_LR 0.5", "from detectron2.engine import default_argument_parser\nshow(default_argument_parser().parse_args().opts)", "['SOLVER.BASE_LR', '0.5']"},
	{"an entry of a model's part is no argument of the model", "python src/train.py fit --model.net.width 4 --model.deep 5", lightningMain, "{'deep': 5}"},
	{"a whole file from within a group", "python src/train.py --config-name rooted", replaced(hydraMain, "cfg.net"), "{'drop': 0.25, 'width': 8}"},
	{"a flag beside a file, of what is inherited", "python src/train.py --config trl.yaml --learning_rate 0.5", trlMain + "show(a.learning_rate)", "0.5 @ run.sh:1"},
	{"a file, of what is inherited", "python src/train.py --config trl.yaml", trlMain + "show(a.learning_rate)", "0.25 @ trl.yaml:1"},
	{"a flag alone, of what is inherited", "python src/train.py --learning_rate 0.5", trlMain + "show(a.learning_rate)", "0.5 @ run.sh:1"},
	{"a flag beside a file, of a field of its own", "python src/train.py --config trl.yaml --rank 3", trlMain + "show(a.rank)", "3 @ run.sh:1"},
	{"a tracker that is given no settings", "", "import wandb\nwandb.init(project='x')\nshow(wandb.config.lr)", "wandb.config.lr @ src/train.py:3"},
	{"a tracker that is given nobody knows what", "", "import wandb\nwandb.init(**settings)\nshow(wandb.config.lr)", "wandb.config.lr @ src/train.py:3"},

	{"a key that is a truth", "", "import yaml\nc = yaml.safe_load(open('keys.yaml'))\nshow(c[True])", "1 @ keys.yaml:1"},
	{"a key that is a number", "", "import yaml\nc = yaml.safe_load(open('keys.yaml'))\nshow(c[3])", "2 @ keys.yaml:2"},
	{"a config nobody finds", "", "import yaml\nc = yaml.safe_load(open(path))\nshow(c['n'])", "?"},
	{"a config of a function's result", "", "import yaml\nc = yaml.safe_load(find('a.yaml'))\nshow(c['n'])", "?"},
	{"a config through the path's methods", "", "import yaml\nfrom pathlib import Path\nc = yaml.safe_load(Path('a.yaml').expanduser().resolve().open())\nshow(c['n'])", "4 @ a.yaml:1"},
	{"a config read in another way", "", "import yaml\nfrom pathlib import Path\nc = yaml.safe_load(Path('a.yaml').parent)\nshow(c['n'])", "?"},
	{"a copy is another config", "", "from omegaconf import OmegaConf\nc = OmegaConf.load('a.yaml')\nd = OmegaConf.create(c)\nd.n = 9\nshow(c.n)", "4 @ a.yaml:1"},
	{"its inner ones as well", "", "from omegaconf import OmegaConf\nc = OmegaConf.load('a.yaml')\nd = OmegaConf.to_container(c)\nd['deep']['er'] = 9\nshow(c.deep.er)", "5 @ a.yaml:7"},
	{"a list of a config by attributes", "", "from omegaconf import OmegaConf\nc = OmegaConf.create({'l': [{'n': 3}]})\nshow(c.l[0].n)", "3 @ src/train.py:2"},
	{"three configs over each other", "", "from omegaconf import OmegaConf\nc = OmegaConf.merge({'n': 1, 'd': {'a': 1}}, {'d': {'b': 2}}, {'n': 3, 'd': 4})\nshow(c.d)", "4 @ src/train.py:2"},
	{"deeper ones over each other", "", "from omegaconf import OmegaConf\nc = OmegaConf.merge({'n': 1, 'd': {'a': 1}}, {'d': {'b': 2}}, {'n': 3})\nshow(c.d.a * 100 + c.d.b * 10 + c.n)", "123 @ src/train.py:2"},
	{"merged with a star", "", "from omegaconf import OmegaConf\nc = OmegaConf.merge({'n': 1}, *more)\nshow(c.n)", "?"},
	{"words over nothing", "python src/train.py a.b=3 c=x", "from omegaconf import OmegaConf\nc = OmegaConf.from_cli()\nshow(c.a.b)", "3 @ run.sh:1"},
	{"an unknown word over nothing", "python src/train.py a.b=$N", "from omegaconf import OmegaConf\nc = OmegaConf.from_cli()\nshow(c.a.b)", "?"},
	{"a word that takes away", "python src/train.py ~a.b=3 c=4", "from omegaconf import OmegaConf\nc = OmegaConf.from_cli()\nshow('a' in c)", "False @ src/train.py:3"},
	{"a flag is no override", "python src/train.py --a=3 c=4", "from omegaconf import OmegaConf\nc = OmegaConf.from_cli()\nshow('a' in c)", "False @ src/train.py:3"},

	{"a list of unknown words", "python src/train.py --sizes 1 $N", hfParser + "show(m.sizes)", "[1, unknown sizes (an option of the command line)]"},
	{"a negated switch", "python src/train.py --no_fast", hfParser + "show(m.fast)", "False @ run.sh:1"},
	{"a whole text that has spaces", "python src/train.py --name a b", hfParser + "show(m.name)", "a @ run.sh:1"},
	{"parse_dict", "", hfParser + "m, = p.parse_dict({'rank': 7})\nshow(m.rank)", "7 @ src/train.py:16"},
	{"parse_dict leaves the rest", "", hfParser + "m, = p.parse_dict({'rank': 7})\nshow(m.lr)", "0.001 default @ src/train.py:7"},
	{"a list of dataclasses", "python src/train.py --rank 3", "from transformers import HfArgumentParser\nfrom dataclasses import dataclass\n@dataclass\nclass A:\n    rank: int = 1\n@dataclass\nclass B:\n    k: int = 2\na, b = HfArgumentParser((A, B)).parse_args_into_dataclasses()\nshow(a.rank * 10 + b.k)", "32 @ run.sh:1"},

	{"the words as a whole", "python src/train.py a b", "import sys\nshow(len(sys.argv))", "3"},
	{"the script's name", "python src/train.py a b", "import sys\nshow(sys.argv[0])", "'src/train.py'"},
	{"words that the program adds", "python src/train.py --n 1", "import sys, argparse\nsys.argv.extend(['--m', '2'])\np = argparse.ArgumentParser()\np.add_argument('--n', type=int)\np.add_argument('--m', type=int)\nshow(p.parse_args().m)", "2 @ src/train.py:2"},
	{"words as a text", "python src/train.py", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=int)\nshow(p.parse_args('--n 3'.split()).n)", "3"},
	{"no words as a text", "python src/train.py --n 1", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=int, default=5)\nshow(p.parse_args('').n)", "5 default @ src/train.py:3"},
	{"unknown words", "python src/train.py --n 1", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=int, default=5)\nshow(p.parse_args(words).n)", "? else 5 default @ src/train.py:3"},
	{"words behind a star", "python src/train.py --n 1", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=int, default=5)\nshow(p.parse_args(*words).n)", "? else 5 default @ src/train.py:3"},
	{"a namespace that is there", "python src/train.py --n 1", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=int, default=5)\np.add_argument('--m', type=int, default=6)\na = argparse.Namespace(m=7, n=8)\np.parse_args(namespace=a)\nshow(a.n * 10 + a.m)", "17 @ run.sh:1"},
	{"a conversion of one's own", "python src/train.py --n 3", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=lambda s: int(s) * 2)\nshow(p.parse_args().n)", "6 @ run.sh:1"},
	{"a conversion that is not followed", "python src/train.py --n 3", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=own.convert, default='1')\nshow(p.parse_args().n)", "? else 1 default @ src/train.py:3"},
	{"a conversion with a condition", "python src/train.py --n yes", "import argparse\ndef b(s):\n    return s.lower() in ('yes', 'true')\np = argparse.ArgumentParser()\np.add_argument('--n', type=b)\nshow(p.parse_args().n)", "True @ run.sh:1"},
	{"an action of one's own", "python src/train.py --n 3", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', action=Own, default=2)\nshow(p.parse_args().n)", "? else 2 default @ src/train.py:3"},
	{"an action of one's own that nobody gives", "python src/train.py", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', action=Own, default=2)\nshow(p.parse_args().n)", "2 default @ src/train.py:3"},
	{"a name that is computed", "python src/train.py --n 3", "import argparse\np = argparse.ArgumentParser()\np.add_argument(name, type=int)\nshow(p.parse_args().n)", "?"},
	{"a beginning that two share", "python src/train.py --num 3", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--number', default=1)\np.add_argument('--numeral', default=2)\nshow(p.parse_args().number)", "1 default @ src/train.py:3"},
	{"a beginning that none shares", "python src/train.py --numb 3", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--number', type=int, default=1)\np.add_argument('--numeral', default=2)\nshow(p.parse_args().number)", "3 @ run.sh:1"},
	{"a default of set_defaults that no option has", "python src/train.py", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=int)\np.set_defaults(k=4)\nshow(p.parse_args().k)", "4 @ src/train.py:4"},
	{"set_defaults of something unknown", "python src/train.py", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=int, default=3)\np.set_defaults(**more)\nshow(p.parse_args().n)", "?"},
	{"the parser's method in a variable", "python src/train.py --n 3", "import argparse\np = argparse.ArgumentParser()\nadd = p.add_argument\nadd('--n', type=int)\nshow(p.parse_args().n)", "3 @ run.sh:1"},
	{"a command that nobody gives", "python src/train.py", "import argparse\np = argparse.ArgumentParser()\ns = p.add_subparsers(dest='what')\na = s.add_parser('fit')\na.add_argument('--n', type=int, default=5)\nshow(p.parse_args().n)", "? else 5 default @ src/train.py:5"},
	{"another command", "python src/train.py test", "import argparse\np = argparse.ArgumentParser()\ns = p.add_subparsers(dest='what')\na = s.add_parser('fit')\na.add_argument('--n', type=int, default=5)\nb = s.add_parser('test')\nb.add_argument('--n', type=int, default=6)\nshow(p.parse_args().n)", "6 default @ src/train.py:7"},

	{"absl's main gets the words", "python src/train.py a", "from absl import app\ndef main(argv):\n    show(argv[1])\napp.run(main)", "a @ run.sh:1"},
	{"absl's main that nobody starts", "", "from absl import app\ndef main(argv):\n    show(argv)\napp.run(main)", "?"},
	{"absl's flag of a name that is computed", "python src/train.py --n=3", "from absl import flags\nflags.DEFINE_integer(name, 3, 'x')\nshow(flags.FLAGS.n)", "absl.flags.FLAGS.n @ src/train.py:3"},
	{"absl's flag asked twice", "python src/train.py --n=3", "from absl import flags\nflags.DEFINE_integer('n', 4, 'x')\nF = flags.FLAGS\nshow(F.n + F.n)", "6 @ run.sh:1"},
	{"absl's switch on", "python src/train.py --amp", "from absl import flags\nflags.DEFINE_boolean('amp', False, 'x')\nshow(flags.FLAGS.amp)", "True @ run.sh:1"},
	{"absl's list is not followed", "python src/train.py --n=3", "from absl import flags\nflags.DEFINE_list('n', ['a'], 'x')\nshow(flags.FLAGS.n)", "? else ['a']"},
	{"absl's flag that is not declared", "python src/train.py", "from absl import flags\nshow(flags.FLAGS.n)", "absl.flags.FLAGS.n @ src/train.py:2"},
	{"absl's default by name", "python src/train.py", "from absl import flags\nflags.DEFINE_float('lr', default=0.5, help='x')\nshow(flags.FLAGS.lr)", "0.5 default @ src/train.py:2"},

	{"an operand of fire", "python src/train.py 3 4", "import fire\ndef main(n, m, k=5):\n    show(n * 100 + m * 10 + k)\nfire.Fire(main)", "345 @ run.sh:1"},
	{"a star of fire", "python src/train.py --n 3", "import fire\ndef main(*rest, n=1):\n    show(n)\nfire.Fire(main)", "3 @ run.sh:1"},
	{"typer's option that has to be given", "python src/train.py", "import typer\ndef main(n: int = typer.Option(...)):\n    show(n)\ntyper.run(main)", "?"},
	{"typer's option by name", "python src/train.py", "import typer\ndef main(n: int = typer.Option(default=7)):\n    show(n)\ntyper.run(main)", "7 default @ src/train.py:2"},
	{"typer's option by its own flag", "python src/train.py --size 3", "import typer\ndef main(n: int = typer.Option(7, '--size', '-s')):\n    show(n)\ntyper.run(main)", "3 @ run.sh:1"},
	{"typer's option by its short flag", "python src/train.py -s 3", "import typer\ndef main(n: int = typer.Option(7, '--size', '-s')):\n    show(n)\ntyper.run(main)", "3 @ run.sh:1"},
	{"typer's option is not named after the parameter", "python src/train.py --n 3", "import typer\ndef main(n: int = typer.Option(7, '--size')):\n    show(n)\ntyper.run(main)", "7 default @ src/train.py:2"},
	{"typer's operand", "python src/train.py 3", "import typer\ndef main(n: int = typer.Argument(7)):\n    show(n)\ntyper.run(main)", "3 @ run.sh:1"},
	{"typer's operand that is not given", "python src/train.py", "import typer\ndef main(n: int = typer.Argument(7)):\n    show(n)\ntyper.run(main)", "7 default @ src/train.py:2"},
	{"a float of fire", "python src/train.py --lr 1", "import fire\ndef main(lr: float = 2.0):\n    show(lr)\nfire.Fire(main)", "1.0 @ run.sh:1"},
	{"a text of fire that looks like a number", "python src/train.py --n 1", "import fire\ndef main(n: str = 'a'):\n    show(n)\nfire.Fire(main)", "1 @ run.sh:1"},
	{"click called with its own arguments", "python src/train.py --n 3", "import click\n@click.command()\n@click.option('--n', default=2)\ndef main(n):\n    show(n)\nmain(5)", "5 @ src/train.py:6"},
	{"click's flag of two names", "python src/train.py --no-amp --name x", strings.Replace(clicked, "%", "amp", 1), "False @ run.sh:1"},
}
