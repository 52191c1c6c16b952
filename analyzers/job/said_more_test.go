package job

import (
	"strings"
	"testing"
)

// TestSpawnedWords: commands that programs start, and what is known of their words.
func TestSpawnedWords(t *testing.T) {
	const script = "-- train.py --\nimport argparse\nimport torch\np = argparse.ArgumentParser()\np.add_argument('--bs', type=int, default=1)\np.add_argument('--lr', type=float, default=1.0)\na = p.parse_args()\n" +
		"net = torch.nn.Linear(2, 2)\no = torch.optim.SGD(net.parameters(), lr=a.lr)\nfor x in torch.utils.data.DataLoader([1], batch_size=a.bs):\n    net(x).sum().backward()\n    o.step()\n"
	for name, c := range map[string]struct{ starts, want string }{
		"a list":                 {"subprocess.run([sys.executable, 'train.py', '--bs', '8'])", "micro_batch=8 lr=1.0"},
		"a list, elsewhere":      {"subprocess.run(['python', '../train.py', '--bs', '8'], cwd='sub')", "micro_batch=8 lr=1.0"},
		"by its name":            {"subprocess.Popen(args=['python', 'train.py', '--bs', '8'])", "micro_batch=8 lr=1.0"},
		"a text":                 {"os.system('python train.py --bs 8')", "micro_batch=8 lr=1.0"},
		"a text by its name":     {"os.system(command='python train.py --bs 8')", "micro_batch=8 lr=1.0"},
		"a text with a hole":     {"os.system(f'python train.py --bs {8} --lr {rate}')", "micro_batch=8 lr=-"},
		"a text with braces":     {"os.system(f'python train.py --bs {8} && echo {{}}')", "micro_batch=8 lr=1.0"},
		"two texts side by side": {"os.system('python train.py '\n              f'--bs {8} --lr 0.5')", "micro_batch=8 lr=0.5"},
		"a sum of texts":         {"os.system('python train.py --bs ' + str(8) + ' --lr ' + str(rate))", "micro_batch=8 lr=-"},
		"a path put together":    {"subprocess.run(['python', os.path.join('.', 'train.py'), '--bs', '8'])", "micro_batch=8 lr=1.0"},
		"a path divided":         {"subprocess.run(['python', pathlib.Path('.') / 'train.py', '--bs', '8'])", "micro_batch=8 lr=1.0"},
		"a word not known":       {"subprocess.run(['python', 'train.py', '--bs', rate])", "micro_batch=? lr=1.0"},
		"a word of a call":       {"subprocess.run(['python', 'train.py', '--bs', pick(8)])", "micro_batch=? lr=1.0"},
		"words split":            {"subprocess.run(shlex.split('python train.py --bs 8'))", "micro_batch=8 lr=1.0"},
		"words of a text split":  {"subprocess.run('python train.py --bs 8'.split())", "micro_batch=8 lr=1.0"},
		"a text with two holes":  {"os.system(f'python train.py --bs 8 --lr {rate} --lr {pick(1)}')", "micro_batch=8 lr=-"},
		"of two interpreters":    {"subprocess.run(['python3' if rate else sys.executable, 'train.py', '--bs', '8'])", "micro_batch=8 lr=1.0"},
		"words added":            {"words = ['python', 'train.py']\nwords += ['--bs', '8']\nif rate:\n    words.append('--verbose')\nsubprocess.check_call(words)", "micro_batch=8 lr=1.0"},
	} {
		t.Run(name, func(t *testing.T) {
			head := "import os, sys, subprocess, shlex, pathlib\nfrom installed import rate, pick\n"
			jobs := Find(workspace("-- go.py --\n" + head + c.starts + "\n" + script))
			if len(jobs) != 1 {
				t.Fatalf("%d jobs %q", len(jobs), named(jobs))
			}
			compareSaid(t, "-- go.py --\n"+head+c.starts+"\n"+script, strings.ReplaceAll(jobs[0].Name, " ", "_")+" "+c.want)
		})
	}
}

