package fixes_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
)

func TestUnifiedDiff(t *testing.T) {
	for _, test := range []struct{ name, path, before, after, want string }{
		{"nothing changes", "a.py", "a\n", "a\n", ""},
		{"a line", "d/a.py", "a\nb\n", "a\nc\n", "diff --git a/d/a.py b/d/a.py\n--- a/d/a.py\n+++ b/d/a.py\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"},
		{"no final newline", "a.py", "a", "b", "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"},
		{"a space in the name", "a b.py", "a\n", "b\n", "diff --git a/a b.py b/a b.py\n--- a/a b.py\t\n+++ b/a b.py\t\n@@ -1 +1 @@\n-a\n+b\n"},
		{"a name git quotes", "é \".py", "a\n", "b\n", "diff --git \"a/\\303\\251 \\\".py\" \"b/\\303\\251 \\\".py\"\n--- \"a/\\303\\251 \\\".py\"\n+++ \"b/\\303\\251 \\\".py\"\n@@ -1 +1 @@\n-a\n+b\n"},
	} {
		if got := fixes.UnifiedDiff(test.path, []byte(test.before), []byte(test.after)); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestChangeDiff(t *testing.T) {
	c := fixes.Change{Before: source.New("a.py", []byte("a\n")), After: source.New("a.py", []byte("b\n"))}
	if got, want := c.Diff(), fixes.UnifiedDiff("a.py", []byte("a\n"), []byte("b\n")); got != want || got == "" {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Whatever the text and the name: git apply and patch -p1 write the very bytes
// that trainlint writes.
func TestUnifiedDiffApplies(t *testing.T) {
	if testing.Short() {
		t.Skip("runs git and patch")
	}
	random := rand.New(rand.NewPCG(3, 4))
	names := []string{"a.py", "with space.py", "dir with space/b.py", "é.py", "quote\".py", "back\\slash.py", "tab\t.py", "a -> b.py", "#x 2020-01-01 10:00:00.py"}
	for _, tool := range [][]string{{"git", "apply"}, {"patch", "-p1", "-s", "--no-backup-if-mismatch"}} {
		if _, err := exec.LookPath(tool[0]); err != nil {
			t.Logf("%s is not installed", tool[0])
			continue
		}
		for round := range 12 {
			dir, all := t.TempDir(), ""
			want := map[string]string{}
			for i := range 40 {
				name := filepath.Join(fmt.Sprint(i), names[random.IntN(len(names))])
				before := randomText(random)
				after := randomEdit(random, before)
				want[name] = after
				write(t, filepath.Join(dir, name), before)
				all += fixes.UnifiedDiff(name, []byte(before), []byte(after))
			}
			write(t, filepath.Join(dir, "all.diff"), all)
			command := exec.Command(tool[0], append(tool[1:], map[string]string{"git": "all.diff", "patch": "--input=all.diff"}[tool[0]])...)
			command.Dir = dir
			if tool[0] == "git" {
				command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull)
				if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
					t.Fatalf("git init: %v\n%s", err, out)
				}
			}
			if out, err := command.CombinedOutput(); err != nil {
				t.Fatalf("round %d: %v: %v\n%s", round, tool, err, out)
			}
			for name, text := range want {
				if got, _ := os.ReadFile(filepath.Join(dir, name)); string(got) != text {
					t.Errorf("%s made %q of %s, want %q", tool[0], got, name, text)
				}
			}
		}
	}
}

func randomText(random *rand.Rand) string {
	newline := []string{"\n", "\r\n"}[random.IntN(2)]
	var b strings.Builder
	for i := range 1 + random.IntN(30) {
		if i > 0 {
			b.WriteString(newline)
		}
		b.WriteString([]string{"", "a", "b", " ", "é\t", "-x", "+y", "\\ No newline", "x\ry", "@@ -1 +1 @@", "--- a/x", "\f"}[random.IntN(12)])
	}
	if random.IntN(3) > 0 {
		b.WriteString(newline)
	}
	return b.String()
}

// randomEdit makes a few random edits; the outcome is never empty, which both
// tools take for a deleted file.
func randomEdit(random *rand.Rand, text string) string {
	for range 1 + random.IntN(4) {
		at := random.IntN(len(text) + 1)
		end := min(len(text), at+random.IntN(6))
		text = text[:at] + []string{"", "a", "\n", "\r\n", "é\nb\n"}[random.IntN(5)] + text[end:]
	}
	return text + []string{"z", "z\n", "z\r\n", "\n"}[random.IntN(4)]
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
