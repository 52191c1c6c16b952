package fixes

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrChanged says that a file is no longer what was linted.
var ErrChanged = errors.New("the file changed since it was read; nothing was written, run trainlint again")

// Write puts changes on disk, relative paths below dir, and returns those it
// wrote. A file is replaced at once (a temporary file in its folder, synced, then
// renamed), keeps its mode bits, and is left alone when it is no longer what
// was read; a symbolic link keeps pointing at its target. Files of one group are
// written together or not at all; a group that fails does not keep others from
// being written.
func Write(dir string, changes []Change) (written []Change, err error) {
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
		if err := writeGroup(dir, groups[g], done); err != nil {
			failures = append(failures, err)
			continue
		}
		written = append(written, groups[g]...)
	}
	return written, errors.Join(failures...)
}

// staged is a new text next to the file it will replace.
type staged struct {
	name          string // as reported
	path          string // of the file itself, links followed
	temporary     string
	before, after []byte
	mode          fs.FileMode
}

// writeGroup prepares every file before it renames the first one. done holds what
// was written already, by path: two links to one file are one file.
func writeGroup(dir string, changes []Change, done map[string][]byte) error {
	var files []staged
	defer func() {
		for _, s := range files {
			_ = os.Remove(s.temporary) // gone already when it was renamed
		}
	}()
	for _, c := range changes {
		path, err := target(dir, c.Before.Path)
		if err == nil && done[path] != nil && bytes.Equal(done[path], c.After.Disk()) {
			continue
		}
		var s staged
		if err == nil {
			s, err = stage(path, c)
		}
		if err != nil {
			return fmt.Errorf("writing %s: %w", c.Before.Path, err)
		}
		files = append(files, s)
	}
	for i, s := range files {
		if err := s.rename(); err != nil {
			return errors.Join(fmt.Errorf("writing %s: %w", s.name, err), putBack(files[:i]))
		}
	}
	for _, s := range files {
		done[s.path] = s.after
	}
	return nil
}

// rename puts a staged text in place of the file, which must still be what was read.
func (s staged) rename() error {
	err := unchanged(s.path, s.before)
	if err == nil {
		err = os.Rename(s.temporary, s.path)
	}
	if err == nil {
		syncFolder(filepath.Dir(s.path))
	}
	return err
}

// target is where a file really lies.
func target(dir, name string) (string, error) {
	path := filepath.FromSlash(name)
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return filepath.EvalSymlinks(path)
}

// stage writes the new text of a file to a temporary file beside it.
func stage(path string, c Change) (staged, error) {
	info, err := os.Stat(path)
	if err != nil {
		return staged{}, err
	}
	if !info.Mode().IsRegular() {
		return staged{}, errors.New("not a regular file")
	}
	if err := unchanged(path, c.Before.Disk()); err != nil {
		return staged{}, err
	}
	temporary, err := writeTemporary(path, c.After.Disk(), info.Mode())
	return staged{c.Before.Path, path, temporary, c.Before.Disk(), c.After.Disk(), info.Mode()}, err
}

// unchanged opens a file for writing too: a rename would go through where the
// file itself is read-only.
func unchanged(path string, before []byte) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	var now bytes.Buffer
	if _, err := now.ReadFrom(f); err != nil {
		return err
	}
	if !bytes.Equal(now.Bytes(), before) {
		return ErrChanged
	}
	return nil
}

// writeTemporary leaves nothing behind when it fails.
func writeTemporary(path string, text []byte, mode fs.FileMode) (name string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".trainlint-*")
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	_, err = f.Write(text)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	return f.Name(), errors.Join(err, f.Close())
}

// putBack undoes the renames of a group that could not be finished.
func putBack(files []staged) error {
	var failures []error
	for _, s := range files {
		temporary, err := writeTemporary(s.path, s.before, s.mode)
		if err == nil {
			err = os.Rename(temporary, s.path)
		}
		if err != nil {
			failures = append(failures, fmt.Errorf("%s keeps its fix, it could not be put back: %w", s.path, err))
		}
	}
	return errors.Join(failures...)
}

// syncFolder makes a rename last through a power cut, where the system can.
func syncFolder(path string) {
	if folder, err := os.Open(path); err == nil {
		_ = folder.Sync()
		_ = folder.Close()
	}
}
