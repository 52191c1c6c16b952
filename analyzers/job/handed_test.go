package job

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// lonely is a module that trains when its function is called.
const lonely = "-- core.py --\nimport torch\nfrom torch.utils.data import DataLoader\ndef work(bs=8):\n    model = torch.nn.Linear(4, 4)\n" +
	"    opt = torch.optim.SGD(model.parameters(), lr=0.5)\n    for x in DataLoader([1], batch_size=bs):\n        model(x).sum().backward()\n        opt.step()\n"

// TestScriptsAlone: a script that nothing launches trains when it comes to a step, wherever that stands.
func TestScriptsAlone(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		want   []string // the batch of each job
	}{
		"by its name alone":         {"from core import work\nprint(work)\n", nil},
		"a call":                    {"from core import work\nwork(16)\n", []string{"16"}},
		"in a try statement":        {"from core import work\ndef go():\n    work(16)\ntry:\n    go()\nexcept KeyboardInterrupt:\n    print(1)\n", []string{"16"}},
		"behind a guard":            {"from core import work\ndef go():\n    work(16)\nif __name__ == '__main__':\n    go()\n", []string{"16"}},
		"another function":          {"from core import work\ndef demo():\n    work(16)\ndef go():\n    print(1)\nif __name__ == '__main__':\n    go()\n", nil},
		"an agent":                  {"import wandb\nfrom core import work\ndef go():\n    work(16)\nwandb.agent('x', function=go)\n", []string{"16"}},
		"a search":                  {"import optuna\nfrom core import work\ndef go(trial):\n    work(16)\noptuna.create_study().optimize(go, n_trials=3)\n", []string{"16"}},
		"a process":                 {"from multiprocessing import Process\nfrom core import work\nif __name__ == '__main__':\n    Process(target=work, args=(16,)).start()\n", []string{"16"}},
		"a command":                 {"import typer\nfrom core import work\napp = typer.Typer()\n@app.command()\ndef go(bs: int = 16):\n    work(bs)\nif __name__ == '__main__':\n    app()\n", []string{"16"}},
		"a table of commands":       {"import fire\nfrom core import work\ndef go(bs=16):\n    work(bs)\nif __name__ == '__main__':\n    fire.Fire({'train': go})\n", []string{"16"}},
		"handed over together":      {"import ray\nfrom core import work\ndef go():\n    work(16)\nray.run({go})\n", []string{"16"}},
		"any command":               {"import fire\nfrom core import work\ndef go(bs=16):\n    work(bs)\nif __name__ == '__main__':\n    fire.Fire()\n", []string{"16"}},
		"a class of commands":       {"import fire\nfrom core import work\nclass App:\n    def go(self):\n        work(16)\nif __name__ == '__main__':\n    fire.Fire(App)\n", []string{"16"}},
		"handed to what calls none": {"from core import work\nprint(work)\nwork2 = sorted([1], key=work)\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, j := range Find(workspace("-- go.py --\n" + c.script + lonely)) {
				if j.Name != "go.py" {
					t.Errorf("%s is no script", j.Name)
				}
				got = append(got, j.Text(dialect.MicroBatch))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("jobs %q, want %q", got, c.want)
			}
		})
	}
}

// TestIdleSteps: a step in a function that a script does not name is none of what it does.
func TestIdleSteps(t *testing.T) {
	const step = "import torch\ndef play():\n    x = torch.ones(1, requires_grad=True)\n    torch.optim.SGD([x], lr=0.5)\n    x.sum().backward()\n"
	for name, c := range map[string]struct {
		end  string
		want int
	}{
		"not named":        {"def show():\n    print(1)\nif __name__ == '__main__':\n    show()\n", 0},
		"called":           {"if __name__ == '__main__':\n    play()\n", 1},
		"called by others": {"def show():\n    play()\nif __name__ == '__main__':\n    show()\n", 1},
		"by its text":      {"import cProfile\nif __name__ == '__main__':\n    cProfile.run('play()')\n", 1},
		"one of all":       {"import sys\nif __name__ == '__main__':\n    globals()[sys.argv[1]]()\n", 1},
		"in a table":       {"T = {'play': play}\nif __name__ == '__main__':\n    T['play']()\n", 1},
	} {
		if got := Find(workspace("-- go.py --\n" + step + c.end)); len(got) != c.want {
			t.Errorf("%s: %q", name, named(got))
		}
	}
}

