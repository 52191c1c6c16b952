package lint

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
)

// maxFileBytes bounds what one file may cost. Nothing that people write by hand
// is as large; what is, is data.
const maxFileBytes = 16 << 20

// sources reads files and remembers those that reports will quote.
type sources struct {
	dir     string
	overlay map[string][]byte

	mu    sync.Mutex
	known map[string]*source.File
}

// replace puts a file's new text in place of what is on disk.
func (s *sources) replace(file *source.File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.overlay == nil {
		s.overlay = map[string][]byte{}
	}
	s.overlay[file.Path] = file.Disk()
	s.known[file.Path] = file
}

// read returns a file's text, or why it cannot be linted, in words for the user.
func (s *sources) read(file discover.File) (*source.File, error) {
	text, ok := s.overlay[file.Path]
	if !ok {
		var err error
		if text, err = readBounded(s.full(file)); err != nil {
			return nil, err
		}
	}
	if file.Kind == discover.Notebook && len(text) > 0 {
		notebook, err := source.OpenNotebook(file.Path, text)
		if err != nil {
			return nil, err
		}
		return notebook.File, nil
	}
	read := source.New(file.Path, text)
	if valid, at := read.ValidUTF8(); !valid {
		return nil, fmt.Errorf("not UTF-8 text: byte 0x%02x on line %d", text[at], read.LineOf(at))
	}
	return read, nil
}

func (s *sources) full(file discover.File) string {
	if file.Full != "" {
		return file.Full
	}
	return filepath.Join(s.dir, filepath.FromSlash(file.Path))
}

func readBounded(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxFileBytes {
		return nil, fmt.Errorf("skipped: %d MB, files over %d MB are taken for data", info.Size()>>20, maxFileBytes>>20)
	}
	if err == nil {
		var text []byte
		if text, err = os.ReadFile(path); err == nil {
			return text, nil
		}
	}
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		err = pathError.Err
	}
	return nil, fmt.Errorf("cannot be read: %w", err)
}

// keep remembers a file that a report will quote.
func (s *sources) keep(file *source.File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[file.Path] = file
}

// get returns the file at a reported path, reading it if need be; nil when it
// cannot be read.
func (s *sources) get(path string) *source.File {
	s.mu.Lock()
	defer s.mu.Unlock()
	if file, ok := s.known[path]; ok {
		return file
	}
	file, err := s.read(discover.File{Path: path, Kind: discover.KindOf(path)})
	if err != nil {
		file = nil
	}
	s.known[path] = file
	return file
}
