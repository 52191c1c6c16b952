package job

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

const smallScript = `import argparse, torch
from transformers import AutoModelForCausalLM

def main():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="gpt2")
    p.add_argument("--config")
    p.add_argument("--out", default="out")
    p.add_argument("--bs", type=int, default=3)
    p.add_argument("--lr", type=float, default=1e-3)
    a = p.parse_args()
    m = AutoModelForCausalLM.from_pretrained(a.model)
    o = torch.optim.AdamW(m.parameters(), lr=a.lr)
    for x in torch.utils.data.DataLoader([1], batch_size=a.bs):
        m(x).loss.backward()
        o.step()
        o.zero_grad()

if __name__ == "__main__":
    main()
`

func named(jobs []*Job) (names []string) {
	for _, j := range jobs {
		names = append(names, j.Name)
	}
	return names
}

// TestPagesOfLaunchedScripts: a page's command for a script that a launcher starts is a job of its own when it decides
// something else.
func TestPagesOfLaunchedScripts(t *testing.T) {
	const launcher = "-- run.sh --\npython train.py --bs 4 --out a\n-- train.py --\n" + smallScript
	for name, c := range map[string]struct {
		page string
		want []string
	}{
		"the same words":             {"python train.py --bs 4 --out a", nil},
		"another folder":             {"python train.py --bs 4 --out /data/b", nil},
		"another batch":              {"python train.py --bs 8 --out a", []string{"README.md:2"}},
		"another model":              {"python train.py --bs 4 --model gpt2-medium", []string{"README.md:2"}},
		"a config, of another name":  {"python train.py --bs 4 --config big.json", []string{"README.md:2"}},
		"to be filled in":            {"python train.py --bs <batch> --out a", nil},
		"nothing is said":            {"python train.py --bs 4", nil},
		"two GPUs":                   {"torchrun --nproc_per_node 2 train.py --bs 4", []string{"README.md:2"}},
		"twice, in another language": {"python train.py --bs 8\npython train.py --bs 8", []string{"README.md:2"}},
	} {
		t.Run(name, func(t *testing.T) {
			jobs := Find(workspace("-- README.md --\n```\n" + c.page + "\n```\n" + launcher))
			if got, want := named(jobs), append([]string{"run.sh:1"}, c.want...); !slices.Equal(got, want) {
				t.Errorf("jobs %q, want %q", got, want)
			}
		})
	}
	for name, page := range map[string]string{
		"-- README.md --\n## Evaluation\n":       "under such a heading",
		"-- docs/CONTRIBUTING.md --\n## Train\n": "for those who work on it",
	} {
		if jobs := Find(workspace(name + "```\npython train.py --bs 8\n```\n" + launcher)); len(jobs) != 1 {
			t.Errorf("%s: %q", page, named(jobs))
		}
	}
	if jobs := Find(workspace("-- README.md --\n## Training and evaluation\n```\npython train.py --bs 8\n```\n" + launcher)); len(jobs) != 2 {
		t.Errorf("under a heading of both: %q", named(jobs))
	}
}

// TestCommandsOfPrograms: a program starts the script.
func TestCommandsOfPrograms(t *testing.T) {
	for name, c := range map[string]struct {
		program string
		want    []string // lr of each job
	}{
		"a list of words":     {"import subprocess, sys\ncmd = [sys.executable, 'train.py', '--lr', '0.5']\ncmd += ['--bs', '2']\nsubprocess.run(cmd, check=True)\n", []string{"0.5"}},
		"a text":              {"import os\nos.system('CUDA_VISIBLE_DEVICES=0 python train.py --lr 0.5')\n", []string{"0.5"}},
		"a loop":              {"import os\nfor lr in (0.5, 0.25):\n    os.system(f'python train.py --lr {lr}')\n", []string{"0.5", "0.25"}},
		"texts side by side":  {"import os, time\nos.system(f'python train.py --out {time.time()}'\n          f' --lr {0.5}')\n", []string{"0.5"}},
		"what is not known":   {"import subprocess, time\nsubprocess.Popen(['python', 'train.py', '--lr', str(time.time())])\n", []string{""}},
		"by bash":             {"import subprocess\nsubprocess.check_call(['bash', '-c', 'python train.py --lr 0.5'])\n", []string{"0.5"}},
		"in a function":       {"import subprocess\ndef main():\n    subprocess.run(['accelerate', 'launch', 'train.py', '--lr', '0.5'])\nif __name__ == '__main__':\n    main()\n", []string{"0.5"}},
		"a path put together": {"import os, subprocess\nhere = os.path.dirname(__file__)\nsubprocess.run(['python', os.path.join(here, 'train.py'), '--lr', '0.5'])\n", []string{"0.5"}},
	} {
		t.Run(name, func(t *testing.T) {
			jobs := Find(workspace("-- all.py --\n" + c.program + "-- train.py --\n" + smallScript))
			var got []string
			for _, j := range jobs {
				if j.Launch == nil || !j.Launch.Command.Made || j.Launch.Command.File.Path != "all.py" {
					t.Errorf("%s is not started by the program", j.Name)
				}
				got = append(got, j.Text(dialect.LearningRate))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("jobs %q, want %q", got, c.want)
			}
		})
	}
	others := "-- all.py --\nimport subprocess\nsubprocess.run(['python', 'prepare.py'])\nsubprocess.run(['git', 'status', 'train.py'])\n" +
		"-- prepare.py --\nimport train\nprint(train.main)\n-- train.py --\n" + smallScript
	if got := named(Find(workspace(others))); !slices.Equal(got, []string{"train.py"}) {
		t.Errorf("a program that prepares data: %q", got)
	}
}

