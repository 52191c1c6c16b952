package fixes

import (
	"slices"
	"sort"

	"github.com/trainlint/trainlint/analyzers/source"
)

// pass makes the picked fixes and returns the files that changed. When a file
// does not stand the check, the fixes to blame are left out and the rest is made.
func (r *run) pass(picked []pick) []*source.File {
	patched := map[string]*source.File{}
	for {
		failed := r.patchMissing(picked, patched)
		if failed == "" {
			break
		}
		var kept []pick
		blamed := r.blame(picked, failed)
		for _, p := range picked {
			if !blamed(p) {
				kept = append(kept, p)
				continue
			}
			for _, e := range p.fix.Edits { // they have to be made again without it
				delete(patched, e.File)
			}
		}
		picked = kept
	}
	if len(picked) == 0 {
		return nil
	}
	for path, f := range patched {
		patched[path] = r.withoutOrphans(f, picked, path)
	}
	return r.commit(picked, patched)
}

// patchMissing makes the patched text of every file that has none yet and
// returns the first file that does not stand the check.
func (r *run) patchMissing(picked []pick, patched map[string]*source.File) (failed string) {
	for _, path := range filesOf(picked) {
		if patched[path] != nil {
			continue
		}
		after, err := r.try(picked, path)
		if err != nil {
			return path
		}
		patched[path] = after
	}
	return ""
}

// try makes the edits of one file and checks the outcome.
func (r *run) try(picked []pick, path string) (*source.File, error) {
	before, edits := r.file(path), merged(picked, path)
	after, err := before.Replace(replacements(edits))
	if err != nil {
		return nil, err
	}
	if string(after.Text) == string(before.Text) {
		return nil, errNothing
	}
	return after, r.check(before, after, edits, picked)
}

func (r *run) check(before, after *source.File, edits []Edit, picked []pick) error {
	j := r.judge(before.Path)
	if j == nil {
		return nil
	}
	p := Patch{Before: before, After: after, Edits: edits}
	for _, one := range picked {
		if one.touches(before.Path) {
			p.Fixes = append(p.Fixes, one.fix)
		}
	}
	return j.Check(p)
}

// blame finds what to leave out so that a file stands its check again. The
// shortest run of fixes that fails ends in the one to look at: broken on its own,
// it is its rule's bug and all of that rule's fixes to the file go; fine on its own,
// it only does not go together with an earlier one, and waits for the next pass.
func (r *run) blame(picked []pick, path string) func(pick) bool {
	var here []pick
	for _, p := range picked {
		if p.touches(path) {
			here = append(here, p)
		}
	}
	n := sort.Search(len(here)-1, func(n int) bool {
		_, err := r.try(here[:n+1], path)
		return err != nil
	})
	last := here[n]
	_, err := r.try(here[n:n+1], path)
	if err == nil {
		return func(p pick) bool { return sameFix(p, last) }
	}
	r.drop(last.rule, path, err)
	return func(p pick) bool { return p.rule == last.rule && p.touches(path) }
}

func sameFix(a, b pick) bool {
	return a.rule == b.rule && a.fix.Title == b.fix.Title && slices.Equal(a.fix.Edits, b.fix.Edits)
}

// withoutOrphans removes the imports that the picked fixes left without a use.
func (r *run) withoutOrphans(f *source.File, picked []pick, path string) *source.File {
	var names []string
	for _, p := range picked {
		for _, o := range p.fix.Orphans {
			if o.File == path && !slices.Contains(names, o.Name) {
				names = append(names, o.Name)
			}
		}
	}
	before := r.judge(path)
	if len(names) == 0 || before == nil {
		return f
	}
	edits := before.Orphans(f, names)
	sortEdits(edits)
	after, err := f.Replace(replacements(edits))
	if err == nil && len(edits) > 0 {
		err = r.Judge(f).Check(Patch{Before: f, After: after, Edits: edits})
	}
	if err != nil {
		r.result.Bugs = append(r.result.Bugs, Bug{"removing unused imports", path, err})
		return f
	}
	return after
}