// TestLibraryTrains: objects of some libraries train by themselves.
func TestLibraryTrains(t *testing.T) {
	for name, c := range map[string]struct {
		script, framework, epochs string
	}{
		"YOLO":              {"from ultralytics import YOLO\nmodel = YOLO('yolov8n.pt')\nmodel.train(data='a.yaml', epochs=3)\n", "ultralytics", "3"},
		"YOLO predicts":     {"from ultralytics import YOLO\nmodel = YOLO('yolov8n.pt')\nmodel.predict('a.jpg')\n", "", ""},
		"a Brain":           {"import speechbrain as sb\nclass B(sb.Brain):\n    pass\nbrain = B(modules={})\nbrain.fit(range(3), [1])\n", "speechbrain", ""},
		"skorch":            {"from skorch import NeuralNetClassifier\nnet = NeuralNetClassifier(M, max_epochs=3, lr=0.5)\nnet.fit(X, y)\n", "skorch", "3"},
		"fastai":            {"from fastai.vision.all import *\nlearn = vision_learner(dls, resnet34)\nlearn.fine_tune(3)\n", "fastai", ""},
		"no library's":      {"from sklearn.svm import SVC\nmodel = SVC()\nmodel.fit(X, y)\n", "", ""},
		"flair's embedding": {"from flair.embeddings import FlairEmbeddings\ne = FlairEmbeddings('a')\ne.train()\n", "", ""},
	} {
		jobs := Find(workspace("-- go.py --\n" + c.script))
		switch {
		case c.framework == "":
			if len(jobs) > 0 {
				t.Errorf("%s: %q", name, named(jobs))
			}
		case len(jobs) != 1 || string(jobs[0].Framework) != c.framework || jobs[0].Text(dialect.Epochs) != c.epochs:
			t.Errorf("%s: %q", name, named(jobs))
		}
	}
}

// TestWordsInFiles: a command line may name a file with more of it.
func TestWordsInFiles(t *testing.T) {
	const absl = "from absl import app, flags\nfrom core import work\nFLAGS = flags.FLAGS\nflags.DEFINE_integer('bs', 8, '')\n" +
		"def main(argv):\n    work(FLAGS.bs)\napp.run(main)\n"
	const argparse = "import argparse\nfrom core import work\np = argparse.ArgumentParser(fromfile_prefix_chars='@')\n" +
		"p.add_argument('--bs', type=int, default=8)\nwork(p.parse_args().bs)\n"
	for name, c := range map[string]struct{ script, command, want string }{
		"flags":             {absl, "python go.py --flagfile=a.txt", "16"},
		"flags behind":      {absl, "python go.py --flagfile a.txt", "16"},
		"flags, overridden": {absl, "python go.py --flagfile a.txt --bs 4", "4"},
		"no such file":      {absl, "python go.py --flagfile=b.txt", ""},
		"words":             {argparse, "python go.py @a.txt", "16"},
		"no such words":     {argparse, "python go.py @b.txt", ""},
	} {
		jobs := Find(workspace("-- run.sh --\n" + c.command + "\n-- a.txt --\n# as in the paper\n--bs=16\n-- go.py --\n" + c.script + lonely))
		if len(jobs) != 1 || jobs[0].Text(dialect.MicroBatch) != c.want {
			t.Errorf("%s: %q", name, named(jobs))
		}
	}
}

