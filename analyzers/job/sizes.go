package job

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Size is what somebody says of an expression of a job whose value only data tells.
type Size struct {
	// Name is how the code writes the expression, or the variable that it is assigned to.
	Name string
	// Path is the end of the path of its file, Line its line; "" and 0: wherever it stands.
	Path string
	Line int
	// Text is what is said: 10, 20:int64 or 1000x24.
	Text string
	// At are the expressions that a variable of the name turned out to be.
	At []At
	// From is who says it: a flag, or a place in the settings.
	From string

	mu        sync.Mutex
	taken     bool
	otherwise *Otherwise
}

// Otherwise is what a program itself says in the place of a size, and where.
type Otherwise struct {
	What, Path string
	Line       int
}

// ParseSize reads NAME=SIZE, where PATH:LINE: may stand before the name.
func ParseSize(text string) (*Size, error) {
	at := strings.LastIndexByte(text, '=')
	if at < 1 || at == len(text)-1 {
		return nil, fmt.Errorf(
			"%q says no size: write NAME=NUMBER or NAME=SHAPE, such as num_classes=10 or features=1000x24",
			text,
		)
	}
	s := &Size{Text: strings.TrimSpace(text[at+1:])}
	s.Call(strings.TrimSpace(text[:at]))
	return s, nil
}

// Call gives it its name, where PATH:LINE: may stand before.
func (s *Size) Call(name string) {
	s.Name = name
	path, rest, _ := strings.Cut(name, ":")
	line, called, placed := strings.Cut(rest, ":")
	if n, err := strconv.Atoi(line); placed && err == nil && n > 0 && strings.HasSuffix(path, ".py") {
		s.Path, s.Line, s.Name = path, n, strings.TrimSpace(called)
	}
}

// Same reports whether two are about the same.
func (s *Size) Same(other *Size) bool {
	return s.Name == other.Name && s.Path == other.Path && s.Line == other.Line
}

// again is it for another job, which may not need it.
func (s *Size) again() *Size {
	return &Size{Name: s.Name, Path: s.Path, Line: s.Line, Text: s.Text, From: s.From}
}

// Take notes that the job needs it.
func (s *Size) Take() {
	s.mu.Lock()
	s.taken = true
	s.mu.Unlock()
}

// Refuse notes that the program itself says something else there.
func (s *Size) Refuse(what, path string, line int) {
	s.mu.Lock()
	s.otherwise = &Otherwise{what, path, line}
	s.mu.Unlock()
}

// Outcome is whether the job needed it and, where it did not, what its program itself says in its place.
func (s *Size) Outcome() (taken bool, otherwise *Otherwise) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken, s.otherwise
}

// String is how it is written, with its name.
func (s *Size) String() string { return s.Called() + "=" + s.Text }

// Called is its name, with its place where that was said.
func (s *Size) Called() string {
	if s.Line > 0 {
		return fmt.Sprintf("%s:%d:%s", s.Path, s.Line, s.Name)
	}
	return s.Name
}

// Supposing does something while more is said of the job's data, to see what else would have to be said.
func (j *Job) Supposing(list []*Size, do func()) {
	said, asked := j.sizes, j.supposing
	j.sizes, j.supposing = slices.Clone(said), true
	for _, s := range list {
		j.sizes = append(j.sizes, s.again())
	}
	do()
	j.sizes, j.supposing = said, asked
}

// Supposes reports whether somebody looks for what would have to be said of its data.
func (j *Job) Supposes() bool { return j.supposing }

// Crowded are datasets of which runs of the job have found out that their items may be made in very many ways; runs
// that follow may write into it.
func (j *Job) Crowded() map[string]bool {
	if j.crowded == nil {
		j.crowded = map[string]bool{}
	}
	return j.crowded
}

// Bind finds out which expressions the variables are that something is said of, once.
func (j *Job) Bind(do func()) {
	if j.bound || len(j.sizes) == 0 {
		return
	}
	j.bound = true
	do()
}

// Sizes are what is said of the job's data.
func (j *Job) Sizes() []*Size { return j.sizes }

// Size says more of the job's data; what is said of the same thing before no longer holds.
func (j *Job) Size(list []*Size) {
	for _, s := range list {
		j.sizes = slices.DeleteFunc(j.sizes, s.Same)
		j.sizes = append(j.sizes, s.again())
	}
}

// Sizes are what is said of the job's data.
func (s *Sources) Sizes() []*Size { return s.sizes }
