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
	files := map[string]string{
		"a.yaml":                 "n: 4\nname: base\nlist: [1, 2]\nnone:\nyes_: true\n1: one\ndeep: {er: 5}\n",
		"b.yaml":                 "n: 5\ndeep: {er: 6}\n",
		"hf.json":                "{\"rank\": 9, \"fast\": true}",
		"src/conf/config.yaml":   "defaults:\n  - model: small\n  - /data: one\n  - _self_\ntrain:\n  bs: 4\n",
		"src/conf/other.yaml":    "train:\n  bs: 7\n",
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
		{"hydra's absolute group", "python src/train.py", replaced(hydraMain, "cfg.data.rows"), "3 @ src/conf/data/one.yaml:1"},
		{"hydra adds a key", "python src/train.py +train.n=3", replaced(hydraMain, "cfg.train.n"), "3 @ run.sh:1"},
		{"hydra's config of its own wins", "python src/train.py", replaced(hydraMain, "cfg.train.bs"), "4 @ src/conf/config.yaml:6"},
		{"hydra without a config", "python src/train.py", "import hydra\n@hydra.main(config_path='conf', config_name='gone')\ndef main(cfg):\n    show(cfg.train.bs)\nmain()", "?"},

		{"a list of a config", "", load + "show(c['list'])", "[1, 2]"},
		{"null of a config", "", load + "show(1 if c['none'] is None else 2)", "1 @ a.yaml:4"},
		{"a whole number for a key", "", load + "show(c[1])", "one @ a.yaml:6"},
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
