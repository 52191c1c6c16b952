package library_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
	"github.com/trainlint/trainlint/analyzers/source"
)

// started is how a command starts a script; nil for no command.
func started(t *testing.T, command string) *library.Launch {
	t.Helper()
	if command == "" {
		return nil
	}
	s := launch.Read(source.New("run.sh", []byte(command)))
	l, ok := launch.Training(&s.Commands[len(s.Commands)-1])
	if !ok {
		t.Fatalf("%s starts nothing", command)
	}
	origin := func(w launch.Word) run.Origin { return run.Origin{File: s.File, Span: w.Origin} }
	out := &library.Launch{Script: l.Target.Text, Environment: func(name string) (*run.Located, bool) {
		w, set := l.Command.Env[name]
		if !set || !w.Known {
			return nil, set
		}
		return &run.Located{Value: run.Str(w.Text), Origin: origin(w)}, true
	}}
	for _, w := range l.Arguments.All {
		word := library.Word{Text: w.Text, Known: w.Known, Origin: origin(w)}
		if i := strings.IndexByte(w.Text, '='); i >= 0 {
			behind := w.Part(i+1, len(w.Text))
			word.Behind = &library.Word{Text: behind.Text, Known: behind.Known, Origin: origin(behind)}
		}
		out.Words = append(out.Words, word)
	}
	return out
}

// shown runs a script in which show(x) is called once at least, and gives what the last of them shows: the value, and
// the line that decides it.
func shown(t *testing.T, command, script string, files map[string]string) string {
	t.Helper()
	module, err := python.Parse(source.New("src/train.py", []byte(script)))
	if err != nil {
		t.Fatal(err)
	}
	lib := library.Library{Launch: started(t, command), Open: func(path string) *config.Document {
		if text, ok := files[path]; ok {
			return config.Parse(source.New(path, []byte(text)))
		}
		return nil
	}}
	m := run.New(run.Options{Main: module, Locate: true, Library: lib})
	m.Run(module, "train")
	text := "never shown"
	for _, c := range m.Trace.Calls {
		if o, ok := c.Callee.(*run.Object); ok && o.Word == "show" {
			text = word(m, c.Args[0].Value)
		}
	}
	return text
}

func word(m *run.Machine, v run.Value) string {
	switch v := v.(type) {
	case *run.Located:
		text := run.Text(v.Value)
		if s, ok := v.Value.(run.Symbol); ok {
			text = string(s)
		}
		if v.Default {
			text += " default"
		}
		if v.Origin.File != nil {
			text += fmt.Sprintf(" @ %s:%d", v.Origin.File.Path, v.Origin.Line())
		}
		return text
	case *run.Choice:
		parts := make([]string, len(v.Alternatives))
		for i, a := range v.Alternatives {
			parts[i] = word(m, a.Value)
		}
		return strings.Join(parts, " or ")
	case *run.Object:
		if v.Kind == run.Unknown || v.Kind == run.Result {
			if v.Default != nil {
				return "? else " + word(m, v.Default)
			}
			return "?"
		}
	}
	return m.Show(v)
}

const parser = `import argparse, yaml, torch
p = argparse.ArgumentParser()
p.add_argument("--config", default="a.yaml")
p.add_argument("--bs", "--batch-size", type=int, default=8)
p.add_argument("--fast", action="store_true")
p.add_argument("--mixed_precision", type=str, default=None)
args = p.parse_args()
`

var configs = map[string]string{
	"a.yaml":               "hardware:\n  mixed_precision: fp16\n  n: 4\nmodel: {name: base}\nbs: 16\n",
	"b.yaml":               "hardware:\n  mixed_precision: 'no'\n  n: 1e-4\n",
	"hf.yaml":              "lora_r: 8\nlr: '1e-4'\n",
	"merge.yaml":           "base: &b {n: 1, k: 2}\nall:\n  <<: *b\n  n: 3\n",
	"c.json":               "{\"train\": {\"bs\": 3}}",
	"c.toml":               "[train]\nbs = 3\n",
	"src/conf/config.yaml": "defaults:\n  - model: small\n  - _self_\ntrain:\n  bs: 4\n", "src/conf/model/small.yaml": "name: gpt2\ndim: 8\n", "src/conf/model/big.yaml": "name: gpt2-xl\n",
}

