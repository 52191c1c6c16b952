package library

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// filledItself is what parse_args() gives of an instance of a class of the project that is its own parser, whose
// annotated names are the options: the instance, filled. nil for any other.
func (l Library) filledItself(m *run.Machine, c *run.Call, o *run.Object, method string) run.Value {
	class, ok := o.Class.(*run.Class)
	if !ok || method != knowledge.ParsesItself || !slices.ContainsFunc(class.Line(), func(v run.Value) bool {
		s, ok := v.(run.Symbol)
		return ok && knowledge.IsOwnParser(string(s))
	}) {
		return nil
	}
	words, known := l.wordsFor(m, c)
	f := &filling{l: l, m: m, c: c, known: known, passed: sortWords(words, nil)}
	for _, a := range f.arguments(class) {
		if yes := run.Value(run.Bool(true)); run.Bare(a.Value) == yes && run.Bare(m.FieldDefault(class, a.Name, c)) == yes {
			a.Value = m.Unknown("an option that switches off what is on") // unless booleans are written out
		}
		m.Set(o, a.Name, a.Value)
	}
	if after, ok := run.Bare(m.Attribute(o, knowledge.AfterParsing, c)).(*run.Method); ok {
		m.Invoke(after.Func, []run.Argument{{Value: o}}, c)
	}
	return o
}
