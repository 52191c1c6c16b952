package library

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// mostAbove bounds how far above a script its project's root is looked for.
const mostAbove = 5

// configDir is the folder of a hydra program's configs: config_path beside the script, or below the root that rootutils
// finds above it, which is the nearest folder that has the config there.
func (l Library) configDir(decorator *run.Call, name string) string {
	beside := path.Dir(decorator.Unit.Module.File.Path)
	dir, rooted := rootedPath(argument(decorator, "config_path", 0), 0)
	if !strings.HasSuffix(name, ".yaml") {
		name += ".yaml"
	}
	if !rooted {
		if dir != "" && l.Open(path.Join(beside, dir, name)) == nil && l.Open(path.Join(dir, name)) != nil {
			return dir // a path that was put together of the script's own, which starts at the project
		}
		if path.IsAbs(dir) { // of another machine: /kaggle/config is the folder of that name beside the script, or above
			for at, i := beside, 0; i < mostAbove; at, i = path.Dir(at), i+1 {
				if l.Open(path.Join(at, path.Base(dir), name)) != nil {
					return path.Join(at, path.Base(dir))
				}
				if at == "." || at == "/" {
					break
				}
			}
			return dir
		}
		return path.Join(beside, dir)
	}
	for at, i := beside, 0; i < mostAbove; at, i = path.Dir(at), i+1 {
		if l.Open(path.Join(at, dir, name)) != nil {
			return path.Join(at, dir)
		}
		if at == "." || at == "/" {
			break
		}
	}
	return path.Join(beside, dir)
}

// givenFolder is the folder of configs that a command line names: --config-path in place of the program's own,
// --config-dir beside it, which counts where the program has none; "" where it names none.
func givenFolder(p passed, decorator *run.Call) string {
	flags := []string{"config_path", "cp"}
	if own := argument(decorator, "config_path", 0); own == nil || run.IsNone(own) {
		flags = append(flags, "config_dir", "cd")
	}
	for _, flag := range flags {
		if g, ok := p.others[flag]; ok && len(g.words) > 0 && g.words[0].Known {
			return g.words[0].Text
		}
	}
	return ""
}

// givenDir is the folder of configs that --config-path names: beside the script, or where the program was started.
func (l Library) givenDir(decorator *run.Call, dir, name string) string {
	beside := path.Join(path.Dir(decorator.Unit.Module.File.Path), dir)
	if !strings.HasSuffix(name, ".yaml") {
		name += ".yaml"
	}
	if path.IsAbs(dir) || l.Open(path.Join(beside, name)) == nil && l.Open(path.Join(dir, name)) != nil {
		return dir
	}
	return beside
}

// rootedPath is a path as a text, and whether it starts at the root of the project: root / "configs", str(root /
// "configs").
func rootedPath(v run.Value, depth int) (text string, rooted bool) {
	switch v := run.Bare(v).(type) {
	case run.Str:
		return string(v), false
	case *run.Object:
		if depth > mostAbove {
			return "", false
		}
		if v.Operator == "/" && len(v.Operands) == 2 {
			before, rooted := rootedPath(v.Operands[0], depth+1)
			behind, ok := run.Bare(v.Operands[1]).(run.Str)
			if !ok {
				return "", false
			}
			return path.Join(before, string(behind)), rooted
		}
		if v.Made == nil {
			return "", false
		}
		callee, _ := run.Bare(v.Made.Callee).(run.Symbol)
		switch {
		case knowledge.FindsRoot(string(callee)):
			return "", true
		case callee == "str" || callee == "os.fspath" || callee == "pathlib.Path":
			given, _ := v.Made.Argument("object", 0)
			return rootedPath(given, depth+1)
		}
	}
	return "", false
}

// composed is what hydra.compose(config_name, overrides) gives, where the program has said before in which folder its
// configs lie.
func (l Library) composed(m *run.Machine, c *run.Call) run.Value {
	given, _ := c.Argument("config_name", 0)
	name, _ := run.Bare(given).(run.Str)
	list, open := c.Argument("overrides", 1)
	if name == "" || open || l.Open == nil {
		return nil
	}
	var words []Word
	if list != nil && !run.IsNone(list) {
		var known bool
		words, known = l.dotlist(m, list)
		if !known || slices.ContainsFunc(words, func(w Word) bool { return !w.Known }) {
			return nil
		}
	}
	base, found := l.configured(m, string(name))
	if !found {
		return nil
	}
	launch := Launch{}
	if l.Launch != nil {
		launch = *l.Launch
	}
	launch.Words = words // what the command line says does not reach it
	l.Launch = &launch
	h := &composing{l: l, m: m, c: c, base: base, groups: map[string]bool{}}
	cfg := h.compose(string(name))
	if cfg == nil {
		return nil
	}
	return l.byName(m, c, cfg)
}

// configured is the folder that the program's last call of hydra.initialize and its like names: beside the file that
// calls it, as a path, or as a package of the project.
func (l Library) configured(m *run.Machine, name string) (dir string, found bool) {
	if !strings.HasSuffix(name, ".yaml") {
		name += ".yaml"
	}
	for _, c := range slices.Backward(m.Trace.Calls) {
		s, _ := run.Bare(c.Callee).(run.Symbol)
		how := knowledge.InitializesHydra(string(s))
		if how == "" {
			continue
		}
		given, _ := c.Argument(how, 0)
		text, ok := run.Bare(given).(run.Str)
		if !ok || c.Unit == nil {
			return "", false
		}
		beside := path.Dir(c.Unit.Module.File.Path)
		switch how {
		case "config_path":
			return path.Join(beside, string(text)), true
		case "config_dir":
			return string(text), true
		}
		inside := strings.ReplaceAll(string(text), ".", "/")
		for at, i := beside, 0; i < mostAbove; at, i = path.Dir(at), i+1 {
			if l.Open(path.Join(at, inside, name)) != nil {
				return path.Join(at, inside), true
			}
			if at == "." || at == "/" {
				break
			}
		}
		return "", false
	}
	return "", false
}
