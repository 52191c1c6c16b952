package job

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Workspace is the project that jobs are looked for in. It is not for several
// goroutines at once.
type Workspace struct {
	// Paths are the files of the project, with '/', relative to its root.
	Paths []string
	// Starts are the files that jobs are looked for in; nil: all of Paths.
	Starts []string
	// Wants reports whether a job is asked for that a launcher starts with these words; script is the program, "" for a
	// tool. nil: every job is.
	Wants func(launcher, script string, words []launch.Word) bool
	// Open returns a file's content, nil when it cannot be read.
	Open func(path string) *source.File
	// Parse reads a script for this workspace alone; nil for python.ParseWithin.
	Parse func(file *source.File, meter *budget.Meter) (*python.Module, error)
	// Versions says which versions hold for a file; nil: read from Paths.
	Versions func(path string) *deps.Versions
	// GaveUp is told of files that are too complex, and why; may be nil.
	GaveUp func(path string, why *budget.Exceeded)
	// Loops: the training loops of jobs with several models of the project's own are asked for, not only those of one.
	Loops bool
	// Allowance is what all files together may cost; nil: one of its own.
	Allowance *budget.Allowance

	meter   *budget.Meter // of all modules; full again for each file that jobs are looked for in
	known   map[string]bool
	files   source.Shelf
	modules map[string]*parsed
	configs map[string]*config.Document
	imports map[string]string // the files behind dotted names, by folder and name; "" for none
	notes   map[noteKey]any
	skims   map[string]*python.Skim
	// importing tells which files a file imports, training which of them hold a training step: many scripts import one file.
	importing map[string][]string
	training  map[string]bool
	turn      int             // counts the files that jobs were looked for in
	latest    int             // the last turn in which a module was asked for
	parsed    int             // the length in bytes of the texts of modules
	names     map[string]bool // under which the project may be cloned
	words     words           // of the project's code
	// nothingNamed are the scripts that were run for the modules that they import by name, and that led to no training step.
	nothingNamed map[string]bool
	// giveAway are the files of it that open configs and may give them away whole.
	giveAway []string
	// wordless: there is too much code to ask for its words.
	wordless bool
	// entryPoints are the commands that installing the project makes.
	entryPoints map[string]entryPoint
	// registered are the files of classes that are put into registries, by name; nil until somebody asks.
	registered map[string][]string
	written    map[string]*config.Document // here-documents, by the path they are written to; nil for one that only the run may write
}

func (w *Workspace) prepare() {
	if w.known != nil {
		return
	}
	if w.meter = budget.New(); w.Allowance == nil {
		w.Allowance = budget.NewAllowance()
	}
	if w.Parse == nil {
		w.Parse = python.ParseWithin
	}
	w.known = make(map[string]bool, len(w.Paths))
	for _, p := range w.Paths {
		w.known[p] = true
	}
	w.modules = map[string]*parsed{}
	w.configs = map[string]*config.Document{}
	w.imports = map[string]string{}
	w.notes = map[noteKey]any{}
	w.skims = map[string]*python.Skim{}
	w.importing, w.training = map[string][]string{}, map[string]bool{}
	w.written = map[string]*config.Document{}
	if w.Versions == nil {
		w.Versions = deps.Read(w.Paths, w.file).For
	}
}

// starts are the files that jobs are looked for in, in the order of Paths.
func (w *Workspace) starts() []string {
	if w.Starts == nil {
		return w.Paths
	}
	var list []string
	for _, p := range w.Paths {
		if slices.Contains(w.Starts, p) {
			list = append(list, p)
		}
	}
	return list
}

func (w *Workspace) file(p string) *source.File {
	return w.files.Get(p, func() *source.File {
		if w.Open == nil {
			return nil
		}
		return w.Open(p)
	})
}

// parsed is the tree of a script, nil where there is none, and the turn in which it was last asked for.
type parsed struct {
	module *python.Module
	used   int
}

