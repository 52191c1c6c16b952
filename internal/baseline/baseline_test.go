package baseline

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/rules"
)

var (
	retain = &rules.Rule{Name: "retain-graph"}
	pin    = &rules.Rule{Name: "pin-memory"}
)

func findings(list ...any) []rules.Diagnostic {
	var found []rules.Diagnostic
	for i := 0; i < len(list); i += 2 {
		found = append(found, rules.Diagnostic{File: list[i].(string), Rule: list[i+1].(*rules.Rule)})
	}
	return found
}

func near(path string) *files.Roots { return files.RootsOf(filepath.Dir(path), ".") }

func show(found []rules.Diagnostic) string {
	var parts []string
	for _, d := range found {
		parts = append(parts, d.File+" "+d.Rule.Name)
	}
	return strings.Join(parts, ", ")
}

func TestHide(t *testing.T) {
	b := &Baseline{dir: "/p", Findings: map[string]map[string]int{"a.py": {"retain-graph": 2}, "sub/b.py": {"pin-memory": 1}}}
	for want, found := range map[string][]rules.Diagnostic{
		"":                  findings("a.py", retain, "a.py", retain, "sub/b.py", pin),
		"a.py pin-memory":   findings("a.py", pin, "a.py", retain),
		"c.py retain-graph": findings("c.py", retain),
		"a.py retain-graph, a.py retain-graph, a.py retain-graph": findings("a.py", retain, "a.py", retain, "a.py", retain),
	} {
		if got := show(b.Hide("/p", found)); got != want {
			t.Errorf("left %q, want %q", got, want)
		}
	}
	if got := show(b.Hide("/p/sub", findings("b.py", pin, "../a.py", retain))); got != "" {
		t.Errorf("from a folder below: left %q", got)
	}
}

func TestOnlyShrinks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "baseline.json")
	b, err := Read(path, near(path))
	if !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	dir := filepath.Dir(path)
	b.Fill(dir, findings("a.py", retain, "a.py", retain, "b.py", pin, "c.py", pin))
	if err := b.Write(path, near(path)); err != nil {
		t.Fatal(err)
	}
	if b, err = Read(path, near(path)); err != nil || b.Total() != 4 {
		t.Fatalf("%d findings, %v", b.Total(), err)
	}
	for _, name := range []string{"a.py", "b.py", "c.py"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if b.Shrink(dir, []string{"a.py"}, findings("a.py", retain, "a.py", retain, "a.py", retain, "a.py", pin)) {
		t.Error("more findings changed the baseline")
	}
	if !b.Shrink(dir, []string{"a.py", "b.py"}, findings("a.py", retain)) {
		t.Error("fewer findings did not change it")
	}
	if b.Total() != 2 || b.Findings["a.py"]["retain-graph"] != 1 || b.Findings["c.py"]["pin-memory"] != 1 {
		t.Errorf("left %v: c.py was not looked at and stays", b.Findings)
	}
	if err := os.Remove(filepath.Join(dir, "c.py")); err != nil {
		t.Fatal(err)
	}
	if !b.Shrink(dir, []string{"a.py"}, findings("a.py", retain)) || b.Total() != 1 {
		t.Errorf("left %v: c.py is gone", b.Findings)
	}
}

func TestBrokenBaseline(t *testing.T) {
	for text, want := range map[string]string{
		"{":                                "cannot be read",
		`{"version": 2, "findings": {}}`:   "has version 2",
		`{"version": 1, "files": {}}`:      "unknown field",
		`{"version": 1, "findings": null}`: "",
	} {
		path := filepath.Join(t.TempDir(), "baseline.json")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		b, err := Read(path, near(path))
		if want == "" {
			if err != nil || show(b.Hide("/", findings("a.py", pin))) == "" {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}
