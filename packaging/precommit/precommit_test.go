// Package precommit tests the hooks of .pre-commit-hooks.yaml with pre-commit itself.
package precommit

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const (
	deprecated = "import torch\n\nscaler = torch.cuda.amp.GradScaler()\n"
	workerless = "from torch.utils.data import DataLoader\n\nloader = DataLoader(data, num_workers=0, persistent_workers=True)\n"
)

// TestTryRepo runs the hooks of this checkout, built from source, on a small project.
func TestTryRepo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds trainlint once more")
	}
	needs(t, "pre-commit", "git", "go")
	hooks := copyOfThisModule(t)
	p := newProject(t)
	p.try(hooks, "")
}

// TestTryRepoWithAWheel runs the hooks that need pip and no compiler; the wheel stands in for the released one.
func TestTryRepoWithAWheel(t *testing.T) {
	if testing.Short() {
		t.Skip("builds trainlint once more")
	}
	needs(t, "pre-commit", "git", "go", "python3")
	dist := t.TempDir()
	binary := filepath.Join(dist, "trainlint")
	built(t, "go", "build", "-o", binary, "./cmd/trainlint")
	built(t, "go", "run", "./packaging/wheel", "-binary", binary, "-version", "0.0.1", "-os", runtime.GOOS, "-arch", runtime.GOARCH, "-out", dist)
	p := newProject(t)
	p.env = append(p.env, "PIP_NO_INDEX=1", "PIP_FIND_LINKS="+dist)
	p.try(copyOfThisModule(t), "-wheel")
}

func needs(t *testing.T, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool + " is not installed")
		}
	}
}

func newProject(t *testing.T) *project {
	p := &project{t, t.TempDir(), environment(t)}
	p.write("train.py", deprecated)
	p.write("load.py", workerless)
	p.write("vendored/theirs.py", workerless)
	p.write("trainlint.yaml", "exclude: [vendored]\n")
	p.git("init", "-q")
	p.git("add", "-A")
	return p
}

// try runs the hook that fixes, which suffices: it reports what is left. Then the one that only reports.
func (p *project) try(hooks, suffix string) {
	t := p.t
	t.Helper()
	out, code := p.run("pre-commit", "try-repo", hooks, "trainlint-fix"+suffix, "--all-files", "--verbose", "--color", "never")
	if code != 1 || !strings.Contains(out, "files were modified by this hook") {
		t.Fatalf("pre-commit exits with %d:\n%s", code, out)
	}
	if !strings.Contains(out, "train.py:3:10: warning: torch.cuda.amp.GradScaler is deprecated") {
		t.Errorf("what is left is not reported:\n%s", out)
	}
	if text := p.read("load.py"); strings.Contains(text, "persistent_workers") {
		t.Errorf("load.py is not fixed:\n%s", text)
	}
	if p.read("vendored/theirs.py") != workerless || strings.Contains(out, "theirs.py:") {
		t.Errorf("an excluded file was fixed or reported because pre-commit named it:\n%s", out)
	}
	out, code = p.run("pre-commit", "try-repo", hooks, "trainlint"+suffix, "--all-files", "--verbose", "--color", "never")
	if code != 1 || !strings.Contains(out, "[deprecated-gradscaler]") || !strings.Contains(out, "exit code: 1") {
		t.Errorf("the hook that reports exits with %d:\n%s", code, out)
	}
	// Where there is nothing to say, nothing is said, of each batch of files.
	p.git("add", "-A")
	out, code = p.run("pre-commit", "try-repo", hooks, "trainlint"+suffix, "--files", "load.py", "vendored/theirs.py", "--verbose", "--color", "never")
	if code != 0 || strings.Contains(out, "no findings") || strings.Contains(out, "nothing to look at") {
		t.Errorf("clean files: exit code %d:\n%s", code, out)
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

// built runs a command at the top of the checkout that must not fail there.
func built(t *testing.T, argv ...string) {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", argv, err, out)
	}
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
