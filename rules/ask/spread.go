package ask

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
)

// SpreadValues are what a call gets out of **options, a dictionary that the program fills before, as far as each time
// that it is made says the same, in the order of the last call; nil stands for what differs. all is false where there
// may be more in it, and last is nil where the call is not met.
func SpreadValues(p *rules.Pass, c *python.Call) (
	values map[string]run.Value,
	order []string,
	last *run.Call,
	all bool,
) {
	values = map[string]run.Value{}
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
		return nil, nil, nil, false
	}
	for i := range last.Args {
		if a := last.Args[i]; a.Name != "" && a.Node == nil {
			order = append(order, a.Name)
		}
	}
	return values, order, last, all
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
