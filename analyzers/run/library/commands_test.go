package library_test

import (
	"strings"
	"testing"
)

const byNames = "import argparse\np = argparse.ArgumentParser()\n"

const cliMain = "import lightning as L\nfrom lightning.pytorch.cli import LightningCLI\nclass Net(L.LightningModule):\n    def __init__(self, net=None, width=1, lr=0.5):\n        show(%)\n"

const rootedMain = "import hydra\nimport rootutils\nroot = rootutils.setup_root(__file__, indicator='.git')\n@hydra.main(config_path=%, config_name='only')\ndef main(cfg):\n    show(cfg.n)\nmain()"

const ownParser = "from transformers import HfArgumentParser\nfrom dataclasses import dataclass\n@dataclass\nclass M:\n    rank: int = 4\n" +
	"class Parser(HfArgumentParser):\n    def parse_yaml_and_args(self, file, words): ...\n    def parse(self): ...\nm = Parser((M,)).parse()\n"

const newerTypes = "from transformers import HfArgumentParser\nfrom dataclasses import dataclass\n@dataclass\nclass M:\n    sizes: list[int] = None\n    k: int | None = None\n    b: int | str = None\n    s: set[int] = None\n" +
	"m, = HfArgumentParser(M).parse_args_into_dataclasses()\n"

