package baseline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/rules"
)

var (
	retain = &rules.Rule{Name: "retain-graph"}
	pin    = &rules.Rule{Name: "pin-memory"}
)

// project are files by their reported paths. A line that holds the name of a rule is a finding of it.
type project map[string]string

func (p project) source(path string) *source.File {
	if text, ok := p[path]; ok {
		return source.New(path, []byte(text))
	}
	return nil
}

func (p project) findings(paths ...string) []rules.Diagnostic {
	var found []rules.Diagnostic
	for _, path := range paths {
		at := 0
		for line := range strings.Lines(p[path]) {
			for _, rule := range []*rules.Rule{retain, pin} {
				if strings.Contains(line, rule.Name) {
					found = append(found, rules.Diagnostic{Rule: rule, File: path, Span: source.Span{Start: at, End: at + 1}})
				}
			}
			at += len(line)
		}
	}
	return found
}

func near(path string) *files.Roots { return files.RootsOf(filepath.Dir(path), ".") }

// known is a baseline of what a project has, written and read again.
func known(t *testing.T, dir string, p project, paths ...string) *Baseline {
	t.Helper()
	path := filepath.Join(dir, "baseline.json")
	b, err := Read(path, near(path))
	if !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	b.Fill(dir, p.findings(paths...), p.source)
	if err := b.Write(path, near(path)); err != nil {
		t.Fatal(err)
	}
	if b, err = Read(path, near(path)); err != nil {
		t.Fatal(err)
	}
	return b
}

