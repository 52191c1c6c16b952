package directive

import (
	"errors"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes/pytoken"
)

// ErrNoComments says that a file has no place for a directive.
var ErrNoComments = errors.New("JSON has no comments: use `paths:` in trainlint.yaml")

// AddInPython is the edit that silences a rule at offset.
func AddInPython(file *source.File, offset int, rule string) (source.Span, string, error) {
	if span, text, ok := extend(InPython(file), offset, rule); ok {
		return span, text, nil
	}
	tokens, err := pytoken.Scan(file.Text)
	if err != nil {
		return source.Span{}, "", err
	}
	first := -1
	for _, t := range tokens {
		if t.Start > offset && first >= 0 {
			break
		}
		if t.Kind != pytoken.Comment || tokens[t.Line].Kind != pytoken.Comment {
			first = t.Line
		}
	}
	if first < 0 {
		return source.Span{}, "", errors.New("there is no statement here")
	}
	return atEnd(file, logicalLine(file, tokens, first), rule)
}

// AddInConfig is the edit that silences a rule at offset of a YAML or TOML file.
func AddInConfig(file *source.File, offset int, rule string) (source.Span, string, error) {
	if format, ok := config.FormatOf(file.Path); ok && format == config.JSON {
		return source.Span{}, "", ErrNoComments
	}
	if span, text, ok := extend(InConfig(file), offset, rule); ok {
		return span, text, nil
	}
	line := file.LineSpan(file.LineOf(offset))
	for _, value := range valueSpans(config.Parse(file)) {
		if value.Start < line.End && line.End < value.End { // the line ends inside a value
			return before(file, line, rule)
		}
	}
	return atEnd(file, line, rule)
}

// AddInShell is the edit that silences a rule at offset of a shell script.
func AddInShell(file *source.File, offset int, rule string) (source.Span, string, error) {
	if span, text, ok := extend(InShell(file), offset, rule); ok {
		return span, text, nil
	}
	return before(file, file.LineSpan(file.LineOf(offset)), rule)
}

// extend adds the rule to a directive that covers the place already.
func extend(list []Directive, offset int, rule string) (source.Span, string, bool) {
	for _, d := range list {
		if d.Malformed != "" || !d.Covers(offset) || d.WholeFile {
			continue
		}
		end := d.Names[len(d.Names)-1].Span.End
		return source.Span{Start: end, End: end}, ", " + rule, true
	}
	return source.Span{}, "", false
}

func atEnd(file *source.File, lines source.Span, rule string) (source.Span, string, error) {
	end := file.LineSpan(file.LineOf(max(lines.Start, lines.End-1))).End
	for end > lines.Start && (file.Text[end-1] == ' ' || file.Text[end-1] == '\t') {
		end--
	}
	return source.Span{Start: end, End: end}, "  # trainlint: ignore[" + rule + "]", nil
}

func before(file *source.File, line source.Span, rule string) (source.Span, string, error) {
	indent := strings.ReplaceAll(file.Indent(line.Start), "\n", "")
	return source.Span{
		Start: line.Start,
		End:   line.Start,
	}, indent + "# trainlint: ignore[" + rule + "]" + file.Newline(), nil
}