// TestFedOneByOne: a loader with batch_size=1 gives whole batches where something else puts them together.
func TestFedOneByOne(t *testing.T) {
	const head = "-- train.py --\nimport torch\nfrom torch.utils.data import DataLoader, Dataset\nfrom installed import data, collate\n"
	const loop = "net = torch.nn.Linear(2, 2)\no = torch.optim.SGD(net.parameters(), lr=0.1)\nfor x in loader:\n    net(x).sum().backward()\n    o.step()\n    o.zero_grad()\n"
	for made, want := range map[string]string{
		"loader = DataLoader(data, batch_size=1)\n":                                                                                                         "1",
		"loader = DataLoader(data)\n":                                                                                                                       "1",
		"loader = DataLoader(data, batch_size=6)\n":                                                                                                         "6",
		"loader = DataLoader(data, batch_size=1, collate_fn=lambda x: x)\n":                                                                                 "?",
		"loader = DataLoader(data, batch_size=1, collate_fn=lambda x: x[0])\n":                                                                              "?",
		"loader = DataLoader(data, batch_size=1, collate_fn=lambda x: x[1])\n":                                                                              "1",
		"loader = DataLoader(data, batch_size=1, collate_fn=lambda x: torch.stack(x))\n":                                                                    "1",
		"loader = DataLoader(data, batch_size=1, collate_fn=collate)\n":                                                                                     "?",
		"loader = DataLoader(data, batch_size=1, collate_fn=None)\n":                                                                                        "1",
		"def first(items):\n    return items[0]\nloader = DataLoader(data, batch_size=1, collate_fn=first)\n":                                               "?",
		"def first(items):\n    one = items[0]\n    return one\nloader = DataLoader(data, batch_size=1, collate_fn=first)\n":                                "?",
		"def last(items):\n    return items[-1]\nloader = DataLoader(data, batch_size=1, collate_fn=last)\n":                                                "1",
		"class First:\n    def __call__(self, items):\n        return items[0]\nloader = DataLoader(data, batch_size=1, collate_fn=First())\n":              "?",
		"class Stack:\n    def __call__(self, items):\n        return torch.stack(items)\nloader = DataLoader(data, batch_size=1, collate_fn=Stack())\n":    "1",
		"class Bag(Dataset):\n    def __init__(self, batch_size):\n        self.n = batch_size\nloader = DataLoader(Bag(batch_size=8), batch_size=1)\n":     "?",
		"class Bag(Dataset):\n    def __init__(self, n):\n        self.batch_size = n\nloader = DataLoader(Bag(8), batch_size=1)\n":                         "?",
		"class Bag(Dataset):\n    def __init__(self, n):\n        self.n = n\nloader = DataLoader(Bag(8), batch_size=1)\n":                                  "1",
		"loader = DataLoader(data, batch_size=12)\nkept = [x for x in loader]\nloader = DataLoader(kept, batch_size=1, collate_fn=lambda x: x)\n":           "12",
		"other = DataLoader(data, batch_size=12)\nkept = [x for x in other]\nloader = DataLoader(kept, batch_size=1, collate_fn=lambda x: x)\n":             "?",
		"loader = DataLoader(data, batch_size=int(input()))\nkept = [x for x in loader]\nloader = DataLoader(kept, batch_size=1, collate_fn=lambda x: x)\n": "?",
		"loader = DataLoader(data, batch_size=None)\n":                                                                                                      "?",
		"loader = DataLoader(data, batch_sampler=torch.utils.data.BatchSampler(torch.utils.data.RandomSampler(data), batch_size=9, drop_last=True))\n":      "9",
		"loader = DataLoader(data, batch_size=len(data))\n":                                                                                                 "?",
		"loader = DataLoader(data, 5)\n":                                                 "5",
		"loader = DataLoader(data, **{'batch_size': 7})\n":                               "7",
		"loader = DataLoader(data, batch_size=2 * 3)\n":                                  "6",
		"loader = enumerate(DataLoader(data, batch_size=3))\n":                           "3",
		"loader = zip(DataLoader(data, batch_size=3), data)\n":                           "3",
		"loader = zip(DataLoader(data, batch_size=3), DataLoader(data, batch_size=3))\n": "3",
		"def endless(l):\n    while True:\n        for x in l:\n            yield x\nloader = endless(DataLoader(data, batch_size=3))\n": "3",
	} {
		jobs := Find(workspace(head + made + loop))
		if len(jobs) != 1 {
			t.Errorf("%q: %d jobs", made, len(jobs))
			continue
		}
		if got := said(jobs[0], "micro_batch", false); got != want {
			t.Errorf("%q: %s, want %s", made, got, want)
		}
	}
}