// TestSaysTraining: a command that says that it trains is a job although its step stands in what nobody has.
func TestSaysTraining(t *testing.T) {
	const dark = "import torch\nfrom engine import build\nbuild().go()\n"
	for name, c := range map[string]struct {
		files string
		want  int
	}{
		"a mode":           {"-- run.sh --\npython go.py --mode train\n-- go.py --\n" + dark, 1},
		"another mode":     {"-- run.sh --\npython go.py --mode test\n-- go.py --\n" + dark, 0},
		"a switch":         {"-- run.sh --\npython go.py --do_train\n-- go.py --\n" + dark, 1},
		"a switch, off":    {"-- run.sh --\npython go.py --do_train 0\n-- go.py --\n" + dark, 0},
		"a word":           {"-- run.sh --\npython go.py train\n-- go.py --\n" + dark, 1},
		"a name":           {"-- run.sh --\npython train_net.py\n-- train_net.py --\n" + dark, 1},
		"a name alone":     {"-- train.py --\n" + dark, 1},
		"data by its name": {"-- run.sh --\npython train_split.py\n-- train_split.py --\n" + dark, 0},
		"starts others":    {"-- run.sh --\npython train_net.py\n-- train_net.py --\nimport subprocess\nimport torch\nsubprocess.run(['my_train', '1'])\n", 0},
		"no torch":         {"-- run.sh --\npython go.py --mode train\n-- go.py --\nfrom engine import build\nbuild().go()\n", 0},
		"nothing said":     {"-- run.sh --\npython go.py --size 3\n-- go.py --\n" + dark, 0},
	} {
		if got := Find(workspace(c.files)); len(got) != c.want {
			t.Errorf("%s: %q", name, named(got))
		}
	}
}

// TestStepped: of several optimizers the one that is told to step trains.
func TestStepped(t *testing.T) {
	const script = "import torch\nfrom torch.utils.data import DataLoader\nmodel = torch.nn.Linear(4, 4)\nother = torch.nn.Linear(4, 4)\n" +
		"a = torch.optim.Adam(model.parameters(), lr=0.5)\nb = torch.optim.SGD(%s.parameters(), lr=0.25)\n" +
		"for x in DataLoader([1], batch_size=2):\n    model(x).sum().backward()\n    a.step()\n"
	for name, c := range map[string]struct{ script, optimizer, rate string }{
		"one is left over":     {fmt.Sprintf(script, "model"), "adamw", "0.5"},
		"both, at other rates": {fmt.Sprintf(script, "other") + "    b.step()\n", "", ""},
		"both, at one rate":    {strings.Replace(fmt.Sprintf(script, "other"), "0.25", "0.5", 1) + "    b.step()\n", "", "0.5"},
	} {
		jobs := Find(workspace("-- train.py --\n" + c.script))
		if len(jobs) != 1 || jobs[0].Text(dialect.Optimizer) != c.optimizer || jobs[0].Text(dialect.LearningRate) != c.rate {
			t.Errorf("%s: %s %s", name, jobs[0].Text(dialect.Optimizer), jobs[0].Text(dialect.LearningRate))
		}
	}
}

// TestImportsWhatTrains: what a page says of a script that only imports a trainer makes no job.
func TestImportsWhatTrains(t *testing.T) {
	const page = "-- README.md --\n```bash\npython rebuild.py --n 3\n```\n"
	if got := Find(workspace(page + "-- rebuild.py --\nfrom core import work\nprint(3)\n" + lonely)); len(got) > 0 {
		t.Errorf("%q", named(got))
	}
	if got := Find(workspace(page + "-- rebuild.py --\nfrom core import work\nwork(3)\n" + lonely)); len(got) != 1 {
		t.Errorf("%q", named(got))
	}
}

