package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/internal/estimate"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/rules/all"
)

// TestJobs: a job that is found at its place counts, with its fields; one that nobody wrote down is false, unless it
// may be there or the list of the repository has a part of its jobs only.
func TestJobs(t *testing.T) {
	const row = "a/b,0123456789012345678901234567890123456789,tune,"
	const script = "import torch\nmodel = torch.nn.Linear(2, 2)\noptimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
		"loader = torch.utils.data.DataLoader(data, batch_size=8)\nfor x in loader:\n    model(x).sum().backward()\n    optimizer.step()\n"
	texts := map[string]string{"train.py": script, "other.py": script, "run.sh": "# train\n\npython train.py\n"}
	for _, tt := range []struct{ name, rows, want string }{
		{"all said", row + "run.sh:2,script,train.py\n" + row + "run.sh:2,micro_batch,8\n" + row + "run.sh:2,lr,1e-1\n" + row + "run.sh:2,optimizer,adamw\n" +
			row + "run.sh:2,seq_len,7\n" + row + "other.py,may,\n", "1 real, 1 found (100 %), 0 false; fields: 2 right (67 % of those stated), 1 wrong, 1 written but unknown"},
		{"one that is not there", row + "run.sh:40,script,train.py\n" + row + "other.py,micro_batch,8\n", "2 real, 1 found (50 %), 1 false; fields: 1 right"},
		{"another script", row + "run.sh:3,script,else.py\n" + row + ",part,\n", "1 real, 0 found (0 %), 0 false"},
		{"no job", row + ",,\n", "0 real, 0 found (-), 2 false"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list, err := readJobs(strings.NewReader(strings.Join(jobsHeader, ",") + "\n" + tt.rows))
			if err != nil || len(list) != 1 {
				t.Fatal(list, err)
			}
			dir := t.TempDir()
			for name, text := range texts {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			opened, err := project.Open(project.Options{Dir: dir, Known: lint.Known(all.Rules())})
			if err != nil {
				t.Fatal(err)
			}
			jobs, err := opened.Jobs()
			if err != nil {
				t.Fatal(err)
			}
			c := compare(list[0], estimate.Size(estimate.Find(opened, jobs), estimate.Target{}))
			var out strings.Builder
			if err := c.score.write(&out); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(out.String(), tt.want) {
				t.Errorf("got %s%swant %s", out.String(), strings.Join(c.lines, "\n"), tt.want)
			}
		})
	}
}

// TestJobsList: the list that lies here can be read.
func TestJobsList(t *testing.T) {
	list, err := openJobs("../../testdata/jobs.csv")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range list {
		if w.set != "tune" && w.set != "held" {
			t.Errorf("%s is in no set: %q", w.name, w.set)
		}
	}
}

func TestReadJobsRefuses(t *testing.T) {
	for _, text := range []string{"", "a,b\n", strings.Join(jobsHeader, ",") + "\nnoname,01,tune,,,\n", strings.Join(jobsHeader, ",") + "\na/b,01,tune,,,\n",
		strings.Join(jobsHeader, ",") + "\n,,,train.sh:1,batch,4\n"} {
		if list, err := readJobs(strings.NewReader(text)); err == nil {
			t.Errorf("%q gave %v", text, list)
		}
	}
}

// TestReadJobsBelow: a row that does not name its repository belongs to the one above.
func TestReadJobsBelow(t *testing.T) {
	head, commit := strings.Join(jobsHeader, ",")+"\n", strings.Repeat("0a", 20)
	whole, err := readJobs(strings.NewReader(head + "a/b," + commit + ",tune,run.sh:1,batch,4\na/b," + commit + ",tune,run.sh:1,gpus,2\nc/d," + commit + ",held,,,\n"))
	if err != nil {
		t.Fatal(err)
	}
	short, err := readJobs(strings.NewReader(head + "a/b," + commit + ",tune,run.sh:1,batch,4\n,,,run.sh:1,gpus,2\nc/d," + commit + ",held,,,\n"))
	if err != nil || !reflect.DeepEqual(short, whole) {
		t.Errorf("%v (%v), want %v", short, err, whole)
	}
}
