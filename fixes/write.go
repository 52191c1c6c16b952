package fixes

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/trainlint/trainlint/internal/files"
)

// Write puts changes on disk, relative paths below dir, and returns those it
// wrote. A file is left alone when it is no longer what was read, or lies outside
// of the roots; a symbolic link keeps pointing at its target. Files of one group
// are written together or not at all; a group that fails does not keep others
// from being written.
func Write(dir string, within *files.Roots, changes []Change) (written []Change, err error) {
	groups := map[int][]Change{}
	var order []int
	for _, c := range changes {
		if len(groups[c.Group]) == 0 {
			order = append(order, c.Group)
		}
		groups[c.Group] = append(groups[c.Group], c)
	}
	var failures []error
	done := map[string][]byte{}
	for _, g := range order {
		if err := writeGroup(dir, within, groups[g], done); err != nil {
			failures = append(failures, err)
			continue
		}
		written = append(written, groups[g]...)
	}
	return written, errors.Join(failures...)
}

// prepared is a change that is ready to be written.
type prepared struct {
	*files.Replacement
	Change
}

// writeGroup prepares every file before it writes the first one. done holds what
// was written already, by path: two links to one file are one file.
func writeGroup(dir string, within *files.Roots, changes []Change, done map[string][]byte) error {
	var ready []prepared
	defer func() {
		for _, p := range ready {
			p.Discard()
		}
	}()
	for _, c := range changes {
		path := filepath.FromSlash(c.Before.Path)
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		if real, err := filepath.EvalSymlinks(path); err == nil && done[real] != nil &&
			bytes.Equal(done[real], c.After.Disk()) {
			continue
		}
		replacement, err := within.Prepare(path, c.Before.Disk(), c.After.Disk())
		if errors.Is(err, files.ErrOutside) {
			return fmt.Errorf("writing %s: it leads %w: name the file that it points at", c.Before.Path, err)
		}
		if err != nil {
			return fmt.Errorf("writing %s: %w", c.Before.Path, err)
		}
		ready = append(ready, prepared{replacement, c})
	}
	for i, p := range ready {
		if err := p.Write(); err != nil {
			return errors.Join(fmt.Errorf("writing %s: %w", p.Before.Path, err), putBack(ready[:i]))
		}
	}
	for _, p := range ready {
		done[p.Path()] = p.After.Disk()
	}
	return nil
}

// putBack undoes what was written of a group that could not be finished.
func putBack(written []prepared) error {
	var failures []error
	for _, p := range written {
		if err := p.Undo(); err != nil {
			failures = append(failures, fmt.Errorf("%s keeps its fix, it could not be put back: %w", p.Before.Path, err))
		}
	}
	return errors.Join(failures...)
}
