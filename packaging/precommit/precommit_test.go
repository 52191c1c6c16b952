// Package precommit tests the hooks of .pre-commit-hooks.yaml with pre-commit itself.
package precommit

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const deprecated = "import torch\n\nscaler = torch.cuda.amp.GradScaler()\n"

// TestTryRepo runs both hooks of this checkout on a small project.
func TestTryRepo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds trainlint once more")
	}
	for _, tool := range []string{"pre-commit", "git", "go"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool + " is not installed")
		}
	}
	hooks := copyOfThisModule(t)
	p := &project{t, t.TempDir(), environment(t)}
	p.write("train.py", deprecated)
	p.write("vendored/theirs.py", deprecated)
	p.write("trainlint.yaml", "exclude: [vendored]\n")
	p.git("init", "-q")
	p.git("add", "-A")

	out, code := p.run("pre-commit", "try-repo", hooks, "--all-files", "--verbose", "--color", "never")
	lint, fix, both := strings.Cut(out, "trainlint --fix..")
	if code != 1 || !both {
		t.Fatalf("pre-commit exits with %d:\n%s", code, out)
	}
	if !strings.Contains(lint, "train.py:3:10: warning: torch.cuda.amp.GradScaler is deprecated") || !strings.Contains(lint, "exit code: 1") {
		t.Errorf("the first hook does not report train.py:\n%s", lint)
	}
	if strings.Contains(out, "theirs.py:") {
		t.Errorf("an excluded file was linted because pre-commit named it:\n%s", out)
	}
	if !strings.Contains(fix, "files were modified by this hook") || strings.Contains(fix, "exit code") {
		t.Errorf("after everything was fixed the second hook itself must exit with 0:\n%s", fix)
	}
	if text := p.read("train.py"); !strings.Contains(text, `torch.amp.GradScaler("cuda")`) {
		t.Errorf("train.py is not fixed:\n%s", text)
	}
	if p.read("vendored/theirs.py") != deprecated {
		t.Error("an excluded file was fixed")
	}
}

// copyOfThisModule makes a repository of the files of this checkout: pre-commit
// installs hooks from commits.
func copyOfThisModule(t *testing.T) string {
	t.Helper()
	top := strings.TrimSpace(output(t, ".", "git", "rev-parse", "--show-toplevel"))
	to := &project{t, t.TempDir(), environment(t)}
	for name := range strings.SplitSeq(output(t, top, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"), "\x00") {
		if name == "" || strings.HasPrefix(name, "testdata/") {
			continue
		}
		if text, err := os.ReadFile(filepath.Join(top, name)); err == nil { // a deleted file is listed, too
			to.write(name, string(text))
		}
	}
	to.git("init", "-q")
	to.git("add", "-A")
	to.git("commit", "-q", "-m", "copy")
	return to.dir
}

// environment builds from the modules that are here already and keeps what
// pre-commit installs inside the test's folder.
func environment(t *testing.T) []string {
	t.Helper()
	env := append(os.Environ(), "PRE_COMMIT_HOME="+t.TempDir(), "GOFLAGS=-buildvcs=false", "GOTOOLCHAIN=local", "GOPROXY=off",
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	for _, name := range []string{"GOMODCACHE", "GOCACHE"} {
		env = append(env, name+"="+strings.TrimSpace(output(t, ".", "go", "env", name)))
	}
	return env
}

func output(t *testing.T, dir string, argv ...string) string {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("%v: %v", argv, err)
	}
	return string(out)
}

// project is a folder that commands run in.
type project struct {
	t   *testing.T
	dir string
	env []string
}

func (p *project) write(name, text string) {
	p.t.Helper()
	full := filepath.Join(p.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

func (p *project) read(name string) string {
	p.t.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, filepath.FromSlash(name)))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text)
}

func (p *project) git(args ...string) {
	p.t.Helper()
	if out, code := p.run(append([]string{"git"}, args...)...); code != 0 {
		p.t.Fatalf("git %v:\n%s", args, out)
	}
}

func (p *project) run(argv ...string) (out string, code int) {
	p.t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = p.dir, p.env
	text, err := cmd.CombinedOutput()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		p.t.Fatalf("%v: %v", argv, err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}