// Module is a parsed script of the project, nil when there is none at the path.
func (w *Workspace) Module(p string) *python.Module {
	if kept := w.modules[p]; kept != nil {
		kept.used, w.latest = w.turn, w.turn
		return kept.module
	}
	var m *python.Module
	if f := w.file(p); f != nil {
		var err error
		m, err = w.Parse(f, w.meter)
		w.gaveUp(p, err)
	}
	if m != nil {
		m.Everything = func(module, name string) string { return w.everything(module, p, name, map[string]bool{}) }
	}
	w.modules[p], w.latest = &parsed{m, w.turn}, w.turn
	if m != nil {
		w.parsed += len(m.File.Text)
	}
	return m
}

// maxParsed bounds the texts, in bytes, of the trees that are kept for other jobs: a tree is some thirty times as large.
const maxParsed = 3 << 20

// forget lets go of the trees that were asked for longest ago when there are too many; what the last job read is kept,
// however much that is: the next one mostly reads the same.
func (w *Workspace) forget() {
	if w.parsed <= maxParsed {
		return
	}
	paths := slices.SortedFunc(maps.Keys(w.modules), func(a, b string) int {
		return cmp.Or(w.modules[a].used-w.modules[b].used, strings.Compare(a, b))
	})
	for _, p := range paths {
		kept := w.modules[p]
		if w.parsed <= maxParsed*3/4 || kept.used >= w.latest {
			return
		}
		if kept.module != nil {
			w.parsed -= len(kept.module.File.Text)
			delete(w.modules, p)
		}
	}
}

// within looks for jobs in a file as long as that is not too complex: the jobs that were
// found until then are good, and so are those of other files.
func (w *Workspace) within(p string, look func()) {
	w.meter.Refill()
	w.forget()
	w.turn++
	var err error
	defer func() { w.gaveUp(p, err) }()
	defer budget.Catch(&err)
	look()
}

func (w *Workspace) gaveUp(p string, err error) {
	var why *budget.Exceeded
	if errors.As(err, &why) && w.GaveUp != nil {
		w.GaveUp(p, why)
	}
}

// Refill lets the questions about a job begin with a full budget.
func (w *Workspace) Refill() { w.meter.Refill() }

// exists reports whether there is a file. One that is not among Paths counts
// too: a script that is linted alone still reads its config.
func (w *Workspace) exists(p string) bool { return w.known[p] || w.file(p) != nil }

func (w *Workspace) config(p string) *config.Document {
	if d, ok := w.configs[p]; ok {
		return d
	}
	var d *config.Document
	if here, ok := w.written[p]; ok {
		d = here
	} else if w.exists(p) {
		f := w.file(p)
		if _, ok := config.FormatOf(p); ok && f != nil { // it may have been given up
			d = config.Parse(f)
		}
	}
	w.configs[p] = d
	return d
}

// Config finds the config file that a word of a command line names.
func (w *Workspace) Config(c *launch.Command, word launch.Word) *config.Document {
	if _, ok := config.FormatOf(word.Text); !ok {
		return nil
	}
	for _, p := range append(w.candidates(c, word.Text), w.elsewhere(word.Text)...) {
		if d := w.config(p); d != nil {
			return d
		}
	}
	if c.OfPage && knowledge.IsTellingName(path.Base(word.Text)) {
		return w.onlyConfig(path.Base(word.Text))
	}
	return nil
}

// onlyConfig is the one config of the project with that name: who reads a page has copied it beside the command.
func (w *Workspace) onlyConfig(name string) *config.Document {
	found := ""
	for _, p := range w.Paths {
		if path.Base(p) == name {
			if found != "" {
				return nil
			}
			found = p
		}
	}
	if found == "" {
		return nil
	}
	return w.config(found)
}

// ConfigAt finds a config that is named inside the file at from.
func (w *Workspace) ConfigAt(name, from string) *config.Document {
	for _, p := range w.around(name, from) {
		if d := w.config(p); d != nil {
			return d
		}
	}
	return nil
}

