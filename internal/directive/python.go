package directive

import (
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes/pytoken"
)

// pythonComments lists the comments of a Python text with their logical lines.
// Behind a fault of the text there are none: nothing is known about lines there.
func pythonComments(file *source.File) []comment {
	tokens, _ := pytoken.Scan(file.Text)
	var found []comment
	for i, t := range tokens {
		if t.Kind != pytoken.Comment {
			continue
		}
		c := comment{span: source.Span{Start: t.Start, End: t.End}, ownLine: t.First}
		line := t.Line // on, or inside, a statement
		if line == i {
			line = nextStatement(tokens, i)
		}
		if line >= 0 {
			c.scope = logicalLine(file, tokens, line)
		}
		found = append(found, c)
	}
	return found
}

// nextStatement is the index of the first token behind a comment that is not
// itself a comment on a line of its own; -1 at the end of the text.
func nextStatement(tokens []pytoken.Token, i int) int {
	for i < len(tokens) {
		if tokens[i].Kind != pytoken.Comment && tokens[i].Kind != pytoken.Newline {
			return i
		}
		i++
	}
	return -1
}

// logicalLine covers the lines of the statement whose first token is given.
func logicalLine(file *source.File, tokens []pytoken.Token, first int) source.Span {
	last := first
	for i := first; i < len(tokens) && tokens[i].Line == first; i++ {
		last = i
	}
	return file.FullLines(source.Span{Start: tokens[first].Start, End: max(tokens[first].Start+1, tokens[last].Start)})
}
