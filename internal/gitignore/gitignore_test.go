package gitignore

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// ignoreFiles is one repository's ignore files; paths are the questions asked
// of both git and the matcher.
var ignoreFiles = map[string]string{
	".gitignore": strings.Join([]string{
		"# comment", "", "*.log", "!keep.log", "/build", "dist/", "doc/*.txt", "a/**/b", "**/deep", "tail/**",
		`\#literal`, `\!bang`, `space\ `, "trailing   ", "[a-c]lass", "[!x]neg", "wild?card", "foo**bar", "[[:digit:]]num",
		`esc\*aped`, "crlf\r", "**/*.ckpt", "!important/*.ckpt", "unclosed[ab", "data/", "!data/keep.py", "x/y/", "é*", "*/mid/*",
		"[]]close", "[a\\]]sq", "/anch*/in", "/",
	}, "\n"),
	"sub/.gitignore":       "!*.log\nlocal\n/rooted\n",
	"sub/inner/.gitignore": "*.log\n!/rooted\n",
	".git/info/exclude":    "excluded\nkeep.log\n",
}

var paths = []string{
	"a.log", "keep.log", "sub/a.log", "sub/inner/a.log", "build/x.py", "sub/build/x.py", "dist/a.py", "sub/dist/b.py", "dist2", "doc/a.txt",
	"doc/in/a.txt", "a/b/f", "a/x/b/f", "a/x/y/b", "q/deep/f", "deep", "tail/f", "tail/g/h", "#literal", "!bang", "space ", "trailing",
	"class", "dlass", "yneg", "xneg", "wildXcard", "wild/card", "fooXXbar", "foo/bar", "foobar", "7num", "xnum", "esc*aped", "escXaped",
	"crlf", "m.ckpt", "important/m.ckpt", "p/q/m.ckpt", "unclosedab", "unclosed[ab", "data/keep.py", "data/x.py", "x/y/z", "x/y2/z", "élan",
	"1/mid/2", "mid/2", "1/mid/3/4", "]close", "]sq", "asq", "anchor/in", "sub/anchor/in", "excluded", "sub/excluded", "sub/local", "local",
	"sub/rooted", "sub/deeper/rooted", "sub/inner/rooted", "sub/inner/local",
}

// TestAgainstGit asks git itself: `git check-ignore` decides what is right.
func TestAgainstGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	run(t, dir, "", git, "init", "-q")
	for name, text := range ignoreFiles {
		write(t, filepath.Join(dir, name), text)
	}
	for _, name := range paths {
		full := filepath.Join(dir, name)
		if _, err := os.Lstat(full); err != nil {
			write(t, full, "")
		}
	}
	ignored := map[string]bool{}
	out := run(t, dir, strings.Join(paths, "\x00")+"\x00", git, "-c", "core.excludesFile=", "check-ignore", "-z", "--stdin")
	for name := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		ignored[name] = true
	}
	if len(ignored) < 20 {
		t.Fatalf("git ignores only %d of the paths, the case is broken", len(ignored))
	}
	for _, name := range paths {
		if got := ignoredFromRoot(dir, name); got != ignored[name] {
			t.Errorf("%q: ignored = %v, git says %v", name, got, ignored[name])
		}
	}
}

// ignoredFromRoot descends like the walk does: nothing below an ignored
// directory comes back.
func ignoredFromRoot(root, name string) bool {
	m, at := At(root, root), root
	elements := strings.Split(name, "/")
	for i, element := range elements {
		at = filepath.Join(at, element)
		info, err := os.Stat(at)
		isDir := err == nil && info.IsDir()
		if m.Ignored(at, isDir) {
			return true
		}
		if isDir && i < len(elements)-1 {
			m = m.Enter(at)
		}
	}
	return false
}

func TestStartsAtTheWorkTree(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".gitignore"), "inner.py\n")
	write(t, filepath.Join(dir, "a/b/inner.py"), "")
	target := filepath.Join(dir, "a/b/inner.py")
	if At(filepath.Join(dir, "a/b"), filepath.Join(dir, "a/b")).Ignored(target, false) {
		t.Error("outside git nothing above the ceiling counts")
	}
	if !At(filepath.Join(dir, "a/b"), dir).Ignored(target, false) {
		t.Error("the ceiling's own ignore file counts")
	}
	write(t, filepath.Join(dir, ".git/HEAD"), "ref: refs/heads/main\n")
	if !At(filepath.Join(dir, "a/b"), filepath.Join(dir, "a/b")).Ignored(target, false) {
		t.Error("in a work tree its root's ignore file counts")
	}
	write(t, filepath.Join(dir, "a/.git/HEAD"), "ref: refs/heads/main\n")
	if At(filepath.Join(dir, "a/b"), dir).Ignored(target, false) {
		t.Error("a nested repository does not obey the outer one")
	}
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

func run(t *testing.T, dir, stdin string, argv ...string) string {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v: %v\n%s", argv, err, errs.String())
	}
	return out.String()
}

// TestALinkIgnoresNothing, as in git: what it points at may be anything.
func TestALinkIgnoresNothing(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "patterns"), []byte("*.py\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("patterns", filepath.Join(dir, ".gitignore")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if At(dir, dir).Ignored(filepath.Join(dir, "a.py"), false) {
		t.Error("a.py is ignored")
	}
}

// TestStarsDoNotMultiply: a pattern costs its own length times that of the name,
// however many stars it has.
func TestStarsDoNotMultiply(t *testing.T) {
	done := make(chan bool, 2)
	go func() { done <- match(strings.Repeat("*a", 40)+"b", strings.Repeat("a", 250)) }()
	go func() {
		path := strings.Split(strings.Repeat("a/", 60)+"a", "/")
		done <- matchPath(strings.Split(strings.Repeat("**/a/", 20)+"b", "/"), path)
	}()
	for range 2 {
		select {
		case matched := <-done:
			if matched {
				t.Error("it matched")
			}
		case <-time.After(10 * time.Second):
			t.Fatal("still matching")
		}
	}
}
