package config

import (
	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// spreadPairs is what a call gets out of **options, a dictionary that the program fills before, as far as each time
// that it is made says the same; all is false where there may be more in it.
func spreadPairs(p *rules.Pass, c *python.Call, star *python.Arg) (pairs []dialect.Pair, all bool) {
	if p.Train == nil || star.Star != 2 {
		return nil, false
	}
	values, order, last, all := ask.SpreadValues(p, c)
	if last == nil {
		return nil, false
	}
	for _, name := range order {
		at := itemPlace(p, last, name, star.Value.Span())
		pairs = append(pairs, dialect.Pair{Key: name, Value: knownValue(values[name]), File: p.File, Span: at, KeySpan: at})
	}
	return pairs, all
}

// itemPlace is where the file at hand puts an item of that name into a dictionary before a call; fallback where it does
// not show.
func itemPlace(p *rules.Pass, c *run.Call, name string, fallback source.Span) source.Span {
	at := fallback
	for _, e := range p.Train.Entries() {
		for _, s := range e.Stores {
			if s.Kind == run.StoreItem && s.Seq < c.Seq && s.Key == run.Value(run.Str(name)) && s.Unit.Module == p.Python &&
				s.Node != nil {
				at = s.Node.Span()
			}
		}
	}
	return at
}

// knownValue is a value of a run as a loader would have given it.
func knownValue(v run.Value) config.Value {
	switch v := v.(type) {
	case run.Bool:
		return config.Value{Kind: config.Bool, Bool: bool(v)}
	case run.Int:
		return config.Value{Kind: config.Int, Int: int64(v), Float: float64(v)}
	case run.Float:
		return config.Value{Kind: config.Float, Float: float64(v)}
	case run.Str:
		return config.Value{Kind: config.String, Text: string(v)}
	}
	if v != nil && run.IsNone(v) {
		return config.Value{Kind: config.Null}
	}
	return config.Value{}
}
