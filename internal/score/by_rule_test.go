package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestByRule(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"testdata/oracle", "oracle"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(root, "testdata", "oracle", "rules.csv"), "rule,experiment,package,version,outcome\nretain-graph,kept,torch,2.0.1,agrees\n"+
		"retain-graph,kept,torch,1.13.1,before\nretain-graph,kept,torch,2.15.0,agrees\nno-such-rule,kept,torch,2.15.0,agrees\n")
	write(t, filepath.Join(root, "oracle", "others.txt"), "# why\n\nunread-key: linter: no code reads it\n")
	write(t, filepath.Join(root, "testdata", "ledger.csv"), "repository,rule,verdict,told\na/b,retain-graph,right,warning\na/b,retain-graph,wrong,silent\na/b,retain-graph,right,warning\n")
	write(t, filepath.Join(root, "testdata", "commits.csv"), "repository,rule\na/b,retain-graph\n")
	var out bytes.Buffer
	if err := byRule(t.Context(), root, "", &out); err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{}
	for line := range strings.Lines(out.String()) {
		fields := strings.Fields(line)
		lines[fields[0]] = strings.Join(fields[1:], " ")
	}
	for rule, want := range map[string]string{
		"retain-graph":      "1 torch 1.13.1 to 2.15.0 (3) 2 of 2, 1 before it 2: 2 of 2 (100 %) right, 0 debatable, 1 silent now 1, not replayed",
		"unread-key":        "linter none 0",
		"missing-zero-grad": "0 0 of 0 none 0",
	} {
		if lines[rule] != want {
			t.Errorf("%s: %q, want %q", rule, lines[rule], want)
		}
	}
	if lines["no-such-rule"] != "" {
		t.Error("a rule that is no more has a line")
	}
}