// candidates are the paths that a word of a command may mean, the most likely
// first: where the script changed to, the project's root, the script's folder
// and the folders above it. Nobody says from where a launcher is started.
func (w *Workspace) candidates(c *launch.Command, name string) []string {
	var list []string
	if c.Dir != "" {
		list = append(list, w.around(path.Join(c.Dir, name), c.File.Path)...)
	}
	near := append(w.around(name, c.File.Path), w.below(name)...)
	if c.OfPage && len(near) > 1 { // a page in a folder speaks of that folder
		near = append(near[1:], near[0])
	}
	return append(list, near...)
}

// named is the file that a word of a command means, nil for none of the project's.
func (w *Workspace) named(c *launch.Command, word string) *source.File {
	for _, p := range w.candidates(c, word) {
		if w.exists(p) {
			return w.file(p)
		}
	}
	return nil
}

// below are the places in this project that an absolute path may mean: what stands behind the name under which the project
// is cloned, as /content/NAME/train.py.
func (w *Workspace) below(name string) (list []string) {
	if name == "" || !strings.ContainsRune("/$~", rune(name[0])) {
		return nil
	}
	parts := strings.Split(path.Clean(name), "/")
	for i := len(parts) - 2; i > 0; i-- {
		if w.isNamed(parts[i]) {
			list = append(list, path.Join(parts[i+1:]...))
		}
	}
	return list
}

// isNamed reports whether a page or notebook at the top of the project speaks of a repository of that name, to clone it.
func (w *Workspace) isNamed(name string) bool {
	if w.names == nil {
		w.names = map[string]bool{}
		for _, p := range w.Paths {
			if !strings.Contains(p, "/") && (launch.IsPage(p) || launch.IsNotebook(p)) && w.file(p) != nil {
				for _, name := range knowledge.ClonedNames(w.file(p).Disk()) {
					w.names[name] = true
				}
			}
		}
	}
	return w.names[name]
}

// around are the places of a path that is written in a file: the root, the
// file's own folder and those above it. The head of a path whose variable is not
// known ("${ROOT}/configs/a.yaml") is cut off.
func (w *Workspace) around(name, from string) []string {
	if i := strings.LastIndexByte(name, '}'); i >= 0 && strings.HasPrefix(name, "$") {
		name = strings.TrimPrefix(name[i+1:], "/")
	} else if strings.HasPrefix(name, "$") {
		_, name, _ = strings.Cut(name, "/")
	}
	if name == "" {
		return nil
	}
	name = strings.TrimPrefix(path.Clean(name), "/")
	list := []string{name}
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		p := path.Join(dir, name)
		if !slices.Contains(list, p) && !strings.HasPrefix(p, "..") {
			list = append(list, p)
		}
		if dir == "." || dir == "/" {
			return list
		}
	}
}

// script finds the Python file that a launch names, and the folder to which a page leaves it to the reader to go first, "" for none:
// the command's other files lie there, too.
func (w *Workspace) script(l *launch.Launch) (file, folder string) {
	name := l.Target.Text
	if l.Program == launch.PythonModule {
		if found := w.moduleFile(l.Command, name); found != "" || !strings.Contains(name, ".") {
			return found, ""
		}
		return w.insideFolder(l.Command, strings.ReplaceAll(name, ".", "/")+".py")
	}
	for _, p := range append(w.candidates(l.Command, name), w.elsewhere(name)...) {
		if w.exists(p) {
			return p, ""
		}
	}
	switch {
	case !l.Command.OfPage:
	case !strings.Contains(name, "/"):
		return w.only(name), ""
	case !path.IsAbs(name) && !strings.Contains(name, ".."):
		return w.insideFolder(l.Command, path.Clean(name))
	}
	return "", ""
}

// insideFolder is the one file of the project whose path ends so, and the folder that stands before: a page says what to run inside of
// a folder. "" where there is none or several.
func (w *Workspace) insideFolder(c *launch.Command, name string) (file, folder string) {
	if !c.OfPage || c.Dir != "" {
		return "", ""
	}
	for _, p := range w.Paths {
		switch {
		case !strings.HasSuffix(p, "/"+name):
		case file != "":
			return "", ""
		default:
			file = p
		}
	}
	return file, strings.TrimSuffix(file, "/"+name)
}

