// Package files is the one door between trainlint and the disk: it opens only
// regular files of a bounded size, and knows which folders the content of a file
// may lead to.
package files

import (
	"bytes"
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
	// Opening alone may act on a device; what was opened is looked at once more,
	// and a pipe that came in between does not block.
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := readable(info); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|neverBlock, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, err
	}
	if err := readable(info); err != nil {
		return nil, err
	}
	return readSized(f, info.Size())
}

// readSized is ReadAll for a stream that is likely of a size: one piece of memory takes it all.
func readSized(r io.Reader, size int64) ([]byte, error) {
	var text bytes.Buffer
	text.Grow(int(size) + bytes.MinRead)
	_, err := text.ReadFrom(io.LimitReader(r, Limit+1))
	if err == nil && text.Len() > Limit {
		return nil, ErrTooLarge
	}
	return text.Bytes(), err
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
