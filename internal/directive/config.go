package directive

import (
	"bytes"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/source"
)

// configComments lists the comments of a YAML or TOML text that may be
// directives. A '#' inside a value is text.
func configComments(file *source.File) []comment {
	if format, ok := config.FormatOf(file.Path); ok && format == config.JSON {
		return nil
	}
	values := valueSpans(config.Parse(file))
	var found []comment
	for n := 1; n <= file.LineCount(); n++ {
		line := file.LineSpan(n)
		text := file.Text[line.Start:line.End]
		if !bytes.Contains(text, Mark) {
			continue
		}
		if at := commentStart(text, line.Start, values); at >= 0 {
			c := comment{span: source.Span{Start: line.Start + at, End: line.End}}
			c.ownLine = len(bytes.TrimSpace(text[:at])) == 0
			c.scope = file.FullLines(line)
			if c.ownLine {
				c.scope = nextLine(file, n)
			}
			found = append(found, c)
		}
	}
	return found
}

// commentStart is where the comment of a line starts: the first '#' at the start
// of the line or behind a blank that is in no value; -1 when there is none.
func commentStart(line []byte, offset int, values []source.Span) int {
	for i, b := range line {
		if b != '#' || i > 0 && line[i-1] != ' ' && line[i-1] != '\t' {
			continue
		}
		inside := false
		for _, value := range values {
			inside = inside || value.Start <= offset+i && offset+i < value.End
		}
		if !inside {
			return i
		}
	}
	return -1
}

// valueSpans are the places of all scalars, keys included.
func valueSpans(document *config.Document) []source.Span {
	var spans []source.Span
	var visit func(*config.Node)
	visit = func(n *config.Node) {
		if n == nil {
			return
		}
		if n.Kind == config.Scalar {
			spans = append(spans, n.Span)
		}
		for _, entry := range n.Entries {
			spans = append(spans, entry.KeySpan)
			visit(entry.Value)
		}
		for _, item := range n.Items {
			visit(item)
		}
	}
	for _, root := range document.Roots {
		visit(root)
	}
	return spans
}

// nextLine covers the next line that is neither blank nor a comment.
func nextLine(file *source.File, n int) source.Span {
	for n++; n <= file.LineCount(); n++ {
		line := file.LineSpan(n)
		text := bytes.TrimSpace(file.Text[line.Start:line.End])
		if len(text) > 0 && text[0] != '#' {
			return file.FullLines(line)
		}
	}
	return source.Span{}
}
