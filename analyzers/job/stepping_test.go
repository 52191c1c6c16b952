package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestTooLongToBeFollowed: a script that imports what trains, and that is too long to be followed to its end, makes a
// job where the names of what it calls lead to a step. Nobody saw what is around that: it may run in any precision.
func TestTooLongToBeFollowed(t *testing.T) {
	const steps = "import torch\n\nclass Base:\n    def execute(self, batch):\n        update(self.model, batch)\n\ndef load(path):\n    return torch.nn.Linear(2, 2)\n\ndef update(model, batch):\n    model(batch).sum().backward()\n    torch.optim.SGD(model.parameters(), 0.1).step()\n\n" +
		"def go(model):\n    for batch in torch.utils.data.DataLoader([], batch_size=4):\n        update(model, batch)\n"
	long := "import steps\nx = 0\n" + strings.Repeat("x = x + 1\n", 26_000)
	for name, c := range map[string]struct {
		script    string
		jobs      int
		precision string
	}{
		"it calls what steps":                {long + "def main():\n    steps.go(steps.load('a'))\nmain()\n", 1, ""},
		"it calls nothing that steps":        {long + "def main():\n    print(steps.load('a').train(False))\nmain()\n", 0, ""},
		"it trains with what nobody sees":    {long + "import engines\ndef main():\n    engines.train(steps.load('a'), 3)\nmain()\n", 1, ""},
		"it is short, and calls what steps":  {"import steps\nsteps.go(steps.load('a'))\n", 1, "fp32"},
		"it is short, and calls nothing":     {"import steps\nprint(steps.load('a'))\n", 0, ""},
		"it hands over an object that steps": {long + "import engines\nclass Executor(steps.Base):\n    pass\nengines.submit(Executor())\n", 1, ""},
		"the step stands in the long script": {strings.TrimPrefix(long, "import steps\n") + steps + "go(load('a'))\n", 1, "fp32"},
	} {
		files := map[string]*source.File{
			"encode.py": source.New("encode.py", []byte(c.script)), "steps.py": source.New("steps.py", []byte(steps)),
			"run.sh": source.New("run.sh", []byte("python encode.py --path a\n")),
		}
		var launched []*Job
		for _, j := range Find(&Workspace{Paths: []string{"encode.py", "run.sh", "steps.py"}, Open: func(p string) *source.File { return files[p] }}) {
			if j.Launch != nil {
				launched = append(launched, j)
			}
		}
		if len(launched) != c.jobs {
			t.Errorf("%s: %d launched jobs, want %d", name, len(launched), c.jobs)
			continue
		}
		for _, j := range launched {
			if is := j.Text(dialect.Precision); is != c.precision {
				t.Errorf("%s: precision %q, want %q", name, is, c.precision)
			}
		}
	}
}
