package discover

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func tree(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, file := range files {
		name, text, _ := strings.Cut(file, "=")
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func find(t *testing.T, w *Walker, paths ...string) []string {
	t.Helper()
	if w.Warn == nil {
		w.Warn = func(path string, err error) { t.Errorf("warned about %s: %v", path, err) }
	}
	files, err := w.Find(paths)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, file := range files {
		names = append(names, file.Path)
	}
	return names
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("found %q\nwant  %q", got, want)
	}
}

func TestFindsTheFilesOfAProject(t *testing.T) {
	dir := tree(t, "b.py", "a.ipynb", "c.yaml", "c.yml", "d.json", "e.toml", "run.sh", "Makefile", "README.md", "x.txt",
		"deep/er/f.py", ".github/workflows/train.yml",
		"venv/pyvenv.cfg", "venv/lib/g.py", "node_modules/h.json", "__pycache__/i.py", ".git/hook.py", "conda/conda-meta/x.json", "conda/y.py",
		"wandb/run-20220807_170016-2m3t4wtb/files/config.yaml", "wandb/offline-run-1/files/k.py", "wandb/runs.py", "wandb/run.yaml",
		"run-1/l.py", "mlruns/0/meta.yaml", "lightning_logs/version_0/hparams.yaml", "outputs/1/.hydra/config.yaml")
	expect(t, find(t, &Walker{Dir: dir}, "."),
		".github/workflows/train.yml", "Makefile", "a.ipynb", "b.py", "c.yaml", "c.yml", "d.json", "deep/er/f.py", "e.toml", "run-1/l.py",
		"run.sh", "wandb/run.yaml", "wandb/runs.py")
}

func TestObeysGitignore(t *testing.T) {
	dir := tree(t, ".gitignore=out/\n*.tmp.py\n", "a.py", "b.tmp.py", "out/c.py", "sub/.gitignore=local.py\n", "sub/local.py", "sub/d.py")
	expect(t, find(t, &Walker{Dir: dir}, "."), "a.py", "sub/d.py")
	expect(t, find(t, &Walker{Dir: dir}, "out/c.py", "b.tmp.py"), "b.tmp.py", "out/c.py")
	expect(t, find(t, &Walker{Dir: dir, ForceExclude: true}, "out/c.py", "b.tmp.py", "a.py"), "a.py")
}

func TestExcludedBySettings(t *testing.T) {
	dir := tree(t, "a.py", "third_party/b.py")
	excluded := func(path string, isDir bool) bool { return filepath.Base(path) == "third_party" && isDir }
	expect(t, find(t, &Walker{Dir: dir, Excluded: excluded}, "."), "a.py")
	expect(t, find(t, &Walker{Dir: dir, Excluded: excluded}, "third_party/b.py"), "third_party/b.py")
	expect(t, find(t, &Walker{Dir: dir, Excluded: excluded, ForceExclude: true}, "third_party/b.py"))
}

func TestEachFileOnceAndRelativeToTheWorkingDirectory(t *testing.T) {
	dir := tree(t, "p/a.py", "q/b.py")
	expect(t, find(t, &Walker{Dir: filepath.Join(dir, "p")}, ".", "a.py", "../p/./a.py", filepath.Join(dir, "q")), "../q/b.py", "a.py")
}

func TestNamedFileOfAnotherKind(t *testing.T) {
	dir := tree(t, "notes.txt")
	var warned string
	w := &Walker{Dir: dir, Warn: func(path string, err error) { warned = path + ": " + err.Error() }}
	expect(t, find(t, w, "notes.txt"))
	if want := "notes.txt: not a kind of file that trainlint reads"; !strings.HasPrefix(warned, want) {
		t.Errorf("warned %q, want %q", warned, want)
	}
}
