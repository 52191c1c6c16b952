package baseline

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/trainlint/trainlint/analyzers/source"
)

// place is a line's own text and what it stands in: the functions and classes of Python and of shell scripts, the keys
// of YAML and JSON, the table of TOML. Both are read off the lines alone, so that a file that does not parse has them,
// too.
func place(file *source.File, line int) (text, in string) {
	full := lineText(file, line)
	text = short(strings.Join(strings.Fields(full), " "))
	name := nameOf[strings.ToLower(filepath.Ext(file.Path))]
	switch {
	case strings.EqualFold(filepath.Ext(file.Path), ".toml"):
		return text, tableAbove(file, line)
	case name == nil:
		return text, ""
	}
	var names []string
	depth := indentation(full)
	for above := line - 1; above >= 1 && depth > 0; above-- {
		full := lineText(file, above)
		trimmed := strings.TrimSpace(full)
		if trimmed == "" || trimmed[0] == '#' || indentation(full) >= depth {
			continue
		}
		depth = indentation(full)
		if found := name(trimmed); found != "" {
			names = append([]string{short(found)}, names...)
		}
	}
	return text, strings.Join(names, ".")
}

// nameOf is what a line opens, by the kind of file; "" when that has no name.
var nameOf = map[string]func(line string) string{
	".py": definition, ".pyi": definition, ".ipynb": definition,
	".yaml": configKey, ".yml": configKey, ".json": configKey,
	".sh": shellFunction, ".bash": shellFunction, ".slurm": shellFunction, ".sbatch": shellFunction,
}

// definition is train for "async def train(model):" and Net for "class Net(nn.Module):".
func definition(line string) string {
	line = strings.TrimPrefix(line, "async ")
	for _, word := range []string{"def ", "class "} {
		if rest, ok := strings.CutPrefix(line, word); ok {
			end := strings.IndexAny(rest, "(:[ ")
			if end < 0 {
				end = len(rest)
			}
			return rest[:end]
		}
	}
	return ""
}

// configKey is optimizer for "optimizer:" and for "\"optimizer\": {".
func configKey(line string) string {
	name, _, found := strings.Cut(strings.TrimPrefix(line, "- "), ":")
	if !found {
		return ""
	}
	return strings.Trim(strings.TrimSpace(name), `"'`)
}

// shellFunction is start for "start() {" and "function start {".
func shellFunction(line string) string {
	if name, _, found := strings.Cut(line, "()"); found && !strings.ContainsAny(name, " \t=$") {
		return name
	}
	if rest, found := strings.CutPrefix(line, "function "); found {
		return strings.TrimRight(strings.TrimSpace(rest), " {()")
	}
	return ""
}

// tableAbove is tool.train for the last "[tool.train]" above a line.
func tableAbove(file *source.File, line int) string {
	for above := line; above >= 1; above-- {
		if text := strings.TrimSpace(lineText(file, above)); strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
			return short(strings.Trim(text, "[] "))
		}
	}
	return ""
}

func lineText(file *source.File, line int) string { return file.Slice(file.LineSpan(line)) }

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// longest is how much of a line a baseline quotes; a longer one is told apart by its digest.
const longest = 160

func short(text string) string {
	if len(text) <= longest {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	cut := longest / 2
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "… " + hex.EncodeToString(sum[:8])
}