// only is the one file of the project that is called so, "" where there is none or several: a page says what to run, and
// leaves it to the reader to go there.
func (w *Workspace) only(name string) (found string) {
	for _, p := range w.Paths {
		switch {
		case path.Base(p) != name:
		case found != "":
			return ""
		default:
			found = p
		}
	}
	return found
}

// elsewhere are the places in this project that a path means which does not lead anywhere from here: on the machine where a
// launcher was written the project lay in another folder, /cluster/me/scripts/train_lora.py, or some folders lower. What its
// last folder and its name say together is hardly a coincidence; train.py in src is one.
func (w *Workspace) elsewhere(name string) (list []string) {
	parts := strings.Split(strings.Trim(path.Clean(name), "/"), "/")
	for i := 1; i < len(parts)-1; i++ {
		rest := parts[i:]
		if len(rest) >= tellingFolders || knowledge.IsTellingName(rest[len(rest)-1]) {
			list = append(list, path.Join(rest...))
		}
	}
	if len(parts) == 2 && !path.IsAbs(name) && knowledge.IsTellingName(parts[1]) && !w.hasFolder(parts[0]) { // the folder of the project itself
		list = append(list, parts[1])
	}
	return list
}

// hasFolder reports whether a folder lies at the top of the project.
func (w *Workspace) hasFolder(name string) bool {
	return slices.ContainsFunc(w.Paths, func(p string) bool { return strings.HasPrefix(p, name+"/") })
}

// tellingFolders are so many parts of a path that two projects hardly share them.
const tellingFolders = 4

// moduleFile finds pkg.train below the usual roots.
func (w *Workspace) moduleFile(c *launch.Command, name string) string {
	file := strings.ReplaceAll(name, ".", "/")
	for _, root := range []string{"", "src/"} {
		for _, end := range []string{".py", "/__main__.py"} {
			for _, p := range w.candidates(c, root+file+end) {
				if w.exists(p) {
					return p
				}
			}
		}
	}
	return ""
}

// imported is the module of the project behind a dotted name in the file at
// from; nil when the name is a library's.
func (w *Workspace) imported(dotted, from string) *python.Module {
	if found := w.locate(dotted, from); found != "" {
		return w.Module(found)
	}
	return nil
}

// shadowed reports whether a file beside a script has the name of a library: Python looks there first, in a folder that is no
// package.
func (w *Workspace) shadowed(root, dir string) bool {
	return w.known[path.Join(dir, root+".py")] && !w.known[path.Join(dir, "__init__.py")]
}

