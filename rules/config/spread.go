package config

import (
	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/rules"
)

// spreadPairs is what a call gets out of **options, a dictionary that the program fills before, as far as each time
// that it is made says the same; all is false where there may be more in it.
func spreadPairs(p *rules.Pass, c *python.Call, star *python.Arg) (pairs []dialect.Pair, all bool) {
	if p.Train == nil || star.Star != 2 {
		return nil, false
	}
	values, order, all := map[string]run.Value{}, []string(nil), false
	var last *run.Call
	for _, e := range p.Train.Entries() {
		for _, made := range e.Calls {
			if made.Node != c {
				continue
			}
			given, seen := spreadOf(made)
			all = seen && (last == nil || all && len(given) == len(values))
			for name, v := range given {
				if last == nil {
					values[name] = v
					continue
				}
				if same, known := run.Equal(values[name], v); !same || !known {
					values[name], all = nil, false
				}
			}
			for name := range values {
				if _, again := given[name]; !again {
					values[name] = nil
				}
			}
			last = made
		}
	}
	if last == nil {
		return nil, false
	}
	for i := range last.Args {
		if a := last.Args[i]; a.Name != "" && a.Node == nil {
			order = append(order, a.Name)
		}
	}
	for _, name := range order {
		at := itemPlace(p, last, name, star.Value.Span())
		pairs = append(pairs, dialect.Pair{Key: name, Value: knownValue(values[name]), File: p.File, Span: at, KeySpan: at})
	}
	return pairs, all
}

// spreadOf are the named arguments that come out of spreads; all is false where one could not be seen through.
func spreadOf(c *run.Call) (given map[string]run.Value, all bool) {
	given, all = map[string]run.Value{}, true
	for i := range c.Args {
		switch a := c.Args[i]; {
		case a.Star > 0:
			all = false
		case a.Name != "" && a.Node == nil:
			given[a.Name] = a.Value
		}
	}
	return given, all
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
