//go:build linux || darwin

package files

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestReadNeverBlocks(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skip("no named pipes here:", err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(os.DevNull, link); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 4)
	for _, path := range []string{pipe, link, "/dev/zero", "/dev/tty"} {
		go func() { _, err := Read(path); done <- err }()
	}
	for range 4 {
		select {
		case err := <-done:
			if !errors.Is(err, ErrNotRegular) {
				t.Errorf("error is %v", err)
			}
		case <-time.After(5 * time.Second):
			t.Fatal("still reading")
		}
	}
}

func replace(t *testing.T, path, before, after string) {
	t.Helper()
	p, err := RootsOf(filepath.Dir(path), ".").Prepare(path, []byte(before), []byte(after))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Discard()
	if err := p.Write(); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != after {
		t.Errorf("%s holds %q, %v", path, text, err)
	}
}

func stat(t *testing.T, path string) *syscall.Stat_t {
	t.Helper()
	var held syscall.Stat_t
	if err := syscall.Stat(path, &held); err != nil {
		t.Fatal(err)
	}
	return &held
}

func TestHardLinksSurvive(t *testing.T) {
	dir := tree(t, map[string]string{"a": "old and longer"})
	if err := os.Link(filepath.Join(dir, "a"), filepath.Join(dir, "b")); err != nil {
		t.Skip("no hard links here:", err)
	}
	replace(t, filepath.Join(dir, "a"), "old and longer", "new")
	if a, b := stat(t, filepath.Join(dir, "a")), stat(t, filepath.Join(dir, "b")); a.Ino != b.Ino || a.Nlink != 2 {
		t.Error("the two names are two files now")
	}
}

func TestOwnerAndGroupSurvive(t *testing.T) {
	dir := tree(t, map[string]string{"a": "old"})
	path := filepath.Join(dir, "a")
	if err := os.Chown(path, 12345, 23456); err != nil {
		t.Skip("only root gives files away:", err)
	}
	if err := os.Chmod(path, 0o4750|os.ModeSetuid); err != nil {
		t.Fatal(err)
	}
	mode := stat(t, path).Mode
	replace(t, path, "old", "new")
	if now := stat(t, path); now.Uid != 12345 || now.Gid != 23456 || now.Mode != mode {
		t.Errorf("now %d:%d %o, mode was %o", now.Uid, now.Gid, now.Mode, mode)
	}
}

func TestExtendedAttributesSurvive(t *testing.T) {
	dir := tree(t, map[string]string{"a": "old", "b": "old"})
	path := filepath.Join(dir, "a")
	if err := unix.Setxattr(path, "user.note", []byte("hello"), 0); err != nil {
		t.Skip("no extended attributes here:", err)
	}
	replace(t, path, "old", "new")
	value := make([]byte, 16)
	if n, err := unix.Getxattr(path, "user.note", value); err != nil || string(value[:n]) != "hello" {
		t.Errorf("the attribute is %q, %v", value[:max(0, n)], err)
	}
}

// TestWhatCannotBeGivenIsWrittenInPlace: the group of a file that is not one's own
// to give stays, since the file itself is written.
func TestWhatCannotBeGivenIsWrittenInPlace(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can make such a file")
	}
	dir := tree(t, map[string]string{"a": "old"})
	path := filepath.Join(dir, "a")
	for _, p := range []string{filepath.Dir(dir), dir} {
		if err := os.Chmod(p, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chown(path, 12345, 23456); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	before := stat(t, path)
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(dir, "helper") // where the other user may read it
	if err := os.WriteFile(copied, program, 0o755); err != nil {
		t.Fatal(err)
	}
	helper := exec.Command(copied, "-test.run", "^TestReplaceHelper$")
	helper.Dir, helper.Env = dir, append(os.Environ(), "REPLACE="+path)
	helper.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 54321, Gid: 54321}}
	if out, err := helper.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if now := stat(t, path); now.Uid != before.Uid || now.Gid != before.Gid || now.Ino != before.Ino {
		t.Errorf("now %d:%d", now.Uid, now.Gid)
	}
	if text, _ := os.ReadFile(path); string(text) != "new" {
		t.Errorf("it holds %q", text)
	}
	noneStaged(t, dir)
}

// TestReplaceHelper is run as another user by the test above.
func TestReplaceHelper(t *testing.T) {
	if path := os.Getenv("REPLACE"); path != "" {
		replace(t, path, "old", "new")
	}
}

func noneStaged(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".trainlint-") {
			t.Errorf("%s is left", entry.Name())
		}
	}
}

// TestSweep kills a process that has staged a text: the next run takes it away,
// and leaves alone what a living one still needs and what is only called alike.
func TestSweep(t *testing.T) {
	dir := tree(t, map[string]string{"a": "old", ".trainlint-notes": "", ".trainlint-0123456789abcdef.tmp.bak": ""})
	helper := exec.Command(os.Args[0], "-test.run", "^TestStageHelper$")
	helper.Env = append(os.Environ(), "STAGE="+filepath.Join(dir, "a"))
	out, err := helper.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := helper.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	staged := func() int {
		found, _ := filepath.Glob(filepath.Join(dir, ".trainlint-*.tmp"))
		return len(found)
	}
	within := RootsOf(dir, ".")
	if within.Sweep(dir); staged() != 1 {
		t.Fatalf("%d staged files while the other process lives", staged())
	}
	if err := helper.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = helper.Wait() // it was killed
	if within.Sweep(dir); staged() != 0 {
		t.Error("the file of the killed process is still there")
	}
	if text, _ := os.ReadFile(filepath.Join(dir, "a")); string(text) != "old" {
		t.Errorf("the file holds %q", text)
	}
	for _, name := range []string{".trainlint-notes", ".trainlint-0123456789abcdef.tmp.bak"} {
		if !Exists(filepath.Join(dir, name)) {
			t.Errorf("%s is gone", name)
		}
	}
}

// TestStageHelper is the process that is killed.
func TestStageHelper(t *testing.T) {
	path := os.Getenv("STAGE")
	if path == "" {
		return
	}
	if _, err := RootsOf(filepath.Dir(path), ".").Prepare(path, []byte("old"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	os.Stdout.WriteString("x")
	time.Sleep(time.Minute)
}
