package launch

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// fields expands a word and splits it into the arguments it becomes.
func (e *evaluator) fields(w *syntax.Word) []text {
	written := false
	for _, p := range w.Parts {
		switch q := p.(type) {
		case *syntax.SglQuoted:
			written = true
		case *syntax.DblQuoted:
			written = written || !isList(q)
		}
	}
	return e.parts(w.Parts, false).split(written)
}

// isList reports whether a quoted part is "$@" or "${a[@]}", which may vanish.
func isList(q *syntax.DblQuoted) bool {
	if len(q.Parts) != 1 {
		return false
	}
	p, ok := q.Parts[0].(*syntax.ParamExp)
	return ok && (p.Param != nil && p.Param.Value == "@" || indexIs(p, "@"))
}

func indexIs(p *syntax.ParamExp, what string) bool {
	w, ok := p.Index.(*syntax.Word)
	return ok && w.Lit() == what
}

// joined expands a word without splitting it, as an assignment does.
func (e *evaluator) joined(w *syntax.Word) text {
	whole := e.parts(w.Parts, false).with(0, quoted)
	for i := range whole { // the elements of a list are one text there
		whole[i].cellFlags &^= wordBreak
	}
	return whole
}

func (e *evaluator) parts(parts []syntax.WordPart, inQuotes bool) text {
	var out text
	for _, p := range parts {
		piece := e.part(p, inQuotes)
		e.meter.Spend(1 + 3*len(piece))
		out = append(out, piece...)
		if len(out) > maxText {
			return plain("$", unknown|quoted)
		}
	}
	return out
}

// maxText bounds an expansion: a=$a$a doubles with every line.
const maxText = 1 << 16

func (e *evaluator) part(p syntax.WordPart, inQuotes bool) text {
	switch p := p.(type) {
	case *syntax.Lit:
		return e.literal(p, inQuotes)
	case *syntax.SglQuoted:
		return e.singleQuoted(p)
	case *syntax.DblQuoted:
		return e.parts(p.Parts, true)
	case *syntax.ParamExp:
		return e.parameter(p, inQuotes)
	case *syntax.CmdSubst:
		return e.substitution(p, inQuotes)
	case *syntax.ArithmExp:
		if n, ok := e.reckon(p.X); ok {
			return plain(itoa(n), quoted)
		}
	}
	return e.asWritten(p)
}

// asWritten is an expansion that stays unknown, shown by its own source text.
func (e *evaluator) asWritten(n syntax.Node) text {
	start, end := int(n.Pos().Offset()), int(n.End().Offset())
	if start > end || end > len(e.source) {
		return plain("$", unknown|quoted)
	}
	// Never split an unknown expansion at the blanks of its own source.
	return e.source[start:end].with(unknown|quoted, 0)
}

// literal aligns a literal's value with its source bytes: the parser drops
// line continuations from the value, and backslashes are still in it.
func (e *evaluator) literal(l *syntax.Lit, inQuotes bool) text {
	out := make(text, 0, len(l.Value))
	at := int(l.ValuePos.Offset())
	escaped := false
	for i := 0; i < len(l.Value); i++ {
		at = e.skipContinuation(at)
		for at < len(e.source) && e.source[at].b != l.Value[i] {
			at++
		}
		if at >= len(e.source) {
			return append(out, plain(l.Value[i:], quoted)...)
		}
		c := e.source[at]
		at++
		if c.b == '\\' && !escaped && i+1 < len(l.Value) && (!inQuotes || isEscapable(l.Value[i+1])) {
			escaped = true
			continue
		}
		c.cellFlags |= quoted
		out, escaped = append(out, c), false
	}
	return out
}

func isEscapable(b byte) bool { return b == '$' || b == '`' || b == '"' || b == '\\' }

func (e *evaluator) skipContinuation(at int) int {
	for at+1 < len(e.source) && e.source[at].b == '\\' {
		switch {
		case e.source[at+1].b == '\n':
			at += 2
		case at+2 < len(e.source) && e.source[at+1].b == '\r' && e.source[at+2].b == '\n':
			at += 3
		default:
			return at
		}
	}
	return at
}

func (e *evaluator) singleQuoted(q *syntax.SglQuoted) text {
	start := int(q.Left.Offset()) + 1
	if q.Dollar {
		if strings.Contains(q.Value, `\`) {
			return e.asWritten(q)
		}
		start++
	}
	end := start + len(q.Value)
	if end <= len(e.source) && e.source[start:end].String() == q.Value {
		return e.source[start:end].with(quoted, 0)
	}
	return plain(q.Value, quoted)
}