// TestUnslothsOwn: what unsloth's loaders decide, and what they take where they are told nothing
// (unsloth/models/loader.py, rl.py).
func TestUnslothsOwn(t *testing.T) {
	script := func(load, adapt string) string {
		return "-- train.py --\nimport torch\nfrom unsloth import FastLanguageModel\nfrom trl import SFTTrainer, SFTConfig\nfrom installed import data, some\n" +
			"model, tokenizer = FastLanguageModel.from_pretrained('a/b'" + load + ")\n" + adapt +
			"trainer = SFTTrainer(model=model, train_dataset=data, args=SFTConfig(per_device_train_batch_size=2, output_dir='x'))\ntrainer.train()\n"
	}
	const lora = "model = FastLanguageModel.get_peft_model(model, r=16"
	for name, c := range map[string]struct{ load, adapt, want string }{
		"told nothing":           {"", lora + ")\n", "method=qlora quantisation=nf4-dq checkpointing=full precision=amp-bf16 micro_batch=2"},
		"a length":               {", max_seq_length=2048", lora + ")\n", "seq_len=2048"},
		"a length that is none":  {", max_seq_length=-1", lora + ")\n", "seq_len=?"},
		"a length nobody knows":  {", max_seq_length=int(input())", lora + ")\n", "seq_len=?"},
		"what is spread":         {", **some", lora + ")\n", "seq_len=? precision=? quantisation=?"},
		"in half":                {", dtype=torch.float16", lora + ")\n", "precision=amp-fp16"},
		"a dtype of None":        {", dtype=None", lora + ")\n", "precision=amp-bf16"},
		"a dtype nobody knows":   {", dtype=pick()", lora + ")\n", "precision=?"},
		"not in four bits":       {", load_in_4bit=False", lora + ")\n", "method=lora quantisation=-"},
		"in eight bits":          {", load_in_4bit=False, load_in_8bit=True", lora + ")\n", "quantisation=int8"},
		"in bits nobody knows":   {", load_in_4bit=pick()", lora + ")\n", "quantisation=?"},
		"perhaps in eight":       {", load_in_8bit=pick()", lora + ")\n", "quantisation=?"},
		"not checkpointed":       {"", lora + ", use_gradient_checkpointing=False)\n", "checkpointing=none"},
		"checkpointed by none":   {"", lora + ", use_gradient_checkpointing=None)\n", "checkpointing=none"},
		"checkpointed by a word": {"", lora + ", use_gradient_checkpointing='unsloth')\n", "checkpointing=full"},
		"checkpointed, perhaps":  {"", lora + ", use_gradient_checkpointing=pick())\n", "checkpointing=?"},
		"twice adapted":          {"", lora + ")\n" + lora + ", use_gradient_checkpointing=False)\n", "checkpointing=?"},
		"the whole model":        {", full_finetuning=True", "", "method=full quantisation=- precision=? checkpointing=full"},
		"the whole one, perhaps": {", full_finetuning=pick()", "", "precision=? quantisation=?"},
		"no adapters":            {", use_gradient_checkpointing=False", "", "checkpointing=none"},
	} {
		t.Run(name, func(t *testing.T) { compareSaid(t, script(c.load, c.adapt), "train.py "+c.want) })
	}
}