func onDisk(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

const before = `def train():
    a = 1
    step()  # retain-graph
    step()  # retain-graph

class Net:
    def fit(self):
        step()  # retain-graph
    pin = 1  # pin-memory
`

func TestHide(t *testing.T) {
	dir := t.TempDir()
	onDisk(t, dir, "a.py")
	b := known(t, dir, project{"a.py": before}, "a.py")
	for name, c := range map[string]struct {
		after string
		left  string // the lines that are reported
	}{
		"the same":                  {before, ""},
		"moved down":                {"import a\n\n\n" + before, ""},
		"indented by other columns": {strings.ReplaceAll(before, "    ", "\t"), ""},
		"one more of the same":      {before[:12] + "\n    step()  # retain-graph\n" + before[13:], "5:"},
		"one mended, one new":       {strings.Replace(before, "step()  # retain-graph", "x", 1) + "y = 2  # retain-graph\n", "10:"},
		"the same line in another function": {
			strings.Replace(before, "        step()  # retain-graph\n", "        pass\n    def other(self):\n        step()  # retain-graph\n", 1), "10:"},
		"another rule on the line": {strings.Replace(before, "pin = 1", "pin = 1  # retain-graph", 1), "9:9:"},
	} {
		p := project{"a.py": c.after}
		left := ""
		for _, d := range b.Hide(dir, p.findings("a.py"), p.source) {
			left += fmt.Sprintf("%d:", p.source(d.File).LineOf(d.Span.Start))
		}
		if left != c.left {
			t.Errorf("%s: lines %q are left, want %q", name, left, c.left)
		}
	}
}

func TestARenamedFileStaysKnown(t *testing.T) {
	dir := t.TempDir()
	onDisk(t, dir, "a.py")
	b := known(t, dir, project{"a.py": before}, "a.py")
	copied := project{"b.py": before}
	onDisk(t, dir, "b.py")
	if got := len(b.Hide(dir, copied.findings("b.py"), copied.source)); got != 4 {
		t.Errorf("%d of a copy's findings are left, want all 4: a.py is still there", got)
	}
	if err := os.Remove(filepath.Join(dir, "a.py")); err != nil {
		t.Fatal(err)
	}
	if got := b.Hide(dir, copied.findings("b.py"), copied.source); len(got) != 0 {
		t.Errorf("%d findings of a renamed file are left", len(got))
	}
	if !b.Shrink(dir, []string{"b.py"}, copied.findings("b.py"), copied.source) || b.Total() != 4 {
		t.Errorf("%d findings went along with the file, want 4", b.Total())
	}
	onDisk(t, dir, "a.py")
	if got := b.Hide(dir, copied.findings("b.py"), copied.source); len(got) != 0 {
		t.Errorf("the baseline names the old path: %d are left", len(got))
	}
}

func TestOnlyShrinks(t *testing.T) {
	dir := t.TempDir()
	onDisk(t, dir, "a.py", "b.py", "c.py")
	all := project{"a.py": before, "b.py": "x = 1  # pin-memory\n", "c.py": "y = 1  # pin-memory\n"}
	b := known(t, dir, all, "a.py", "b.py", "c.py")
	more := project{"a.py": before + "z = 1  # pin-memory\n", "b.py": all["b.py"], "c.py": all["c.py"]}
	if b.Shrink(dir, []string{"a.py"}, more.findings("a.py"), more.source) || b.Total() != 6 {
		t.Errorf("more findings changed the baseline: %d", b.Total())
	}
	fewer := project{"a.py": strings.Replace(before, "step()  # retain-graph", "x", 2), "b.py": "", "c.py": all["c.py"]}
	if !b.Shrink(dir, []string{"a.py", "b.py"}, fewer.findings("a.py", "b.py"), fewer.source) {
		t.Error("fewer findings did not change it")
	}
	if b.Total() != 3 { // two of a.py, and c.py, which was not looked at
		t.Errorf("left %v", b.known)
	}
	if err := os.Remove(filepath.Join(dir, "c.py")); err != nil {
		t.Fatal(err)
	}
	if !b.Shrink(dir, []string{"a.py"}, fewer.findings("a.py"), fewer.source) || b.Total() != 2 {
		t.Errorf("left %v: c.py is gone", b.known)
	}
}

func TestPlace(t *testing.T) {
	long := strings.Repeat("é", 400)
	for _, c := range []struct{ name, text, marked, line, in string }{
		{"a.py", before, "        step()", "step() # retain-graph", "Net.fit"},
		{"a.py", before, "    pin", "pin = 1 # pin-memory", "Net"},
		{"a.py", "async def go(a,\n             b):\n    # note\n  # note\n    x = 1\n", "    x", "x = 1", "go"},
		{"a.py", "x = 1\n", "x", "x = 1", ""},
		{"a.yaml", "train:\n  optim:\n    # lr\n    lr: 1\n", "lr: 1", "lr: 1", "train.optim"},
		{"a.yaml", "jobs:\n  - name: a\n    lr: 1\n", "lr", "lr: 1", "jobs.name"},
		{"a.json", "{\n  \"optim\": {\n    \"lr\": 1\n  }\n}\n", "    \"lr", "\"lr\": 1", "optim"},
		{"a.toml", "[train.optim]\nlr = 1\n", "lr", "lr = 1", "train.optim"},
		{"a.sh", "start() {\n  python t.py\n}\n", "python", "python t.py", "start"},
		{"a.txt", "a\n  b\n", "b", "b", ""},
		{"a.py", long, long, "", ""},
	} {
		file := source.New(c.name, []byte(c.text))
		line, in := place(file, file.LineOf(strings.Index(c.text, c.marked)))
		if in != c.in || c.line != "" && line != c.line || len(line) > 2*longest {
			t.Errorf("%s: %q in %q, want %q in %q", c.name, line, in, c.line, c.in)
		}
	}
	if a, b := short(long), short(long+"x"); a == b {
		t.Error("two long lines are the same one")
	}
}

func TestBrokenBaseline(t *testing.T) {
	for text, want := range map[string]string{
		"{":                                "cannot be read",
		`{"version": 3, "findings": {}}`:   "has version 3, this trainlint reads version 2",
		`{"version": 1, "findings": {}}`:   "delete it and make a new one with --update-baseline",
		`{"version": 2, "files": {}}`:      "unknown field",
		`{"version": 2, "findings": null}`: "",
	} {
		path := filepath.Join(t.TempDir(), "baseline.json")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		b, err := Read(path, near(path))
		if want == "" {
			p := project{"a.py": before}
			if err != nil || len(b.Hide("/", p.findings("a.py"), p.source)) != 4 {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}
