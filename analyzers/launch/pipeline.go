package launch

import (
	"path"
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

var (
	stageCommand = regexp.MustCompile(`^(\s*)cmd:(?:\s+(.*?))?\s*$`)
	stageKey     = regexp.MustCompile(`^\s*[\w-]+:(\s|$)`)
	parameter    = regexp.MustCompile(`\$\{[\w.\[\]-]*\}`)
)

// isPipeline recognises the file in which DVC keeps the stages of a pipeline.
func isPipeline(p string) bool { return path.Base(p) == "dvc.yaml" }

// readPipeline follows what the stages of a pipeline run, each command as its own shell: a line with those that go on with it, a block,
// or a list of commands.
func readPipeline(s *Script) {
	f := s.File
	for n := 1; n <= f.LineCount(); n++ {
		line := f.LineSpan(n)
		m := stageCommand.FindStringSubmatchIndex(f.Slice(line))
		switch {
		case m == nil:
		case m[4] < 0:
			for n < f.LineCount() {
				item := f.LineSpan(n + 1)
				i := listItem.FindStringSubmatchIndex(f.Slice(item))
				if i == nil {
					break
				}
				n++
				newEvaluator(s).run(withoutParameters(unquoted(ofFile(f, source.Span{Start: item.Start + i[2], End: item.Start + i[3]}))))
			}
		default:
			value := f.Slice(source.Span{Start: line.Start + m[4], End: line.Start + m[5]})
			if value[0] == '|' || value[0] == '>' {
				newEvaluator(s).run(withoutParameters(blockScalar(f, n+1, m[3], value)))
				continue
			}
			command := ofFile(f, source.Span{Start: line.Start + m[4], End: line.Start + m[5]})
			for n < f.LineCount() && goesOn(f.Slice(f.LineSpan(n+1)), m[3]) {
				n++
				command = append(command, cell{' ', int32(f.LineSpan(n).Start), 0})
				command = append(command, ofFile(f, f.LineSpan(n))...)
			}
			newEvaluator(s).run(withoutParameters(unquoted(command)))
		}
	}
}

// goesOn reports whether a line belongs to the plain text that began behind a key with this indentation.
func goesOn(line string, indent int) bool {
	return strings.TrimSpace(line) != "" && deeper(line, indent) && !stageKey.MatchString(line)
}

// unquoted is the text in a pair of quotes, or all of one that has none.
func unquoted(t text) text {
	if n := len(t); n > 1 && (t[0].b == '"' || t[0].b == '\'') && t[n-1].b == t[0].b {
		return t[1 : n-1]
	}
	return t
}

// withoutParameters turns ${train.lr}, which DVC takes from params.yaml, into a variable that nobody sets.
func withoutParameters(t text) text {
	for _, at := range parameter.FindAllStringIndex(t.String(), -1) {
		for i := at[0] + 2; i < at[1]-1; i++ {
			if b := t[i].b; b == '.' || b == '-' || b == '[' || b == ']' {
				t[i].b = '_'
			}
		}
	}
	return t
}
