package files

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrChanged says that a file is no longer what was read.
var ErrChanged = errors.New("the file changed since it was read; nothing was written, run trainlint again")

// Replacement is a new text, ready to take the place of the one in a file. Owner,
// group, mode, extended attributes and hard links of the file stay what they are.
type Replacement struct {
	path          string // of the file itself, links followed
	before, after []byte
	anyText       bool // the text before does not matter
	// staged holds the new text beside the file and is renamed over it, so that
	// nobody ever sees half a file. It is nil where something would be lost by
	// that (another name of the file, an owner that only root can give): then the
	// file itself is written over.
	staged *os.File
}

// Prepare makes everything ready to replace the text of a file within the roots,
// and changes nothing. A file that no longer holds the text before is left alone.
func (r *Roots) Prepare(path string, before, after []byte) (*Replacement, error) {
	return r.prepare(path, &Replacement{before: before, after: after})
}

func (r *Roots) prepare(path string, p *Replacement) (*Replacement, error) {
	var err error
	if p.path, err = r.resolve(path); err != nil {
		return nil, Reason(err)
	}
	file, err := p.unchanged()
	if err != nil {
		return nil, Reason(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if names(info) > 1 {
		return p, nil
	}
	staged, err := stage(filepath.Dir(p.path), p.after)
	if err != nil {
		return nil, fmt.Errorf("no file can be made beside it: %w", Reason(err))
	}
	if inherit(staged, file, info) != nil {
		return p, discard(staged)
	}
	p.staged = staged
	return p, staged.Sync()
}

// Path is the file that is replaced, links followed.
func (p *Replacement) Path() string { return p.path }

// unchanged opens a file that still holds what was read. It is opened for writing
// in any case: a rename would go through where the file itself is read-only.
func (p *Replacement) unchanged() (*os.File, error) {
	info, err := os.Stat(p.path)
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotRegular
	}
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(p.path, os.O_RDWR|neverBlock, 0)
	if err != nil || p.anyText {
		return file, err
	}
	text, err := ReadAll(file)
	if err == nil && !bytes.Equal(text, p.before) {
		err = ErrChanged
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// Write replaces the text, if the file still holds the one before.
func (p *Replacement) Write() error {
	file, err := p.unchanged()
	if err != nil {
		return err
	}
	if p.staged == nil {
		return errors.Join(overwrite(file, p.after), file.Close())
	}
	if err := errors.Join(file.Close(), p.staged.Close()); err != nil {
		return err
	}
	if err := os.Rename(p.staged.Name(), p.path); err != nil {
		return err
	}
	syncFolder(filepath.Dir(p.path))
	return nil
}

// Undo puts the text before back.
func (p *Replacement) Undo() error {
	within := &Roots{dirs: []string{filepath.Dir(p.path)}}
	back, err := within.Prepare(p.path, p.after, p.before)
	if err != nil {
		return err
	}
	defer back.Discard()
	return back.Write()
}

// Discard leaves nothing behind of what was made ready.
func (p *Replacement) Discard() {
	if p.staged != nil {
		_ = discard(p.staged) // gone already when it was renamed
	}
}

// overwrite keeps the file and changes its text. The new text is there before the
// end of the old one is cut off.
func overwrite(file *os.File, text []byte) error {
	_, err := file.WriteAt(text, 0)
	if err == nil {
		err = file.Truncate(int64(len(text)))
	}
	if err == nil {
		err = file.Sync()
	}
	return err
}

// syncFolder makes a rename last through a power cut, where the system can.
func syncFolder(path string) {
	if folder, err := os.Open(path); err == nil {
		_ = folder.Sync()
		_ = folder.Close()
	}
}

// Write makes a file, or replaces the one that is there, within the roots.
func (r *Roots) Write(path string, text []byte) error {
	if !Exists(path) {
		dir, err := r.resolve(filepath.Dir(path))
		if err != nil {
			return Reason(err)
		}
		return Create(filepath.Join(dir, filepath.Base(path)), text)
	}
	p, err := r.prepare(path, &Replacement{after: text, anyText: true})
	if err != nil {
		return err
	}
	defer p.Discard()
	return p.Write()
}

// Create makes a file that must not be there yet, not even as a link.
func Create(path string, text []byte) error {
	return write(path, os.O_CREATE|os.O_EXCL, text)
}

// Append adds to a file that whoever started trainlint handed to it.
func Append(path string, text []byte) error {
	return write(path, os.O_CREATE|os.O_APPEND, text)
}

func write(path string, how int, text []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|how, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}

// inherit gives a new file all that stays of an old one beside its text.
func inherit(to, from *os.File, info fs.FileInfo) error {
	if err := inheritOwner(to, info); err != nil {
		return err
	}
	if err := to.Chmod(info.Mode()); err != nil { // behind the owner: a change of that takes bits away
		return err
	}
	return inheritAttributes(to, from)
}