// ownPackage reports whether a name that is a library's and one that people give their own folders, datasets, means the folder in
// the file at from: Python has it before the library where the program was started, which is the file's folder or one around it.
// Nothing in the file tells of the library.
func (w *Workspace) ownPackage(root, from string) bool {
	if !knowledge.NamesOwnPackages(root) {
		return false
	}
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		if init := path.Join(dir, root, "__init__.py"); w.known[init] && !w.known[path.Join(dir, "__init__.py")] {
			f := w.file(from)
			return f != nil && init != from && !knowledge.UsesLibraryOf(root, f.Text)
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

// locate is the file behind a dotted name in the file at from, "" when the name is a library's.
func (w *Workspace) locate(dotted, from string) string {
	if root, _, _ := strings.Cut(dotted, "."); knowledge.IsLibrary(root) && !w.shadowed(root, path.Dir(from)) && !w.ownPackage(root, from) {
		return ""
	}
	key := path.Dir(from) + ":" + dotted
	found, known := w.imports[key]
	if !known {
		for _, p := range python.ModulePaths(dotted, from) {
			if w.known[p] {
				found = p
				break
			}
		}
		if found == "" {
			found = w.behindPath(dotted, from)
		}
		w.imports[key] = found
	}
	return found
}

// behindPath is the file behind a dotted name in a folder that the file at from puts on Python's path.
func (w *Workspace) behindPath(dotted, from string) string {
	f := w.file(from)
	if f == nil || strings.HasPrefix(dotted, ".") || !bytes.Contains(f.Text, []byte("sys.path")) {
		return ""
	}
	for _, folder := range knowledge.PathsAdded(f.Text) {
		for _, p := range python.ModulePaths(path.Join(folder, strings.ReplaceAll(dotted, ".", "/")), from) {
			if w.known[p] {
				return p
			}
		}
	}
	return ""
}

// skim is a glance at a file, nil when it cannot be read.
func (w *Workspace) skim(p string) *python.Skim {
	s, known := w.skims[p]
	if !known {
		if f := w.file(p); f != nil {
			s = python.SkimOf(f.Text)
			w.meter.Spend(len(f.Text) / 64)
		}
		w.skims[p] = s
	}
	return s
}

// importsOf are the files of the project that a file imports, in the order of its import statements.
func (w *Workspace) importsOf(p string) []string {
	list, known := w.importing[p]
	if !known {
		list = slices.Clip(w.importsIn(p))
		w.importing[p] = list
	}
	return list
}

// importsIn is importsOf without its memory.
func (w *Workspace) importsIn(p string) (list []string) {
	s := w.skim(p)
	if s == nil {
		return nil
	}
	for _, i := range s.Imports {
		for _, dotted := range i.Paths {
			found := w.locate(dotted, p)
			if found == "" {
				found = w.shownBy(dotted, p, maxShown)
			}
			if found != "" && found != p && !slices.Contains(list, found) {
				list = append(list, found)
			}
		}
	}
	return list
}

// maxShown bounds through how many packages a name is followed to the file that binds it.
const maxShown = 3

// shownBy is the file from which a package has a name that the file at from imports out of it: `from .net import Net` in its
// __init__.py. "" when it is not to be seen.
func (w *Workspace) shownBy(dotted, from string, depth int) string {
	at := strings.LastIndexByte(dotted, '.')
	if at <= 0 || depth == 0 {
		return ""
	}
	module, name := dotted[:at], dotted[at+1:]
	if strings.Trim(module, ".") == "" {
		module = dotted[:at+1] // from . import Net
	}
	file := w.locate(module, from)
	if path.Base(file) != "__init__.py" || file == from {
		return ""
	}
	s := w.skim(file)
	if s == nil {
		return ""
	}
	for _, i := range s.Imports {
		for _, inner := range i.Paths {
			switch owner, last := ownerOf(inner); {
			case last == name && owner != "":
				if found := w.locate(inner, file); found != "" {
					return found
				}
				if found := w.locate(owner, file); found != "" && found != file && path.Base(found) != "__init__.py" {
					return found
				}
				return w.shownBy(inner, file, depth-1)
			case len(i.Paths) == 1: // it may import everything
				if found := w.locate(inner, file); found != "" && found != file && defines(w.file(found), name) {
					return found
				}
			}
		}
	}
	return ""
}

// ownerOf splits a dotted name at its last dot; the dots of a relative one stay with what stands before.
func ownerOf(dotted string) (owner, last string) {
	at := strings.LastIndexByte(dotted, '.')
	if at < 0 {
		return "", dotted
	}
	if owner = dotted[:at]; strings.Trim(owner, ".") == "" {
		owner = dotted[:at+1]
	}
	return owner, dotted[at+1:]
}

// defines reports whether a file defines a function or a class of a name, by a glance at its text.
func defines(f *source.File, name string) bool {
	return f != nil && (bytes.Contains(f.Text, []byte("class "+name)) || bytes.Contains(f.Text, []byte("def "+name+"(")))
}

// noteKey is a file and what was noted of it.
type noteKey struct {
	file string
	key  any
}

// note is what make says of a file, worked out once: it holds nothing of the tree.
func (w *Workspace) note(file string, key any, make func(*python.Module) any) any {
	at := noteKey{file, key}
	note, known := w.notes[at]
	if !known {
		if m := w.Module(file); m != nil {
			note = make(m)
		}
		w.notes[at] = note
	}
	return note
}
