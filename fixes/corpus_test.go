package fixes_test

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/rules/all"
)

// TestFixesOnRealRepositories fixes copies of the repositories that lie side by side
// in the folder TRAINLINT_CORPUS, unsafe fixes included. Every file that changed must
// still compile, the diff must make the very bytes that were written, and a
// second run must change nothing.
func TestFixesOnRealRepositories(t *testing.T) {
	corpus := os.Getenv("TRAINLINT_CORPUS")
	if corpus == "" {
		t.Skip("TRAINLINT_CORPUS names no folder of repositories")
	}
	repositories, err := os.ReadDir(corpus)
	if err != nil {
		t.Fatal(err)
	}
	for _, repository := range repositories {
		t.Run(repository.Name(), func(t *testing.T) {
			fixCopy(t, filepath.Join(corpus, repository.Name()))
		})
	}
}

func fixCopy(t *testing.T, repository string) {
	dir := t.TempDir()
	copyTree(t, repository, dir)
	first := fixAll(t, dir)
	for _, bug := range first.Bugs {
		t.Error(bug)
	}
	diff := ""
	for _, c := range first.Changes {
		diff += c.Diff()
	}
	if written, err := fixes.Write(dir, files.RootsOf(dir, "."), first.Changes); err != nil || len(written) != len(first.Changes) {
		t.Fatalf("wrote %d of %d files: %v", len(written), len(first.Changes), err)
	}
	compile(t, dir, first.Changes)
	if again := fixAll(t, dir); len(again.Changes) > 0 {
		t.Errorf("a second run changes %s:\n%s", again.Changes[0].Before.Path, again.Changes[0].Diff())
	}
	applyDiff(t, repository, diff, first.Changes)
	t.Logf("%d fixes in %d files, %d passes, %d left to a person", len(first.Applied), len(first.Changes), first.Passes, len(first.Skipped))
}

func fixAll(t *testing.T, dir string) *fixes.Result {
	t.Helper()
	found, err := lint.Run(context.Background(), lint.Options{Dir: dir, Rules: all.Rules()})
	if err != nil {
		t.Fatal(err)
	}
	done, _, err := found.Fix(context.Background(), true)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// compile asks CPython about every Python file that changed.
func compile(t *testing.T, dir string, changes []fixes.Change) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Log("python3 is not installed: the fixed files were not compiled")
		return
	}
	const program = "import sys\nfor p in sys.argv[1:]: compile(open(p, 'rb').read(), p, 'exec', dont_inherit=True)"
	for _, c := range changes {
		if filepath.Ext(c.Before.Path) != ".py" {
			continue
		}
		if out, err := exec.Command(python, "-W", "ignore", "-c", program, filepath.Join(dir, c.Before.Path)).CombinedOutput(); err != nil {
			t.Errorf("%s does not compile any more:\n%s", c.Before.Path, out)
		}
	}
}

// applyDiff applies the diff to a copy and compares it with what was written.
func applyDiff(t *testing.T, repository, diff string, changes []fixes.Change) {
	t.Helper()
	if diff == "" {
		return
	}
	dir := t.TempDir()
	for _, c := range changes {
		write(t, filepath.Join(dir, c.Before.Path), string(c.Before.Disk()))
	}
	write(t, filepath.Join(dir, "all.diff"), diff)
	command := exec.Command("git", "apply", "all.diff")
	command.Dir = dir
	command.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("git apply for %s: %v\n%s", repository, err, out)
	}
	for _, c := range changes {
		if got, err := os.ReadFile(filepath.Join(dir, c.Before.Path)); err != nil || string(got) != string(c.After.Disk()) {
			t.Errorf("the diff does not make what was written to %s", c.Before.Path)
		}
	}
}

func copyTree(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == ".git" && path != from {
			return err
		}
		relative, _ := filepath.Rel(from, path)
		if d.IsDir() || !d.Type().IsRegular() || strings.HasPrefix(relative, ".git"+string(filepath.Separator)) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil {
			write(t, filepath.Join(to, relative), string(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
