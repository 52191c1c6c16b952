package library

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// maxPathSteps bounds how many steps a path is put together in.
const maxPathSteps = 24

// PathOf is the path behind a value: a text, what os.path and pathlib make of it, a file that is open or was read. A
// path that starts at the script's own file is relative to the project.
func PathOf(v run.Value) (string, bool) {
	steps := maxPathSteps
	return pathOf(v, &steps)
}

func pathOf(v run.Value, steps *int) (string, bool) {
	switch one := run.Bare(v).(type) {
	case run.Str:
		return string(one), true
	case *run.Object:
		if *steps--; *steps < 0 {
			return "", false
		}
		return pathOfObject(one, steps)
	}
	return "", false
}

func pathOfObject(o *run.Object, steps *int) (string, bool) {
	switch {
	case o.Operator == "/" && len(o.Operands) == 2:
		return joined(o.Operands, steps)
	case o.Operator == "[]" && len(o.Operands) == 2:
		return above(o.Operands[0], o.Operands[1], steps)
	case strings.HasPrefix(o.Operator, ".") && len(o.Operands) == 1:
		if knowledge.PathMember(o.Operator[1:]) == knowledge.PathParent {
			return folder(o.Operands[0], 1, steps)
		}
		return "", false
	case o.Made == nil:
		return "", false
	}
	switch callee := run.Bare(o.Made.Callee).(type) {
	case run.Symbol:
		return madeByFunction(o.Made, knowledge.PathFunction(string(callee)), steps)
	case *run.Member:
		switch knowledge.PathMember(callee.Name) {
		case knowledge.SamePath:
			return pathOf(callee.Object, steps)
		case knowledge.PathJoined:
			return joined(append([]run.Value{callee.Object}, values(o.Made)...), steps)
		}
	}
	return "", false
}

func madeByFunction(c *run.Call, step knowledge.PathStep, steps *int) (string, bool) {
	list := values(c)
	if len(list) == 0 {
		if v, _ := c.Argument("file", 0); v != nil && step == knowledge.SamePath {
			return pathOf(v, steps)
		}
		return "", false
	}
	switch step {
	case knowledge.SamePath:
		return pathOf(list[0], steps)
	case knowledge.PathJoined:
		return joined(list, steps)
	case knowledge.PathParent:
		return folder(list[0], 1, steps)
	case knowledge.PathSeen:
		if len(list) == len(c.Args) && (len(list) == 1 || isHere(list[1])) {
			return pathOf(list[0], steps)
		}
	}
	return "", false
}

// isHere reports whether a value is the folder that the program runs in, from which the files of a project are called.
func isHere(v run.Value) bool {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || o.Made == nil {
		return false
	}
	callee, ok := run.Bare(o.Made.Callee).(run.Symbol)
	return ok && knowledge.GivesHere(string(callee))
}

// values are a call's arguments by their positions, none where one of them may be several.
func values(c *run.Call) (list []run.Value) {
	for _, a := range c.Args {
		if a.Star > 0 {
			return nil
		}
		if a.Name == "" {
			list = append(list, a.Value)
		}
	}
	return list
}

func joined(parts []run.Value, steps *int) (string, bool) {
	out := ""
	for _, part := range parts {
		text, ok := pathOf(part, steps)
		if !ok {
			return "", false
		}
		if path.IsAbs(text) {
			out = ""
		}
		out = path.Join(out, text)
	}
	return out, true
}

// folder is the n-th folder above a path; none above the project, of which nothing is known.
func folder(v run.Value, n int, steps *int) (string, bool) {
	text, ok := pathOf(v, steps)
	if text = path.Clean(text); !ok || strings.HasPrefix(text, "..") {
		return "", false
	}
	for range n {
		if text == "." || text == "/" {
			return "", false
		}
		text = path.Dir(text)
	}
	return text, true
}

// above is Path(…).parents[n].
func above(on, key run.Value, steps *int) (string, bool) {
	o, ok := run.Bare(on).(*run.Object)
	n, isInt := run.Bare(key).(run.Int)
	if !ok || !isInt || n < 0 || n >= maxPathSteps || len(o.Operands) != 1 || !strings.HasPrefix(o.Operator, ".") ||
		knowledge.PathMember(o.Operator[1:]) != knowledge.PathsAbove {
		return "", false
	}
	return folder(o.Operands[0], int(n)+1, steps)
}

// pathCall is the text that a function of os.path gives; nil for any other function, and for a path of which not all is
// known.
func pathCall(c *run.Call, name string) run.Value {
	// resource_filename(__name__, "../configs/a.yaml") is a path from the module that asks
	if name == knowledge.PackageFile {
		of, rest := run.Bare(argument(c, "package_or_requirement", 0)), run.Bare(argument(c, "resource_name", 1))
		below, ok := rest.(run.Str)
		if module, named := of.(run.Str); ok && named && c.Unit != nil &&
			(module == "__main__" || string(module) == c.Unit.Name) {
			return run.Str(path.Join(path.Dir(c.Unit.Module.File.Path), string(below)))
		}
		return nil
	}
	if !strings.HasPrefix(name, "os.") && name != "str" {
		return nil
	}
	steps := maxPathSteps
	if name == knowledge.AsksAbsolute {
		if text, ok := pathOf(argument(c, "s", 0), &steps); ok {
			return run.Bool(path.IsAbs(text))
		}
		return nil
	}
	step := knowledge.PathFunction(name)
	text, ok := madeByFunction(c, step, &steps)
	switch {
	case !ok:
		return nil
	case step == knowledge.PathParent && text == ".": // os.path.dirname has no word for it
		text = ""
	case step == knowledge.SamePath && strings.Contains(text, "../"):
		text = path.Clean(text)
	}
	return run.Str(text)
}

// isPath reports whether an object is a path of pathlib's, and no text or open file.
func isPath(o *run.Object, steps int) bool {
	for ; o != nil && steps > 0; steps-- {
		switch {
		case (o.Operator == "/" || o.Operator == "[]" || strings.HasPrefix(o.Operator, ".")) && len(o.Operands) > 0:
			o, _ = run.Bare(o.Operands[0]).(*run.Object)
		case o.Made == nil:
			return false
		default:
			switch callee := run.Bare(o.Made.Callee).(type) {
			case run.Symbol:
				return knowledge.OfPathlib(string(callee))
			case *run.Member:
				if knowledge.PathMember(callee.Name) == knowledge.NoPath || knowledge.OpensPath(callee.Name) {
					return false
				}
				o, _ = run.Bare(callee.Object).(*run.Object)
			default:
				return false
			}
		}
	}
	return false
}

// pathPart is what an attribute or a method of a path says of its text alone; nil where that is not known.
func pathPart(o *run.Object, name string) run.Value {
	if !knowledge.PartOfPath(name) || !isPath(o, maxPathSteps) {
		return nil
	}
	text, ok := PathOf(o)
	if !ok {
		return nil
	}
	base := path.Base(text)
	suffix := path.Ext(strings.TrimLeft(base, "."))
	switch name {
	case "name":
		return run.Str(base)
	case "suffix":
		return run.Str(suffix)
	case "stem":
		return run.Str(strings.TrimSuffix(base, suffix))
	case "is_absolute":
		return run.Bool(path.IsAbs(text))
	}
	return nil
}
