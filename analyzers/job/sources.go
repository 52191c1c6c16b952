package job

import (
	"cmp"
	"maps"
	"path"
	"slices"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/imports"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Sources are the modules of a job's project, each the same one as often as it is asked for. They are not for several
// goroutines at once, and hold the trees of what was asked for.
type Sources struct {
	w      *Workspace
	held   map[string]*python.Module
	launch *launch.Launch // how the script is started; nil where nobody knows
	script string
	sizes  []*Size
}

// Sources are the modules of the project that the job's script may import; nil for a job without a script.
func (j *Job) Sources() *Sources {
	p := cmp.Or(j.Program, j.source)
	if p == nil {
		return nil
	}
	started := p
	if j.Entry != nil { // what trains stands in a module that the script imports
		started = j.Entry
	}
	return &Sources{
		w:      p.run.w,
		held:   map[string]*python.Module{},
		launch: j.Launch,
		script: started.File().Path,
		sizes:  j.sizes,
	}
}

// Script is the file of the script that is started.
func (s *Sources) Script() string { return s.script }

// Text is the content of a file of the project that the script means by a path: from where the launcher is, else from
// the top of the project or where the script is, if only one of them has such a file.
func (s *Sources) Text(name string) []byte {
	if s.w.Open == nil {
		return nil
	}
	if s.launch != nil {
		for _, at := range s.w.candidates(s.launch.Command, name) {
			if file := s.w.Open(at); file != nil {
				return file.Text
			}
		}
	}
	top, beside := s.w.Open(name), (*source.File)(nil)
	if at := path.Join(path.Dir(s.script), name); at != name {
		beside = s.w.Open(at)
	}
	switch {
	case top != nil && beside != nil:
		return nil
	case top != nil:
		return top.Text
	case beside != nil:
		return beside.Text
	}
	return nil
}

// Find is the module of the project behind a dotted name in the file at from, and its name.
func (s *Sources) Find(dotted, from string) (*python.Module, string) {
	file := s.w.locate(dotted, from)
	if file == "" {
		return nil, ""
	}
	return s.Module(file)
}

// Module is the module in a file, and its name; nil when it cannot be read.
func (s *Sources) Module(file string) (*python.Module, string) {
	m, known := s.held[file]
	if !known {
		m = s.w.Module(file)
		s.held[file] = m
	}
	if m == nil {
		return nil, ""
	}
	return m, imports.Name(file)
}

// cheap is how many steps of an exact run cost what one does that looks names up.
const cheap = 4

// Within does something that is paid for by what the project may cost, and by what a job may. allowed takes steps of an
// exact run off both, and says whether there were so many left.
func (s *Sources) Within(do func(allowed func(steps int) bool)) {
	s.w.meter.Refill()
	var err error
	defer budget.Catch(&err)
	do(s.allowed)
}

// Roomy reports whether more than half of what the project may cost is left.
func (s *Sources) Roomy() bool { return s.w.Allowance.Roomy() }

// Ample reports whether more than three quarters of it is left.
func (s *Sources) Ample() bool { return s.w.Allowance.Ample() }

func (s *Sources) allowed(steps int) bool {
	var err error
	func() {
		defer budget.Catch(&err)
		s.w.meter.Spend(steps / cheap)
	}()
	return err == nil && s.w.Allowance.Take(steps/cheap)
}

// Late is where a module that was looked at registers parameters outside of a constructor: a model may have more of
// them once it has run. The zero Place when none does.
func (s *Sources) Late() Place {
	for _, file := range slices.Sorted(maps.Keys(s.held)) {
		m := s.held[file]
		if m == nil {
			continue
		}
		for _, c := range m.AllCalls() {
			if f := python.EnclosingFunction(c); c.MethodName() == "register_parameter" && f != nil && f.Name != "__init__" {
				return Place{File: m.File, Span: c.Span()}
			}
		}
	}
	return Place{}
}
