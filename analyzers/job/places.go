package job

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/source"
)

// candidates are the paths that a word of a command may mean, the most likely
// first: where the script changed to, the project's root, the script's folder
// and the folders above it. Nobody says from where a launcher is started.
func (w *Workspace) candidates(c *launch.Command, name string) []string {
	var list []string
	if c.Dir != "" {
		list = append(list, w.around(path.Join(c.Dir, name), c.File.Path)...)
		if inside := w.insideClone(c); inside != "" {
			list = append(list, path.Join(inside, name))
		}
	}
	near := append(w.around(name, c.File.Path), w.below(name)...)
	if c.OfPage && len(near) > 1 { // a page in a folder speaks of that folder
		near = append(near[1:], near[0])
	}
	return append(list, near...)
}

// insideClone is the folder of the project into which a page goes from the one above the clone, cd NAME/scripts; ""
// where it does not.
func (w *Workspace) insideClone(c *launch.Command) string {
	name, inside, deep := strings.Cut(path.Clean(c.Dir), "/")
	if !c.OfPage || !deep || strings.ContainsAny(name, "./$~") ||
		slices.ContainsFunc(w.Paths, func(p string) bool { return strings.HasPrefix(p, name+"/") }) {
		return ""
	}
	return inside
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

// below are the places in this project that an absolute path may mean: what stands behind the name under which the
// project is cloned, as /content/NAME/train.py.
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

// isNamed reports whether a page or notebook at the top of the project speaks of a repository of that name, to clone
// it.
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

// script finds the Python file that a launch names, and the folder to which a page leaves it to the reader to go first,
// "" for none: the command's other files lie there, too.
func (w *Workspace) script(l *launch.Launch) (file, folder string) {
	name := l.Target.Text
	if l.Program == launch.PythonModule {
		if found := w.moduleFile(l.Command, name); found != "" || !strings.Contains(name, ".") {
			return found, ""
		}
		return w.insideFolder(l.Command, strings.ReplaceAll(name, ".", "/")+".py")
	}
	for _, p := range append(w.candidates(l.Command, name), w.elsewhere(name, l.Command.File.Path)...) {
		if w.exists(p) {
			return p, ""
		}
	}
	if path.Ext(name) == "" { // a folder, of which Python runs __main__.py
		for _, p := range w.candidates(l.Command, path.Join(name, "__main__.py")) {
			if w.exists(p) {
				return p, ""
			}
		}
	}
	switch {
	case !strings.Contains(name, "/") && l.Command.OfPage:
		return w.only(name), ""
	case !strings.Contains(name, "/") && l.Command.Dir == "" && l.Target.Known:
		if found := w.only(name); found != "" && w.takesAll(found, l) {
			return found, ""
		}
	case !l.Command.OfPage:
	case !path.IsAbs(name) && !strings.Contains(name, ".."):
		if found, in := w.insideFolder(l.Command, path.Clean(name)); found != "" {
			return found, in
		}
		if found := w.only(path.Base(name)); found != "" && l.Command.Dir == "" && w.takesAll(found, l) {
			return found, "" // somebody moved it since
		}
	}
	return "", ""
}

// takesAll reports whether all options that a command gives stand in a script, or in a file that it imports: another
// train.py of the project, in the copy of somebody else's, takes others, and other configs. A command without any
// options tells nothing.
func (w *Workspace) takesAll(script string, l *launch.Launch) bool {
	texts := [][]byte{}
	for _, p := range append([]string{script}, w.importsOf(script)...) {
		if f := w.file(p); f != nil {
			texts = append(texts, f.Text)
		}
	}
	given := false
	for _, word := range l.Arguments.All {
		option, isOption := strings.CutPrefix(word.Text, "--")
		option, value, _ := strings.Cut(option, "=")
		if _, isConfig := config.FormatOf(cmp.Or(value, option)); isConfig &&
			w.named(l.Command, cmp.Or(value, option)) == nil {
			return false // nor is the config there that goes with it
		}
		if !isOption || option == "" {
			continue
		}
		given = true
		w.meter.Spend(len(texts))
		if !slices.ContainsFunc(texts, func(text []byte) bool {
			return declares(text, option) || declares(text, strings.ReplaceAll(option, "-", "_"))
		}) {
			return false
		}
	}
	return given
}

// declares reports whether a text may say that there is an option: "--mode", args.mode, mode: str, mode=None. In a
// sentence it stands between blanks.
func declares(text []byte, option string) bool {
	for from := 0; ; {
		at := bytes.Index(text[from:], []byte(option))
		if at < 0 {
			return false
		}
		at += from
		before, after := byte(' '), byte(' ')
		if at > 0 {
			before = text[at-1]
		}
		if from = at + len(option); from < len(text) {
			after = text[from]
		}
		ends := after != '_' && !unicode.IsLetter(rune(after)) && !unicode.IsDigit(rune(after))
		begins := before != '_' && !unicode.IsLetter(rune(before)) && !unicode.IsDigit(rune(before))
		if ends && bytes.IndexByte([]byte(`-"'.`), before) >= 0 || begins && (after == ':' || after == '=') {
			return true
		}
	}
}

// insideFolder is the one file of the project whose path ends so, and the folder that stands before: a page says what
// to run inside of a folder. "" where there is none or several.
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

// only is the one file of the project that is called so, "" where there is none or several: a page says what to run,
// and leaves it to the reader to go there.
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

// elsewhere are the places in this project that a path means which does not lead anywhere from here: on the machine
// where a launcher was written the project lay in another folder, /cluster/me/scripts/train_lora.py, or some folders
// lower. What its last folder and its name say together is hardly a coincidence; train.py in src is one. So is
// src/train.py, too, where the launcher lies in src beside it.
func (w *Workspace) elsewhere(name, from string) (list []string) {
	parts := strings.Split(strings.Trim(path.Clean(name), "/"), "/")
	for i := 1; i < len(parts)-1; i++ {
		rest := parts[i:]
		beside := strings.ContainsRune("/$~", rune(name[0])) && path.Dir(path.Join(rest...)) == path.Dir(from)
		if len(rest) >= tellingFolders || knowledge.IsTellingName(rest[len(rest)-1]) || beside {
			list = append(list, path.Join(rest...))
		}
	}
	// the folder of the project itself
	if len(parts) == 2 && !path.IsAbs(name) && knowledge.IsTellingName(parts[1]) && !w.hasFolder(parts[0]) {
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
