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
	"github.com/trainlint/trainlint/analyzers/source"
)

// Absent is a config file that the command of a job names, and that is nowhere in the project, by any path.
type Absent struct {
	Flag launch.Flag
	Word launch.Word
	// Others are the config files of the project that lie where it should, by path.
	Others []string
}

// Absent lists the config files that the job's command names by a path within the project, and that are nowhere in it,
// under no path: nothing in the project's code, or in the launcher, writes, copies or fetches one of that name.
func (j *Job) Absent() []Absent {
	p := cmp.Or(j.Program, j.source)
	if p == nil || j.Launch == nil || j.Launch.Command.OfPage || j.Launch.Command.Made ||
		knowledge.KeepsRecords(j.Launch.Command.File.Path) {
		return nil
	}
	w := p.run.w
	if w.file(".gitmodules") != nil {
		return nil // its folders are empty here
	}
	var list []Absent
	for _, f := range slices.Concat(j.Launch.Options, j.Launch.Arguments.Flags) {
		word, ok := f.Value()
		if ok && len(f.Values) == 1 && word.Known && knowledge.NamesConfigFile(f.Name) && withinProject(word.Text) &&
			w.absent(j.Launch.Command, word.Text) {
			list = append(list, Absent{f, word, w.configsIn(j.Launch.Command, path.Dir(word.Text))})
		}
	}
	return list
}

// withinProject reports whether a word is the relative path of a config file, and says so itself.
func withinProject(name string) bool {
	if _, ok := config.FormatOf(name); !ok {
		return false
	}
	return !path.IsAbs(name) && !strings.ContainsAny(name, "~$*?{}<>[]:\\ ") &&
		!strings.HasPrefix(path.Clean(name), "../..")
}

// absent reports whether no file of the project is called so, wherever it lies, and nothing brings it.
func (w *Workspace) absent(c *launch.Command, name string) bool {
	base := path.Base(name)
	if slices.ContainsFunc(w.Paths, func(p string) bool { return path.Base(p) == base }) || w.named(c, name) != nil {
		return false
	}
	for p := range w.written {
		if path.Base(p) == base {
			return false
		}
	}
	folder := path.Dir(path.Clean(name))
	if folder != "." && len(w.configsIn(c, folder)) == 0 {
		return false // another project's folder: the command is given there
	}
	for line := range bytes.Lines(c.File.Text) {
		if said := withoutComment(string(line)); strings.Contains(said, base) && bringsFile(said, base) {
			return false
		}
	}
	return !slices.ContainsFunc(w.Paths, func(p string) bool {
		f := (*source.File)(nil)
		switch path.Ext(p) {
		case ".py", ".ipynb":
			f = w.file(p)
			return f != nil && bytes.Contains(f.Text, []byte(base))
		case ".sh", ".bash", ".slurm", ".sbatch":
			f = w.file(p)
		}
		return f != nil && putsTogether(f.Text, base)
	})
}

// putsTogether reports whether a script makes names of which a file's may be one: config="ds_config_${NAME}.json",
// which the script that trains writes, and one that evaluates names what came out of it.
func putsTogether(text []byte, base string) bool {
	return slices.ContainsFunc(knowledge.NamesOfParts(text), func(name [2]string) bool {
		return strings.HasPrefix(base, name[0]) && strings.HasSuffix(base, name[1])
	})
}

// withoutComment is a line of a launcher up to where a comment begins.
func withoutComment(line string) string {
	if strings.HasPrefix(strings.TrimSpace(line), "#") {
		return ""
	}
	said, _, _ := strings.Cut(line, " #")
	return said
}

// bringsFile reports whether a line of a launcher does something else with a file than to name it behind an option.
func bringsFile(line, base string) bool {
	for {
		before, after, found := strings.Cut(line, base)
		if !found {
			return false
		}
		words := strings.FieldsFunc(before, func(r rune) bool { return r == ' ' || r == '\t' || r == '=' })
		if !strings.HasSuffix(before, " ") && !strings.HasSuffix(before, "=") && len(words) > 0 {
			words = words[:len(words)-1] // the folder
		}
		// CONFIG=…
		if len(words) == 0 ||
			!strings.HasPrefix(words[len(words)-1], "-") && !strings.Contains(before, words[len(words)-1]+"=") {
			return true
		}
		line = after
	}
}

// configsIn are the config files of the project in the folder that a command means by a path.
func (w *Workspace) configsIn(c *launch.Command, folder string) (list []string) {
	places := w.candidates(c, folder)
	for _, p := range w.Paths {
		if _, ok := config.FormatOf(p); ok && slices.Contains(places, path.Dir(p)) {
			list = append(list, p)
		}
	}
	return list
}
