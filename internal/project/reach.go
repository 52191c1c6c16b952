package project

import (
	"bytes"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/files"
)

// reach finds, from some files backwards, the launchers, scripts and configs that may lead to them: one file that
// changed takes part in a handful of jobs, and the hundreds of others of its repository need not be put together to
// know that.
// It looks at names in texts alone, and would rather follow a name too many: what it leaves out can mention none.
type reach struct {
	project  *Project
	files    []discover.File
	paths    []string          // of files, as the project names them
	python   map[string]bool   // the Python files of the project
	texts    map[string][]byte // of launchers and configs
	about    map[string]bool   // what is asked about
	reached  map[string]bool   // where jobs are looked for
	calledSo map[string]int    // how many files of the project are called so
	// commands are the names under which the project installs a file, by its path.
	commands map[string][][]byte
	names    map[string]*needle // of what was reached
}

// mostReached bounds what is followed: behind that it is as quick to put everything together.
const mostReached = 200

// mostMentioning is the size, in bytes, of the largest config that is looked into: what is larger is data.
const mostMentioning = 1 << 20

// starts are the files in which the jobs that some files take part in may start; nil when that may be anywhere.
func (p *Project) starts(r *Root, about []string) *reach {
	if len(about) > mostReached {
		return nil
	}
	s, level := p.reachOf(r, about)
	for len(level) > 0 {
		if level = s.leading(level); len(s.reached) > mostReached {
			return nil
		}
		s.name(level)
	}
	s.addWriters()
	return s
}

// reachOf is a reach that follows nothing yet, and the files that it begins with.
func (p *Project) reachOf(r *Root, about []string) (*reach, []*needle) {
	s := &reach{
		project: p, files: p.launchFiles(r), python: map[string]bool{}, texts: map[string][]byte{},
		reached: map[string]bool{},
		about:   map[string]bool{}, calledSo: map[string]int{}, names: map[string]*needle{},
	}
	for _, file := range s.files {
		at := r.Path(file.Full)
		s.paths = append(s.paths, at)
		s.calledSo[path.Base(at)]++
		if file.Kind.IsPython() {
			s.python[at] = true
		}
	}
	s.commands = p.installs(r, s.paths)
	var level []*needle
	for _, at := range about {
		n := newNeedle(at)
		n.commands, n.only = s.commands[at], s.calledSo[n.base] == 1
		n.engine = n.kind.IsConfig() && bytes.Contains(p.raw(p.ReportedIn(r, at)), []byte("distributed_type"))
		n.imported = s.python[at] && mayTrain(p.raw(p.ReportedIn(r, at)))
		level = append(level, n)
		s.about[at], s.reached[at] = true, true
	}
	s.name(level)
	return s, level
}

func (s *reach) name(level []*needle) {
	for _, n := range level {
		s.names[n.path] = n
	}
}

// list are the files that were reached, sorted.
func (s *reach) list() []string {
	list := make([]string, 0, len(s.reached))
	for at := range s.reached {
		list = append(list, at)
	}
	slices.Sort(list)
	return list
}

// wants reports whether a command of a launcher may lead to what was reached; script is the program that it starts.
func (s *reach) wants(launcher, script string, words []launch.Word) bool {
	if s.about[launcher] || s.reached[script] {
		return true
	}
	for _, word := range words {
		for _, n := range s.names {
			if n.inText([]byte(word.Text), anywhere) {
				return true
			}
		}
	}
	return false
}

// leading finds the files that lead to a level and adds them to what was reached. Those that others may lead to in turn
// are the next level.
func (s *reach) leading(level []*needle) []*needle {
	s.readTexts()
	intoPython := slices.ContainsFunc(level, func(n *needle) bool { return n.imported || n.kind.IsConfig() })
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	found := make([]*needle, len(s.files))
	const bunch = 64
	for from := 0; from < len(s.files); from += bunch {
		group.Go(func() error {
			reader := readers.Get().(*files.Reader)
			defer readers.Put(reader)
			for i := from; i < min(from+bunch, len(s.files)); i++ {
				if !s.reached[s.paths[i]] && (intoPython || !s.files[i].Kind.IsPython()) {
					found[i] = s.leads(i, level, reader)
				}
			}
			return nil
		})
	}
	_ = group.Wait() // nothing in it fails
	var next []*needle
	for i, by := range found {
		if by == nil {
			continue
		}
		s.reached[s.paths[i]] = true
		n := newNeedle(s.paths[i])
		n.commands, n.only = s.commands[n.path], s.calledSo[n.base] == 1
		n.imported = n.kind.IsPython()
		if n.imported || n.kind == discover.Shell || n.kind.IsConfig() && by.kind.IsConfig() {
			next = append(next, n)
		}
	}
	return next
}

