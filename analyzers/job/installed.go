package job

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
)

// entryPoint is what an installed command runs: a function of a file.
type entryPoint struct{ file, function string }

// Installed are the commands that installing a project makes, by their names, and the files that they run: scripts of
// pyproject.toml, console_scripts of setup.py and setup.cfg.
func Installed(paths []string, open func(path string) *source.File) map[string]string {
	out := map[string]string{}
	for name, to := range installedIn(paths, open) {
		out[name] = to.file
	}
	return out
}

func installedIn(paths []string, open func(path string) *source.File) map[string]entryPoint {
	known := map[string]bool{}
	for _, p := range paths {
		known[p] = true
	}
	out := map[string]entryPoint{}
	add := func(from, name, target string) {
		module, function, ok := strings.Cut(target, ":")
		if !ok || launch.IsTraining(name) {
			return
		}
		function, _, _ = strings.Cut(strings.TrimSpace(function), "[")
		// "pkg:cli.main" means what "pkg.cli:main" does, where cli is a module
		if at := strings.LastIndexByte(function, '.'); at > 0 {
			if file := firstKnown(known, python.ModulePaths(strings.TrimSpace(module)+"."+function[:at], from)); file != "" {
				out[name] = passedOn(entryPoint{file, strings.TrimSpace(function[at+1:])}, known, open)
				return
			}
		}
		if file := firstKnown(known, python.ModulePaths(strings.TrimSpace(module), from)); file != "" {
			out[name] = passedOn(entryPoint{file, strings.TrimSpace(function)}, known, open)
		}
	}
	for _, p := range paths {
		switch path.Base(p) {
		case "pyproject.toml":
			for name, target := range scriptsOf(open(p)) {
				add(p, name, target)
			}
		case "setup.py":
			for _, from := range []string{p, path.Join(path.Dir(p), "setup.cfg")} {
				if f := open(from); f != nil {
					for _, one := range knowledge.ConsoleScripts(f.Text) {
						add(p, one[0], one[1])
					}
				}
			}
		}
	}
	return out
}

func firstKnown(known map[string]bool, paths []string) string {
	for _, p := range paths {
		if known[p] {
			return p
		}
	}
	return ""
}

// maxPassedOn bounds how many modules hand a function on.
const maxPassedOn = 4

// passedOn is where the function is written that an entry point names: a package often only imports it, in its
// __init__.py.
func passedOn(to entryPoint, known map[string]bool, open func(path string) *source.File) entryPoint {
	for range maxPassedOn {
		f := open(to.file)
		if f == nil || bytes.Contains(f.Text, []byte("def "+to.function+"(")) {
			return to
		}
		from := ""
		for _, dotted := range python.Imports(f.Text) {
			if module, ok := strings.CutSuffix(dotted, "."+to.function); ok {
				from = cmp.Or(firstKnown(known, python.ModulePaths(module, to.file)), from)
			}
		}
		if from == "" || from == to.file {
			return to
		}
		to.file = from
	}
	return to
}

// scriptsOf are the commands that a pyproject.toml names.
func scriptsOf(f *source.File) map[string]string {
	if f == nil || !bytes.Contains(f.Text, []byte("scripts")) {
		return nil
	}
	d := config.Parse(f)
	out := map[string]string{}
	for _, table := range []string{"project.scripts", "tool.poetry.scripts"} {
		n := d.Get(table)
		if n == nil || n.Kind != config.Mapping {
			continue
		}
		for _, e := range n.Entries {
			if e.Value != nil && e.Value.Kind == config.Scalar {
				out[e.Key] = e.Value.Text
			}
		}
	}
	return out
}

// installed is what a command runs that installing the project makes; ok is false for any other.
func (w *Workspace) installed(c *launch.Command) (l launch.Launch, ok bool) {
	to, ok := w.commands()[c.Name()]
	if !ok || len(c.Words) == 0 || path.Base(c.Words[0].Text) != c.Words[0].Text {
		return launch.Launch{}, false
	}
	return launch.OfFunction(c, to.file, to.function)
}

func (w *Workspace) commands() map[string]entryPoint {
	if w.entryPoints == nil {
		w.entryPoints = installedIn(w.Paths, w.file)
	}
	return w.entryPoints
}

// namesInstalled reports whether a text holds the name of an installed command.
func (w *Workspace) namesInstalled(text []byte) bool {
	names := w.commands()
	for name := range names {
		if bytes.Contains(text, []byte(name)) {
			return true
		}
	}
	return false
}

// startFunction calls the function that an installed command runs, where the script did not.
func (e *execution) startFunction() {
	if e.function == "" {
		return
	}
	fs := e.machine.Functions(e.entry.Module(), e.entry.name(), nil)
	if i := slices.IndexFunc(fs, func(f *run.Function) bool { return f.Class == nil && f.Name() == e.function }); i >= 0 &&
		e.machine.Visited(fs[i].Node) == 0 {
		e.machine.Start(fs[i])
	}
}
