package main

import (
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// repository is the part of the repository that scaffold changes.
func repository(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, path := range []string{"rules/all/all.go", "testdata/rule-names.txt"} {
		text, err := os.ReadFile(filepath.Join("../..", path))
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestScaffold(t *testing.T) {
	root := repository(t)
	written, err := scaffold(root, "zebra-crossing", "memory")
	if err != nil {
		t.Fatal(err)
	}
	if len(written) != 6 {
		t.Errorf("written: %q", written)
	}
	for _, path := range written {
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(path, ".go") {
			continue
		}
		formatted, err := format.Source(text)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		} else if string(formatted) != string(text) {
			t.Errorf("%s is not as gofmt wants it", path)
		}
	}
	list, _ := os.ReadFile(filepath.Join(root, "rules/all/all.go"))
	if !strings.Contains(string(list), "\t\tmemory.ZebraCrossing,\n") {
		t.Error("rules/all does not list the rule")
	}
	names, _ := os.ReadFile(filepath.Join(root, "testdata/rule-names.txt"))
	if !strings.Contains(string(names), "\nzebra-crossing\n") {
		t.Error("the list of names does not have it")
	}
	if _, err := scaffold(root, "zebra-crossing", "memory"); err == nil {
		t.Error("the same name a second time is no error")
	}
}

func TestScaffoldRefuses(t *testing.T) {
	for _, c := range [][2]string{{"Stale", "training"}, {"stale_scheduler", "training"}, {"stale", "training"}, {"stale-thing", "misc"}, {"retain-graph", "memory"}} {
		if written, err := scaffold(repository(t), c[0], c[1]); err == nil || len(written) > 0 {
			t.Errorf("scaffold %s %s: %q, %v", c[0], c[1], written, err)
		}
	}
}
