package project_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/internal/project"
)

// TestDearLaunches: what the launches of a project may cost together grows with all its code, also with what no launch
// has read yet.
func TestDearLaunches(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	script := "import argparse\nimport torch\np = argparse.ArgumentParser()\np.add_argument('--lr', type=float)\nargs = p.parse_args()\n" +
		"model = torch.nn.Linear(1, 1)\nopt = torch.optim.SGD(model.parameters(), lr=args.lr)\n" +
		"for x in torch.utils.data.DataLoader(ds, batch_size=32):\n    model(x).backward()\n    opt.step()\n"
	for i := range 8 {
		script += fmt.Sprintf("def f%d(a):\n", i) + strings.Repeat("    a = torch.relu(a + args.lr) if a.x else g(a)\n", 80)
	}
	write("a/train.py", script)
	for i := range 10 {
		var lines strings.Builder
		for k := range 8 {
			fmt.Fprintf(&lines, "python train.py --lr %de-5\n", 1+8*i+k)
		}
		write(fmt.Sprintf("a/run%d.sh", i), lines.String())
	}
	write("z/data.py", strings.Repeat("x = 'what the project holds besides'\n", 20_000))
	p, err := project.Open(project.Options{Dir: dir, Warn: func(message string) { t.Log(message) }})
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := p.Jobs()
	if err != nil || len(jobs) != 80 {
		t.Errorf("%d jobs of 80 launches of a long script, error %v", len(jobs), err)
	}
}
