package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// program makes a run of a script: files are the configs it may open.
func program(t *testing.T, command, script string, files map[string]string) *Program {
	t.Helper()
	m, err := python.Parse(source.New("src/train.py", []byte(script)))
	if err != nil {
		t.Fatal(err)
	}
	p := &Program{Module: m, Open: func(path string) *config.Document {
		if text, ok := files[path]; ok {
			return config.Parse(source.New(path, []byte(text)))
		}
		return nil
	}}
	if command != "" {
		s := launch.Read(source.New("run.sh", []byte(command)))
		l, ok := launch.Training(&s.Commands[0])
		if !ok {
			t.Fatalf("%s starts nothing", command)
		}
		p.Arguments, p.LaunchFile, p.Environment = l.Arguments, s.File, l.Command.Env
	}
	return p
}

// last evaluates the last expression statement and renders it with the place
// that decides it: "4 @ conf.yaml:2".
func last(p *Program) string {
	var e python.Expr
	python.WalkBody(p.Module.Body, func(n python.Node) bool {
		if s, ok := n.(*python.ExprStmt); ok {
			e = s.Value
		}
		return true
	})
	v := p.Value(e)
	if !v.Known() {
		return "?"
	}
	s := v.Text()
	if v.Default {
		s += " default"
	}
	if v.Place.File != nil {
		s += fmt.Sprintf(" @ %s:%d", v.Place.File.Path, v.Place.Line())
	}
	return s
}

const parser = `import argparse, yaml, torch
p = argparse.ArgumentParser()
p.add_argument("--config", default="a.yaml")
p.add_argument("--bs", "--batch-size", type=int, default=8)
p.add_argument("--fast", action="store_true")
p.add_argument("--mixed_precision", type=str, default=None)
args = p.parse_args()
`

