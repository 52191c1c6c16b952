package launch

import (
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

// runKey is the "run:" of a workflow step with what stands on its line.
var runKey = regexp.MustCompile(`^(\s*(?:-\s+)?)run:(?:\s+(.*))?$`)

// readWorkflow follows every run: block of a GitHub workflow as its own shell.
func readWorkflow(f *source.File, meter *budget.Meter) *Script {
	s := &Script{File: f, meter: meter}
	for n := 1; n <= f.LineCount(); n++ {
		line := f.LineSpan(n)
		m := runKey.FindStringSubmatchIndex(f.Slice(line))
		if m == nil {
			continue
		}
		block := inline(f, line, m)
		if block == nil {
			block = indented(f, n+1, m[3])
		}
		newEvaluator(s).run(blankExpressions(block))
	}
	return s
}

// inline is a command on the key's own line; nil when a block follows.
func inline(f *source.File, line source.Span, m []int) text {
	if m[4] < 0 {
		return nil
	}
	value := ofFile(f, source.Span{Start: line.Start + m[4], End: line.Start + m[5]})
	if len(value) == 0 || value[0].b == '|' || value[0].b == '>' {
		return nil
	}
	if q := value[0].b; (q == '"' || q == '\'') && value[len(value)-1].b == q {
		return value[1 : len(value)-1]
	}
	return value
}

// indented is the block scalar below a key: the lines indented deeper than it.
func indented(f *source.File, first, indent int) text {
	var out text
	for n := first; n <= f.LineCount(); n++ {
		span := f.LineSpan(n)
		line := f.Slice(span)
		if !deeper(line, indent) {
			break
		}
		out = append(out, ofFile(f, span)...)
		out = append(out, cell{'\n', int32(span.End), 0})
	}
	return out
}

// blankExpressions turns ${{ … }} into a variable that nobody sets.
func blankExpressions(t text) text {
	s := t.String()
	for at := 0; ; {
		start := strings.Index(s[at:], "${{")
		if start < 0 {
			return t
		}
		start += at
		length := strings.Index(s[start:], "}}")
		if length < 0 {
			return t
		}
		for at = start + 2; at < start+length+1; at++ {
			t[at].b = '_'
		}
	}
}
