package fixes_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/files"
)

func change(path, before, after string, group int) fixes.Change {
	return fixes.Change{Before: source.New(path, []byte(before)), After: source.New(path, []byte(after)), Group: group}
}

func TestWriteKeepsModeAndLink(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "real/a.sh"), "old")
	if err := os.Chmod(filepath.Join(dir, "real/a.sh"), 0o751); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real/a.sh", filepath.Join(dir, "link.sh")); err != nil {
		t.Skip("no symbolic links here")
	}
	written, err := fixes.Write(dir, files.RootsOf(dir, "."), []fixes.Change{change("link.sh", "old", "new", 0)})
	if err != nil || len(written) != 1 {
		t.Fatal(written, err)
	}
	info, err := os.Lstat(filepath.Join(dir, "link.sh"))
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is no link any more")
	}
	info, err = os.Stat(filepath.Join(dir, "real/a.sh"))
	if err != nil || info.Mode().Perm() != 0o751 && runtime.GOOS != "windows" {
		t.Errorf("mode is %v", info.Mode())
	}
	expect(t, dir, map[string]string{"real/a.sh": "new"}, "real/a.sh", "link.sh", "real")
}

// expect compares files, and that nothing else lies in the folder.
func expect(t *testing.T, dir string, want map[string]string, names ...string) {
	t.Helper()
	for name, text := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
			t.Errorf("%s holds %q, %v, want %q", name, got, err, text)
		}
	}
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if strings.Contains(filepath.Base(path), ".trainlint-") {
			t.Errorf("%s was left behind", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestWriteTwoNamesOfOneFile(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), "old")
	if err := os.Symlink("a", filepath.Join(dir, "b")); err != nil {
		t.Skip("no symbolic links here")
	}
	written, err := fixes.Write(dir, files.RootsOf(dir, "."), []fixes.Change{change("a", "old", "new", 0), change("b", "old", "new", 1)})
	if err != nil || len(written) != 2 {
		t.Error(written, err)
	}
	written, err = fixes.Write(dir, files.RootsOf(dir, "."), []fixes.Change{change("a", "new", "newer", 0), change("b", "new", "other", 1)})
	if !errors.Is(err, files.ErrChanged) || len(written) != 1 {
		t.Error(written, err)
	}
	expect(t, dir, map[string]string{"a": "newer", "b": "newer"})
}

func TestWriteIsAllOrNone(t *testing.T) {
	for name, spoil := range map[string]func(path string) error{
		"changed since":      func(path string) error { return os.WriteFile(path, []byte("other"), 0o644) },
		"gone":               os.Remove,
		"a folder":           func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o755)) },
		"a link to nowhere":  func(path string) error { return errors.Join(os.Remove(path), os.Symlink("nowhere", path)) },
		"a link in a circle": func(path string) error { return errors.Join(os.Remove(path), os.Symlink(path, path)) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, file := range []string{"a", "b", "c"} {
				write(t, filepath.Join(dir, file), "old")
			}
			if err := spoil(filepath.Join(dir, "b")); err != nil {
				t.Fatal(err)
			}
			written, err := fixes.Write(dir, files.RootsOf(dir, "."), []fixes.Change{change("a", "old", "new", 1), change("b", "old", "new", 1), change("c", "old", "new", 2)})
			if err == nil || !strings.HasPrefix(err.Error(), "writing b: ") {
				t.Errorf("error is %v", err)
			}
			if len(written) != 1 || written[0].Before.Path != "c" {
				t.Errorf("written %v", written)
			}
			expect(t, dir, map[string]string{"a": "old", "c": "new"})
		})
	}
}

func TestWriteRefusesAChangedFile(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), "other")
	if _, err := fixes.Write(dir, files.RootsOf(dir, "."), []fixes.Change{change("a", "old", "new", 0)}); !errors.Is(err, files.ErrChanged) {
		t.Errorf("error is %v", err)
	}
	expect(t, dir, map[string]string{"a": "other"})
}

func TestWriteRefusesAReadOnlyFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	write(t, path, "old")
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if f, err := os.OpenFile(path, os.O_RDWR, 0); err == nil {
		f.Close()
		t.Skip("this user may write read-only files")
	}
	if _, err := fixes.Write(dir, files.RootsOf(dir, "."), []fixes.Change{change("a", "old", "new", 0)}); !errors.Is(err, os.ErrPermission) {
		t.Errorf("error is %v", err)
	}
	expect(t, dir, map[string]string{"a": "old"})
}

// A link that leads out of what may be written is left alone, and so is what belongs to the same fix.
func TestWriteStaysInside(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	write(t, filepath.Join(outside, "a.py"), "old")
	write(t, filepath.Join(dir, "b.py"), "old")
	write(t, filepath.Join(dir, "c.py"), "old")
	if err := os.Symlink(filepath.Join(outside, "a.py"), filepath.Join(dir, "a.py")); err != nil {
		t.Skip("no symbolic links here")
	}
	written, err := fixes.Write(dir, files.RootsOf(dir, "."), []fixes.Change{
		change("a.py", "old", "new", 1), change("b.py", "old", "new", 1), change("c.py", "old", "new", 2),
	})
	if !errors.Is(err, files.ErrOutside) || !strings.Contains(err.Error(), "writing a.py: it leads ") || !strings.Contains(err.Error(), "name the file that it points at") {
		t.Errorf("the error is %v", err)
	}
	if len(written) != 1 || written[0].Before.Path != "c.py" {
		t.Errorf("written is %v", written)
	}
	expect(t, outside, map[string]string{"a.py": "old"})
	expect(t, dir, map[string]string{"b.py": "old", "c.py": "new"})
}
