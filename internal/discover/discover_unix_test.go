//go:build unix

package discover

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestOddThingsInTheTree(t *testing.T) {
	dir := tree(t, "x.py/inner.py", "a.py", "real/b.py")
	for link, target := range map[string]string{"real/loop": "..", "self.py": "self.py", "alias.py": "a.py"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.py"), 0o644); err != nil {
		t.Skip("no named pipes here:", err)
	}
	expect(t, find(t, &Walker{Dir: dir}, "."), "a.py", "real/b.py", "x.py/inner.py")
	expect(t, find(t, &Walker{Dir: dir}, "alias.py"), "alias.py")
	for path, want := range map[string]string{
		"self.py":   "cannot look at self.py: too many levels of symbolic links",
		"pipe.py":   "cannot look at pipe.py: not a regular file",
		"absent.py": "cannot look at absent.py: no such file or directory",
	} {
		if _, err := (&Walker{Dir: dir}).Find([]string{path, "a.py"}); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %q", path, err, want)
		}
	}
}