// TestInstalledCommands: what installing the project makes runs a function of it.
func TestInstalledCommands(t *testing.T) {
	const script = "-- src/pkg/cli.py --\n" + smallScript
	for name, files := range map[string]string{
		"pyproject":     "-- pyproject.toml --\n[project.scripts]\nmytrain = \"pkg.cli:main\"\n",
		"poetry":        "-- pyproject.toml --\n[tool.poetry.scripts]\nmytrain = 'pkg.cli:main'\n",
		"setup.py":      "-- setup.py --\nfrom setuptools import setup\nsetup(entry_points={\"console_scripts\": [\"mytrain = pkg.cli:main\", \"other=pkg.b:main\"]})\n",
		"setup.cfg":     "-- setup.py --\nimport setuptools\n-- setup.cfg --\n[options.entry_points]\nconsole_scripts =\n    mytrain = pkg.cli:main\n",
		"dots":          "-- pyproject.toml --\n[tool.poetry.scripts]\nmytrain = 'pkg:cli.main'\n-- src/pkg/__init__.py --\n",
		"passed on":     "-- pyproject.toml --\n[project.scripts]\nmytrain = 'pkg:main'\n-- src/pkg/__init__.py --\nfrom pkg.cli import main\n",
		"relatively":    "-- pyproject.toml --\n[project.scripts]\nmytrain = 'pkg:main'\n-- src/pkg/__init__.py --\nfrom .cli import (\n    main,\n)\n",
		"without guard": "-- pyproject.toml --\n[project.scripts]\nmytrain = \"pkg.cli:main\"\n",
	} {
		t.Run(name, func(t *testing.T) {
			text := script
			if name == "without guard" {
				text = text[:len(text)-len("\nif __name__ == \"__main__\":\n    main()\n")]
			}
			j := find(t, files+"-- README.md --\n```\nmytrain --bs 2 --lr 0.5\nmytrain --help\nother --bs 3\n```\n"+text)
			check(t, j, map[dialect.Field]string{dialect.MicroBatch: "2 @ README.md:2", dialect.LearningRate: "0.5 @ README.md:2", dialect.Model: "gpt2 @ src/pkg/cli.py:6"})
		})
	}
}

