//go:build cgo

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/trainlint/trainlint/internal/cli"
	"github.com/trainlint/trainlint/rules/all"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"trainlint": main})
}

// TestScript runs testdata/script/*.txtar: the command line as a user types it.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "../../testdata/script",
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Condition: func(name string) (bool, error) {
			if name == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Setup: func(env *testscript.Env) error {
			// git must not read the settings of whoever runs the tests.
			env.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
			env.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
			for _, who := range []string{"AUTHOR", "COMMITTER"} {
				env.Setenv("GIT_"+who+"_NAME", "someone")
				env.Setenv("GIT_"+who+"_EMAIL", "someone@example.org")
			}
			return nil
		},
	})
}

// exits runs a command that must end with a code: exits CODE COMMAND ARGUMENT...
func exits(script *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		script.Fatalf("usage: exits CODE COMMAND ARGUMENT...")
	}
	want, err := strconv.Atoi(args[0])
	script.Check(err)
	got := 0
	var ended *exec.ExitError
	if err := script.Exec(args[1], args[2:]...); errors.As(err, &ended) {
		got = ended.ExitCode()
	} else {
		script.Check(err)
	}
	if got != want {
		script.Fatalf("%s ends with exit code %d, not %d", strings.Join(args[1:], " "), got, want)
	}
}

// TestReadmeShowsWhatIsPrinted: the jobs in the README are those of the demo, line by line up to the ellipsis.
func TestReadmeShowsWhatIsPrinted(t *testing.T) {
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(page), "$ trainlint jobs testdata/demo\n")
	shown, _, found := strings.Cut(shown, "…\n")
	var out strings.Builder
	env := &cli.Environment{Dir: "../..", Stdout: &out, Stderr: os.Stderr, Rules: all.Rules()}
	if env.Dir, err = filepath.Abs(env.Dir); err != nil {
		t.Fatal(err)
	}
	if code := cli.Execute(t.Context(), env, []string{"jobs", "testdata/demo"}); code != 0 || !found || !strings.HasPrefix(out.String(), shown) {
		t.Errorf("exit code %d; the README shows\n%sbut this is printed\n%s", code, shown, out.String())
	}
}

// TestWithoutCgo builds without a C compiler: the build must fail with the one
// sentence that says why.
func TestWithoutCgo(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("the go command is not on the PATH")
	}
	build := exec.Command(goTool, "build", "-o", os.DevNull, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	if err == nil {
		t.Fatal("the build without cgo succeeded")
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != 2 || !strings.Contains(lines[1], "build it with CGO_ENABLED=1 and a C and C++ compiler") {
		t.Errorf("the build says:\n%s", out)
	}
}