// TestMainOfAnotherScript: a launched script that runs another one's step is its job: the other one is none beside it.
func TestMainOfAnotherScript(t *testing.T) {
	const run = "-- run.sh --\npython go.py --bs 4\n-- go.py --\n"
	const other = "-- train.py --\nimport torch\nfrom torch.utils.data import DataLoader\ndef work(bs):\n    model = torch.nn.Linear(4, 4)\n    opt = torch.optim.SGD(model.parameters(), lr=0.5)\n" +
		"    for x in DataLoader([1], batch_size=bs):\n        model(x).sum().backward()\n        opt.step()\ndef main():\n    work(8)\nif __name__ == '__main__':\n    main()\n"
	for name, c := range map[string]struct {
		script string
		want   []string
	}{
		"its main":          {"from train import main\nmain()\n", []string{"run.sh:1"}},
		"another one of it": {"from train import work\nwork(4)\n", []string{"run.sh:1"}},
	} {
		if got := named(Find(workspace(run + c.script + other))); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestAssignedResult: history = train() is what a script does; a module that gives names to what calls give does
// nothing.
func TestAssignedResult(t *testing.T) {
	const step = "import logging\nimport torch\nlogger = logging.getLogger()\ndef train():\n    x = torch.ones(1, requires_grad=True)\n" +
		"    torch.optim.SGD([x], lr=0.5).step()\n    x.sum().backward()\n"
	if got := Find(workspace("-- go.py --\n" + step + "history = train()\n")); len(got) != 1 {
		t.Errorf("%q", named(got))
	}
	if got := Find(workspace("-- trainer.py --\n" + step)); len(got) > 0 {
		t.Errorf("%q", named(got))
	}
}

// TestOnlyScriptOfThatName: a page leaves it to the reader to go where the script is.
func TestOnlyScriptOfThatName(t *testing.T) {
	const page = "-- README.md --\nRun `python fit_it.py --n 3`.\n"
	const step = "import torch\nx = torch.ones(1, requires_grad=True)\nopt = torch.optim.SGD([x], lr=0.5)\nfor _ in range(3):\n    x.sum().backward()\n    opt.step()\n"
	if got := named(Find(workspace(page + "-- lib/fit_it.py --\n" + step))); !slices.Equal(got, []string{"README.md:1"}) {
		t.Errorf("%q", got)
	}
	if got := named(Find(workspace(page + "-- a/fit_it.py --\n" + step + "-- b/fit_it.py --\n" + step))); !slices.Equal(got, []string{"a/fit_it.py", "b/fit_it.py"}) {
		t.Errorf("two of that name: %q", got)
	}
	for option, want := range map[string]string{"mode": "run.sh:1", "model": "lib/fit_it.py", "mode_dir": "lib/fit_it.py"} {
		launcher := "-- run.sh --\npython fit_it.py --mode 3\n"
		parser := "import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('--" + option + "', type=int)\n"
		if got := named(Find(workspace(launcher + "-- lib/fit_it.py --\n" + parser + step))); !slices.Equal(got, []string{want}) {
			t.Errorf("a script that takes --%s, started with --mode: %q, want %s", option, got, want)
		}
	}
}

// TestTriedOut: a loss whose gradients are only looked at trains nothing.
func TestTriedOut(t *testing.T) {
	const check = "import torch\ndef show():\n    x = torch.ones(1, requires_grad=True)\n    x.sum().backward()\n    print(x.grad)\nif __name__ == '__main__':\n    show()\n"
	if got := Find(workspace("-- losses.py --\n" + check)); len(got) > 0 {
		t.Errorf("%q", named(got))
	}
	byHand := strings.Replace(check, "print(x.grad)", "x.data -= 0.1 * x.grad", 1)
	if got := Find(workspace("-- losses.py --\n" + byHand)); len(got) != 1 {
		t.Errorf("an update by hand: %q", named(got))
	}
	part := strings.Replace(check, "if __name__ == '__main__':\n    show()\n", "torch.manual_seed(0)\n", 1)
	if got := Find(workspace("-- train_util.py --\n" + part)); len(got) > 0 {
		t.Errorf("a part of a training: %q", named(got))
	}
}

// TestLargestConfig: a config that a script nobody launches may be given is as large as one that a person writes.
func TestLargestConfig(t *testing.T) {
	const script = "-- train.py --\nimport argparse\nimport torch\nimport yaml\nfrom torch.utils.data import DataLoader\nparser = argparse.ArgumentParser()\nparser.add_argument('--config', required=True)\n" +
		"cfg = yaml.safe_load(open(parser.parse_args().config))\nmodel = torch.nn.Linear(4, cfg['wide'])\nopt = torch.optim.SGD(model.parameters(), lr=cfg['lr'])\n" +
		"for x in DataLoader([1], batch_size=cfg['batch_size']):\n    model(x).sum().backward()\n    opt.step()\n-- a.yaml --\n"
	const settings = "lr: 0.1\nbatch_size: 4\nwide: 4\n# "
	for size, want := range map[int]string{100: "train.py with a.yaml", mostConfig: "train.py with a.yaml", mostConfig + 1: "train.py"} {
		text := settings + strings.Repeat("-", size-len(settings)-1) // a file ends in a newline
		if got := named(Find(workspace(script + text))); !slices.Equal(got, []string{want}) {
			t.Errorf("%d bytes: %q, want %s", size, got, want)
		}
	}
}
