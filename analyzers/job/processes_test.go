package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// A launcher sets WORLD_SIZE and the ranks: the default of os.environ.get is for a
// run without one.
func TestRanksAreTheLaunchers(t *testing.T) {
	const script = "-- train.py --\nimport os\nimport torch\nfrom torch.utils.data import DataLoader\nddp = int(os.environ.get('WORLD_SIZE', 1)) != 1\n" +
		"rank = int(os.environ.get('LOCAL_RANK', -1))\nbatch = 2\nif ddp and rank >= 0:\n    batch = 3\nopt = torch.optim.SGD(model.parameters(), lr=1)\n" +
		"for x in DataLoader(data, batch_size=batch):\n    model(x).backward()\n    opt.step()\n"
	for command, want := range map[string]string{
		"torchrun --nproc_per_node 4 train.py":                           "3 @ train.py:8",
		"torchrun train.py":                                              "2 @ train.py:6",
		"torchrun --nproc_per_node $N train.py":                          "?",
		"accelerate launch --num_processes 1 train.py":                   "2 @ train.py:6",
		"accelerate launch --num_processes 2 train.py":                   "3 @ train.py:8",
		"accelerate launch train.py":                                     "?",
		"python train.py":                                                "2 @ train.py:6",
		"WORLD_SIZE=2 LOCAL_RANK=0 python train.py":                      "3 @ train.py:8",
		"python -m torch.distributed.launch --nproc_per_node 8 train.py": "3 @ train.py:8",
	} {
		j := find(t, "-- run.sh --\n"+command+"\n"+script)
		if got := show(j, dialect.MicroBatch); got != want {
			t.Errorf("%s: micro-batch %s, want %s", command, got, want)
		}
	}
}

// TestSubmitted: a program that hands itself to a cluster runs on the cards that it asks for.
func TestSubmitted(t *testing.T) {
	const script = "-- train.py --\nimport argparse\nimport submitit\nimport torch\n\n\ndef main(args):\n    model = torch.nn.Linear(4, 2)\n" +
		"    opt = torch.optim.SGD(model.parameters(), lr=1)\n    for x in torch.utils.data.DataLoader(data, batch_size=2):\n        model(x).mean().backward()\n        opt.step()\n\n\n" +
		"parser = argparse.ArgumentParser()\nparser.add_argument('--ngpus', type=int, default=8)\nparser.add_argument('--nodes', type=int)\nargs = parser.parse_args()\n" +
		"executor = submitit.AutoExecutor(folder='logs')\n"
	const submit = "executor.update_parameters(name='train')\nexecutor.submit(main, args)\nmain(args)\n"
	for asks, want := range map[string]string{
		"executor.update_parameters(gpus_per_node=4, tasks_per_node=4, nodes=2)\n":                                                                                                        "8 @ train.py:19",
		"executor.update_parameters(gpus_per_node=args.ngpus, tasks_per_node=args.ngpus)\n":                                                                                               "8 default @ train.py:15",
		"executor.update_parameters(slurm_gpus_per_node=4, slurm_tasks_per_node=4)\n":                                                                                                     "4 @ train.py:19",
		"executor.update_parameters(gpus_per_node=1)\n":                                                                                                                                   "1 @ train.py:19",
		"executor.update_parameters(gpus_per_node=4)\n":                                                                                                                                   "?", // one process
		"executor.update_parameters(gpus_per_node=4, tasks_per_node=4, nodes=args.nodes)\n":                                                                                               "?",
		"executor.update_parameters(gpus_per_node=torch.cuda.device_count(), tasks_per_node=torch.cuda.device_count())\n":                                                                 "?",
		"if data:\n    executor.update_parameters(gpus_per_node=4, tasks_per_node=4)\n":                                                                                                   "?",
		"executor.update_parameters(gpus_per_node=1)\nother = submitit.AutoExecutor(folder='eval')\nother.update_parameters(gpus_per_node=8, tasks_per_node=8)\nother.submit(evaluate)\n": "?",
		"": "1 (one process)",
	} {
		if got := show(find(t, script+asks+submit), dialect.GPUs); got != want {
			t.Errorf("%s: %s, want %s", asks, got, want)
		}
	}
}