// TestCommands asks what command lines and the configs that they name come to, where more than one of them speaks.
func TestCommands(t *testing.T) {
	files := map[string]string{
		"cli.yaml": "model:\n  net: {class_path: types.SimpleNamespace, init_args: {n: 1e-4, word: e, deep: {class_path: types.SimpleNamespace, init_args: {k: 2}}}}\n  width: 3\ntrainer: {max_epochs: 5}\n",
		"make.yaml": "net: {part: {_target_: types.SimpleNamespace, n: 4}}\nouter: {_target_: types.SimpleNamespace, part: {_target_: types.SimpleNamespace, n: 8}, l: [1, 2]}\n" +
			"old: {class: types.SimpleNamespace, params: {n: 3}}\nplain: {class: large, n: 3}\nargs: [1]\n",
		"src/conf/other.yaml": "n: 7\n", "rooted/only.yaml": "n: 8\n", "src/near/only.yaml": "n: 9\n", "near/only.yaml": "n: 10\n", "away/other.yaml": "n: 11\n",
		"src/beside/other.yaml": "n: 12\n", "beside/other.yaml": "n: 13\n", "src/pkg/conf/other.yaml": "n: 14\n", "lib/conf/other.yaml": "n: 15\n", "/etc/other.yaml": "n: 16\n",
		"rank.yaml": "rank: 7\n", "src/lone.yaml": "n: 17\n",
		"src/conf/lists.yaml": "defaults:\n  - _self_\n  - net: small\n  - optional net2: gone\nn: 1\nnet: {w: 1}\n", "src/conf/net/small.yaml": "w: 2\nk: 3\n",
	}
	tests := []struct{ name, command, script, want string }{
		{"Lightning's class by a config", "python src/train.py fit --config cli.yaml", replaced(cliMain, "width") + "LightningCLI(Net)", "3 @ cli.yaml:3"},
		{"a number that jsonargparse reads", "python src/train.py fit --config cli.yaml", replaced(cliMain, "net.n") + "LightningCLI(Net)", "0.0001 @ cli.yaml:2"},
		{"a word that is none", "python src/train.py fit --config cli.yaml", replaced(cliMain, "net.word") + "LightningCLI(Net)", "e @ cli.yaml:2"},
		{"what lies deeper", "python src/train.py fit --config cli.yaml", replaced(cliMain, "net.deep.k") + "LightningCLI(Net)", "2 @ cli.yaml:2"},
		{"a short flag", "python src/train.py fit -c cli.yaml", replaced(cliMain, "width") + "LightningCLI(Net)", "3 @ cli.yaml:3"},
		{"a flag over the config", "python src/train.py fit --config cli.yaml --model.width 4", replaced(cliMain, "width") + "LightningCLI(Net)", "4 @ run.sh:1"},
		{"a flag alone", "python src/train.py fit --model.width 4", replaced(cliMain, "width") + "LightningCLI(model_class=Net)", "4 @ run.sh:1"},
		{"nobody says it", "python src/train.py fit --model.width 4", replaced(cliMain, "lr") + "LightningCLI(Net)", "0.5 default @ src/train.py:4"},
		{"a config that is not there", "python src/train.py fit --config gone.yaml", replaced(cliMain, "width") + "LightningCLI(Net)", "never shown"},
		{"a class of one's own", "python src/train.py fit --config cli.yaml", replaced(cliMain, "width") + "class Own(LightningCLI): pass\nOwn(Net)", "3 @ cli.yaml:3"},

		{"no option of its own", "", hydraMake + "show(vars(instantiate(c.net.part, _convert_='all')))", "{'n': 4}"},
		{"arguments of a star", "", hydraMake + "show(instantiate(*c.args))", "?"},
		{"parts are made", "", hydraMake + "show(vars(instantiate(c.outer).part))", "{'n': 8}"},
		{"lists are left", "", hydraMake + "show(instantiate(c.outer).l)", "[1, 2]"},
		{"by the older key", "", hydraMake + "show(instantiate(c.old).n)", "3 @ make.yaml:3"},
		{"a key of that name that names no class", "", hydraMake + "show(instantiate(c.plain)['class'])", "large @ make.yaml:4"},

		{"below the project's root", "python src/train.py", replaced(rootedMain, "str(root / 'rooted')"), "8 @ rooted/only.yaml:1"},
		{"the nearest of two", "python src/train.py", replaced(rootedMain, "str(root / 'near')"), "9 @ src/near/only.yaml:1"},
		{"nowhere above", "python src/train.py", replaced(rootedMain, "str(root / 'gone')"), "?"},
		{"a part that nobody knows", "python src/train.py", replaced(rootedMain, "str(root / own)"), "?"},
		{"with its ending", "python src/train.py", "import hydra\n@hydra.main(config_path='conf', config_name='other.yaml')\ndef main(cfg):\n    show(cfg.n)\nmain()", "7 @ src/conf/other.yaml:1"},
		{"a path with its name, as Hydra had it", "python src/train.py", "import hydra\n@hydra.main(config_path='conf/other.yaml')\ndef main(cfg):\n    show(cfg.n)\nmain()", "7 @ src/conf/other.yaml:1"},
		{"a folder where it is started", "python src/train.py --config-path away", "import hydra\n@hydra.main(config_path='conf', config_name='other')\ndef main(cfg):\n    show(cfg.n)\nmain()", "11 @ away/other.yaml:1"},
		{"a folder beside the script", "python src/train.py --config-path beside", "import hydra\n@hydra.main(config_path='conf', config_name='other.yaml')\ndef main(cfg):\n    show(cfg.n)\nmain()", "12 @ src/beside/other.yaml:1"},
		{"one more folder", "python src/train.py -cd away -cn other", "import hydra\n@hydra.main(config_path=None, version_base=None)\ndef main(cfg):\n    show(cfg.n)\nmain()", "11 @ away/other.yaml:1"},
		{"one more folder beside the program's own", "python src/train.py --config-dir away", "import hydra\n@hydra.main(config_path='conf', config_name='other')\ndef main(cfg):\n    show(cfg.n)\nmain()", "7 @ src/conf/other.yaml:1"},
		{"a folder of another machine", "python src/train.py", "import hydra\n@hydra.main(config_path='/home/me/beside', config_name='other')\ndef main(cfg):\n    show(cfg.n)\nmain()", "12 @ src/beside/other.yaml:1"},
		{"a folder from the root", "python src/train.py -cp /etc", "import hydra\n@hydra.main(config_path='conf', config_name='other')\ndef main(cfg):\n    show(cfg.n)\nmain()", "16 @ /etc/other.yaml:1"},
		{"a package beside the script", "", hydraCompose + "initialize_config_module('pkg.conf')\nshow(compose('other').n)", "14 @ src/pkg/conf/other.yaml:1"},
		{"a package of the project", "", hydraCompose + "initialize_config_module(config_module='lib.conf')\nshow(compose('other').n)", "15 @ lib/conf/other.yaml:1"},
		{"a package that is nowhere", "", hydraCompose + "initialize_config_module('gone.conf')\nshow(compose('other').n)", "?"},
		{"a folder as a path", "", "from hydra import compose, initialize_config_dir\ninitialize_config_dir(config_dir='away')\nshow(compose('other').n)", "11 @ away/other.yaml:1"},
		{"no name", "", hydraCompose + "initialize('conf')\nshow(compose('').n)", "?"},
		{"a group on top of the file's own", "python src/train.py", "import hydra\n@hydra.main(config_path='conf', config_name='lists')\ndef main(cfg):\n    show(cfg.net.w * 10 + cfg.net.k)\nmain()", "23 @ src/conf/net/small.yaml:1"},
		{"hydra that nobody starts", "", "import hydra\n@hydra.main(config_path='conf', config_name='lists')\ndef main(cfg):\n    show(cfg.n)\nmain()", "1 @ src/conf/lists.yaml:5"},
		{"a function that takes nothing", "python src/train.py", "import hydra\n@hydra.main(config_path='conf', config_name='other')\ndef main():\n    show(3)\nmain()", "3 @ src/train.py:4"},

		{"an option without its word", "python src/train.py --n", byNames + "p.add_argument('--n', type=int, default=1)\nshow(p.parse_args().n)", "? else 1 default @ src/train.py:3"},
		{"the word of a name beside that of an operand", "python src/train.py 6 --n 5", "import fire\ndef main(n, m):\n    show(n * 10 + m)\nfire.Fire(main)", "56 @ run.sh:1"},
		{"what the parser leaves", "python src/train.py --rank 3 other", hfParser[:len(hfParser)-len("m, = p.parse_args_into_dataclasses()\n")] + "m, rest = p.parse_args_into_dataclasses(return_remaining_strings=True)\nshow(m.rank)", "3 @ run.sh:1"},
		{"a number takes one word", "python src/train.py --rank 3 4", hfParser + "show(m.rank)", "3 @ run.sh:1"},
		{"that nothing is left is said", "python src/train.py --rank 3", hfParser[:len(hfParser)-len("m, = p.parse_args_into_dataclasses()\n")] + "m, = p.parse_args_into_dataclasses(return_remaining_strings=False)\nshow(m.rank)", "3 @ run.sh:1"},
		{"click's word for a truth is not followed", "python src/train.py --fast no", "import click\n@click.command()\n@click.option('--fast', default=True)\ndef main(fast):\n    show(1 if fast else 2)\nmain()", "1 @ src/train.py:5 or 2 @ src/train.py:5"},
		{"click's float", "python src/train.py --lr 1", "import click\n@click.command()\n@click.option('--lr', default=0.5)\ndef main(lr):\n    show(lr)\nmain()", "1.0 @ run.sh:1"},
		{"click's option that is given several times", "python src/train.py", "import click\n@click.command()\n@click.option('--n', multiple=True)\ndef main(n):\n    show(len(n))\nmain()", "0"},
		{"click's option that is given once", "python src/train.py --n 3", "import click\n@click.command()\n@click.option('--n', multiple=False, type=int)\ndef main(n):\n    show(n)\nmain()", "3 @ run.sh:1"},

		{"a variable without a default", "python src/train.py", "import os\nshow(os.getenv('MP'))", "None default @ src/train.py:2"},
		{"a default that is computed", "python src/train.py", "import os\nshow(os.environ.get('MP', 2 + 3))", "5 default @ src/train.py:2"},
		{"a variable of a name that nobody knows", "MP=fp16 python src/train.py", "import os\nshow(os.environ.get(own, 'no'))", "?"},
		{"another attribute of sys", "python src/train.py a", "import sys\nshow(sys.platform)", "sys.platform @ src/train.py:2"},
		{"merged with a number", "", "from omegaconf import OmegaConf\nshow(OmegaConf.merge({'n': 1}, 3).n)", "?"},
		{"merged with a list", "", "from omegaconf import OmegaConf\nshow(OmegaConf.merge({'n': 1}, [3]).n)", "?"},
		{"words as a list", "", "from omegaconf import OmegaConf\nshow(OmegaConf.from_dotlist(['a.b=3', 'c']).a.b)", "3 @ src/train.py:2"},
		{"words as a number", "", "from omegaconf import OmegaConf\nshow(OmegaConf.from_dotlist(3).n)", "?"},
		{"a method of what is no loader", "", "show(own.reader.next())", "?"},
		{"another method of a loader", "", "import torch\nshow(torch.utils.data.DataLoader([5]).restart())", "?"},

		{"a parser of the project's that takes a file first", "python src/train.py rank.yaml", ownParser + "show(m.rank)", "7 @ rank.yaml:1"},
		{"its flags over the file", "python src/train.py rank.yaml --rank 3", ownParser + "show(m.rank)", "3 @ run.sh:1"},
		{"its file is not there", "python src/train.py gone.yaml", ownParser + "show(m.rank)", "? else 4 @ src/train.py:5"},
		{"a parser of the project's with a method of that name", "python src/train.py rank.yaml", strings.Replace(ownParser, "parse_yaml_and_args", "other", 1) + "show(m.rank)", "None.rank"},
		{"a list by its newer name", "python src/train.py --sizes 1 2", newerTypes + "show(m.sizes)", "[1, 2]"},
		{"a number or none", "python src/train.py --k 3 4", newerTypes + "show(m.k)", "3 @ run.sh:1"},
		{"a number or a text", "python src/train.py --b 3 4", newerTypes + "show(m.b)", "[3, 4]"},
		{"a set of numbers", "python src/train.py --s 3 4", newerTypes + "show(m.s)", "[3, 4]"},

		{"a path put together of the script's own", "python src/train.py", "import hydra, os\n@hydra.main(config_path=os.path.join(os.path.dirname(os.path.abspath(__file__)), 'conf'), config_name='other')\ndef main(cfg):\n    show(cfg.n)\nmain()", "7 @ src/conf/other.yaml:1"},
		{"a path in the file system's words", "python src/train.py", strings.Replace(replaced(rootedMain, "os.fspath(root / 'rooted')"), "import hydra", "import hydra, os", 1), "8 @ rooted/only.yaml:1"},
		{"a path as pathlib has it", "python src/train.py", strings.Replace(replaced(rootedMain, "str(Path(root) / 'rooted')"), "import hydra", "import hydra\nfrom pathlib import Path", 1), "8 @ rooted/only.yaml:1"},
		{"a folder that nobody knows", "", hydraCompose + "initialize(where())\nshow(compose('lone').n)", "?"},
		{"a folder beside the script's", "", hydraCompose + "initialize('../away')\nshow(compose('other').n)", "11 @ away/other.yaml:1"},

		{"the command that is given", "python src/train.py fit", byNames + "s = p.add_subparsers(dest='what')\ns.add_parser('fit').add_argument('--n', default=5)\nshow(p.parse_args().what)", "fit @ run.sh:1"},
		{"a command that nobody knows", "python src/train.py $W", byNames + "s = p.add_subparsers(dest='what')\ns.add_parser('fit').add_argument('--n', default=5)\nshow(p.parse_args().what)", "?"},
		{"a switch that can only be what it is", "", byNames + "p.add_argument('--fast', action='store_true', default=True)\nshow(p.parse_args().fast)", "True default @ src/train.py:3"},
		{"a switch that another one switches back", "", byNames + "p.add_argument('--fast', action='store_true', default=True)\np.add_argument('--slow', dest='fast', action='store_false')\nshow(p.parse_args().fast)", "? else True default @ src/train.py:4"},
		{"a switch that may be given", "", byNames + "p.add_argument('--fast', action='store_true')\nshow(p.parse_args().fast)", "? else False default @ src/train.py:3"},
		{"several words before the last", "python src/train.py a b c", byNames + "p.add_argument('files', nargs='+')\np.add_argument('out')\nshow(p.parse_args().files)", "['a', 'b']"},
		{"the words are looked at first", "python src/train.py --n 3", "import sys\nprint(sys.argv)\n" + byNames + "p.add_argument('--n', type=int)\nshow(p.parse_args().n)", "3 @ run.sh:1"},
		{"a word is taken away first, which is not followed", "python src/train.py a --n 3", "import sys\nsys.argv.pop(1)\n" + byNames + "p.add_argument('--n', type=int, default=1)\nshow(p.parse_args().n)", "? else 1 default @ src/train.py:5"},

		{"a root", "", "import math\nshow(math.sqrt(16))", "4.0 @ src/train.py:2"},
		{"no root", "", "import math\nshow(math.sqrt(-1))", "?"},
		{"too large", "", "import math\nshow(math.exp(1000))", "?"},
		{"no logarithm", "", "import math\nshow(math.log(0))", "?"},
		{"rounded up", "", "import math\nshow(math.ceil(2.1) * 10 + math.ceil(3))", "33 @ src/train.py:2"},
		{"rounded down", "", "import math\nshow(math.floor(-2.1))", "-3 @ src/train.py:2"},
		{"a number that is rounded where it came from", "python src/train.py --n 2.5", "import math\n" + byNames + "p.add_argument('--n', type=float)\nshow(math.floor(p.parse_args().n))", "2 @ run.sh:1"},
		{"the processes have met", "", "import torch.distributed as dist\ndist.init_process_group('nccl')\nshow(dist.is_initialized())", "True"},
		{"one that is started alone has met none", "python src/train.py", "import torch.distributed as dist\nshow(dist.is_initialized())", "False"},
		{"it has no rank", "python src/train.py", "import os\nshow('RANK' in os.environ)", "False @ src/train.py:2"},
		{"what its user may have set", "python src/train.py", "import os\nshow('KEY' in os.environ)", "True or False"},
		{"a rank that nobody knows of", "", "import os\nshow('RANK' in os.environ)", "True or False"},
		{"the processes may have met", "", "import torch.distributed as dist\nshow(dist.is_initialized())", "?"},
		{"a file of the package that nobody knows", "", "from pkg_resources import resource_filename\nshow(resource_filename(__name__, own))", "?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := shown(t, tt.command, tt.script, files); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
