package deps

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/source"
)

// reader reads one kind of dependency file.
type reader struct {
	match func(base string) bool
	read  func(*collector)
}

func named(names ...string) func(string) bool {
	return func(base string) bool { return slices.Contains(names, base) }
}

// readers by file name, the first that matches.
var readers = []reader{
	{named("pyproject.toml"), readPyproject},
	{named("uv.lock", "poetry.lock", "pdm.lock"), readTOMLLock},
	{named("Pipfile.lock"), readPipfileLock},
	{named("Pipfile"), readPipfile},
	{named("setup.cfg"), readSetupCfg},
	{named("setup.py"), readSetupPy},
	{isConda, readConda},
	{isRequirements, readRequirements},
}

func isConda(base string) bool {
	ext := path.Ext(base)
	if ext != ".yml" && ext != ".yaml" {
		return false
	}
	base = strings.ToLower(strings.TrimSuffix(base, ext))
	return strings.HasPrefix(base, "conda") || strings.HasSuffix(base, "env") || strings.HasPrefix(base, "env_") ||
		strings.HasPrefix(base, "env-") ||
		slices.ContainsFunc([]string{"environment", "requirements"}, func(word string) bool {
			return strings.Contains(base, word)
		})
}

func isRequirements(base string) bool {
	base = strings.ToLower(base)
	return (strings.HasSuffix(base, ".txt") || strings.HasSuffix(base, ".in")) && strings.Contains(base, "requirement")
}

// IsDependencyFile reports whether Read wants to see a file.
func IsDependencyFile(file string) bool { return readerFor(file) != nil }

func readerFor(file string) *reader {
	base := path.Base(file)
	for i := range readers {
		if readers[i].match(base) {
			return &readers[i]
		}
	}
	// requirements/base.txt
	if path.Base(path.Dir(file)) == "requirements" && path.Ext(base) == ".txt" {
		return &readers[len(readers)-1]
	}
	return nil
}

// Read collects the declarations of a repository. files are the paths found in
// it; open returns a file's content, nil when it cannot be read. What a file
// includes (-r base.txt) is opened too.
func Read(files []string, open func(file string) *source.File) *Project {
	p := &Project{folders: folders{}, installed: folders{}, typed: folders{}}
	for _, file := range files {
		r := readerFor(file)
		into, dir := p.folders, folder(file)
		switch {
		case r == nil && Installs(file):
			r, into, dir = &reader{read: readInstalls}, p.installed, spokenFor(file)
			if launch.IsNotebook(file) {
				into, dir = p.typed, file
			}
		case r == nil:
			continue
		}
		f := open(file)
		if f == nil || len(f.Text) > maxSize {
			continue
		}
		c := &collector{
			file:     f,
			open:     open,
			seen:     map[string]bool{file: true},
			at:       map[string][]int{},
			optional: isOptionalFile(file),
		}
		r.read(c)
		into.put(dir, c.found)
	}
	return p
}

// maxSize bounds a dependency file; the largest lock files have a few megabytes.
const maxSize = 16 << 20

// folder is the project folder that a dependency file speaks for:
// requirements/base.txt and .github/requirements.txt speak for the one above.
func folder(file string) string {
	if dir := path.Dir(file); !SpeaksAbove(path.Base(dir)) {
		return dir
	}
	return path.Dir(path.Dir(file))
}

// SpeaksAbove reports whether the dependency files in a folder of this name speak for the folder above.
func SpeaksAbove(dir string) bool {
	switch dir {
	case "requirements", "requirement", "conda", "env", "envs", "environments", ".github", "docker", ".devcontainer":
		return true
	}
	return false
}

// mainFiles are the requirements files that speak for every run. A variant
// (requirements-npu.txt, requirements/docs.txt) speaks only where none of these
// and no pyproject.toml names the package.
var mainFiles = []string{
	"requirements",
	"requirement",
	"base",
	"main",
	"common",
	"core",
	"train",
	"training",
	"requirements-train",
	"requirements_train",
	"requirements-base",
	"requirements_base",
	"gpu",
	"cuda",
	"requirements-gpu",
	"requirements_gpu",
}

