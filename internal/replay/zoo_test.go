package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestZooList: the list that lies here can be read, and both sets have rows of each framework.
func TestZooList(t *testing.T) {
	rows, err := openZoo("../../testdata/measured/zoo.csv")
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]int{}
	for _, r := range rows {
		of[r.repository+" "+r.set]++
	}
	if len(of) != 20 {
		t.Errorf("sets and frameworks: %v", of)
	}
}

func TestReadZooRefuses(t *testing.T) {
	head := strings.Join(zooHeader, ",") + "\n"
	for _, text := range []string{"", "a,b\n", head + "noname,1,c.py,m,1,s\n", head + "a/b,1,,m,1,s\n", head + "a/b,1,c.py,m,0,s\n", head + "a/b,1,c.py,m,x,s\n"} {
		if list, err := readZoo(strings.NewReader(text)); err == nil {
			t.Errorf("%q gave %v", text, list)
		}
	}
}

// TestReportZoo: rows whose config is not there count nowhere, unanswered ones in no error; rows that only measure are
// not shown.
func TestReportZoo(t *testing.T) {
	row := zooRow{repository: "a/b", config: "configs/one.py", peak: 10 << 30}
	outcomes := []zooOutcome{
		{zooRow: row, low: 8 << 30, peak: 9.5 * (1 << 30), high: 11 << 30},
		{zooRow: row, low: 6 << 30, peak: 7 << 30, high: 8 << 30},
		{zooRow: row, why: "no step"}, {zooRow: row, absent: true},
	}
	var out strings.Builder
	if err := reportZoo(&out, outcomes, true); err != nil {
		t.Fatal(err)
	}
	words := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{"unknown configs/one.py: no step", "-30.0 % configs/one.py", "a/b 3 2 17.5 % 17.5 % 1 1 1"} {
		if !strings.Contains(words, want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
	out.Reset()
	if err := reportZoo(&out, outcomes, false); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "configs/one.py") {
		t.Errorf("single rows of what only measures:\n%s", out.String())
	}
}

// TestRunZoo: a tree that is not there is said to be absent, a config that is not, too; one that says nothing is
// unknown.
func TestRunZoo(t *testing.T) {
	trees := t.TempDir()
	list := filepath.Join(trees, "zoo.csv")
	texts := map[string]string{
		list: strings.Join(zooHeader, ",") + "\na/b,1,configs/one.py,m,1.5,s\na/b,1,configs/two.py,m,1.5,s\nc/d,1,x.py,m,1,s\n",
		filepath.Join(trees, "a+b", "configs", "one.py"): "batch = 3\n",
		filepath.Join(trees, "a+b", "tools", "train.py"): "import torch\n",
	}
	for path, text := range texts {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out, warnings strings.Builder
	if err := runZoo(context.Background(), &out, &warnings, list, zooOptions{trees: trees, set: "all", torch: "1.4"}, false); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(warnings.String(), "c/d is not at hand") {
		t.Errorf("warned: %q", warnings.String())
	}
	if words := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(words, "a/b 1 0 0.0 % 0.0 % 0 0 1") {
		t.Errorf("got\n%s", out.String())
	}
}

// TestZooCommand: each framework is started by its own script, a config in Python of detectron2 by its second one.
func TestZooCommand(t *testing.T) {
	for _, c := range []struct{ script, config, want string }{
		{"tools/train.py", "a.py", "tools/train.py a.py --launcher pytorch"},
		{"tools/lazyconfig_train_net.py", "a.yaml", "python tools/train_net.py --config-file a.yaml --num-gpus 8"},
		{"tools/lazyconfig_train_net.py", "a.py", "python tools/lazyconfig_train_net.py --config-file a.py --num-gpus 8"},
		{"tools/train_net.py", "a.yaml", "--nproc_per_node=8 tools/train_net.py --config-file a.yaml"},
		{"main.py", "a.yaml", ""},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, filepath.FromSlash(c.script))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := zooCommand(dir, c.config); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s %s: %q", c.script, c.config, got)
		}
	}
	if zooWords("SyncBN=Yes AMP=Yes") != " --amp" || zooWords("AMP=No") != "" {
		t.Error("what a row says of mixed precision is not in its command")
	}
}
