package discover

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"

	"github.com/trainlint/trainlint/internal/files"
)

// Others are the files that Also asked for: those that Find came upon, and those
// in the folders above its paths up to the root of the work tree, since a file
// at the root speaks for the whole project. Sorted by path.
func (w *Walker) Others() []File {
	root := files.WorkTree(w.Dir)
	if root == "" {
		root = w.Dir
	}
	looked := map[string]bool{}
	for _, file := range w.files {
		for dir := filepath.Dir(file.Full); !looked[dir]; dir = filepath.Dir(dir) {
			looked[dir] = true
			w.otherIn(dir, true)
			if dir == root || dir == filepath.Dir(dir) {
				break
			}
		}
	}
	slices.SortFunc(w.others, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return w.others
}

// otherIn looks at the files of one folder, and of those below that speak for it; what cannot be read says nothing.
func (w *Walker) otherIn(dir string, below bool) {
	entries, err := os.ReadDir(dir)
	if err != nil || w.Also == nil {
		return
	}
	for _, entry := range entries {
		full := filepath.Join(dir, entry.Name())
		if below && entry.IsDir() && w.Speaks != nil && w.Speaks(entry.Name()) && !w.leftOut(full, true) {
			w.otherIn(full, false)
		}
		if entry.Type().IsRegular() && w.Also(filepath.ToSlash(full)) {
			w.addOther(full)
		}
	}
}

func (w *Walker) addOther(full string) {
	if !slices.ContainsFunc(w.others, func(f File) bool { return f.Full == full }) {
		w.others = append(w.others, File{Path: w.Relative(full), Full: full, Kind: KindOf(full)})
	}
}