// readers are for those who look at many files.
var readers = sync.Pool{New: func() any { return new(files.Reader) }}

func (s *reach) readTexts() {
	if len(s.texts) > 0 {
		return
	}
	for i, file := range s.files {
		if !file.Kind.IsPython() {
			text := s.project.raw(file.Path)
			if len(text) > mostMentioning {
				text = nil
			}
			s.texts[s.paths[i]] = text
		}
	}
}

// leads is the file of a level that another may lead to; nil without one.
func (s *reach) leads(i int, level []*needle, reader *files.Reader) *needle {
	if !s.files[i].Kind.IsPython() {
		text := s.texts[s.paths[i]]
		dir, page := path.Dir(s.paths[i]), launch.IsPage(s.paths[i])
		return first(level, func(n *needle) bool {
			if page && n.kind.IsPython() { // its prose is full of words that are files, too
				return n.named(text, dir) || n.command(text) || n.asModule(text) ||
					bytes.Contains(text, []byte("}"+path.Ext(n.path)))
			}
			return n.inText(text, dir)
		})
	}
	if job.IsTest(s.paths[i]) {
		return nil
	}
	text := s.project.sources.glance(s.files[i], reader)
	imports := false
	if n := first(level, func(n *needle) bool {
		stands := pattern.Contains(text, n.stem)
		imports = imports || stands && n.imported
		return n.openedIn(text, path.Dir(s.paths[i]), stands) || n.engine && pattern.Contains(text, "Accelerator")
	}); n != nil {
		return n
	}
	if !imports {
		return nil
	}
	if s.files[i].Kind == discover.Notebook { // its text on the disk holds the cells, and is none
		file, err := s.project.sources.read(s.files[i])
		if err != nil {
			return nil
		}
		text = file.Text
	}
	for _, module := range python.Imports(text) {
		if n := s.names[s.fileOf(module, s.paths[i])]; n != nil && n.imported {
			return n
		}
	}
	return nil
}

// fileOf is the file of the project behind an imported module; "" for a library's.
func (s *reach) fileOf(module, from string) string {
	for _, candidate := range python.ModulePaths(module, from) {
		if s.python[candidate] {
			return candidate
		}
	}
	return ""
}

func first(level []*needle, is func(*needle) bool) *needle {
	if at := slices.IndexFunc(level, is); at >= 0 {
		return level[at]
	}
	return nil
}

// addWriters adds the launchers that write a config with a here-document which something reached may read.
func (s *reach) addWriters() {
	var read [][]byte
	for at := range s.reached {
		if text := s.texts[at]; text != nil {
			read = append(read, text)
		}
	}
	for at, text := range s.texts {
		if s.reached[at] || !bytes.Contains(text, []byte("<<")) {
			continue
		}
		for _, name := range configNames(text) {
			if slices.ContainsFunc(read, func(other []byte) bool { return bytes.Contains(other, name) }) {
				s.reached[at] = true
			}
		}
	}
}

// configNames are the words of a text that end like the name of a config, without their folders.
func configNames(text []byte) (names [][]byte) {
	between := func(r rune) bool { return strings.ContainsRune(" \t\r\n\"'=<>;|&()/", r) }
	for _, word := range bytes.FieldsFunc(text, between) {
		if discover.KindOf(string(word)).IsConfig() {
			names = append(names, word)
		}
	}
	return names
}

// mayTrain reports whether a Python text may hold a training step: those who import it may be programs that train.
func mayTrain(text []byte) bool {
	return bytes.Contains(text, []byte("Trainer")) || bytes.Contains(text, []byte("Fabric")) || callsBackward(text)
}

// callsBackward tells loss.backward() from `def backward(ctx, grad):` and from functions whose names end so.
func callsBackward(text []byte) bool {
	word := []byte("backward(")
	for {
		at := bytes.Index(text, word)
		if at < 0 {
			return false
		}
		before := bytes.TrimRight(text[:at], " \t")
		if (at == 0 || !wordByte(text[at-1])) && !bytes.HasSuffix(before, []byte("def")) {
			return true
		}
		text = text[at+len(word):]
	}
}

