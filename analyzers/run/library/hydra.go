package library

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// mostAbove bounds how far above a script its project's root is looked for.
const mostAbove = 5

// configDir is the folder of a hydra program's configs: config_path beside the script, or below the root that rootutils finds
// above it, which is the nearest folder that has the config there.
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

// rootedPath is a path as a text, and whether it starts at the root of the project: root / "configs", str(root / "configs").
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
