package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/trainlint/trainlint/analyzers/source"
)

// hazard clears the gradients between backward() and step(), on line 6.
const hazard = `import torch

for batch in loader:
    loss = model(batch).mean()
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
`

// clone makes the clone of a repository whose first commit has the files and whose
// second has none of them, and returns the name of the first.
func clone(t *testing.T, mirror, repository string, files map[string]string) (gitDir, commit string) {
	t.Helper()
	dir := filepath.Join(mirror, strings.Replace(repository, "/", "+", 1), "repo")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	as := []string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"}
	run := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("git", append(slices.Clone(as), args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %v: %s", args[0], err, out)
		}
		return strings.TrimSpace(string(out))
	}
	run("init", "--quiet")
	run("add", ".")
	run("commit", "--quiet", "-m", "before")
	commit = run("rev-parse", "HEAD")
	run("rm", "--quiet", "-r", ".")
	run("commit", "--quiet", "-m", "after")
	return filepath.Join(dir, ".git"), commit
}

func at(repository, parent, rule string, places ...place) row {
	return row{repository: repository, commit: fixing, parent: parent, rule: rule, places: places, set: "tune"}
}

func TestReplay(t *testing.T) {
	mirror := t.TempDir()
	_, commit := clone(t, mirror, "owner/name", map[string]string{"src/train.py": hazard, "README.md": "text"})
	rows := []row{
		at("owner/name", commit, "zero-grad-before-step", place{"src/train.py", 6}),
		at("owner/name", commit, "zero-grad-before-step", place{"src/train.py", 3}),
		at("owner/name", commit, "zero-grad-before-step", place{"src/train.py", 2}), // four lines off
		at("owner/name", commit, "zero-grad-before-step", place{"train.py", 6}),
		at("owner/name", commit, "zero-grad-before-step", place{"train.py", 6}, place{"src/train.py", 6}),
		at("owner/name", commit, "missing-zero-grad", place{"src/train.py", 6}),
		at("owner/name", strings.Repeat("0", 40), "zero-grad-before-step", place{"src/train.py", 6}),
		at("owner/other", commit, "zero-grad-before-step", place{"src/train.py", 6}),
	}
	var warnings bytes.Buffer
	r := &replayer{mirror: mirror, limit: time.Minute, warnings: &warnings}
	outcomes, err := r.all(t.Context(), rows)
	if err != nil {
		t.Fatal(err)
	}
	want := []outcome{found, found, missed, missed, found, missed, notAtHand, notAtHand}
	if !slices.Equal(outcomes, want) {
		t.Errorf("outcomes %v, want %v", outcomes, want)
	}
	said := warnings.String()
	if strings.Count(said, "\n") != 1 || !strings.Contains(said, "owner/name at 000000000: git ls-tree") {
		t.Errorf("warned %q, want one line about the commit that is not there", said)
	}
}

// A snapshot can lack the objects of single files: the others are still judged.
func TestReplayWithoutAnObject(t *testing.T) {
	mirror := t.TempDir()
	dir, commit := clone(t, mirror, "owner/name", map[string]string{"a.py": "gone = 1\n", "train.py": hazard})
	name, err := exec.Command("git", "--git-dir", dir, "rev-parse", commit+":a.py").Output()
	if err != nil {
		t.Fatal(err)
	}
	object := strings.TrimSpace(string(name))
	if err := os.Remove(filepath.Join(dir, "objects", object[:2], object[2:])); err != nil {
		t.Fatal(err)
	}
	into := t.TempDir()
	if err := unpack(t.Context(), dir, commit, into); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(into, "a.py")); err == nil {
		t.Error("a.py was written without its object")
	}
	if got, err := os.ReadFile(filepath.Join(into, "train.py")); err != nil || string(got) != hazard {
		t.Errorf("train.py: %q, %v", got, err)
	}
}

func TestWanted(t *testing.T) {
	listing := strings.Join([]string{
		"100644 blob 1 20\ttrain.py", "100755 blob 2 20\trun.sh",
		"100644 blob 3 20\tconf/a b.yaml", "100644 blob 4 20\trequirements.txt", "100644 blob 9 BAD\tlost.py",
		"100644 blob 5 20\tweights.bin", "100644 blob a 1115394\tdata/book.txt", "100644 blob b 9115394\tdata/huge.txt", "120000 blob 6 20\tlink.py", "160000 commit 7 -\tsub.py", "100644 blob 8 20\t../out.py", "",
	}, "\x00")
	names, paths := wanted(listing)
	if got := strings.Join(names, " "); got != "1 2 3 4 a" {
		t.Errorf("names %s, want 1 2 3 4 a (%v)", got, paths)
	}
}

func TestStatementAt(t *testing.T) {
	text := "def step(\n    loss,\n):\n    loss.backward(\n        retain_graph=(\n            True\n        ),\n    )\n" +
		"    return loss\n"
	file := source.New("a.py", []byte(text))
	for _, c := range []struct {
		word        string
		first, last int
	}{
		{"True", 4, 8},
		{"return", 9, 9},
		{"loss,", 1, 1}, // the head of a function is not its body
	} {
		first, last := statementAt(file, strings.Index(text, c.word))
		if first != c.first || last != c.last {
			t.Errorf("%q stands in lines %d to %d, want %d to %d", c.word, first, last, c.first, c.last)
		}
	}
	if first, last := statementAt(file, len(text)); first <= last {
		t.Errorf("the end of the file stands in lines %d to %d", first, last)
	}
}

func TestReport(t *testing.T) {
	rows := []row{
		{rule: "retain-graph", set: "tune", needsFlow: true, repository: "a/tuned", places: []place{{"a.py", 1}}},
		{rule: "retain-graph", set: "held", repository: "a/kept", places: []place{{"a.py", 1}}},
	}
	var out bytes.Buffer
	if err := report(&out, rows, []outcome{found, missed}, true); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"found", "a/tuned", "retain-graph      1       1            0", "held      0       1            0",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
	if strings.Contains(out.String(), "a/kept") {
		t.Errorf("a row of the set held is shown:\n%s", &out)
	}
}

func TestRunRefuses(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "-mirror names"},
		{[]string{"-mirror", "m", "-set", "both"}, "not \"both\""},
		{[]string{"-mirror", "m", "-rows", "absent.csv"}, "root of the repository"},
	} {
		var out, warnings bytes.Buffer
		if err := run(t.Context(), c.args, &out, &warnings); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.args, err, c.want)
		}
	}
}