// needle is a file as others name it.
type needle struct {
	path     string
	kind     discover.Kind
	base     string // train.py
	stem     string // train; of a package its folder
	imported bool   // who imports it leads to it
	only     bool   // no other file of the project is called so
	engine   bool   // an accelerate config: it is joined with the scripts beside it that make an Accelerator
	commands [][]byte
}

// installs are the names of the commands that installing a project makes, by the files that they run.
func (p *Project) installs(r *Root, paths []string) map[string][][]byte {
	out := map[string][][]byte{}
	names := job.Installed(paths, func(path string) *source.File {
		text := p.raw(p.ReportedIn(r, path))
		if text == nil {
			return nil
		}
		return source.New(path, text)
	})
	for name, file := range names {
		out[file] = append(out[file], []byte(name))
	}
	return out
}

func newNeedle(at string) *needle {
	base := path.Base(at)
	stem := strings.TrimSuffix(base, path.Ext(base))
	if stem == "__init__" || stem == "__main__" {
		stem = path.Base(path.Dir(at))
	}
	return &needle{path: at, kind: discover.KindOf(at), base: base, stem: stem}
}

// inText reports whether a command, a launcher or a config may name the file.
func (n *needle) inText(text []byte, dir string) bool {
	if n.named(text, dir) || n.command(text) {
		return true
	}
	if !n.kind.IsPython() && !n.kind.IsConfig() {
		return false
	}
	return n.asWord(text, func(byte) bool { return true }) || composes(text, path.Ext(n.path))
}

// command reports whether a text holds the name of a command that runs the file.
func (n *needle) command(text []byte) bool {
	return slices.ContainsFunc(n.commands, func(name []byte) bool { return bytes.Contains(text, name) })
}

// asModule reports whether a text may start the file as a module: python -m package.train.
func (n *needle) asModule(text []byte) bool {
	for line := range bytes.Lines(text) {
		if pattern.Contains(line, n.stem) && bytes.Contains(line, []byte("-m")) &&
			n.asWord(line, func(byte) bool { return true }) {
			return true
		}
	}
	return false
}

// openedIn reports whether a program may open the config by its name, with or without what it ends with, or start the
// script by it; stands says whether the file's stem stands anywhere in the text.
func (n *needle) openedIn(text []byte, dir string, stands bool) bool {
	stands = stands || !strings.HasPrefix(n.base, n.stem) // a package's __init__.py
	if !n.kind.IsConfig() {
		return stands && n.kind.IsPython() && n.named(text, dir)
	}
	if stands && pattern.Contains(text, n.base) {
		return true
	}
	quoted := func(next byte) bool { return next == '"' || next == '\'' }
	return stands && n.asWord(text, quoted) || composes(text, path.Ext(n.path))
}

// asWord finds the stem as a word of its own.
func (n *needle) asWord(text []byte, before func(next byte) bool) bool {
	for {
		at := pattern.Index(text, n.stem)
		if at < 0 {
			return false
		}
		end := at + len(n.stem)
		next := byte('\n')
		if end < len(text) {
			next = text[end]
		}
		if (at == 0 || !wordByte(text[at-1])) && !wordByte(next) && before(next) {
			return true
		}
		text = text[end:]
	}
}

// composes reports whether a text puts file names of an extension together: ${NAME}.yaml, f"{name}.yaml", "%s.yaml",
// name + ".yaml", $NAME.yaml.
func composes(text []byte, ext string) bool {
	for {
		at := pattern.Index(text, ext)
		if at < 0 {
			return false
		}
		if at == 0 || composed(text[:at]) {
			return true
		}
		text = text[at+len(ext):]
	}
}

func composed(before []byte) bool {
	last := before[len(before)-1]
	switch {
	case strings.IndexByte("}\"')`", last) >= 0:
		return true
	case len(before) > 1 && (last == 's' || last == 'd') && before[len(before)-2] == '%':
		return true
	}
	for i := len(before) - 1; i >= 0; i-- {
		if before[i] == '$' || before[i] == '}' {
			return true
		}
		if !wordByte(before[i]) && before[i] != '-' && before[i] != '.' {
			return false
		}
	}
	return false
}
