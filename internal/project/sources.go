package project

import (
	"fmt"
	"maps"
	"path/filepath"
	"sync"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/files"
)

// sources reads files and remembers those that reports will quote.
type sources struct {
	dir     string
	within  *files.Roots // files that were not given lie in here, or are not read
	warn    func(message string)
	overlay map[string][]byte

	mu    sync.Mutex
	shelf source.Shelf
	kept  map[string]*source.File // what reports quote, and what was replaced
	given map[string]bool         // what the user named, and what was found there
}

func newSources(o Options, within *files.Roots) *sources {
	return &sources{
		dir: o.Dir, within: within, warn: o.Warn,
		overlay: maps.Clone(o.Overlay), kept: map[string]*source.File{}, given: map[string]bool{},
	}
}

// copy is the same files; what is replaced in the one stays in the other.
func (s *sources) copy() *sources {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &sources{
		dir: s.dir, within: s.within, warn: s.warn,
		overlay: maps.Clone(s.overlay), kept: maps.Clone(s.kept), given: maps.Clone(s.given),
	}
}

// Read returns the text of a file of the run, or why it cannot be looked at, in words for the user.
func (p *Project) Read(file discover.File) (*source.File, error) { return p.sources.read(file) }

// Source is the text at a reported path; nil when it cannot be read. Reports may quote it: it is remembered.
func (p *Project) Source(path string) *source.File { return p.sources.get(path) }

// Keep remembers a file that a report will quote.
func (p *Project) Keep(file *source.File) { p.sources.keep(file) }

// give lets files be read wherever they lie.
func (s *sources) give(list []discover.File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, file := range list {
		s.given[file.Path] = true
	}
}

// replace puts a file's new text in place of what is on disk.
func (s *sources) replace(file *source.File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.overlay == nil {
		s.overlay = map[string][]byte{}
	}
	s.overlay[file.Path] = file.Disk()
	s.kept[file.Path] = file
	s.shelf.Put(file.Path, file)
}

// read returns the text of a file that was given, or why it cannot be linted, in
// words for the user. Somebody may still have it: a notebook is asked for a handful of times.
func (s *sources) read(file discover.File) (*source.File, error) {
	s.mu.Lock()
	given, known := s.given[file.Path], s.shelf.Have(file.Path)
	s.mu.Unlock()
	if given && known != nil {
		return known, nil
	}
	read, err := s.readAnew(file)
	if given && err == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.shelf.Put(file.Path, read)
	}
	return read, err
}

func (s *sources) readAnew(file discover.File) (*source.File, error) {
	text, ok := s.overlay[file.Path]
	if !ok {
		var err error
		if text, err = files.Read(s.full(file)); err != nil {
			return nil, fmt.Errorf("not read: %w", files.Reason(err))
		}
	}
	return parse(file, text)
}

// raw is the text of a file of the project as it lies on the disk; nil when it cannot be read.
func (p *Project) raw(path string) []byte {
	p.sources.mu.Lock()
	text, ok := p.sources.overlay[path]
	p.sources.mu.Unlock()
	if ok {
		return text
	}
	text, err := files.Read(p.Full(path))
	if err != nil {
		return nil
	}
	return text
}

// glances gives the texts of files, each until the next call; nil for those that cannot be read.
func (s *sources) glances() func(discover.File) []byte {
	var reader files.Reader
	return func(file discover.File) []byte {
		if file.Kind == discover.Notebook {
			if read, err := s.read(file); err == nil {
				return read.Text
			}
			return nil
		}
		return s.glance(file, &reader)
	}
}

// glance is the text of a file as it lies on the disk, until the reader reads another one; nil when it cannot be read.
func (s *sources) glance(file discover.File, reader *files.Reader) []byte {
	s.mu.Lock()
	text, ok := s.overlay[file.Path]
	s.mu.Unlock()
	if ok {
		return text
	}
	text, err := reader.Read(s.full(file))
	if err != nil {
		return nil
	}
	return text
}

func parse(file discover.File, text []byte) (*source.File, error) {
	if file.Kind == discover.Notebook && len(text) > 0 {
		notebook, err := source.OpenNotebook(file.Path, text)
		if err != nil {
			return nil, err
		}
		return notebook.File, nil
	}
	read := source.New(file.Path, text)
	if valid, at := read.ValidUTF8(); !valid {
		return nil, fmt.Errorf("not UTF-8 text: byte 0x%02x on line %d; save it as UTF-8", text[at], read.LineOf(at))
	}
	return read, nil
}

func (s *sources) full(file discover.File) string {
	if file.Full != "" {
		return file.Full
	}
	full := filepath.FromSlash(file.Path)
	if filepath.IsAbs(full) {
		return full
	}
	return filepath.Join(s.dir, full)
}

// keep remembers a file that a report will quote.
func (s *sources) keep(file *source.File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[file.Path] = file
}

// get returns the file at a reported path, reading it if need be; nil when it
// cannot be read. One that was not given is read only within the roots: another
// file led to it.
func (s *sources) get(path string) *source.File {
	s.mu.Lock()
	defer s.mu.Unlock()
	if file := s.kept[path]; file != nil {
		return file
	}
	return s.shelf.Get(path, func() *source.File {
		file, err := s.open(discover.File{Path: path, Kind: discover.KindOf(path)})
		if err != nil {
			return nil
		}
		return file
	})
}

func (s *sources) open(file discover.File) (*source.File, error) {
	if _, overlaid := s.overlay[file.Path]; overlaid || s.given[file.Path] {
		return s.readAnew(file)
	}
	full := s.full(file)
	text, err := s.within.Read(full)
	if err != nil {
		if files.Refused(full, err) {
			s.warn(fmt.Sprintf("%s: not read: %v", file.Path, files.Reason(err)))
		}
		return nil, err
	}
	return parse(file, text)
}