func isOptionalFile(file string) bool {
	base := strings.ToLower(path.Base(file))
	ext := path.Ext(base)
	return (ext == ".txt" || ext == ".in") && !slices.Contains(mainFiles, strings.TrimSuffix(base, ext))
}

// folders are declarations by the folder that they speak for, and by package.
type folders map[string]map[string][]Declaration

func (f folders) put(dir string, found []Declaration) {
	if f[dir] == nil {
		f[dir] = map[string][]Declaration{}
	}
	for _, d := range found {
		f[dir][d.Package] = append(f[dir][d.Package], d)
	}
}

// around are the declarations of a file's own folder first, then of each folder above it.
func (f folders) around(file string) (levels []map[string][]Declaration) {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if level, ok := f[dir]; ok {
			levels = append(levels, level)
		}
		if dir == "." || dir == "/" || dir == ".." {
			return levels
		}
	}
}

// beside are the declarations of the folders that lie next to the file's own or next to one above it.
func (f folders) beside(file string) (levels []map[string][]Declaration) {
	for dir, level := range f {
		if above := path.Dir(dir); dir != "." && !within(dir, file) && within(above, file) {
			levels = append(levels, level)
		}
	}
	return levels
}

// within reports whether a file lies in a folder or below it.
func within(dir, file string) bool {
	return dir == "." || len(file) > len(dir) && file[len(dir)] == '/' && strings.HasPrefix(file, dir)
}

// collector gathers what one file declares.
type collector struct {
	file     *source.File
	open     func(string) *source.File
	seen     map[string]bool // files already included
	optional bool
	found    []Declaration
	at       map[string][]int // where in found a package is
}

// add declares one package. Two unconditional lines about one package in one
// file hold together: "torch>=2.0" and "torch<2.4".
func (c *collector) add(r requirement, rank Rank, span source.Span) {
	if c.optional && rank < Locked {
		rank = Optional
	} else if rank == Declared && r.rng.IsPin() {
		rank = Pinned
	}
	if elsewhere(r.marker) {
		return
	}
	d := Declaration{
		Package: r.name,
		Range:   r.rng,
		Rank:    rank,
		Marker:  r.marker,
		File:    c.file.Path,
		Line:    c.file.LineOf(span.Start),
		Span:    span,
	}
	for _, i := range c.at[d.Package] {
		f := &c.found[i]
		if f.Rank == rank && rank != Locked && f.Marker == "" && d.Marker == "" && f.File == d.File {
			if len(f.Range.clauses) >= maxClauses {
				return
			}
			if both := f.Range.And(d.Range); !both.empty {
				f.Range = both
				return
			}
		}
	}
	if len(c.at[d.Package]) >= maxAlternatives {
		return
	}
	c.at[d.Package] = append(c.at[d.Package], len(c.found))
	c.found = append(c.found, d)
}

// maxAlternatives bounds what one file says about one package: each question looks at
// all of it.
const maxAlternatives = 200

// elsewhere reports whether a marker holds only where nobody trains on CUDA.
func elsewhere(marker string) bool {
	if strings.Contains(marker, " or ") {
		return false
	}
	marker = strings.NewReplacer(`"`, "'", " ", "").Replace(marker)
	for _, m := range []string{
		"sys_platform=='darwin'", "sys_platform=='win32'", "platform_system=='Darwin'", "platform_system=='Windows'",
	} {
		if strings.Contains(marker, m) {
			return true
		}
	}
	return false
}

// addText declares what a requirement's text says.
func (c *collector) addText(s string, rank Rank, span source.Span) {
	if r, ok := parseRequirement(s); ok {
		c.add(r, rank, span)
	}
}
