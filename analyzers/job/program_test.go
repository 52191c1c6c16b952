package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// plain is a script of which a test changes a few lines.
const plain = `import argparse, torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM

def build(params, lr):
    return torch.optim.AdamW(params, lr=lr)

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bs", type=int, default=4)
    args = parser.parse_args()
    model = AutoModelForCausalLM.from_pretrained("gpt2", torch_dtype=torch.bfloat16)
    optimizer = build(model.parameters(), 1e-4)
    for batch in DataLoader(data, batch_size=args.bs):
        model(batch).loss.backward()
        optimizer.step()
        optimizer.zero_grad()

main()
`

// TestFollowed: what a script says is found however it says it, and nothing is claimed where it may be otherwise.
func TestFollowed(t *testing.T) {
	for _, tt := range []struct {
		name    string
		changes []string
		field   dialect.Field
		want    string
	}{
		{"parameters through a helper", nil, dialect.Method, "full default @ train.py:12"},
		{"lr through a helper", nil, dialect.LearningRate, "0.0001 @ train.py:13"},
		{"some parameters through a helper", []string{"build(model.parameters()", "build([p for n, p in model.named_parameters() if 'h.11' in n]"}, dialect.Method, "?"},
		{"those that want gradients", []string{"build(model.parameters()", "build([p for p in model.parameters() if p.requires_grad]"}, dialect.Method, "full default @ train.py:12"},
		{"a list that is filled", []string{"    optimizer = build(model.parameters()", "    chosen = []\n    for p in model.parameters():\n        chosen.append(p)\n    optimizer = build(chosen"}, dialect.Method, "full default @ train.py:12"},
		{"a list that some get into", []string{"    optimizer = build(model.parameters()", "    chosen = []\n    for n, p in model.named_parameters():\n        if 'h.11' in n:\n            chosen.append(p)\n    optimizer = build(chosen"}, dialect.Method, "?"},
		{"a filter", []string{"build(model.parameters()", "build(filter(lambda p: p.requires_grad, model.parameters())"}, dialect.Method, "full default @ train.py:12"},
		{"a filter of something else", []string{"build(model.parameters()", "build(filter(lambda p: p.ndim > 1, model.parameters())"}, dialect.Method, "?"},
		{"made ready by something unseen", []string{"    optimizer =", "    model = prepare(model)\n    optimizer ="}, dialect.Method, "full default @ train.py:12"},
		{"another network from it", []string{"    optimizer = build(model", "    net = Head(model)\n    optimizer = build(net"}, dialect.Method, "?"},
		{"cast at once", []string{"torch_dtype=torch.bfloat16)", "torch_dtype=torch.bfloat16).half()"}, dialect.Weights, "fp16 @ train.py:12"},
		{"arguments in a dictionary", []string{"    for batch in DataLoader(data, batch_size=args.bs)", "    options = {'shuffle': True}\n    options['batch_size'] = args.bs\n    for batch in DataLoader(data, **options)"}, dialect.MicroBatch, "4 @ train.py:10"},
		{"a dictionary that may change", []string{"    for batch in DataLoader(data, batch_size=args.bs)", "    options = {'batch_size': args.bs}\n    if small():\n        options['batch_size'] = 1\n    for batch in DataLoader(data, **options)"}, dialect.MicroBatch, "?"},
		{"a raise that needs an argument", []string{"    model = Auto", "    if args.bs < 8:\n        raise ValueError('too small')\n    model = Auto"}, dialect.MicroBatch, "4 @ train.py:10"},
		{"two loaders of one helper", []string{"def main", "def loader(n):\n    return DataLoader(data, batch_size=n)\n\ndef main", "    for batch in DataLoader(data, batch_size=args.bs)", "    warm = loader(2)\n    for batch in loader(args.bs)"}, dialect.MicroBatch, "4 @ train.py:13"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			script := strings.NewReplacer(tt.changes...).Replace(plain)
			if len(tt.changes) > 0 && script == plain {
				t.Fatal("nothing changed")
			}
			if got := show(find(t, "-- train.py --\n"+script), tt.field); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestNotReached: where the run ends before a call, what it is given is not known, and not absent.
func TestNotReached(t *testing.T) {
	long := "def spin(n):\n    for i in range(60):\n        for k in range(60):\n            for m in range(60):\n                n = vars(n)\n    return n\nspin(1)\nspin(2)\nspin(3)\n"
	text := "-- train.py --\nimport torch\n" + strings.Repeat(long, 60) + "for x in data:\n    with torch.autocast('cuda', dtype=torch.bfloat16):\n        loss = model(x)\n    loss.backward()\n    optimizer.step()\n"
	check(t, find(t, text), map[dialect.Field]string{dialect.Precision: "?"})
}

// TestParserElsewhere: importing a module runs it, so that its parser has its options; another name for add_argument
// is add_argument.
func TestParserElsewhere(t *testing.T) {
	text := "-- run.sh --\npython train.py --bs 16\n-- opts.py --\nimport argparse\nparser = argparse.ArgumentParser()\narg = parser.add_argument\narg('--bs', type=int, default=4)\n" +
		"-- train.py --\nfrom opts import parser\n" + strings.NewReplacer("    parser = argparse.ArgumentParser()\n", "", "    parser.add_argument(\"--bs\", type=int, default=4)\n", "").Replace(plain)
	check(t, find(t, text), map[dialect.Field]string{dialect.MicroBatch: "16 @ run.sh:1"})
}

// TestArgumentsOfTheProject: a class that inherits from TrainingArguments says defaults of its own, below the command
// line; what a trainer of the project makes of them is no other optimizer and no other loader.
func TestArgumentsOfTheProject(t *testing.T) {
	text := "-- run.sh --\npython train.py --model_max_length 2048 --per_device_train_batch_size 2\n-- train.py --\nfrom dataclasses import dataclass, field\nfrom torch.utils.data import DataLoader\nimport transformers\n" +
		"@dataclass\nclass Arguments(transformers.TrainingArguments):\n    optim: str = field(default='adamw_bnb_8bit')\n    model_max_length: int = 512\n" +
		"class MyTrainer(transformers.Trainer):\n    def create_optimizer(self):\n        optimizer_cls, kwargs = transformers.Trainer.get_optimizer_cls_and_kwargs(self.args)\n        self.optimizer = optimizer_cls(self.model.parameters(), **kwargs)\n" +
		"    def get_train_dataloader(self):\n        return DataLoader(self.train_dataset, batch_size=self._train_batch_size)\n" +
		"parser = transformers.HfArgumentParser(Arguments)\nargs, = parser.parse_args_into_dataclasses()\nmodel = transformers.AutoModelForCausalLM.from_pretrained('gpt2')\n" +
		"trainer = MyTrainer(model=model, args=args, train_dataset=ds)\ntrainer.train()\n"
	check(t, find(t, text), map[dialect.Field]string{dialect.Optimizer: "adamw-8bit default @ train.py:6", dialect.SeqLen: "2048 @ run.sh:1", dialect.MicroBatch: "2 @ run.sh:1"})
}

// TestLastTransform: what stands last says what reaches the model.
func TestLastTransform(t *testing.T) {
	text := "-- train.py --\nfrom torchvision import transforms as T\nsize = (96, 128)\ntransform = T.Compose([T.CenterCrop(178), T.Resize(size)])\n" + plain
	check(t, find(t, text), map[dialect.Field]string{dialect.ImageSize: "96x128 @ train.py:2"})
}

// TestStarted: a main that its decorator calls, arguments gathered from its names, and a worker in processes of their
// own.
func TestStarted(t *testing.T) {
	const script = `import torch, torch.multiprocessing as mp
from fastcore.script import call_parse
from torch.utils.data import DataLoader

def worker(rank, args):
    model = torch.nn.Linear(2, 2)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args["lr"])
    for x in DataLoader(data, batch_size=args["bs"]):
        model(x).sum().backward()
        optimizer.step()

def start(bs, lr):
    args = dict(locals())
    mp.spawn(worker, args=(args,), nprocs=2)

@call_parse()
def main(bs: int = 1, lr: float = 1e-3):
    start(bs, lr)
`
	j := find(t, "-- run.sh --\npython train.py --bs 16\n-- train.py --\n"+script)
	if got := show(j, dialect.MicroBatch) + ", " + show(j, dialect.LearningRate); got != "16 @ run.sh:1, 0.001 default @ train.py:17" {
		t.Error(got)
	}
}

// TestUnreadFile: a file of arguments that is named and was not read decides what it may decide; defaults do not hold.
func TestUnreadFile(t *testing.T) {
	const script = "import os, sys\nfrom transformers import HfArgumentParser, Trainer, TrainingArguments\n" +
		"args, = HfArgumentParser(TrainingArguments).parse_json_file(json_file=os.path.abspath(sys.argv[1]))\n" +
		"trainer = Trainer(model=model, args=args)\ntrainer.train()\n"
	for files, want := range map[string]string{
		"-- args.json --\n{\"per_device_train_batch_size\": 2}\n": "2 @ args.json:1, adamw (TrainingArguments)",
		"": "?, ?",
	} {
		j := find(t, files+"-- run.sh --\npython train.py args.json\n-- train.py --\n"+script)
		if got := show(j, dialect.MicroBatch) + ", " + show(j, dialect.Optimizer); got != want {
			t.Errorf("%q: %s, want %s", files, got, want)
		}
	}
}

// TestFileAndWords: parsers that people wrote after the alignment handbook's read the config that is the script's first
// word, and the words behind it win; how they take the words apart is theirs.
func TestFileAndWords(t *testing.T) {
	const script = "import sys\nfrom dataclasses import dataclass\nfrom transformers import AutoModelForCausalLM, HfArgumentParser, Trainer, TrainingArguments\n" +
		"@dataclass\nclass Of:\n    model_name_or_path: str = None\n    n: int = 3\n" +
		"class Parser(HfArgumentParser):\n    def parse_yaml_and_args(self, yaml_arg, other_args=None):\n        return [c() for c in self.of(yaml_arg, other_args)]\n" +
		"    def parse(self):\n        output = self.parse_yaml_and_args(sys.argv[1], sys.argv[2:])\n        return output\n" +
		"of, args = Parser((Of, TrainingArguments)).parse()\n" +
		"Trainer(model=AutoModelForCausalLM.from_pretrained(of.model_name_or_path), args=args).train()\n"
	const file = "-- conf/a.yaml --\nmodel_name_or_path: gpt2\nper_device_train_batch_size: 2\ngradient_accumulation_steps: 8\n"
	for name, c := range map[string]struct{ files, script, want string }{
		"a subclass":  {file, script, "gpt2 @ conf/a.yaml:1, 5 @ run.sh:1, 8 @ conf/a.yaml:3"},
		"imported":    {file, "from alignment import H4ArgumentParser\n" + strings.Replace(script, " Parser((Of", " H4ArgumentParser((Of", 1), "gpt2 @ conf/a.yaml:1, 5 @ run.sh:1, 8 @ conf/a.yaml:3"},
		"not read":    {"", script, "?, 5 @ run.sh:1, ?"},
		"another one": {"", strings.NewReplacer("parse_yaml_and_args", "fill", "return output", "return Of('gpt2'), TrainingArguments('out', per_device_train_batch_size=7)").Replace(script), "gpt2 @ train.py:13, 7 @ train.py:13, ?"},
	} {
		j := find(t, c.files+"-- run.sh --\npython train.py conf/a.yaml --per_device_train_batch_size=5\n-- train.py --\n"+c.script)
		if got := show(j, dialect.Model) + ", " + show(j, dialect.MicroBatch) + ", " + show(j, dialect.Accumulation); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestToolEngine: the DeepSpeed file behind a tool's flag is read, by itself or by what is left of its path.
func TestToolEngine(t *testing.T) {
	for flag, want := range map[string]string{
		"ds/z3.json": "zero3 @ ds/z3.json:1", "/data/me/ds/z3.json": "zero3 @ ds/z3.json:1", "/data/me/other.json": "?", "zero2": "zero2 @ s/run.sh:1", "ds/none.json": "?",
	} {
		j := find(t, "-- ds/z3.json --\n{\"zero_optimization\": {\"stage\": 3}}\n-- s/run.sh --\nswift sft --model a/b --deepspeed "+flag+"\n")
		if got := show(j, dialect.Sharding); got != want {
			t.Errorf("%s: %s, want %s", flag, got, want)
		}
	}
}

// TestOldSwift: the arguments of ms-swift until 2.6 are its own, and so are the defaults beside them.
func TestOldSwift(t *testing.T) {
	fields := []dialect.Field{dialect.Method, dialect.Quantisation, dialect.MicroBatch, dialect.SeqLen, dialect.LoRATargets, dialect.Sharding, dialect.OffloadOptimizer}
	for flags, want := range map[string]string{
		"--model_id_or_path a/b --sft_type lora --batch_size 4 --quantization_bit 4 --deepspeed default-zero2":      "qlora nf4-dq 4 2048 ? zero2 ?",
		"--model_type qwen-7b --sft_type lora --max_length 512 --lora_target_modules ALL --deepspeed zero2-offload": "lora ? 1 512 all-linear zero2 cpu",
		"--model_type qwen-7b --sft_type full --lora_target_modules DEFAULT":                                        "full ? 1 2048 ? ? ?",
		"--model a/b --tuner_type lora --quant_bits 4":                                                              "qlora nf4-dq 1 ? all-linear ? ?",
	} {
		j := find(t, "-- run.sh --\nswift sft "+flags+"\n")
		var got []string
		for _, f := range fields {
			text := j.Text(f)
			if text == "" {
				text = "?"
			}
			got = append(got, text)
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %s, want %s", flags, got, want)
		}
	}
}

// TestTablesOfTransforms: of a table of transforms, those count that the training step's images go through.
func TestTablesOfTransforms(t *testing.T) {
	const script = "-- train.py --\nimport torch, torchvision\nfrom torchvision import transforms\ntables = {\n" +
		"    'big': transforms.Compose([transforms.Resize(256), transforms.CenterCrop(224), transforms.ToTensor()]),\n" +
		"    'small': transforms.Compose([transforms.ToTensor()]),\n}\n" +
		"data = torchvision.datasets.CIFAR10('.', transform=TRANSFORM)\nnet = torch.nn.Conv2d(3, 4, 3)\n" +
		"opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor x, y in torch.utils.data.DataLoader(data, batch_size=4):\n" +
		"    opt.zero_grad()\n    net(x).sum().backward()\n    opt.step()\n"
	for transform, want := range map[string]string{
		"tables['small']":      "32", // as they lie there
		"tables['big']":        "224",
		"tables[input()]":      "224", // as if there were no table
		"transforms.Resize(8)": "8",
		"Twice(tables['big'])": "224",
	} {
		if got := find(t, strings.Replace(script, "TRANSFORM", transform, 1)).Text(dialect.ImageSize); got != want {
			t.Errorf("%s: %q, want %q", transform, got, want)
		}
	}
}