// TestFrozenInPart: what of a loaded model is trained is said where all of it is, and not where it shows that it may be
// less.
func TestFrozenInPart(t *testing.T) {
	const head = "-- train.py --\nimport torch\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\nmodel = AutoModelForCausalLM.from_pretrained('a/b', torch_dtype=torch.bfloat16)\n"
	const trainer = "args = TrainingArguments(output_dir='x', per_device_train_batch_size=2)\nTrainer(model=model, args=args, train_dataset=data).train()\n"
	const loop = "o = torch.optim.SGD(model.parameters(), lr=0.1)\nfor x in data:\n    model(x).loss.backward()\n    o.step()\n    o.zero_grad()\n"
	for line, all := range map[string]bool{
		"":                                    true,
		"model.model.requires_grad_(False)\n": false,
		"model.requires_grad = False\n":       true, // an attribute of the module, and no more
		"for p in model.model.parameters():\n    p.requires_grad = False\n":                                          false,
		"for p in model.model.parameters():\n    p.detach_()\n":                                                      false,
		"for n, p in model.named_parameters():\n    if 'lm_head' not in n:\n        p.requires_grad = False\n":       false,
		"for n, p in model.named_parameters():\n    p.requires_grad = 'lm_head' in n\n":                              false,
		"for p in model.parameters():\n    p.requires_grad = True\n":                                                 true,
		"model.lm_head.weight.requires_grad = False\n":                                                               false,
		"model.requires_grad_(False)\nmodel.lm_head.requires_grad_(True)\n":                                          false,
		"model.requires_grad_(False)\nmodel.requires_grad_(True)\n":                                                  true,
		"if input():\n    model.model.requires_grad_(False)\n":                                                       false,
		"if False:\n    model.model.requires_grad_(False)\n":                                                         true,
		"other = AutoModelForCausalLM.from_pretrained('c/d')\nother.requires_grad_(False)\n":                         true,
		"import copy\nteacher = copy.deepcopy(model)\nteacher.requires_grad_(False)\n":                               true,
		"import copy\nteacher = copy.deepcopy(model)\nfor p in teacher.parameters():\n    p.requires_grad = False\n": true,
	} {
		want := "?"
		if all {
			want = "full"
		}
		for _, end := range []string{trainer, loop} {
			jobs := Find(workspace(head + line + end))
			if len(jobs) != 1 {
				t.Errorf("%q: %d jobs", line, len(jobs))
			} else if got := said(jobs[0], "method", false); got != want {
				t.Errorf("%q: %s, want %s\n%s", line, got, want, end)
			}
		}
	}
}

// TestDivided: how much of a model lies on each GPU is known where one process holds all of it, or where their number
// is said.
func TestDivided(t *testing.T) {
	const axolotl = "base_model: a/b\nmicro_batch_size: 2\nsequence_len: 512\nbf16: true\n"
	const zero3 = "-- ds.json --\n{\"zero_optimization\": {\"stage\": 3}, \"train_micro_batch_size_per_gpu\": 2}\n"
	for name, c := range map[string]struct {
		files string
		want  bool
	}{
		"one process":           {"-- run.sh --\npython -m axolotl.cli.train a.yml\n-- a.yml --\n" + axolotl, false},
		"four that hold all":    {"-- run.sh --\naccelerate launch --num_processes 4 -m axolotl.cli.train a.yml\n-- a.yml --\n" + axolotl, false},
		"four that share":       {"-- run.sh --\naccelerate launch --num_processes 4 -m axolotl.cli.train a.yml\n-- a.yml --\n" + axolotl + "deepspeed: ds.json\n" + zero3, false},
		"some that share":       {"-- a.yml --\n" + axolotl + "deepspeed: ds.json\n" + zero3, true},
		"nobody knows how":      {"-- a.yml --\n" + axolotl + "deepspeed: else.json\n", true},
		"in parts of tensors":   {"-- a.yml --\n" + axolotl + "tensor_parallel_size: 2\n", true},
		"in one part":           {"-- a.yml --\n" + axolotl + "tensor_parallel_size: 1\n", false},
		"in shards by its name": {"-- a.yml --\n" + axolotl + "dp_shard_size: 2\n", true},
		"in parts of a text":    {"-- a.yml --\n" + axolotl + "context_parallel_size: 2\n", true},
	} {
		j := find(t, c.files)
		if got := j.Divided(); got != c.want {
			t.Errorf("%s: %v, want %v (sharding %s, gpus %s)", name, got, c.want, said(j, "sharding", true), said(j, "gpus", true))
		}
	}
}

