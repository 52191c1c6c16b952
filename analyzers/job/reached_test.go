package job

import (
	"slices"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

// TestSwitchedToEvaluation: --eval is no training where the script exits behind it; without the switch, with another
// branch or with a value it may train.
func TestSwitchedToEvaluation(t *testing.T) {
	script := func(branch string) string {
		return "import argparse, torch\nfrom torch import nn\np = argparse.ArgumentParser()\np.add_argument('--eval', action='store_true')\np.add_argument('--test')\nargs = p.parse_args()\nm = nn.Linear(4, 1)\n" +
			"if " + branch + "\nopt = torch.optim.SGD(m.parameters(), lr=0.1)\nfor step in range(3):\n    opt.zero_grad()\n    m(torch.zeros(2, 4)).sum().backward()\n    opt.step()\n"
	}
	for _, c := range []struct {
		branch, words string
		jobs          int
	}{
		{"args.eval:\n    print(m)\n    exit(0)", "--eval", 0},
		{"args.eval:\n    print(m)\n    import sys\n    sys.exit()", "--eval", 0},
		{"args.eval:\n    print(m)\n    exit(0)", "", 1},
		{"args.eval:\n    print(m)", "--eval", 1},
		{"not args.eval:\n    exit(0)", "--eval", 1},
		{"args.test:\n    exit(0)", "--test data", 1},
	} {
		files := map[string]*source.File{
			"train.py": source.New("train.py", []byte(script(c.branch))), "run.sh": source.New("run.sh", []byte("python train.py "+c.words+"\n")),
		}
		found := Find(&Workspace{Paths: []string{"run.sh", "train.py"}, Open: func(p string) *source.File { return files[p] }})
		launched := 0
		for _, j := range found {
			if j.Launch != nil {
				launched++
			}
		}
		if launched != c.jobs {
			t.Errorf("if %s with %q: %d launched jobs, want %d", c.branch, c.words, launched, c.jobs)
		}
	}
}

// TestOverriddenToEvaluate: base.eval_only=True is no training, whatever the program makes of it; false, or another
// key, may be one.
func TestOverriddenToEvaluate(t *testing.T) {
	script := "import hydra, torch\nfrom torch import nn\n\n@hydra.main(config_path='conf', config_name='config')\ndef main(cfg):\n    m = nn.Linear(4, 1)\n" +
		"    opt = torch.optim.SGD(m.parameters(), lr=0.1)\n    for step in range(cfg.steps):\n        opt.zero_grad()\n        m(torch.zeros(2, 4)).sum().backward()\n        opt.step()\n\nmain()\n"
	for words, want := range map[string]bool{
		"steps=3": true, "base.eval_only=True": false, "+test_only=true steps=3": false, "base.eval_only=False": true, "eval=True": true,
	} {
		files := map[string]*source.File{
			"train.py": source.New("train.py", []byte(script)), "run.sh": source.New("run.sh", []byte("python train.py "+words+"\n")),
			"conf/config.yaml": source.New("conf/config.yaml", []byte("steps: 3\n")),
		}
		found := Find(&Workspace{Paths: []string{"run.sh", "train.py", "conf/config.yaml"}, Open: func(p string) *source.File { return files[p] }})
		if got := slices.ContainsFunc(found, func(j *Job) bool { return j.Launch != nil }); got != want {
			t.Errorf("%s: a training %v, want %v", words, got, want)
		}
	}
}

// TestOnHost: a network that is written in numpy trains on no GPU; one beside torch may.
func TestOnHost(t *testing.T) {
	const body = "class Net:\n    def backward(self, x):\n        return x\n    def step(self, x):\n        self.backward(x)\nif __name__ == '__main__':\n    net = Net()\n    for i in range(9):\n        net.step(np.zeros(3))\n        net.backward(np.zeros(3))\n"
	for head, want := range map[string]int{
		"import numpy as np\nimport os.path\n": 0, "import numpy as np\nimport torch\nopt = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1)\nopt.step()\n": 1,
	} {
		file := source.New("train.py", []byte(head+body))
		if found := Find(&Workspace{Paths: []string{"train.py"}, Open: func(string) *source.File { return file }}); len(found) != want {
			t.Errorf("%q: %d jobs, want %d", head, len(found), want)
		}
	}
}
