package revision

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository is a work tree that the test changes through git itself.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) *repository {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &repository{t, dir}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *repository) git(args ...string) {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, args...)...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func (r *repository) write(name, text string) {
	r.t.Helper()
	full := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repository) commit() {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "x")
}

// changed lists the changed lines among the first nine of a file.
func (r *repository) changed(c *Changes, name string) string {
	var lines strings.Builder
	for n := 1; n < 10; n++ {
		if c.Changed(filepath.Join(r.dir, name), n, n) {
			lines.WriteByte(byte('0' + n))
		}
	}
	return lines.String()
}

func TestSince(t *testing.T) {
	r := newRepository(t)
	r.write("a.py", "1\n2\n3\n4\n5\n")
	r.write("moved.py", strings.Repeat("the same line\n", 30))
	r.write("gone.py", "1\n")
	r.write("deleted lines.py", "1\n2\n3\n")
	r.write("dashes.sql", "-- a\n-- b\n++ c\n4\n")
	r.commit()
	r.git("branch", "base")
	r.write("a.py", "1\nnew\n3\n4\n5\n6\n")
	r.git("mv", "moved.py", "sub moved.py")
	r.git("rm", "-q", "gone.py")
	r.write("deleted lines.py", "1\n3\n")
	r.write("dashes.sql", "-- b\n++ d\n4\n")
	r.commit()
	r.write("grün.py", "1\n2\n")
	r.write(".gitignore", "ignored.py\n")
	r.write("ignored.py", "1\n")
	c, err := Since(context.Background(), r.dir, "base")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"a.py": "26", "sub moved.py": "", "gone.py": "", "deleted lines.py": "", "dashes.sql": "2", "grün.py": "123456789", "ignored.py": "",
	} {
		if got := r.changed(c, name); got != want {
			t.Errorf("%s: changed lines %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]bool{"a.py": true, "sub moved.py": false, "deleted lines.py": true, "grün.py": true, "other.py": false} {
		if got := c.Touched(filepath.Join(r.dir, name)); got != want {
			t.Errorf("%s: touched %v, want %v", name, got, want)
		}
	}
}

func TestWhatOthersDidSinceIsNotOurChange(t *testing.T) {
	r := newRepository(t)
	r.write("a.py", "1\n2\n3\n4\n5\n")
	r.commit()
	r.git("checkout", "-q", "-b", "ours")
	r.write("a.py", "1\n2\n3\n4\nours\n")
	r.commit()
	r.git("checkout", "-q", "main")
	r.write("a.py", "theirs\n2\n3\n4\n5\n")
	r.commit()
	r.git("checkout", "-q", "ours")
	c, err := Since(context.Background(), r.dir, "main")
	if err != nil {
		t.Fatal(err)
	}
	if got := r.changed(c, "a.py"); got != "5" {
		t.Errorf("changed lines %q, want 5", got)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	r := newRepository(t)
	r.write("a.py", "1\n")
	r.commit()
	first := r.head()
	r.write("a.py", "2\n")
	r.commit()
	shallow := filepath.Join(t.TempDir(), "clone")
	if out, err := exec.Command("git", "clone", "-q", "--depth=1", "file://"+r.dir, shallow).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct{ dir, revision, want string }{
		{shallow, first, "the clone is shallow, fetch the history with `git fetch --unshallow`"},
		{r.dir, "no-such", `there is no revision "no-such" in this clone`},
		{r.dir, "--output=x", `there is no revision "--output=x" in this clone`},
		{t.TempDir(), "main", "--base needs a git work tree"},
	} {
		_, err := Since(context.Background(), c.dir, c.revision)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.revision, err, c.want)
		}
	}
}

func (r *repository) head() string {
	out, err := (&workTree{dir: r.dir}).git(context.Background(), "rev-parse", "HEAD")
	if err != nil {
		r.t.Fatal(err)
	}
	return strings.TrimSpace(out)
}

// TestBefore: what files held, and which are gone.
func TestBefore(t *testing.T) {
	r := newRepository(t)
	r.write("kept.py", "a\n")
	r.write("sub/gone.py", "b\n")
	r.commit()
	r.write("kept.py", "changed\n")
	r.write("new.py", "c\n")
	if err := os.Remove(filepath.Join(r.dir, "sub/gone.py")); err != nil {
		t.Fatal(err)
	}
	c, err := Since(context.Background(), r.dir, "main")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"kept.py": "a\n", "sub/gone.py": "b\n"} {
		if text, ok := c.Before(context.Background(), filepath.Join(r.dir, name)); !ok || string(text) != want {
			t.Errorf("%s held %q, %v", name, text, ok)
		}
	}
	if _, ok := c.Before(context.Background(), filepath.Join(r.dir, "new.py")); ok {
		t.Error("new.py was there before")
	}
	gone, err := c.Gone(context.Background())
	if err != nil || len(gone) != 1 || gone[0] != filepath.Join(r.dir, "sub/gone.py") {
		t.Errorf("gone: %v, %v", gone, err)
	}
}
