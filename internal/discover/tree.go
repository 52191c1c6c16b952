package discover

import (
	"path/filepath"
	"slices"
	"sync"

	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/gitignore"
)

// Tree answers for single files whether Find would come upon them below a folder: who asks for the few files that one
// model imports need not walk a whole project.
type Tree struct {
	walker  *Walker
	root    string // absolute
	mu      sync.Mutex
	folders map[string]*folder
}

// folder is one that a walk would enter; nil stands for one that it would not.
type folder struct {
	entries listing
	ignore  *gitignore.Matcher
}

// Tree is what the walker would find below a folder, an absolute path.
func (w *Walker) Tree(root string) *Tree {
	return &Tree{walker: w, root: root, folders: map[string]*folder{}}
}

// Has reports whether Find would return the file at an absolute path.
func (t *Tree) Has(full string) bool {
	if full == t.root || !files.Inside(t.root, full) || KindOf(full) == Other {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	in := t.enter(filepath.Dir(full))
	if in == nil {
		return false
	}
	i := in.entries.index(filepath.Base(full))
	return i >= 0 && in.entries[i].Type().IsRegular() && !in.ignore.Ignored(full, false) && !t.walker.excluded(full, false)
}

func (t *Tree) enter(dir string) *folder {
	if known, ok := t.folders[dir]; ok {
		return known
	}
	at := t.open(dir)
	t.folders[dir] = at
	return at
}

func (t *Tree) open(dir string) *folder {
	if dir == t.root {
		return &folder{t.walker.list(dir), gitignore.At(dir, t.walker.Dir)}
	}
	above := t.enter(filepath.Dir(dir))
	if above == nil {
		return nil
	}
	name := filepath.Base(dir)
	if i := above.entries.index(name); i < 0 || !above.entries[i].IsDir() {
		return nil
	}
	entries, ok := t.walker.inside(name, dir, above.ignore)
	if !ok {
		return nil
	}
	return &folder{entries, above.ignore.EnterListed(dir, entries.holds)}
}

// index is where an entry stands whose name is spelled just so.
func (l listing) index(name string) int {
	i, found := slices.BinarySearchFunc(l, name, compareName)
	if !found {
		return -1
	}
	return i
}
