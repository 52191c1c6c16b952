package cli

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/printable"
	"github.com/trainlint/trainlint/internal/project"
)

// found is what a start file can say about a repository.
type found struct {
	foreign  []string // folders that hold other people's code
	versions []string // what the dependency files declare
	launched []string // the jobs that something here starts: place and command
	scripts  []string // commands for the scripts that train and that nothing starts
}

// mostFound is how many jobs of a kind a start file lists.
const mostFound = 20

// look reads the repository. What cannot be read is left out: the file is one to start from.
func (env *Environment) look() found {
	options := env.project("")
	options.Warn = nil
	opened, err := project.Open(options)
	if err != nil {
		return found{}
	}
	f := found{foreign: env.foreign(opened)}
	f.declared(opened)
	jobs, err := opened.Jobs()
	if err != nil {
		return f
	}
	for _, j := range jobs {
		if isForeign(f.foreign, j.Reported(j.Files[0])) {
			continue
		}
		switch run := runOf(j); {
		case j.Launch != nil:
			f.launched = add(f.launched, j.ReportedName()+"  "+commandOf(j))
		case run != "":
			f.scripts = add(f.scripts, run)
		}
	}
	return f
}

// add takes a line that settings can hold: a name with a line end in it would be settings of its own.
func add(list []string, line string) []string {
	if printable.Text(line) != line || slices.Contains(list, line) {
		return list
	}
	if len(list) == mostFound {
		return list
	}
	return append(list, line)
}

// usuallyForeign are folders that hold other people's code where they exist.
var usuallyForeign = []string{"third_party", "thirdparty", "3rdparty", "external", "vendor", "submodules", "vendored"}

// foreign are the folders of such names with files in them, from the outermost, as patterns.
func (env *Environment) foreign(opened *project.Project) []string {
	var list []string
	for _, name := range usuallyForeign {
		if files.IsDir(filepath.Join(env.Dir, name)) { // settings above may leave it out, and will not hold any more
			list = append(list, name+"/")
		}
	}
	for _, file := range opened.Files {
		parts := strings.Split(file.Path, "/")
		at := slices.IndexFunc(
			parts[:len(parts)-1],
			func(part string) bool { return slices.Contains(usuallyForeign, strings.ToLower(part)) },
		)
		if at < 0 {
			continue
		}
		folder := strings.Join(parts[:at+1], "/") + "/"
		if plainWord(folder) {
			list = add(list, folder)
		}
	}
	return list
}

func isForeign(folders []string, path string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return strings.HasPrefix(path, folder) })
}

func (f *found) declared(opened *project.Project) {
	if len(opened.Files) == 0 {
		return
	}
	versions := opened.VersionsOf(opened.Files[0].Path)
	for _, name := range knowledge.Versioned {
		for _, d := range versions.Find(name) {
			if d.File == "" { // of settings above
				continue
			}
			said := d.Range.Text
			if said == "" {
				said = "(any)"
			}
			f.versions = add(f.versions, fmt.Sprintf("%s %s (%s:%d)", name, said, d.File, d.Line))
		}
	}
}

// commandOf is what starts a job, as it was expanded.
func commandOf(j project.Job) string {
	words := make([]string, 0, len(j.Launch.Command.Words))
	for _, word := range j.Launch.Command.Words {
		words = append(words, word.Text)
	}
	return strings.Join(words, " ")
}

// runOf is the command that starts the script of a job that nothing starts: it can be run, and needs no arguments. ""
// when that is not so, or a config is needed.
func runOf(j project.Job) string {
	if j.Launch != nil || j.Config != nil || j.Program == nil {
		return ""
	}
	script := j.Program.Module()
	if j.Entry != nil {
		script = j.Entry.Module()
	}
	name := j.Reported(script.File.Path)
	if path.Ext(name) != ".py" || strings.HasPrefix(name, "../") || !plainWord(name) || !startsItself(script) ||
		asksForMore(script) {
		return ""
	}
	return "python " + name
}

// startsItself reports whether a module does something when it is run, and is no library.
func startsItself(m *python.Module) bool {
	for line := range strings.Lines(string(m.File.Text)) {
		rest, guard := strings.CutPrefix(line, "if __name__")
		if guard && strings.Contains(rest, "__main__") || strings.HasPrefix(line, "for ") ||
			strings.HasPrefix(line, "while ") {
			return true
		}
	}
	return false
}

// asksForMore reports whether the parser of a script wants arguments that nobody can guess.
func asksForMore(m *python.Module) bool {
	for _, call := range m.AllCalls() {
		if call.MethodName() != "add_argument" {
			continue
		}
		if required := call.Keyword("required"); required != nil {
			if v, ok := m.Const(required.Value); !ok || v.Bool {
				return true
			}
		}
		if len(call.Args) > 0 && call.Args[0].Name == "" {
			if name, ok := call.Args[0].Value.(*python.String); !ok || !name.Known || !strings.HasPrefix(name.Text, "-") {
				return true
			}
		}
	}
	return false
}

// plainWord reports whether a path means the same in a command line, in YAML and as a pattern.
func plainWord(text string) bool {
	return text != "" && text[0] != '-' && !strings.ContainsFunc(text, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("._/-", r)
	})
}
