package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/internal/files"
)

// workTree runs git below a folder. The folder may be a stranger's: no program
// that its configuration names is started.
type workTree struct {
	dir     string
	filters []string // keys of the configuration that name programs, by driver
}

// harmless switches off what git would run or obey of a repository's own. A bare
// repository that lies among the files of another one is not used at all.
var harmless = []string{
	"-c", "safe.bareRepository=explicit",
	"-c", "core.fsmonitor=false",
	"-c", "core.hooksPath=" + os.DevNull,
	"-c", "core.quotePath=off",
	"-c", "core.bigFileThreshold=" + strconv.Itoa(files.Limit), // no line of such a file is linted either
	"--no-pager",
}

// maxOutput is the most bytes that git may print.
const maxOutput = 256 << 20

// open finds the work tree that a folder lies in, and its top.
func open(ctx context.Context, dir string) (w *workTree, top string, err error) {
	w = &workTree{dir: dir}
	if top, err = w.git(ctx, "rev-parse", "--show-toplevel"); err != nil {
		return nil, "", err
	}
	own, err := w.git(ctx, "rev-parse", "--absolute-git-dir")
	if err != nil {
		return nil, "", err
	}
	top, own = filepath.FromSlash(strings.TrimSpace(top)), filepath.FromSlash(strings.TrimSpace(own))
	// Git before 2.38 does not know safe.bareRepository.
	if os.Getenv("GIT_DIR") == "" && files.Inside(top, own) && !files.Inside(filepath.Join(top, ".git"), own) {
		return nil, "", fmt.Errorf("%s is a repository among the files of another one", own)
	}
	return w, top, w.readFilters(ctx)
}

// readFilters lists the drivers that git would send files through: comparing the
// work tree is enough for git to start them.
func (w *workTree) readFilters(ctx context.Context) error {
	names, err := w.git(ctx, "config", "--null", "--name-only", "--get-regexp", `^filter\.`)
	var failed *exec.ExitError
	if errors.As(err, &failed) && failed.ExitCode() == 1 { // there are none
		return nil
	}
	if err != nil {
		return err
	}
	drivers := map[string]bool{}
	for name := range strings.SplitSeq(names, "\x00") {
		if end := strings.LastIndexByte(name, '.'); end > len("filter.") && !drivers[name[:end]] {
			drivers[name[:end]] = true
			w.filters = append(
				w.filters,
				name[:end]+".clean",
				name[:end]+".smudge",
				name[:end]+".process",
				name[:end]+".required",
			)
		}
	}
	return nil
}

// environment is git's, with the filters off. A driver's name may hold any sign: it
// fits into the environment, not into -c.
func (w *workTree) environment() []string {
	env := append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0")
	count, err := strconv.Atoi(os.Getenv("GIT_CONFIG_COUNT"))
	if err != nil {
		count = 0
	}
	for _, key := range w.filters {
		value := ""
		if strings.HasSuffix(key, ".required") {
			value = "false"
		}
		env = append(
			env,
			fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", count, key),
			fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", count, value),
		)
		count++
	}
	return append(env, "GIT_CONFIG_COUNT="+strconv.Itoa(count))
}

// git runs a git command that changes nothing.
func (w *workTree) git(ctx context.Context, args ...string) (string, error) {
	text, err := w.bytes(ctx, maxOutput, args...)
	return string(text), err
}

// bytes is git for an output of a bounded size.
func (w *workTree) bytes(ctx context.Context, most int, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", append(harmless[:len(harmless):len(harmless)], args...)...)
	cmd.Dir, cmd.Env = w.dir, w.environment()
	out := &bounded{most: most}
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = out, &said
	err := cmd.Run()
	var failed *exec.ExitError
	switch {
	case out.over:
		return nil, fmt.Errorf("git printed more than %d MB", most>>20)
	case errors.As(err, &failed) && strings.TrimSpace(said.String()) != "":
		return nil, &fault{strings.TrimSpace(said.String()), failed}
	}
	return out.text.Bytes(), err
}

// fault is git's own words about what failed.
type fault struct {
	said string
	exit *exec.ExitError
}

func (f *fault) Error() string { return f.said }
func (f *fault) Unwrap() error { return f.exit }

// bounded takes no more than so many bytes.
type bounded struct {
	text bytes.Buffer
	most int
	over bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.text.Len()+len(p) > b.most {
		b.over = true
		return 0, errors.New("too much output")
	}
	return b.text.Write(p)
}
