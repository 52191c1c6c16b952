// Package files is the one door between trainlint and the disk: it opens only
// regular files of a bounded size, and knows which folders the content of a file
// may lead to.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Limit is the most bytes that a file may have. Nothing that people write by hand
// is as large; what is, is data.
const Limit = 16 << 20

// Why a file was not read.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = fmt.Errorf("files over %d MB are taken for data", Limit>>20)
	ErrOutside    = errors.New("outside the project")
)

// Read returns the content of a file that the user named, or that was found where
// the user said to look. A device, a pipe or a folder is never opened.
func Read(path string) ([]byte, error) {
	text, err := read(path)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: Reason(err)}
	}
	return text, nil
}

func read(path string) ([]byte, error) {
	f, size, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readSized(f, size, nil)
}

// open opens a regular file and tells its size.
func open(path string) (*os.File, int64, error) {
	// Opening alone may act on a device; what was opened is looked at once more,
	// and a pipe that came in between does not block.
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, err
	}
	if err := readable(info); err != nil {
		return nil, 0, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|neverBlock, 0)
	if err != nil {
		return nil, 0, err
	}
	if info, err = f.Stat(); err == nil {
		err = readable(info)
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// readSized is ReadAll for a stream that is likely of a size, into a piece of memory if it is large enough: otherwise
// another one takes it all.
func readSized(r io.Reader, size int64, into []byte) ([]byte, error) {
	text := into[:0]
	if int64(cap(text)) <= size { // one byte more, to see the end
		text = make([]byte, 0, size+1)
	}
	r = io.LimitReader(r, Limit+1)
	for {
		if len(text) == cap(text) {
			text = append(text, 0)[:len(text)]
		}
		n, err := r.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		switch {
		case errors.Is(err, io.EOF):
			if len(text) > Limit {
				return nil, ErrTooLarge
			}
			return text, nil
		case err != nil:
			return nil, err
		}
	}
}

// Reader reads one file after another into the same memory: to look at the texts of a whole project costs a third of
// reading them anew. It belongs to one goroutine.
type Reader struct{ text []byte }

// Read is the package's, and its text is gone with the next call.
func (r *Reader) Read(path string) ([]byte, error) {
	f, size, err := open(path)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: Reason(err)}
	}
	defer f.Close()
	if int64(cap(r.text)) <= size {
		r.text = make([]byte, 0, max(size+1, int64(2*cap(r.text)), 64<<10))
	}
	text, err := readSized(f, size, r.text)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: Reason(err)}
	}
	return text, nil
}

func readable(info fs.FileInfo) error {
	switch {
	case !info.Mode().IsRegular():
		return ErrNotRegular
	case info.Size() > Limit:
		return ErrTooLarge
	}
	return nil
}

// ReadAll reads a stream that is bounded as a file is.
func ReadAll(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, Limit+1))
	if err == nil && len(text) > Limit {
		return nil, ErrTooLarge
	}
	return text, err
}

// Refused tells a file that is there and was not read from a place where there is
// none: most paths that a file may lead to are guesses.
func Refused(path string, err error) bool {
	refused := errors.Is(err, ErrOutside) || errors.Is(err, ErrNotRegular) || errors.Is(err, ErrTooLarge)
	return refused && !IsDir(path)
}

// Reason strips the operation and path that an error of the file system starts
// with, for messages that name the path the way the user wrote it.
func Reason(err error) error {
	var inPath *fs.PathError
	if errors.As(err, &inPath) {
		return inPath.Err
	}
	return err
}

// Inside reports whether a path is outer or lies below it, by its text alone.
func Inside(outer, path string) bool {
	relative, err := filepath.Rel(outer, path)
	return err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator))
}

// IsDir reports whether a path is a folder.
func IsDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Exists reports whether there is anything at a path.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// ReadItself is Read for a path that must not be a link.
func ReadItself(path string) ([]byte, error) {
	if isLink(path) {
		return nil, &fs.PathError{Op: "read", Path: path, Err: ErrNotRegular}
	}
	return Read(path)
}
