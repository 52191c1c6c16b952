package launch

import (
	"bytes"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// Directive is one option of an #SBATCH line, its dashes taken off.
type Directive struct {
	Name  string // long or short as written: "gpus-per-node", "N"
	Value string
	Span  source.Span // of the value; of the option when it has none
}

// slurmDirectives reads the #SBATCH lines of a batch script.
func slurmDirectives(f *source.File) []Directive {
	if !bytes.Contains(f.Text, []byte("#SBATCH")) {
		return nil
	}
	var out []Directive
	for n := 1; n <= f.LineCount(); n++ {
		span := f.LineSpan(n)
		line := f.Slice(span)
		rest, ok := strings.CutPrefix(line, "#SBATCH")
		if !ok {
			continue
		}
		rest, _, _ = strings.Cut(rest, " #")
		out = append(out, directives(rest, span.Start+len("#SBATCH"))...)
	}
	return out
}

func directives(s string, at int) []Directive {
	var out []Directive
	for len(s) > 0 {
		blank := len(s) - len(strings.TrimLeft(s, " \t"))
		s, at = s[blank:], at+blank
		end := strings.IndexAny(s, " \t")
		if end < 0 {
			end = len(s)
		}
		word := s[:end]
		switch {
		case strings.HasPrefix(word, "-"):
			name, value, has := strings.Cut(strings.TrimLeft(word, "-"), "=")
			d := Directive{Name: name, Value: value, Span: source.Span{Start: at, End: at + end}}
			if has {
				d.Span.Start = at + end - len(value)
			}
			out = append(out, d)
		case word != "" && len(out) > 0 && out[len(out)-1].Value == "":
			out[len(out)-1].Value = word
			out[len(out)-1].Span = source.Span{Start: at, End: at + end}
		}
		s, at = s[end:], at+end
	}
	return out
}
