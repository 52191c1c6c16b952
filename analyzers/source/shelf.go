package source

import "weak"

// Shelf holds files by path for as long as somebody uses them. A project's pages, data and notebooks are looked at
// once, and are many times its code: a file that nobody refers to any more is read again by who asks for it next. The
// zero Shelf is empty. It is not safe for concurrent use.
type Shelf struct {
	files   map[string]weak.Pointer[File]
	missing map[string]bool
}

// Get is the file at a path, read by open if it is not at hand; nil when open gives nil, which is remembered.
func (s *Shelf) Get(path string, open func() *File) *File {
	if s.missing[path] {
		return nil
	}
	if file := s.Have(path); file != nil {
		return file
	}
	file := open()
	s.Put(path, file)
	return file
}

// Have is the file at a path as far as it is at hand; nil when it would have to be read.
func (s *Shelf) Have(path string) *File { return s.files[path].Value() }

// Put replaces what is at a path.
func (s *Shelf) Put(path string, file *File) {
	if s.files == nil {
		s.files, s.missing = map[string]weak.Pointer[File]{}, map[string]bool{}
	}
	if file == nil {
		delete(s.files, path)
		s.missing[path] = true
		return
	}
	delete(s.missing, path)
	s.files[path] = weak.Make(file)
}
