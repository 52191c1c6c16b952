package project_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/trainlint/trainlint/internal/project"
)

// TestJoinedLaunches: of a script that nothing starts and that many configs fit, as many jobs are judged as of one that
// is launched so often; who asks for all jobs gets them all, and an edit of a config that was left out is tried in its
// job.
func TestJoinedLaunches(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("train.py", "import argparse\nimport torch\nimport yaml\np = argparse.ArgumentParser()\np.add_argument('--config')\n"+
		"cfg = yaml.safe_load(open(p.parse_args().config))\nmodel = torch.nn.Linear(cfg['width'], 1)\n"+
		"opt = torch.optim.SGD(model.parameters(), lr=cfg['lr'])\n"+
		"for x in torch.utils.data.DataLoader(ds, batch_size=cfg['batch_size']):\n    model(x).backward()\n    opt.step()\n")
	for i := range 15 {
		write(fmt.Sprintf("size%02d.yaml", i), fmt.Sprintf("width: %d\nlr: 0.1\nbatch_size: 32\n", 8+i))
	}
	p, err := project.Open(project.Options{Dir: dir, Warn: func(message string) { t.Log(message) }})
	if err != nil {
		t.Fatal(err)
	}
	all, err := p.Jobs()
	if err != nil || len(all) != 15 {
		t.Errorf("%d of 15 jobs, error %v", len(all), err)
	}
	jobs, left, err := p.JobsOfThisRun(p.Roots[0])
	if err != nil || len(jobs) != 12 || len(left) != 3 {
		t.Fatalf("%d jobs and %d left out of 12 and 3, error %v", len(jobs), len(left), err)
	}
	others, err := p.LeftOutOf(p.Roots[0], left, jobs, []string{"size14.yaml"})
	if err != nil || len(others) != 1 || others[0].Name != "train.py with size14.yaml" {
		t.Errorf("of the config that was left out there are the jobs %v, error %v", others, err)
	}
}