func TestValues(t *testing.T) {
	yaml := map[string]string{
		"a.yaml":               "hardware:\n  mixed_precision: fp16\n  n: 4\nmodel: {name: base}\n",
		"b.yaml":               "hardware:\n  mixed_precision: 'no'\n  n: 1e-4\n",
		"src/conf/config.yaml": "defaults:\n  - model: small\n  - _self_\ntrain:\n  bs: 4\n", "src/conf/model/small.yaml": "name: gpt2\ndim: 8\n", "src/conf/model/big.yaml": "name: gpt2-xl\n",
	}
	dtype := parser + "with open(args.config) as f:\n    config = yaml.safe_load(f)\ntorch.float16 if config['hardware']['mixed_precision'] == 'fp16' else torch.float32"
	tests := []struct{ name, command, script, want string }{
		{"default", "", parser + "args.bs", "8 default @ src/train.py:4"},
		{"flag", "python src/train.py --bs 2", parser + "args.bs", "2 @ run.sh:1"},
		{"flag by its second name", "python src/train.py --batch-size=2", parser + "args.bs", "2 @ run.sh:1"},
		{"variable of the launcher", "B=3\npython src/train.py --bs $B", parser + "args.bs", "3 @ run.sh:1"},
		{"unknown flag value", "python src/train.py --bs $B", parser + "args.bs", "?"},
		{"switch off", "python src/train.py", parser + "args.fast", "False default @ src/train.py:5"},
		{"switch on", "python src/train.py --fast", parser + "args.fast", "True @ run.sh:1"},
		{"passed to main", "python src/train.py --bs 2", parser + "def main(a):\n    a.bs\n_ = main(args)", "2 @ run.sh:1"},
		{"main(args) that nobody calls", "python src/train.py --bs 2", parser + "def main(args):\n    args.bs", "2 @ run.sh:1"},
		{"parse function", "", "import argparse\ndef parse():\n    p = argparse.ArgumentParser()\n    p.add_argument('--bs', type=int, default=3)\n    return p.parse_args()\nargs = parse()\nargs.bs", "3 default @ src/train.py:4"},
		{"overwritten in the script", "python src/train.py --bs 2", parser + "args.bs = 5\nargs.bs", "5 @ src/train.py:8"},
		{"overwritten under an unknown test", "", parser + "if x():\n    args.bs = 5\nargs.bs", "?"},
		{"config of the job at hand", "python src/train.py", dtype, "torch.float16 @ a.yaml:2"},
		{"another config", "python src/train.py --config b.yaml", dtype, "torch.float32 @ b.yaml:2"},
		{"a config that is not there", "python src/train.py --config c.yaml", dtype, "?"},
		{"pyyaml reads 1e-4 as text", "python src/train.py --config b.yaml", parser + "c = yaml.safe_load(open(args.config))\nc['hardware']['n']", "1e-4 @ b.yaml:3"},
		{"omegaconf reads it as a number", "python src/train.py --config b.yaml", parser + "from omegaconf import OmegaConf\nc = OmegaConf.load(args.config)\nc.hardware.n", "0.0001 @ b.yaml:3"},
		{"get with default", "", parser + "c = yaml.safe_load(open('a.yaml'))\nc.get('lr', 3)", "3 default @ src/train.py:9"},
		{"get that finds", "", parser + "c = yaml.safe_load(open('a.yaml'))\nc.get('hardware', {}).get('n', 3)", "4 @ a.yaml:3"},
		{"load in a function", "", parser + "def load(path):\n    with open(path) as f:\n        return yaml.safe_load(f)\nc = load(args.config)\nc['hardware']['n']", "4 @ a.yaml:3"},
		{"getattr of a dtype", "", parser + "c = {'dtype': 'bfloat16'}\ngetattr(torch, c['dtype'])", "torch.bfloat16 @ src/train.py:8"},
		{"table of dtypes", "", parser + "c = yaml.safe_load(open('a.yaml'))\nT = {'fp16': torch.float16, 'bf16': torch.bfloat16}\nT[c['hardware']['mixed_precision']]", "torch.float16 @ a.yaml:2"},
		{"if chain", "python src/train.py --mixed_precision bf16", parser + "d = torch.float32\nif args.mixed_precision == 'fp16':\n    d = torch.float16\nelif args.mixed_precision == 'bf16':\n    d = torch.bfloat16\nd", "torch.bfloat16 @ src/train.py:12"},
		{"if chain not taken", "python src/train.py", parser + "d = torch.float32\nif args.mixed_precision == 'fp16':\n    d = torch.float16\nd", "torch.float32 @ src/train.py:8"},
		{"if chain not known", "", "import torch\nd = torch.float32\nif x():\n    d = torch.float16\nd", "?"},
		{"function with returns", "", "import torch\ndef pick(n):\n    if n == 'fp16':\n        return torch.float16\n    return torch.float32\npick('fp16')", "torch.float16 @ src/train.py:4"},
		{"function with returns, the other", "", "import torch\ndef pick(n):\n    if n == 'fp16':\n        return torch.float16\n    return torch.float32\npick('x')", "torch.float32 @ src/train.py:5"},
		{"class holds the config", "", "import yaml\nclass T:\n    def __init__(self, cfg):\n        self.cfg = cfg\n    def run(self):\n        self.cfg['hardware']['n']\n_ = T(yaml.safe_load(open('a.yaml')))", "4 @ a.yaml:3"},
		{"arithmetic", "", "n = 2\nn * 4 + 1", "9 @ src/train.py:1"},
		{"loop variable", "", "for i in range(3):\n    i", "?"},
		{"setattr loop", "", parser + "for k, v in yaml.safe_load(open('b2.yaml')).items():\n    setattr(args, k, v)\nargs.bs", "8 default @ src/train.py:4"},
		{"environment of the launcher", "MP=fp16 python src/train.py", "import os\nos.environ.get('MP', 'no')", "fp16 @ run.sh:1"},
		{"environment default", "python src/train.py", "import os\nos.environ.get('MP', 'no')", "no default @ src/train.py:2"},
		{"fire", "python src/train.py --lr 3", "import fire\ndef main(lr=1, n: int = 7):\n    lr\n_ = fire.Fire(main)", "3 @ run.sh:1"},
		{"hydra", "python src/train.py train.bs=16", "import hydra\n@hydra.main(config_path='conf', config_name='config')\ndef main(cfg):\n    cfg.train.bs", "16 @ run.sh:1"},
		{"hydra group", "python src/train.py", "import hydra\n@hydra.main(config_path='conf', config_name='config')\ndef main(cfg):\n    cfg.model.name", "gpt2 @ src/conf/model/small.yaml:1"},
		{"hydra group chosen", "python src/train.py model=big", "import hydra\n@hydra.main(config_path='conf', config_name='config')\ndef main(cfg):\n    cfg.model.name", "gpt2-xl @ src/conf/model/big.yaml:1"},
		{"omegaconf merge", "python src/train.py hardware.n=9", "from omegaconf import OmegaConf\nc = OmegaConf.merge(OmegaConf.load('a.yaml'), OmegaConf.from_cli())\nc.hardware.n", "9 @ run.sh:1"},
		{"omegaconf merge keeps", "python src/train.py hardware.n=9", "from omegaconf import OmegaConf\nc = OmegaConf.merge(OmegaConf.load('a.yaml'), OmegaConf.from_cli())\nc.hardware.mixed_precision", "fp16 @ a.yaml:2"},
		{"dataclass", "", "from dataclasses import dataclass\n@dataclass\nclass C:\n    bs: int = 3\nc = C()\nc.bs", "3 default @ src/train.py:4"},
		{"dataclass given", "", "from dataclasses import dataclass\n@dataclass\nclass C:\n    bs: int = 3\nc = C(bs=5)\nc.bs", "5 @ src/train.py:5"},
		{"hf parser flag", "python src/train.py --lora_r 8", "from transformers import HfArgumentParser\nfrom dataclasses import dataclass\n@dataclass\nclass M:\n    lora_r: int = 4\n    x: int = 2\nparser = HfArgumentParser((M,))\nm, = parser.parse_args_into_dataclasses()\nm.lora_r", "8 @ run.sh:1"},
		{"trl config", "python src/train.py --config a.yaml", "from trl import TrlParser, SFTConfig\nparser = TrlParser((SFTConfig,))\nt, = parser.parse_args_and_config()\nt.model", "?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := last(program(t, tt.command, tt.script, yaml)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// A chain of functions that call each other, and names bound to themselves,
// must end.
func TestEnds(t *testing.T) {
	for _, script := range []string{
		"def f(x):\n    return g(x)\ndef g(x):\n    return f(x)\nf(1)", "x = x\nx", "a = [a, a]\na", "class A:\n    def __init__(self):\n        self.x = self.x\n    def f(self):\n        self.x",
		"def f(x):\n    return f(x) + f(x) + f(x)\nf(f(f(1)))", "x = {'a': 1}\nx['a'] = x['a']\nx['a']", strings.Repeat("(", 200) + "1" + strings.Repeat(")", 200),
	} {
		last(program(t, "", script, nil))
	}
}

// TestIntegersWithoutEnd: Python's integers do not wrap and are no floats. What does not
// fit is not known.
func TestIntegersWithoutEnd(t *testing.T) {
	for script, want := range map[string]string{
		"2**10**9": "?", "9**9**9**9": "?", "9223372036854775807 + 1": "?", "9223372036854775807 * 3 // 3": "?",
		"99999999999999999999": "?", "-9223372036854775807 - 2": "?", "1 << 100": "?", "1 << 10": "1024", "2**62": "4611686018427387904",
		"-7 // 2": "-4", "-7 % 3": "2", "9007199254740993 // 1": "9007199254740993", "2**-1": "0.5", "1e308 ** 2": "?", "int(1e300)": "?",
	} {
		got, _, _ := strings.Cut(last(program(t, "", script+"\n", nil)), " ")
		if got != want {
			t.Errorf("%s is %s, want %s", script, got, want)
		}
	}
}

// TestGrowth: a text that doubles with every line, and a chain of names, end.
func TestGrowth(t *testing.T) {
	grow, chain := "s0 = 'aa'\n", "s0 = 1\n"
	for i := 1; i <= 3000; i++ {
		chain += fmt.Sprintf("s%d = s%d + 1\n", i, i-1)
		if i <= 60 {
			grow += fmt.Sprintf("s%d = s%d + s%[2]d\n", i, i-1)
		}
	}
	for _, script := range []string{grow + "s60\n", chain + "s3000\n"} {
		if got := last(program(t, "", script, nil)); got != "?" {
			t.Errorf("got %.40s", got)
		}
	}
}