// TestOtherCommands: of an application with several commands only the one that trains does.
func TestOtherCommands(t *testing.T) {
	app := func(lines string) string {
		return "-- README.md --\n```\npython cli.py fetch-data --bs 2\npython cli.py train --bs 2\n```\n-- cli.py --\nimport typer\napp = typer.Typer()\n" + lines +
			"def train(bs: int = 4):\n" + indented(smallSteps) + "if __name__ == '__main__':\n    app()\n"
	}
	for name, c := range map[string]struct{ lines, want string }{
		"by its function":  {"@app.command()\ndef fetch_data(bs: int = 1):\n    print(bs)\n@app.command()\n", "[README.md:3]"},
		"by its name":      {"@app.command(\"fetch-data\")\ndef get(bs: int = 1):\n    print(bs)\n@app.command(name=\"train\")\n", "[README.md:3]"},
		"no such command":  {"@app.command()\ndef get(bs: int = 1):\n    print(bs)\n@app.command()\n", "[README.md:2 README.md:3]"},
		"another function": {"def fetch_data(bs: int = 1):\n    print(bs)\n@app.command()\n", "[README.md:2 README.md:3]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := fmt.Sprint(named(Find(workspace(app(c.lines))))); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

const smallSteps = "import torch\nnet = torch.nn.Linear(2, 2)\no = torch.optim.SGD(net.parameters(), lr=0.1)\nfor x in torch.utils.data.DataLoader([1], batch_size=bs):\n" +
	"    o.zero_grad()\n    net(x).sum().backward()\n    o.step()\n"

func indented(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}

// TestBesideTheLauncher: a path of another machine means the script beside the launcher where both lie in a folder of
// that name.
func TestBesideTheLauncher(t *testing.T) {
	const script = "-- src/train.py --\n" + smallScript
	for name, c := range map[string]struct {
		files string
		want  string
	}{
		"the same folder":         {"-- src/go.sh --\nsrun singularity exec --nv $GROUP/p/image.sif python $GROUP/p/src/train.py --bs 2\n", "[src/go.sh:1]"},
		"another folder":          {"-- src/go.sh --\npython $GROUP/p/lib/train.py --bs 2\n", "[src/train.py]"},
		"a launcher elsewhere":    {"-- bin/go.sh --\npython $GROUP/p/src/train.py --bs 2\n", "[src/train.py]"},
		"a path that is relative": {"-- src/go.sh --\npython other/src/train.py --bs 2\n", "[src/train.py]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := fmt.Sprint(named(Find(workspace(c.files + script)))); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestImportedByCall: a script that imports what trains by a call, with the name of the module written out.
func TestImportedByCall(t *testing.T) {
	for name, c := range map[string]struct{ line, want string }{
		"__import__":    {"app = __import__('app', fromlist=['fit'])", "[run.sh:1]"},
		"import_module": {"import importlib\napp = importlib.import_module(\"app\")", "[run.sh:1]"},
		"another":       {"app = __import__('other', fromlist=['fit'])", "[]"},
	} {
		t.Run(name, func(t *testing.T) {
			files := "-- run.sh --\npython start.py\n-- app.py --\ndef fit(bs):\n" + indented(smallSteps) + "-- start.py --\n" + c.line + "\ngetattr(app, 'fit')(2)\n"
			if got := fmt.Sprint(named(Find(workspace(files)))); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestGradientsThatAreMeasured: who takes gradients to see how long that takes trains nothing; one that steps does.
func TestGradientsThatAreMeasured(t *testing.T) {
	const tool = "-- tool.py --\nimport torch\ndef make(net):\n    return torch.optim.SGD(net.parameters(), lr=0.1)\n"
	const measures = "import torch\nimport tool\nnet = torch.nn.Linear(2, 2)\nfor _ in range(9):\n    net(torch.zeros(1, 2)).sum().backward()\n"
	for file, want := range map[string]int{"-- benchmark.py --\n" + measures: 0, "-- train.py --\n" + measures: 1,
		"-- benchmark.py --\n" + strings.Replace(measures, "for", "o = torch.optim.SGD(net.parameters(), lr=0.1)\nfor", 1) + "    o.step()\n": 1} {
		if got := named(Find(workspace(file + tool))); len(got) != want {
			t.Errorf("%q, want %d, of %s", got, want, file)
		}
	}
}

// TestTrainersThatNobodyAsks: a script that makes a trainer and has it do nothing is no job, nor is a program that
// starts a tool with what only its users know.
func TestTrainersThatNobodyAsks(t *testing.T) {
	const helper = "-- helper.py --\nimport torch\nclass Trainer:\n    def __init__(self, bs):\n        self.bs = bs\n    def train(self):\n        bs = self.bs\n"
	class := helper + strings.ReplaceAll(indented(indented(smallSteps)), "\n        \n", "\n")
	const head = "-- training.py --\nfrom helper import Trainer\ntrainer = Trainer(2)\n"
	for name, c := range map[string]struct{ files, want string }{
		"nothing":             {head + "print(trainer)\n" + class, "[]"},
		"its method":          {head + "trainer.train()\n" + class, "[training.py]"},
		"a function of its":   {strings.Replace(head, "trainer =", "def run(t):\n    t.train()\ntrainer =", 1) + "run(trainer)\n" + class, "[training.py]"},
		"a tool, of anything": {"-- server.py --\nimport subprocess, sys\ndef start(path):\n    subprocess.Popen(['llamafactory-cli', 'train', path])\nstart(sys.argv[1])\n", "[]"},
		"a tool, of a file":   {"-- server.py --\nimport subprocess\nsubprocess.Popen(['llamafactory-cli', 'train', 'a.yaml'])\n-- a.yaml --\nmodel_name_or_path: gpt2\nstage: sft\ndo_train: true\ntemplate: x\n", "[server.py:2]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := fmt.Sprint(named(Find(workspace(c.files)))); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestClonedPaths: an absolute path into the project, below the name under which it is cloned.
func TestClonedPaths(t *testing.T) {
	const script = "-- train.py --\n" + smallScript
	const page = "-- README.md --\n`git clone https://github.com/a/proj.git`\n"
	if got := named(Find(workspace(page + "-- run.sh --\npython /content/proj/train.py --bs 2\n" + script))); !slices.Equal(got, []string{"run.sh:1"}) {
		t.Errorf("cloned: %q", got)
	}
	if got := named(Find(workspace(page + "-- run.sh --\npython /content/other/train.py --bs 2\n" + script))); !slices.Equal(got, []string{"train.py"}) {
		t.Errorf("another project's: %q", got)
	}
}

// TestClonedFolder: a page that begins above the clone goes into it first.
func TestClonedFolder(t *testing.T) {
	const script = "-- sub/code/train.py --\n" + smallScript
	for page, want := range map[string]string{
		"cd proj/sub\npython code/train.py --bs 2": "[README.md:3]",
		"cd sub\npython code/train.py --bs 2":      "[README.md:3]",
		"cd proj/lib\npython code/train.py --bs 2": "[sub/code/train.py]",
	} {
		if got := fmt.Sprint(named(Find(workspace("-- README.md --\n```\n" + page + "\n```\n-- sub/code/a.txt --\nx\n" + script)))); got != want {
			t.Errorf("%q: %s, want %s", page, got, want)
		}
	}
}

// TestOwnInterpreter: a program starts scripts with the Python of the project's environment, where it has one.
func TestOwnInterpreter(t *testing.T) {
	const head = "-- tools/sweep.py --\nimport subprocess, sys\nfrom pathlib import Path\nROOT = Path(__file__).resolve().parent.parent\n"
	const rest = "def one(n):\n    cmd = [str(PYTHON), str(ROOT / 'train.py'), '--bs', str(n)]\n    subprocess.run(cmd, cwd=str(ROOT))\none(4)\n-- train.py --\n" + smallScript
	for python, want := range map[string]string{
		"PYTHON = ROOT / '.venv' / 'Scripts' / 'python.exe'\nif not PYTHON.exists():\n    PYTHON = Path(sys.executable)\n": "[tools/sweep.py:9]",
		"PYTHON = ROOT / '.venv' / 'bin' / 'python'\nif not PYTHON.exists():\n    PYTHON = Path(sys.executable)\n":         "[tools/sweep.py:9]",
		"PYTHON = ROOT / 'bin' / 'format.exe'\nif not PYTHON.exists():\n    PYTHON = Path(sys.executable)\n":               "[train.py]",
	} {
		if got := fmt.Sprint(named(Find(workspace(head + python + rest)))); got != want {
			t.Errorf("%q: %s, want %s", python, got, want)
		}
	}
}

// TestMentioned: a sentence that names a command without its options tells of one that stands elsewhere.
func TestMentioned(t *testing.T) {
	const script = "-- train.py --\n" + smallScript
	for page, want := range map[string]string{
		"```\npython train.py --bs 2\n```\nIt starts `torchrun train.py` on each card.\n": "[README.md:2]",
		"```\npython train.py --bs 2\n```\nOr run `python train.py --bs 4`.\n":            "[README.md:2 README.md:4]",
		"Run `python train.py`.\n": "[README.md:1]",
	} {
		if got := fmt.Sprint(named(Find(workspace("-- README.md --\n" + page + script)))); got != want {
			t.Errorf("%q: %s, want %s", page, got, want)
		}
	}
}

// TestTestersAreNoJobs: a script that by its name tests has Lightning's Trainer test.
func TestTestersAreNoJobs(t *testing.T) {
	const script = "import sys\nimport pytorch_lightning as pl\nmodel = build(sys.argv[1])\ntrainer = pl.Trainer(devices=1)\n"
	for text, want := range map[string]int{
		"-- tester.py --\n" + script + "trainer.test(model)\n":                     0,
		"-- tester.py --\n" + script + "trainer.fit(model)\ntrainer.test(model)\n": 1,
		"-- run.sh --\npython run_demo.py\n-- run_demo.py --\nfrom lib import fit\nmodel = fit()\nmodel.predict(1)\n" +
			"-- lib.py --\nimport torch\ndef fit():\n    net = torch.nn.Linear(2, 2)\n    net(torch.ones(2)).sum().backward()\n    return net\n": 1,
		"-- train.py --\n" + script + "trainer.fit(model)\n-- all.py --\nimport subprocess\nsubprocess.run(['python', 'train.py', 'a'])": 1,
	} {
		if jobs := Find(workspace(text)); len(jobs) != want {
			t.Errorf("%d jobs, want %d: %s", len(jobs), want, text)
		}
	}
}
