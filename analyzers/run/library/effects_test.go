package library_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
	"github.com/trainlint/trainlint/analyzers/source"
)

// marked runs a script and describes each call of mark(…) in it.
func marked(t *testing.T, script string, describe func(m *run.Machine, c *run.Call) string) string {
	t.Helper()
	module, err := python.Parse(source.New("train.py", []byte(script)))
	if err != nil {
		t.Fatal(err)
	}
	m := run.New(run.Options{Main: module, Library: library.Library{}})
	m.Run(module, "train")
	var list []string
	for _, c := range m.Trace.Calls {
		if o, ok := c.Callee.(*run.Object); ok && o.Word == "mark" {
			list = append(list, describe(m, c))
		}
	}
	return strings.Join(list, "; ")
}

// TestRecording: whether operations are recorded where mark() stands.
func TestRecording(t *testing.T) {
	const head = "import torch\nfrom contextlib import contextmanager, nullcontext\n"
	for _, c := range []struct{ name, script, want string }{
		{"at first", "mark()\n", "True"},
		{"no_grad, and behind it", "with torch.no_grad():\n    mark()\nmark()\n", "False; True"},
		{"enable_grad within it", "with torch.no_grad():\n    with torch.enable_grad():\n        mark()\n    mark()\n", "True; False"},
		{"inference_mode", "with torch.inference_mode():\n    mark()\n", "False"},
		{"inference_mode that is off", "with torch.inference_mode(False):\n    mark()\n", "True"},
		{"inference_mode that is on", "with torch.inference_mode(mode=True):\n    mark()\n", "False"},
		{"inference_mode of a flag", "with torch.inference_mode(flag):\n    mark()\n", "unknown (decided by the program)"},
		{"set_grad_enabled around", "with torch.set_grad_enabled(False):\n    mark()\nmark()\n", "False; True"},
		{"set_grad_enabled that is on", "with torch.no_grad():\n    with torch.set_grad_enabled(True):\n        mark()\n    mark()\n", "True; False"},
		{"set_grad_enabled called", "torch.set_grad_enabled(False)\nmark()\ntorch.set_grad_enabled(mode=True)\nmark()\n", "False; True"},
		{"set_grad_enabled of torch.autograd", "torch.autograd.set_grad_enabled(False)\nmark()\ntorch.autograd.grad_mode.set_grad_enabled(True)\nmark()\n", "False; True"},
		{"enable_grad of torch.autograd", "with torch.no_grad():\n    with torch.autograd.grad_mode.enable_grad():\n        mark()\n    mark()\n", "True; False"},
		{"names without torch", "from torch import no_grad, inference_mode, set_grad_enabled as switch\nwith no_grad():\n    mark()\n@inference_mode()\ndef f():\n    mark()\nf()\nswitch(False)\nmark()\n", "False; False; False"},
		{"set_grad_enabled of a flag", "torch.set_grad_enabled(flag)\nmark()\n", "unknown (decided by the program)"},
		{"set_grad_enabled of nothing", "torch.set_grad_enabled()\nmark()\n", "True"},
		{"a decorated function, and behind it", "@torch.no_grad()\ndef f():\n    mark()\nf()\nmark()\n", "False; True"},
		{"decorated without a call", "@torch.inference_mode\ndef f():\n    mark()\nf()\nmark()\n", "False; True"},
		{"a method", "class A:\n    @torch.no_grad()\n    def f(self):\n        mark()\nA().f()\nmark()\n", "False; True"},
		{"a function that turns it off for good", "def f():\n    torch.set_grad_enabled(False)\nf()\nmark()\n", "False"},
		{"a decorated one that turns it on within", "@torch.no_grad()\ndef f():\n    torch.set_grad_enabled(True)\n    mark()\nf()\nmark()\n", "True; True"},
		{"left by return", "def f():\n    with torch.no_grad():\n        return 1\nf()\nmark()\n", "True"},
		{"left by break", "for i in (1, 2):\n    with torch.no_grad():\n        break\nmark()\n", "True"},
		{"left by continue", "for i in (1, 2):\n    mark()\n    with torch.no_grad():\n        continue\nmark()\n", "True; True; True"},
		{"the laps of a loop that trains, by an attribute", "for i in (1, 2, 3):\n    with torch.no_grad():\n        mark()\n", "False; False"},
		{"the laps of a loop that trains, by a name", "from torch import no_grad\nfor i in (1, 2, 3):\n    with no_grad():\n        mark()\n", "False; False"},
		{"a break within a with around the loop", "with torch.no_grad():\n    for i in (1, 2):\n        break\n    mark()\n", "False"},
		{"left by return of two", "def f():\n    with torch.no_grad():\n        with torch.enable_grad():\n            return 1\nf()\nmark()\n", "True"},
		{"an own context manager", "@contextmanager\ndef quiet():\n    with torch.no_grad():\n        yield 5\nwith quiet() as n:\n    mark()\nmark()\n", "False; True"},
		{"one of two", "with torch.no_grad() if flag else nullcontext():\n    mark()\nmark()\n", "unknown (chosen by the program); True"},
		{"neither of two", "with nullcontext() if flag else open('a'):\n    mark()\n", "True"},
		{"kept in a variable", "quiet = torch.no_grad()\nwith quiet:\n    mark()\n", "False"},
		{"on one way", "if flag:\n    torch.set_grad_enabled(False)\nmark()\n", "False or True"},
		{"another manager", "with torch.autocast('cuda'):\n    mark()\n", "True"},
		{"of a stack", "from contextlib import ExitStack\nwith ExitStack() as stack:\n    stack.enter_context(torch.no_grad())\n    mark()\nmark()\n", "False; True"},
		{"of a stack, on one way", "with stack() as all:\n    if flag:\n        all.enter_context(torch.no_grad())\n    mark()\nmark()\n", "False or True; True"},
		{"of a stack, one's own", "@contextmanager\ndef quiet():\n    with torch.no_grad():\n        yield 5\nwith stack() as all:\n    all.enter_context(quiet())\n    mark()\nmark()\n", "False; True"},
		{"a class of one's own", "class M:\n    def __enter__(self): torch.set_grad_enabled(False)\n    def __exit__(self, *e): torch.set_grad_enabled(True)\nwith M():\n    mark()\nmark()\n", "False; True"},
		{"a class that enters torch's", "class M:\n    def __init__(self): self.quiet = torch.no_grad()\n    def __enter__(self): self.quiet.__enter__()\n    def __exit__(self, *e): self.quiet.__exit__(*e)\nwith M():\n    mark()\nmark()\n", "False; True"},
		{"two in one with", "with open('a'), torch.no_grad():\n    mark()\n", "False"},
		{"where an attribute is looked for in a method that was not run", "class A:\n    def late(self):\n        mark()\n        self.n = 1\nwith torch.no_grad():\n    A().n\n    mark()\n", "False"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := marked(t, head+c.script, func(m *run.Machine, c *run.Call) string { return m.Show(c.Grad) }); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

var roleNames = map[knowledge.Role]string{
	knowledge.NoRole: "nothing", knowledge.Optimizer: "optimizer", knowledge.Scheduler: "scheduler", knowledge.Scaler: "scaler",
	knowledge.Loader: "loader", knowledge.Model: "model", knowledge.Criterion: "criterion", knowledge.Engine: "engine",
}

// TestRoles: what a value does in training, by its class, by what made it, else by the word for it.
func TestRoles(t *testing.T) {
	const head = "import torch, transformers, diffusers, timm, deepspeed\nimport torch.nn as nn\nfrom torch.optim import AdamW\n"
	for _, c := range []struct{ value, want string }{
		{"AdamW([])", "optimizer"}, {"torch.optim.lr_scheduler.StepLR(o, 1)", "scheduler"}, {"torch.amp.GradScaler()", "scaler"},
		{"torch.utils.data.DataLoader([])", "loader"}, {"nn.Linear(1, 2)", "model"}, {"nn.CrossEntropyLoss()", "criterion"},
		{"transformers.get_linear_schedule_with_warmup(o, 1, 2)", "scheduler"}, {"diffusers.get_scheduler('linear', o)", "scheduler"},
		{"diffusers.optimization.get_scheduler('linear', o)", "scheduler"}, {"timm.optim.create_optimizer_v2(m)", "optimizer"},
		{"getattr(torch.optim, name)(p)", "optimizer"}, {"getattr(torch.optim.lr_scheduler, name)(o)", "scheduler"}, {"getattr(own, name)(p)", "nothing"},
		{"torch.relu(a)", "nothing"}, {"diffusers.utils.load_image('a')", "nothing"}, {"3", "nothing"}, {"None", "nothing"}, {"[AdamW([])]", "nothing"}, {"{'optimizer': 1}", "nothing"},
		{"own.optimizer", "optimizer"}, {"optimizer", "optimizer"}, {"own.lr_scheduler", "scheduler"}, {"own.grad_scaler", "scaler"},
		{"own.train_loader", "loader"}, {"own.get_optimizer()", "optimizer"}, {"own.thing", "nothing"}, {"own.step()", "nothing"},
		{"AdamW([]) if flag else torch.optim.SGD([])", "optimizer"}, {"AdamW([]) if flag else None", "optimizer"}, {"None if flag else AdamW([])", "optimizer"},
		{"AdamW([]) if flag else nn.Linear(1, 2)", "nothing"}, {"AdamW([]) if flag else 3", "nothing"},
		{"Own()", "optimizer"}, {"Plain()", "nothing"}, {"Net()", "model"},
		{"deepspeed.initialize(model=Net())[0]", "engine"}, {"deepspeed.initialize(model=Net())[1]", "optimizer"},
		{"deepspeed.initialize(model=Net())[2]", "loader"}, {"deepspeed.initialize(model=Net())[3]", "scheduler"},
		{"own.optimizer.step", "nothing"}, {"[o for o in own.optimizers][0]", "optimizer"}, {"next(iter(own.schedulers))", "scheduler"},
	} {
		t.Run(c.value, func(t *testing.T) {
			script := head + "class Own(torch.optim.Optimizer): pass\nclass Plain: pass\nclass Net(nn.Module): pass\nmark(" + c.value + ")\n"
			if got := marked(t, script, func(_ *run.Machine, c *run.Call) string { return roleNames[library.RoleOf(c.Args[0].Value)] }); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	for target, want := range map[string]string{"optimizer": "optimizer", "lr_scheduler": "scheduler", "scaler": "scaler", "thing": "nothing", "loader": "nothing"} {
		script := target + " = own.made(1)[0]\nmark(" + target + ")\n"
		if got := marked(t, script, func(_ *run.Machine, c *run.Call) string { return roleNames[library.RoleOf(c.Args[0].Value)] }); got != want {
			t.Errorf("what is unpacked as %s: %s, want %s", target, got, want)
		}
	}
}

// TestModules: what is a network.
func TestModules(t *testing.T) {
	for value, want := range map[string]bool{
		"nn.Linear(1, 2)": true, "nn.Sequential()": true, "Net()": true, "Lit()": true, "transformers.AutoModel.from_pretrained('a')": true, "own.model": true, "model": true,
		"torchvision.models.resnet18()": true, "Net.from_pretrained('a')": true, "own.build_model()": true, "build_model()": true,
		"torch.relu(a)": false, "Plain()": false, "torch.optim.SGD([])": false, "[Net()]": false, "{'model': 1}": false, "3": false, "own.optimizer": false,
		"own.thing": false, "own.model()": false, "model(a)": false, "own.build_thing()": false, "a + b": false, "nn.functional.relu(a)": false, "own.aux_loss": false,
	} {
		script := "import torch, transformers, torchvision\nimport torch.nn as nn\nimport lightning as L\nclass Net(nn.Module): pass\nclass Lit(L.LightningModule): pass\nclass Plain: pass\nmark(" + value + ")\n"
		if got := marked(t, script, func(_ *run.Machine, c *run.Call) string { return fmt.Sprint(library.IsModule(c.Args[0].Value)) }); got != fmt.Sprint(want) {
			t.Errorf("%s is a network: %s, want %v", value, got, want)
		}
	}
}

// TestGivenBack: what calls of libraries give of what they are given. mark(…) shows whether it is the very object.
func TestGivenBack(t *testing.T) {
	const head = "import torch, functools, tqdm, deepspeed, apex, accelerate\nimport torch.nn as nn\n" +
		"class Net(nn.Module):\n    def forward(self, n, k=0): return n + k + 1\nnet = Net()\no = torch.optim.SGD([], 1)\n"
	for _, c := range []struct{ name, script, want string }{
		{"compiled", "mark(torch.compile(net) is net)\n", "True"},
		{"compiled by what is no module", "f = torch.compile(fullgraph=True)\nmark(f(net) is net)\n", "True or False"},
		{"batch norms of all processes", "mark(nn.SyncBatchNorm.convert_sync_batchnorm(net) is net, nn.SyncBatchNorm.convert_sync_batchnorm(module=net) is net)\n", "True True"},
		{"evaluated as it was made", "n = own.build_net().to('cuda')\nmark(n.eval() is n)\n", "True"},
		{"a score of nobody knows what", "t = own.helper\nmark(t.eval() is t)\n", "True or False"},
		{"the model of a program", "model = own.thing(1)\nm = model.cuda()\nmark(m is model)\n", "True"},
		{"a thing of a program", "thing = own.thing(1)\nm = thing.cuda()\nmark(m is thing)\n", "True or False"},
		{"compiled by name", "mark(torch.compile(model=net) is net)\n", "True"},
		{"a star tells nothing", "mark(torch.compile(*nets) is net)\n", "True or False"},
		{"to a device", "mark(net.to('cuda') is net, net.cuda().train().half() is net)\n", "True True"},
		{"DataParallel's module", "d = nn.DataParallel(net)\nmark(d.module is net, d(1), d(1, k=5), d.forward(2))\n", "True 2 7 3"},
		{"DataParallel of nothing", "d = nn.DataParallel()\nmark(d(1))\n", "unknown DataParallel (the result of a call that is not seen)"},
		{"DDP", "d = nn.parallel.DistributedDataParallel(module=net, device_ids=[0])\nmark(d.module is net, d(1))\n", "True 2"},
		{"a class of its own around DDP", "class D(nn.parallel.DistributedDataParallel):\n    def run(self, n): return self.module(n)\n" +
			"d = D(net, device_ids=[0])\nmark(d.module is net, d.run(1))\n", "True 2"},
		{"FSDP", "from torch.distributed.fsdp import FullyShardedDataParallel as FSDP\nmark(FSDP(net)(1))\n", "2"},
		{"DDP of something unknown", "d = nn.parallel.DistributedDataParallel(own.thing)\nmark(d(1))\n", "unknown (the result of a call that is not seen)"},
		{"DDP of two", "class B(Net):\n    def forward(self, n): return n * 10\nd = nn.DataParallel(net if flag else B())\nmark(d(1))\n", "2 or 10"},
		{"deepspeed's engine", "e, *rest = deepspeed.initialize(model=net)\nmark(e.module is net, e(1))\n", "True 2"},
		{"deepspeed's engine by position", "e = deepspeed.initialize(args, net)[0]\nmark(e(1))\n", "2"},
		{"apex", "m, p = apex.amp.initialize(net, o, opt_level='O1')\nmark(m is net, p is o)\n", "True True"},
		{"apex with a model alone", "mark(apex.amp.initialize(net) is net)\n", "True"},
		{"prepare of one", "a = accelerate.Accelerator()\nmark(a.prepare(net) is net)\n", "True"},
		{"prepare of two", "a = accelerate.Accelerator()\nm, p = a.prepare(net, o)\nmark(m is net, p is o)\n", "True True"},
		{"prepare of named ones beside it", "a = accelerate.Accelerator()\nmark(a.prepare(net, device_placement=[True]) is net)\n", "True"},
		{"prepare of all", "a = accelerate.Accelerator()\nmark(a.prepare(*own.all))\n", "unknown prepare (the result of .prepare())"},
		{"prepare of nothing", "a = accelerate.Accelerator()\nmark(a.prepare())\n", "unknown prepare (the result of .prepare())"},
		{"a progress bar", "for i in tqdm.tqdm([5]):\n    mark(i)\n", "5; 5"},
		{"a progress bar over what cannot grow", "for i in tqdm.tqdm((5, 6, 7)):\n    mark(i)\n", "5; 6; 7"},
		{"a progress bar by name", "for i in tqdm.tqdm(iterable=[5]):\n    mark(i)\n", "5; 5"},
		{"trange", "for i in tqdm.trange(1, 2):\n    mark(i)\n", "unknown (a number of a range); unknown (a number of a range)"},
		{"wraps", "def f(): return 1\ndef g(): return 2\nmark(functools.wraps(f)(g)())\n", "2"},
		{"wraps as a decorator", "def deco(f):\n    @functools.wraps(f)\n    def g(): return f() + 1\n    return g\n@deco\ndef f(): return 1\nmark(f())\n", "2"},
		{"from_pretrained of one's own", "mark(Net.from_pretrained('a')(1))\n", "2"},
		{"detach_", "t = own.hidden\nmark(t.detach_() is t)\n", "True"},

		{"the mode of a module", "net.eval()\nmark(net.training)\nnet.train()\nmark(net.training)\nnet.train(False)\nmark(net.training)\nnet.train(mode=True)\nmark(net.training)\n", "False; True; False; True"},
		{"the mode of nobody knows what", "own.eval()\nmark(own.training)\nother.train()\nmark(other.training)\n", "False; unknown training (an attribute of something unknown)"},

		{"a ModuleList", "l = nn.ModuleList([net, net])\nmark(len(l), l[0] is net, [m(1) for m in l])\n", "2 True [2, 2]"},
		{"an empty ModuleList that is filled", "l = nn.ModuleList()\nl.append(net)\nl.extend([net])\nmark(len(l), l[1](4))\n", "2 5"},
		{"a ModuleDict", "d = nn.ModuleDict({'a': net})\nd['b'] = net\nmark(d['a'](1), 'a' in d.keys(), [m(2) for m in d.values()])\n", "2 True [3, 3]"},
		{"an empty ModuleDict", "d = nn.ModuleDict()\nd.update({'a': net})\nmark(d['a'](1))\n", "2"},
		{"a Sequential", "s = nn.Sequential(net, nn.ReLU())\nmark(len(s), s[0] is net, s[1])\n", "2 True an instance of torch.nn.ReLU"},
		{"a Sequential of names", "from collections import OrderedDict\ns = nn.Sequential(OrderedDict([('a', net), ('b', nn.ReLU())]))\nmark(s[0] is net, len(s))\n", "True 2"},
		{"a Sequential of a list", "s = nn.Sequential(*[net, net])\nmark(s[1](1))\n", "2"},
		{"a Sequential of something unknown", "s = nn.Sequential(*layers)\nmark(s[0])\n", "unknown (an item of something unknown)"},
		{"add_module of a Sequential", "s = nn.Sequential()\ns.add_module('a', net)\nmark(s[0] is net)\n", "True"},
		{"add_module of a module", "net.add_module('inner', nn.Sequential(net))\nmark(net.inner[0] is net)\n", "True"},
		{"add_module under an unknown name", "net.add_module(name, o)\nmark(net.name)\n", "unknown name (nothing seen here sets it)"},

		{"the parts of a device", "d = torch.device('cuda:1')\nmark(d.type, d.index, torch.device('cuda').index, torch.device(type='cpu').type, torch.device(name).type)\n", "'cuda' 1 None 'cpu' unknown type (an attribute of something unknown)"},
		{"a ModuleList that is copied", "import copy\nl = copy.deepcopy(nn.ModuleList([net, net]))\nmark(len(l), l[1](4))\n", "2 5"},
		{"a Sequential of the layers of another", "s = nn.Sequential(*nn.Sequential(net, nn.ReLU()))\nmark(s[0] is net, len(s))\n", "True 2"},
		{"what a loader keeps", "l = torch.utils.data.DataLoader([5], sampler=o)\nmark(l.dataset, l.sampler is o)\n", "[5] True"},
		{"no sampler", "l = torch.utils.data.DataLoader([5], sampler=None)\nmark(l.sampler)\n", "unknown sampler (nothing seen here sets it)"},
		{"the next batch", "l = torch.utils.data.DataLoader([5])\nmark(l.next() is None, l.__next__() is None)\n", "False False"},

		{"the optimizer's closure", "def closure():\n    mark(1)\no.step(closure)\n", "1"},
		{"a scaler's closure", "def closure():\n    mark(1)\ntorch.amp.GradScaler().step(closure)\n", "1"},
		{"another step", "def closure():\n    mark(1)\nown.step(closure)\nmark(2)\n", "2"},

		{"spawned", "import torch.multiprocessing as mp\ndef work(rank, n): mark(rank, n)\nmp.spawn(work, args=(3,), nprocs=2)\n", "unknown rank (the number of the process) 3"},
		{"spawned without arguments", "import torch.multiprocessing as mp\ndef work(rank): mark(rank)\nmp.spawn(work)\n", "unknown rank (the number of the process)"},
		{"spawned with something unknown", "import torch.multiprocessing as mp\ndef work(rank, n): mark(n)\nmp.spawn(work, args)\n", "unknown n (an item of something unknown)"},
		{"spawned with what a star holds", "import torch.multiprocessing as mp\ndef work(rank, n): mark(n)\nmp.spawn(work, *rest)\nmark(9)\n", "9"},
		{"nothing spawned", "import torch.multiprocessing as mp\nmp.spawn()\nmark(9)\n", "9"},
		{"submitted", "import submitit\nclass Task:\n    def __call__(self): mark(1)\nsubmitit.AutoExecutor(folder='x').submit(Task())\n", "1"},
		{"a function submitted", "import submitit\ndef work(n): mark(n)\ne = submitit.AutoExecutor(folder='x')\ne.submit(work, 4)\n", "4"},
		{"submitted with what a star holds", "import submitit\ndef work(n): mark(n)\nsubmitit.AutoExecutor(folder='x').submit(*jobs)\nmark(9)\n", "9"},
		{"submitted to something else", "def work(n): mark(n)\nown.submit(work, 4)\nmark(9)\n", "9"},
		{"a notebook launcher", "def work(n): mark(n)\naccelerate.notebook_launcher(work, (4,), num_processes=2)\n", "4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := marked(t, head+c.script, func(m *run.Machine, c *run.Call) string {
				var args []string
				for _, a := range c.Args {
					args = append(args, m.Show(a.Value))
				}
				return strings.Join(args, " ")
			})
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
