package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree makes files, and links for texts that start with "-> ".
func tree(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range texts {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if target, link := strings.CutPrefix(text, "-> "); link {
			if err := os.Symlink(target, full); err != nil {
				t.Skip("no symbolic links here:", err)
			}
			continue
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestReadBoundsTheSize(t *testing.T) {
	dir := tree(t, map[string]string{"most": strings.Repeat("x", Limit), "more": strings.Repeat("x", Limit+1)})
	if text, err := Read(filepath.Join(dir, "most")); err != nil || len(text) != Limit {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if _, err := Read(filepath.Join(dir, "more")); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error is %v", err)
	}
	if _, err := ReadAll(strings.NewReader(strings.Repeat("x", Limit+1))); !errors.Is(err, ErrTooLarge) {
		t.Errorf("of a stream: %v", err)
	}
	if _, err := Read(dir); !errors.Is(err, ErrNotRegular) {
		t.Errorf("of a folder: %v", err)
	}
}

func TestRootsHoldWhatTheyRead(t *testing.T) {
	dir := tree(t, map[string]string{
		"p/.git/HEAD": "", "p/in.json": "in", "p/deep/a.py": "", "out.json": "out",
		"p/link.json": "-> ../out.json", "p/inner.json": "-> deep/../in.json", "p/folder": "-> ..", "p/gone.json": "-> ../absent.json",
		"p/circle.json": "-> circle.json", "q/also.json": "also", "p/far.json": "-> ../q/also.json",
	})
	p := filepath.Join(dir, "p")
	within := RootsOf(p, "deep/a.py")
	for name, want := range map[string]error{
		"in.json": nil, "deep/../in.json": nil, "inner.json": nil, "../out.json": ErrOutside, "link.json": ErrOutside, "folder/out.json": ErrOutside,
		"folder/p/in.json": nil, "gone.json": fs.ErrNotExist, "../absent.json": fs.ErrNotExist, "far.json": ErrOutside,
	} {
		if _, err := within.Read(p + "/" + name); !errors.Is(err, want) {
			t.Errorf("%s: error is %v, want %v", name, err, want)
		}
	}
	if _, err := within.Read(filepath.Join(p, "circle.json")); err == nil {
		t.Error("a link to itself was read")
	}
	if _, err := within.And(RootsOf(dir, "q")).Read(filepath.Join(p, "far.json")); err != nil {
		t.Errorf("with another root: %v", err)
	}
}

// TestRootsOf: the roots are git's top level or what looks like a project, and a
// link that a project holds is no way out of it.
func TestRootsOf(t *testing.T) {
	dir := tree(t, map[string]string{
		"git/.git/HEAD": "", "git/sub/a.py": "", "git/out": "-> ../plain", "git/out.py": "-> ../plain/b.py", "git/.gitignore": "",
		"plain/b.py": "", "plain/README.md": "", "plain/sub/c.py": "", "bare/sub/d.py": "", "home": "-> git", "loose": "-> plain",
		"plain/away": "-> ../bare", "deep": "-> git/sub",
	})
	for _, test := range []struct{ working, named, want string }{
		{"git", ".", "git"},
		{"git/sub", "a.py", "git"},
		{".", "git/sub", "git"},
		{"git", "out", "git"},
		{"git", "out/b.py", "git"},
		{"git", "out.py", "git"},
		{"bare", "../git/out.py", "git"},
		{"git", "../plain/b.py", "plain"}, // named outright
		{"plain", "sub/c.py", "plain"},
		{"bare", "sub/d.py", "bare/sub"},
		{"plain/sub", "../../home/sub", "git"}, // a link that no project holds
		{"bare", "../loose", "plain"},
		{"home", "sub/a.py", "git"},
		{"home/sub", ".", "git"},
		{"deep", "a.py", "git"},
		{"plain", "away/sub/d.py", "plain"},
	} {
		got := RootsOf(filepath.Join(dir, test.working), test.named).dirs
		if len(got) != 1 || got[0] != filepath.Join(dir, test.want) {
			t.Errorf("%s seen from %s: %v, want %s", test.named, test.working, got, test.want)
		}
	}
	absolute := filepath.Join(dir, "git", "out", "b.py")
	if got := RootsOf(filepath.Join(dir, "bare"), absolute).dirs; got[0] != filepath.Join(dir, "git") {
		t.Errorf("by its full path: %v", got)
	}
}

func TestWriteMakesOrReplaces(t *testing.T) {
	dir := tree(t, map[string]string{"p/.git/HEAD": "", "p/old": "old", "p/dangling": "-> ../new", "p/out": "-> ../out", "out": "out"})
	within := RootsOf(filepath.Join(dir, "p"), ".")
	for name, fine := range map[string]bool{"p/old": true, "p/new": true, "p/dangling": false, "p/out": false, "other": false, "p/no/folder": false} {
		if err := within.Write(filepath.Join(dir, name), []byte("text")); (err == nil) != fine {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, want := range map[string]string{"p/old": "text", "p/new": "text", "out": "out", "new": "", "other": ""} {
		if text, _ := os.ReadFile(filepath.Join(dir, name)); string(text) != want {
			t.Errorf("%s holds %q", name, text)
		}
	}
}