// lightningModule makes x, an instance of a module of Lightning's whose constructor has a line.
func lightningModule(line string) string {
	return "import lightning as L\nclass M(L.LightningModule):\n    def __init__(self, n=1, m=2, net=None):\n        super().__init__()\n        " + line + "\nx = M(3, net=5)\n"
}

const registered = "from timm.models import create_model, register_model\n@register_model\ndef tiny(depth=2, pretrained=False):\n    return depth\n"

func TestStarted(t *testing.T) {
	dtype := parser + "with open(args.config) as f:\n    config = yaml.safe_load(f)\nshow(torch.float16 if config['hardware']['mixed_precision'] == 'fp16' else torch.float32)"
	hf := "from transformers import HfArgumentParser, TrainingArguments\nfrom dataclasses import dataclass, field\nfrom typing import Optional\n@dataclass\nclass M:\n    lora_r: int = 4\n    lr: float = field(default=1e-3)\n    name: Optional[str] = None\nparser = HfArgumentParser((M, TrainingArguments))\n"
	tests := []struct{ name, command, script, want string }{
		{"default", "python src/train.py", parser + "show(args.bs)", "8 default @ src/train.py:4"},
		{"nothing is known of the start", "", parser + "show(args.bs)", "? else 8 default @ src/train.py:4"},
		{"flag", "python src/train.py --bs 2", parser + "show(args.bs)", "2 @ run.sh:1"},
		{"flag by its second name", "python src/train.py --batch-size=2", parser + "show(args.bs)", "2 @ run.sh:1"},
		{"flag by its beginning", "python src/train.py --mixed bf16", parser + "show(args.mixed_precision)", "bf16 @ run.sh:1"},
		{"parts of a path", "python src/train.py", "from pathlib import Path\nimport os\nROOT = Path(__file__).parent\np = Path('conf/a.b.yaml')\nq = (ROOT / p).resolve()\nshow([p.name, p.stem, p.suffix, p.is_absolute(), Path('/x/y').is_absolute(), Path('.rc').suffix, q.name, os.path.isabs('a/b'), os.path.isabs('/a')])",
			"['a.b.yaml', 'a.b', '.yaml', False, True, '', 'a.b.yaml', False, True]"},
		{"what a file is called that nobody knows", "python src/train.py", "from pathlib import Path\nimport os\nf = open('conf/a.yaml')\nq = Path(os.environ['HOME'])\nshow([f.name == 'a.yaml', q.suffix == '.yaml'])", "[True or False, True or False]"},
		{"nobody asks to train", "python src/train.py --do_predict --output_dir x", "from transformers import HfArgumentParser, TrainingArguments\nfrom dataclasses import dataclass\n@dataclass\nclass Own(TrainingArguments):\n    n: int = 4\na, b = HfArgumentParser((TrainingArguments, Own)).parse_args_into_dataclasses()\nshow([a.do_train, b.do_train, a.do_predict])", "[False, False, True]"},
		{"somebody asks to train", "python src/train.py --do_train", "from transformers import HfArgumentParser, TrainingArguments\nfrom dataclasses import dataclass\n@dataclass\nclass Own(TrainingArguments):\n    n: int = 4\na, b = HfArgumentParser((TrainingArguments, Own)).parse_args_into_dataclasses()\nshow([a.do_train, b.do_train, a.do_predict])", "[True, True, False]"},
		{"dataclasses in dataclasses", "python src/train.py --n 7 --k 2", "from dataclasses import dataclass, field\nimport simple_parsing\n@dataclass\nclass A:\n    n: int = 4\n    m: str = 'x'\n@dataclass\nclass P:\n    a: A = A()\n    k: float = 0.5\np = simple_parsing.ArgumentParser()\np.add_arguments(P, dest='all')\no = p.parse_args().all\nshow([o.a.n, o.a.m, o.k])", "[7, 'x', 2.0]"},
		{"dataclasses in dataclasses, as they stand", "python src/train.py", "from dataclasses import dataclass, field\nimport simple_parsing\n@dataclass\nclass A:\n    n: int = 4\n    m: str = 'x'\n@dataclass\nclass P:\n    a: A = A()\n    k: float = 0.5\np = simple_parsing.ArgumentParser()\np.add_arguments(P, dest='all')\no = p.parse_args().all\nshow([o.a.n, o.a.m, o.k])", "[4, 'x', 0.5]"},
		{"a parser is no tuple", "python src/train.py --n 3", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=int, default=2)\na = p\nif not isinstance(a, tuple):\n    a = a.parse_args()\nshow(a.n)", "3 @ run.sh:1"},
		{"a parser may be what nobody knows", "python src/train.py --n 3", "import argparse, lib\np = argparse.ArgumentParser()\np.add_argument('--n', type=int, default=2)\na = p\nif not isinstance(a, lib.C):\n    a = a.parse_args()\nshow(isinstance(p, lib.C) or 1)", "True or 1 @ src/train.py:7"},
		{"add_argument by another name", "python src/train.py --n 3", "import argparse\np = argparse.ArgumentParser()\narg = p.add_argument\narg('--n', type=int, default=2)\nshow(p.parse_args().n)", "3 @ run.sh:1"},
		{"pydantic converts", "", "import yaml\nfrom pydantic import BaseModel\nclass C(BaseModel):\n    lr: float = 1.0\n    other: list = None\nc = C(lr='1e-4')\nshow(c.lr)", "0.0001 @ src/train.py:6"},
		{"pydantic validates a dictionary", "", "import yaml\nfrom enum import Enum\nfrom pydantic import BaseModel\nclass K(str, Enum):\n    a = 'x'\nclass L(Enum):\n    a = 'x'\nclass B(BaseModel):\n    n: int = 1\nclass C(BaseModel):\n    b: B\n    k: K = K.a\n    l: L = L.a\nc = C.model_validate({'b': {'n': '7'}, 'k': 'x', 'l': 'x'})\nshow([c.b.n, c.k, c.l == L.a])",
			"[7, 'x', True]"},
		{"pydantic keeps text", "", "from pydantic import BaseModel\nclass C(BaseModel):\n    name: str\nc = C(name='7')\nshow(c.name)", "7 @ src/train.py:4"},
		{"saved arguments", "", lightningModule("self.save_hyperparameters()") + "show([x.hparams.n, x.hparams.m, 'net' in x.hparams])", "[3, 2, True]"},
		{"saved arguments, one left out", "", lightningModule("self.save_hyperparameters(ignore='net')") + "show([x.hparams.n, x.hparams.m, 'net' in x.hparams])", "[3, 2, False]"},
		{"saved arguments, some left out", "", lightningModule("self.save_hyperparameters(ignore=['net', 'm'])") + "show([x.hparams.n, 'm' in x.hparams, 'net' in x.hparams])", "[3, False, False]"},
		{"saved arguments by name", "", lightningModule("self.save_hyperparameters('n')") + "show([x.hparams.n, 'm' in x.hparams])", "[3, False]"},
		{"saved arguments as they are", "", lightningModule("self.save_hyperparameters({'k': 9})") + "show(x.hparams.k)", "9 @ src/train.py:5"},
		{"saved arguments of another class", "", strings.Replace(lightningModule("self.save_hyperparameters()"), "(L.LightningModule)", "", 1) + "show(x.hparams.n)", "?"},
		{"a model that the project registers", "", registered + "show(create_model('tiny', depth=7, pretrained=True))", "7 @ src/train.py:5"},
		{"a model that the project registers, by keyword", "", registered + "show(create_model(model_name='tiny', checkpoint_path=''))", "2 default @ src/train.py:3"},
		{"a model that the project registers, as it is", "", registered + "show(create_model('tiny', pretrained=True))", "2 default @ src/train.py:3"},
		{"a model that the project registers not", "", registered + "show(create_model('small', depth=7))", "?"},
		{"a model of a name that nobody knows", "", registered + "import os\nshow(create_model(os.environ['M'], depth=7))", "?"},
		{"the fields of a dataclass", "", "import dataclasses\n@dataclasses.dataclass\nclass C:\n    n: int = 1\nclass D:\n    pass\nshow([[f.name for f in dataclasses.fields(C)], [f.name for f in dataclasses.fields(C())]])", "[['n'], ['n']]"},
		{"the fields of no dataclass", "", "import dataclasses\nimport lib\nshow([f.name for f in dataclasses.fields(lib.C)])", "[… unknown name (an attribute of something unknown)]"},
		{"the last one counts", "python src/train.py --bs 2 --bs 3", parser + "show(args.bs)", "3 @ run.sh:1"},
		{"variable of the launcher", "B=3\npython src/train.py --bs $B", parser + "show(args.bs)", "3 @ run.sh:1"},
		{"variable behind an equals sign", "B=3\npython src/train.py --bs=$B", parser + "show(args.bs)", "3 @ run.sh:1"},
		{"unknown flag value", "python src/train.py --bs $B", parser + "show(args.bs)", "? else 8 default @ src/train.py:4"},
		{"switch off", "python src/train.py", parser + "show(args.fast)", "False default @ src/train.py:5"},
		{"switch on", "python src/train.py --fast", parser + "show(args.fast)", "True @ run.sh:1"},
		{"a switch takes no word", "python src/train.py --fast 7", "import argparse\np = argparse.ArgumentParser()\np.add_argument('n', type=int)\np.add_argument('--fast', action='store_true')\nshow(p.parse_args().n)", "7 @ run.sh:1"},
		{"a default given as text is converted", "python src/train.py", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=int, default='7')\nshow(p.parse_args().n)", "7 default @ src/train.py:3"},
		{"bool of any text is true", "python src/train.py --n False", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=bool, default=False)\nshow(p.parse_args().n)", "True @ run.sh:1"},
		{"a type of the project", "python src/train.py --n no", "import argparse\ndef flag(s):\n    return s.lower() in ('yes', 'true')\np = argparse.ArgumentParser()\np.add_argument('--n', type=flag, default=True)\nshow(p.parse_args().n)", "False @ run.sh:1"},
		{"a method of text as a type", "python src/train.py --n MNIST", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=str.lower, default='a')\nshow(p.parse_args().n)", "mnist @ run.sh:1"},
		{"a method of text that is not followed, as a type", "python src/train.py --n MNIST", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=str.swapcase, default='a')\nshow(p.parse_args().n)", "? else a default @ src/train.py:3"},
		{"several words", "python src/train.py --n 1 2", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=int, nargs='+')\nshow(p.parse_args().n)", "[1, 2]"},
		{"optional boolean", "python src/train.py --no-amp", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--amp', action=argparse.BooleanOptionalAction, default=True)\nshow(p.parse_args().amp)", "False @ run.sh:1"},
		{"groups", "python src/train.py --n 1", "import argparse\np = argparse.ArgumentParser()\ng = p.add_argument_group('x')\ng.add_argument('--n', type=int)\nshow(p.parse_args().n)", "1 @ run.sh:1"},
		{"parents", "python src/train.py --n 1", "import argparse\nq = argparse.ArgumentParser(add_help=False)\nq.add_argument('--n', type=int)\np = argparse.ArgumentParser(parents=[q])\nshow(p.parse_args().n)", "1 @ run.sh:1"},
		{"subparsers", "python src/train.py fit --n 1", "import argparse\np = argparse.ArgumentParser()\ns = p.add_subparsers(dest='what')\na = s.add_parser('fit')\na.add_argument('--n', type=int, default=5)\nb = s.add_parser('test')\nb.add_argument('--n', type=int, default=6)\nargs = p.parse_args()\nshow(args.n if args.what == 'fit' else 0)", "1 @ run.sh:1"},
		{"set_defaults", "python src/train.py", parser + "p.set_defaults(**yaml.safe_load(open('a.yaml')))\nshow(p.parse_args().bs)", "16 @ a.yaml:5"},
		{"the command line beats set_defaults", "python src/train.py --bs 2", parser + "p.set_defaults(**yaml.safe_load(open('a.yaml')))\nshow(p.parse_args().bs)", "2 @ run.sh:1"},
		{"known words only", "python src/train.py --bs 2 --other 3", parser + "args, rest = p.parse_known_args()\nshow(args.bs)", "2 @ run.sh:1"},
		{"no words", "python src/train.py --bs 2", parser + "show(p.parse_args([]).bs)", "8 default @ src/train.py:4"},
		{"sys.argv", "python src/train.py --bs 2", parser + "import sys\nshow(p.parse_args(sys.argv[1:]).bs)", "2 @ run.sh:1"},
		{"a word of sys.argv", "python src/train.py a.yaml", "import sys\nshow(sys.argv[1])", "a.yaml @ run.sh:1"},
		{"a subclass of the parser", "python src/train.py --n 1", "import argparse\nclass P(argparse.ArgumentParser):\n    def __init__(self):\n        super().__init__()\n        self.add_argument('--n', type=int)\nshow(P().parse_args().n)", "1 @ run.sh:1"},
		{"two namespaces", "python src/train.py --bs 2", parser + "both = argparse.Namespace(**vars(args), **{'k': 3})\nshow(both.bs * both.k)", "6 @ run.sh:1"},
		{"its names and values", "python src/train.py --bs 2", parser + "state = {k: v for k, v in args._get_kwargs()}\nshow(state['bs'])", "2 @ run.sh:1"},
		{"update of the namespace", "python src/train.py --bs 2", parser + "vars(args).update(yaml.safe_load(open('a.yaml')))\nshow(args.bs)", "16 @ a.yaml:5"},
		{"update of its dictionary", "python src/train.py --bs 2", parser + "args.__dict__.update(yaml.safe_load(open('a.yaml')))\nshow(args.bs)", "16 @ a.yaml:5"},
		{"setattr loop", "python src/train.py", parser + "for k, v in yaml.safe_load(open('a.yaml')).items():\n    setattr(args, k, v)\nshow(args.bs)", "16 @ a.yaml:5"},
		{"setattr loop over what is not there", "python src/train.py", parser + "for k, v in yaml.safe_load(open('z.yaml')).items():\n    setattr(args, k, v)\nshow(args.bs)", "? or 8 default @ src/train.py:4"},
		{"passed to main", "python src/train.py --bs 2", parser + "def main(a):\n    show(a.bs)\nmain(args)", "2 @ run.sh:1"},
		{"overwritten in the script", "python src/train.py --bs 2", parser + "args.bs = 5\nshow(args.bs)", "5 @ src/train.py:8"},
		{"overwritten under an unknown test", "python src/train.py --bs 2", parser + "if x():\n    args.bs = 5\nshow(args.bs)", "5 @ src/train.py:9 or 2 @ run.sh:1"},

		{"config of the job at hand", "python src/train.py", dtype, "torch.float16 @ a.yaml:2"},
		{"another config", "python src/train.py --config b.yaml", dtype, "torch.float32 @ b.yaml:2"},
		{"a config that is not there", "python src/train.py --config z.yaml", dtype, "torch.float16 @ src/train.py:10 or torch.float32 @ src/train.py:10"},
		{"pyyaml reads 1e-4 as text", "python src/train.py --config b.yaml", parser + "c = yaml.safe_load(open(args.config))\nshow(c['hardware']['n'])", "1e-4 @ b.yaml:3"},
		{"omegaconf reads it as a number", "python src/train.py --config b.yaml", parser + "from omegaconf import OmegaConf\nc = OmegaConf.load(args.config)\nshow(c.hardware.n)", "0.0001 @ b.yaml:3"},
		{"get with default", "", parser + "c = yaml.safe_load(open('a.yaml'))\nshow(c.get('lr', 3))", "3 default @ src/train.py:9"},
		{"get that finds", "", parser + "c = yaml.safe_load(open('a.yaml'))\nshow(c.get('hardware', {}).get('n', 3))", "4 @ a.yaml:3"},
		{"load in a function", "python src/train.py", parser + "def load(path):\n    with open(path) as f:\n        return yaml.safe_load(f)\nc = load(args.config)\nshow(c['hardware']['n'])", "4 @ a.yaml:3"},
		{"read and then loaded", "", "import json\nc = json.loads(open('c.json').read())\nshow(c['train']['bs'])", "3 @ c.json:1"},
		{"toml", "", "import tomllib\nwith open('c.toml', 'rb') as f:\n    c = tomllib.load(f)\nshow(c['train']['bs'])", "3 @ c.toml:2"},
		{"merge keys", "", "import yaml\nc = yaml.safe_load(open('merge.yaml'))\nshow(c['all']['n'] * 10 + c['all']['k'])", "32 @ merge.yaml:4"},
		{"a dictionary by attributes", "", "import yaml\nfrom easydict import EasyDict\nc = EasyDict(yaml.safe_load(open('a.yaml')))\nshow(c.hardware.n)", "4 @ a.yaml:3"},
		{"munch reads it itself", "", "from munch import Munch\nwith open('a.yaml') as f:\n    c = Munch.fromYAML(f.read())\nshow(c.hardware.n)", "4 @ a.yaml:3"},
		{"box reads it itself", "", "from box import Box\nc = Box.from_yaml(filename='a.yaml')\nshow(c.hardware.n)", "4 @ a.yaml:3"},
		{"box reads what nobody finds", "", "from box import Box\nc = Box.from_yaml(filename=path)\nshow(c.hardware.n)", "?"},
		{"an attribute that is stored", "", "import yaml\nfrom easydict import EasyDict\nc = EasyDict(yaml.safe_load(open('a.yaml')))\nc.hardware.n = 5\nshow(c['hardware']['n'])", "5 @ src/train.py:4"},
		{"a namespace of a config", "", "import yaml\nfrom types import SimpleNamespace\nc = SimpleNamespace(**yaml.safe_load(open('a.yaml')))\nshow(c.bs)", "16 @ a.yaml:5"},
		{"getattr of a dtype", "", parser + "c = {'dtype': 'bfloat16'}\nshow(getattr(torch, c['dtype']))", "torch.bfloat16 @ src/train.py:8"},
		{"table of dtypes", "", parser + "c = yaml.safe_load(open('a.yaml'))\nT = {'fp16': torch.float16, 'bf16': torch.bfloat16}\nshow(T[c['hardware']['mixed_precision']])", "torch.float16 @ a.yaml:2"},
		{"class holds the config", "", "import yaml\nclass T:\n    def __init__(self, cfg):\n        self.cfg = cfg\n    def run(self):\n        show(self.cfg['hardware']['n'])\nT(yaml.safe_load(open('a.yaml'))).run()", "4 @ a.yaml:3"},

		{"if chain", "python src/train.py --mixed_precision bf16", parser + "d = torch.float32\nif args.mixed_precision == 'fp16':\n    d = torch.float16\nelif args.mixed_precision == 'bf16':\n    d = torch.bfloat16\nshow(d)", "torch.bfloat16 @ src/train.py:12"},
		{"environment of the launcher", "MP=fp16 python src/train.py", "import os\nshow(os.environ.get('MP', 'no'))", "fp16 @ run.sh:1"},
		{"item of the environment", "MP=fp16 python src/train.py", "import os\nshow(os.environ['MP'])", "fp16 @ run.sh:1"},
		{"environment default", "python src/train.py", "import os\nshow(os.environ.get('MP', 'no'))", "no default @ src/train.py:2"},
		{"getenv without default", "python src/train.py", "import os\nshow(1 if os.getenv('MP') is None else 2)", "1 @ src/train.py:2"},

		{"fire", "python src/train.py --lr 3", "import fire\ndef main(lr=1, n: int = 7):\n    show(lr)\nfire.Fire(main)", "3 @ run.sh:1"},
		{"fire's default", "python src/train.py --lr 3", "import fire\ndef main(lr=1, n: int = 7):\n    show(n)\nfire.Fire(main)", "7 default @ src/train.py:2"},
		{"fire that nobody starts", "", "import fire\ndef main(lr=1, n: int = 7):\n    show(n)\nfire.Fire(main)", "? else 7 @ src/train.py:2"},
		{"typer", "python src/train.py --n 3", "import typer\ndef main(n: int = typer.Option(7)):\n    show(n)\ntyper.run(main)", "3 @ run.sh:1"},
		{"typer's default", "python src/train.py", "import typer\ndef main(n: int = typer.Option(7)):\n    show(n)\ntyper.run(main)", "7 default @ src/train.py:2"},
		{"click", "python src/train.py --batch-size 3", "import click\n@click.command()\n@click.option('--batch-size', default=2)\ndef main(batch_size):\n    show(batch_size)\nmain()", "3 @ run.sh:1"},
		{"click's default", "python src/train.py", "import click\n@click.command()\n@click.option('--batch-size', '-b', default=2)\ndef main(batch_size):\n    show(batch_size)\nmain()", "2 default @ src/train.py:3"},
		{"click's operand", "python src/train.py 5", "import click\n@click.command()\n@click.argument('n', type=int)\ndef main(n):\n    show(n)\nmain()", "5 @ run.sh:1"},
		{"tyro", "python src/train.py --bs 3", "import tyro\nfrom dataclasses import dataclass\n@dataclass\nclass C:\n    bs: int = 2\nc = tyro.cli(C)\nshow(c.bs)", "3 @ run.sh:1"},

		{"absl", "python src/train.py --bs=3", "from absl import app, flags\nFLAGS = flags.FLAGS\nflags.DEFINE_integer('bs', 4, 'size')\ndef main(argv):\n    show(FLAGS.bs)\napp.run(main)", "3 @ run.sh:1"},
		{"absl's default of a flag that may be given several times", "python src/train.py", "from absl import flags\nflags.DEFINE_multi_integer('m', [1, 2], 'x')\nshow(sum(flags.FLAGS.m))", "3 @ src/train.py:2"},
		{"absl's default", "python src/train.py", "from absl import flags\nflags.DEFINE_integer('bs', 4, 'size')\nshow(flags.FLAGS.bs)", "4 default @ src/train.py:2"},
		{"absl's switch", "python src/train.py --noamp", "from absl import flags\nflags.DEFINE_bool('amp', True, 'x')\nshow(flags.FLAGS.amp)", "False @ run.sh:1"},
		{"absl that nobody starts", "", "from absl import flags\nflags.DEFINE_bool('amp', True, 'x')\nshow(flags.FLAGS.amp)", "? else True default @ src/train.py:2"},
		{"fastcore", "python src/train.py --n 3", "from fastcore.script import call_parse\n@call_parse\ndef main(n: int = 2):\n    show(n)\nmain()", "3 @ run.sh:1"},
		{"draccus", "python src/train.py --bs 3", "import draccus\nfrom dataclasses import dataclass\n@dataclass\nclass C:\n    bs: int = 2\n@draccus.wrap()\ndef main(cfg: C):\n    show(cfg.bs)\nmain()", "3 @ run.sh:1"},
		{"an attribute dictionary of the project", "", "import yaml\nclass AttrDict(dict):\n    def __init__(self, *args, **kwargs):\n        super().__init__(*args, **kwargs)\n        self.__dict__ = self\nc = AttrDict(yaml.safe_load(open('a.yaml')))\nshow(c.bs)", "16 @ a.yaml:5"},
		{"an attribute dictionary with __getattr__", "", "import yaml\nclass AttrDict(dict):\n    __getattr__ = dict.__getitem__\nc = AttrDict(yaml.safe_load(open('a.yaml')))\nshow(c.bs)", "16 @ a.yaml:5"},
		{"a path that is there", "python src/train.py", "import yaml\nfrom pathlib import Path\np = Path('a.yaml')\nc = {'bs': 1}\nif p.exists():\n    c = yaml.safe_load(p.read_text())\nshow(c['bs'])", "16 @ a.yaml:5"},
		{"a file that is there", "python src/train.py", "import os, yaml\nc = {'bs': 1}\nif os.path.exists('a.yaml'):\n    c = yaml.safe_load(open('a.yaml'))\nshow(c['bs'])", "16 @ a.yaml:5"},
		{"a file that may be there", "python src/train.py", "import os, yaml\nn = 1\nif os.path.exists('other.yaml'):\n    n = 2\nshow(n)", "2 @ src/train.py:4 or 1 @ src/train.py:2"},
		{"a folder is no file", "python src/train.py", "import os, yaml\nn = 1\nif os.path.isdir('a.yaml'):\n    n = 2\nshow(n)", "2 @ src/train.py:4 or 1 @ src/train.py:2"},
		{"a path", "python src/train.py", parser + "from pathlib import Path\nroot = Path('.')\nc = yaml.safe_load(Path('a.yaml').read_text())\nshow(c['bs'])", "16 @ a.yaml:5"},
		{"hydra", "python src/train.py train.bs=16", "import hydra\n@hydra.main(config_path='conf', config_name='config')\ndef main(cfg):\n    show(cfg.train.bs)\nmain()", "16 @ run.sh:1"},
		{"hydra group", "python src/train.py", "import hydra\n@hydra.main(config_path='conf', config_name='config')\ndef main(cfg):\n    show(cfg.model.name)\nmain()", "gpt2 @ src/conf/model/small.yaml:1"},
		{"hydra group chosen", "python src/train.py model=big", "import hydra\n@hydra.main(config_path='conf', config_name='config')\ndef main(cfg):\n    show(cfg.model.name)\nmain()", "gpt2-xl @ src/conf/model/big.yaml:1"},
		{"omegaconf merge", "python src/train.py hardware.n=9", "from omegaconf import OmegaConf\nc = OmegaConf.merge(OmegaConf.load('a.yaml'), OmegaConf.from_cli())\nshow(c.hardware.n)", "9 @ run.sh:1"},
		{"omegaconf merge keeps", "python src/train.py hardware.n=9", "from omegaconf import OmegaConf\nc = OmegaConf.merge(OmegaConf.load('a.yaml'), OmegaConf.from_cli())\nshow(c.hardware.mixed_precision)", "fp16 @ a.yaml:2"},

		{"hf parser flag", "python src/train.py --lora_r 8", hf + "m, t = parser.parse_args_into_dataclasses()\nshow(m.lora_r)", "8 @ run.sh:1"},
		{"hf parser default", "python src/train.py --lora_r 8", hf + "m, t = parser.parse_args_into_dataclasses()\nshow(m.lr)", "0.001 default @ src/train.py:7"},
		{"hf parser of nothing", "", hf + "m, t = parser.parse_args_into_dataclasses()\nshow(m.lora_r)", "? else 4 @ src/train.py:6"},
		{"a library's dataclass", "python src/train.py --learning_rate 1e-3", hf + "m, t = parser.parse_args_into_dataclasses()\nshow(t.learning_rate)", "0.001 @ run.sh:1"},
		{"text stays text", "python src/train.py --name 7", hf + "m, t = parser.parse_args_into_dataclasses()\nshow(m.name)", "7 @ run.sh:1"},
		{"hf parser of a file", "python src/train.py hf.yaml", hf + "import sys\nif sys.argv[-1].endswith('.yaml'):\n    m, t = parser.parse_yaml_file(sys.argv[1])\nelse:\n    m, t = parser.parse_args_into_dataclasses()\nshow(m.lora_r)", "8 @ hf.yaml:1"},
		{"hf parser of a named file", "", hf + "m, t = parser.parse_yaml_file(yaml_file='hf.yaml')\nshow(m.lora_r)", "8 @ hf.yaml:1"},
		{"an older home of the parser", "python src/train.py --lora_r 8", strings.Replace(hf, "from transformers import", "from transformers.hf_argparser import", 1) + "m, t = parser.parse_args_into_dataclasses()\nshow(m.lora_r)", "8 @ run.sh:1"},
		{"trl's config", "python src/train.py --config hf.yaml --lora_r 2", strings.Replace(strings.ReplaceAll(hf, "HfArgumentParser", "TrlParser"), "transformers", "trl", 1) + "m, t = parser.parse_args_and_config()\nshow(m.lora_r + m.lr)", "2.0001 @ run.sh:1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := shown(t, tt.command, tt.script, configs); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestGuess: what a word looks like where nobody says its type.
func TestGuess(t *testing.T) {
	for text, want := range map[string]run.Value{
		"3": run.Int(3), "-3": run.Int(-3), "1e-4": run.Float(1e-4), "0.5": run.Float(0.5), "true": run.Bool(true), "True": run.Bool(true),
		"false": run.Bool(false), "None": run.None, "null": run.None, "none": run.None, "": run.Str(""), "bf16": run.Str("bf16"), "1.2.3": run.Str("1.2.3"),
	} {
		if got := library.Guess(text); got != want {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
}