// TestBatchSampler: what a loader gives at a time, its batch sampler may say, whose samplers differ.
func TestBatchSampler(t *testing.T) {
	const script = "-- train.py --\nimport sys\nimport torch\nfrom torch.utils.data import BatchSampler, DataLoader, DistributedSampler, RandomSampler\n" +
		"model = torch.nn.Linear(4, 2)\nopt = torch.optim.SGD(model.parameters(), lr=1)\n" +
		"if torch.distributed.is_initialized():\n    sampler = DistributedSampler(data)\nelse:\n    sampler = RandomSampler(data)\nbatches = BatchSampler(sampler, %s, drop_last=True)\n" +
		"for x in DataLoader(data, batch_sampler=batches):\n    model(x).mean().backward()\n    opt.step()\n"
	for size, want := range map[string]string{"6": "6 @ train.py:10", "batch_size=6": "6 @ train.py:10", "int(sys.argv[1])": "?"} {
		if got := show(find(t, strings.Replace(script, "%s", size, 1)), dialect.MicroBatch); got != want {
			t.Errorf("%s: %s, want %s", size, got, want)
		}
	}
}

// TestOtherFrameworks: a script that shows another framework, by what it imports, is no job of PyTorch's.
func TestOtherFrameworks(t *testing.T) {
	const step = "opt = optim.SGD(model.parameters(), lr=1)\nfor x in loader:\n    model(x).backward()\n    opt.step()\n"
	for text, want := range map[string]int{
		"-- train.py --\nimport paddle\nfrom paddle import optimizer as optim\n" + step:                                           0,
		"-- train.py --\nfrom engine import model, loader, optim\n" + step + "-- engine.py --\nimport paddle\n":                   0,
		"-- train.py --\nfrom engine import model, loader, optim\n" + step + "-- engine.py --\nimport torch\nimport tensorflow\n": 1,
		"-- train.py --\nimport torch.optim as optim\n" + step:                                                                    1,
		"-- train.py --\nimport jax\nfrom torch import optim\n" + step:                                                            1,
	} {
		if got := len(Find(workspace("-- run.sh --\npython train.py\n" + text))); got != want {
			t.Errorf("%s: %d jobs, want %d", text, got, want)
		}
	}
}

// TestNamedModules: the module of the training step has a name that only the run puts together; how many processes a
// loop starts is not what one process would be.
func TestNamedModules(t *testing.T) {
	const files = "-- app/main.py --\nimport argparse\nimport importlib\nimport torch.multiprocessing as mp\nimport yaml\n\n\ndef work(rank, name):\n    params = yaml.safe_load(open(name))\n" +
		"    importlib.import_module(f\"app.{params['app']}.train\").main(params)\n\n\nif __name__ == '__main__':\n    p = argparse.ArgumentParser()\n    p.add_argument('--fname')\n" +
		"    args = p.parse_args()\n    %s\n-- c.yaml --\napp: clips\nbatch: 24\n-- app/clips/train.py --\nimport torch\n\n\ndef main(args):\n    model = torch.nn.Linear(4, 2)\n" +
		"    opt = torch.optim.AdamW(model.parameters())\n    for x in torch.utils.data.DataLoader(data, batch_size=args['batch']):\n        model(x).mean().backward()\n        opt.step()\n        opt.zero_grad()\n"
	for _, c := range []struct{ starts, batch, gpus string }{
		{"work(0, args.fname)", "24 @ c.yaml:2", "1 (one process)"},
		{"for rank in range(3):\n        mp.Process(target=work, args=(rank, args.fname)).start()", "24 @ c.yaml:2", "?"},
	} {
		j := find(t, "-- run.sh --\npython -m app.main --fname c.yaml\n"+strings.Replace(files, "%s", c.starts, 1))
		check(t, j, map[dialect.Field]string{dialect.MicroBatch: c.batch, dialect.GPUs: c.gpus, dialect.Optimizer: "adamw @ app/clips/train.py:6"})
	}
	whole := strings.Replace(strings.Replace(files, "f\"app.{params['app']}.train\"", "params['module']", 1), "app: clips", "module: app.clips.train", 1)
	check(t, find(t, "-- run.sh --\npython -m app.main --fname c.yaml\n"+strings.Replace(whole, "%s", "work(0, args.fname)", 1)), map[dialect.Field]string{dialect.MicroBatch: "24 @ c.yaml:2"})
	if got := Find(workspace("-- run.sh --\npython -m app.main --fname c.yaml\n" + strings.NewReplacer("%s", "work(0, args.fname)", "module: app.clips.train", "module: app.show").Replace(whole) + "-- app/show.py --\ndef main(args):\n    print(args)\n")); len(got) != 0 {
		t.Errorf("%s: a module that shows trains", named(got))
	}
}
