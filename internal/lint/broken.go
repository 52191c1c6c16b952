package lint

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes/pytoken"
)

// brokenPython finds where CPython would say that a text stops to be Python. The parser goes on behind a
// fault, and where it starts to do so may be far before or behind it.
func brokenPython(file *source.File, near source.Span) *problem {
	part := source.Span{End: len(file.Text)}
	if n := file.Notebook(); n != nil {
		part, near = brokenCell(file, n, near)
	}
	text := file.Text[part.Start:part.End]
	if fault := pytoken.Fault(text); fault != nil {
		at := part.Start + fault.Offset
		return &problem{at: source.Span{Start: at, End: at + 1}, message: fault.Message}
	}
	return &problem{at: brokenLine(file, part, near)}
}

// misplacedPython is the first line whose indentation CPython refuses: the parser takes any. Each cell of a notebook is
// compiled by itself.
func misplacedPython(file *source.File) *problem {
	n := file.Notebook()
	if n == nil {
		return misplacedIn(0, pytoken.Indentation(file.Text))
	}
	for _, cell := range n.Cells() {
		if broken := misplacedIn(cell.Start, pytoken.IndentationOfCell(file.Text[cell.Start:cell.End])); broken != nil {
			return broken
		}
	}
	return nil
}

func misplacedIn(start int, fault *pytoken.Error) *problem {
	if fault == nil {
		return nil
	}
	at := start + fault.Offset
	return &problem{at: source.Span{Start: at, End: at + 1}, message: fault.Message, whole: true}
}

// brokenCell is the first cell that is no Python by itself, and where.
func brokenCell(file *source.File, n *source.Notebook, near source.Span) (cell, at source.Span) {
	for _, cell := range n.Cells() {
		if broken, ok := errorIn(file.Path, string(file.Text[cell.Start:cell.End])); ok {
			return cell, source.Span{Start: cell.Start + broken.Start, End: cell.Start + broken.End}
		}
	}
	return source.Span{End: len(file.Text)}, near
}

// errorIn is the first place of a text that does not parse.
func errorIn(path, text string) (at source.Span, broken bool) {
	module, err := python.Parse(source.New(path, []byte(text)))
	if err != nil || len(module.Errors) == 0 {
		return source.Span{}, false
	}
	return module.Errors[0], true
}

const (
	mostLines = 3000 // that are read one by one to find a fault
	before    = 10   // how many lines early the reading starts
)

// brokenLine is the first line at a fault that does not parse by itself, a block's head with nothing in
// it; near where there is none.
func brokenLine(file *source.File, part, near source.Span) source.Span {
	tokens, err := pytoken.Scan(file.Text[part.Start:part.End])
	if err != nil {
		return near
	}
	head, lines := 0, 0
	for i, t := range tokens {
		if t.Kind != pytoken.Newline {
			continue
		}
		for tokens[head].Kind == pytoken.Comment && head < i {
			head++
		}
		line := source.Span{Start: part.Start + tokens[head].Start, End: part.Start + t.Start}
		head = i + 1
		if file.LineOf(line.End) < file.LineOf(near.Start)-before {
			continue
		}
		if lines++; line.Start > near.End || lines > mostLines {
			return near
		}
		first, text := alone(file.Slice(line))
		if at, broken := errorIn(file.Path, first+text); broken {
			if at.Start <= len(first) && line.Contains(near) {
				return near // of a statement over many lines the parser gave up as a whole
			}
			start := min(max(line.Start, line.Start+at.Start-len(first)), line.End)
			return source.Span{Start: start, End: max(start, min(line.End, line.Start+at.End-len(first)))}
		}
	}
	return near
}

// alone makes a line one that stands alone: text is the line and what its block needs, first is what
// has to stand above.
func alone(line string) (first, text string) {
	word := line[:len(line)-len(strings.TrimLeft(line, "abcdefghijklmnopqrstuvwxyz"))]
	switch word {
	case "elif", "else":
		first = "if 0: pass\n"
	case "except", "finally":
		first = "try: pass\n"
	case "case":
		first = "match 0:\n "
	case "try":
		return "", line + " pass\nfinally: pass\n"
	case "match":
		if strings.HasSuffix(line, ":") {
			return "", line + "\n case _: pass\n"
		}
	case "":
		if strings.HasPrefix(line, "@") {
			return "", line + "\ndef f(): pass\n"
		}
	}
	if code, _, _ := strings.Cut(line, "#"); strings.HasSuffix(strings.TrimRight(code, " \t"), ":") {
		return first, strings.TrimRight(code, " \t") + " pass\n"
	}
	return first, line + "\n"
}