// TestOrder: a job's fields are told in the order of reports, each once, and those that reports leave out behind them
// by their names.
func TestOrder(t *testing.T) {
	j := find(t, "-- a.yml --\nbase_model: a/b\nmicro_batch_size: 2\nsequence_len: 512\nbf16: true\nlearning_rate: 0.1\nnum_epochs: 2\n")
	list := j.Order()
	at := map[string]int{}
	for i, f := range list {
		if _, twice := at[string(f)]; twice {
			t.Errorf("%s twice", f)
		}
		at[string(f)] = i
	}
	if len(list) != len(j.Fields) {
		t.Errorf("%d fields of %d", len(list), len(j.Fields))
	}
	for _, pair := range [][2]string{{"model", "micro_batch"}, {"precision", "epochs"}, {"epochs", "lr"}, {"seq_len", "lr"}} {
		if at[pair[0]] >= at[pair[1]] {
			t.Errorf("%s behind %s: %v", pair[0], pair[1], list)
		}
	}
}

// TestNamedJobs: a job that the settings name has that name, and a stage of it says so; where its command stands names
// any other.
func TestNamedJobs(t *testing.T) {
	w := workspace("-- train.py --\n" + stageScript + "-- trainlint.yaml --\njobs:\n  big:\n    run: python train.py\n")
	settings := w.Open("trainlint.yaml")
	for name, want := range map[string]string{"big": "big stage 1, train.py:9; big stage 2, train.py:15", "": "trainlint.yaml:3 stage 1, train.py:9; trainlint.yaml:3 stage 2, train.py:15"} {
		if got := strings.Join(named(Run(w, name, "python train.py", "", settings, strings.Index(string(settings.Text), "python"))), "; "); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
	if got := Run(w, "x", "ls", "", settings, -1); got != nil {
		t.Errorf("%q", named(got))
	}
}

// TestPassedOver: what stands in a function whose call a false test keeps from being made says nothing of the job; it
// does where the call may be made, or the function is handed to somebody who may call it.
func TestPassedOver(t *testing.T) {
	script := func(use string) string {
		return "-- train.py --\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\n" +
			"from peft import get_peft_model, LoraConfig\nfrom installed import data, setup\nrank, big = 0, 8\n" +
			"model = AutoModelForCausalLM.from_pretrained('a/b')\n" +
			"def add(m, r):\n    return get_peft_model(m, LoraConfig(r=r, target_modules=['q_proj']))\n" + use +
			"Trainer(model=model, args=TrainingArguments(output_dir='o', per_device_train_batch_size=4)).train()\n"
	}
	for name, c := range map[string]struct{ use, want string }{
		"off":            {"if rank > 0:\n    model = add(model, rank)\n", "method=full"},
		"off inside":     {"def build(m):\n    if rank > 0:\n        m = add(m, rank)\n    return m\nmodel = build(model)\n", "method=full"},
		"on":             {"if big > 0:\n    model = add(model, big)\n", "method=lora"},
		"once off, once": {"if rank > 0:\n    model = add(model, rank)\nmodel = add(model, big)\n", "method=lora"},
		"handed on":      {"model = setup(model, add)\n", "method=lora"},
	} {
		t.Run(name, func(t *testing.T) { compareSaid(t, script(c.use), "train.py "+c.want) })
	}
}
