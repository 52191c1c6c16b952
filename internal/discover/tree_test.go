package discover

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What is asked of single files is what walking the whole tree finds.
func TestTreeAgreesWithFind(t *testing.T) {
	dir := tree(t, ".gitignore=out/\n*.tmp.py\n", "a.py", "b.tmp.py", "out/c.py", "sub/.gitignore=local.py\n!kept.tmp.py\n",
		"sub/local.py", "sub/kept.tmp.py", "sub/deep/d.py", "sub/deep/local.py", "venv/pyvenv.cfg", "venv/lib/e.py", "node_modules/f.py", "shut/g.py",
		"conda/conda-meta/x.json", "conda/h.py", "notes.txt", "other/.git/HEAD=x", "other/kept.tmp.py", "other/b.tmp.py", "other/i.py")
	excluded := func(path string, isDir bool) bool { return strings.HasSuffix(path, "shut") && isDir }
	found, err := (&Walker{Dir: dir, Excluded: excluded, Warn: func(string, error) {}}).Find([]string{"."})
	if err != nil {
		t.Fatal(err)
	}
	asked := (&Walker{Dir: dir, Excluded: excluded}).Tree(dir)
	number := 0
	err = filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		number++
		want := slices.ContainsFunc(found, func(f File) bool { return f.Full == path })
		if got := asked.Has(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
		return nil
	})
	if err != nil || number < 20 {
		t.Fatal(number, err)
	}
	for _, absent := range []string{"no.py", "sub/no.py", "no/a.py", "a.py/b.py", "sub", "../a.py", "."} {
		if asked.Has(filepath.Join(dir, filepath.FromSlash(absent))) {
			t.Errorf("%s is not there", absent)
		}
	}
}

// A folder that holds nothing of interest is told of once, with what it holds.
func TestFoldersThatAreEntered(t *testing.T) {
	dir := tree(t, "a.py", "sub/TRAINLINT.yaml", "sub/b.py", "venv/pyvenv.cfg", "out/c.py", ".gitignore=out\n")
	told := map[string]bool{}
	w := &Walker{Dir: dir, Entered: func(dir string, holds func(string) bool) {
		told[filepath.Base(dir)] = holds("trainlint.yaml")
	}}
	find(t, w, ".")
	if _, ok := told["out"]; ok || !told["sub"] || told[filepath.Base(dir)] {
		t.Errorf("told %v", told)
	}
}
