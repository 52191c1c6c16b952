package library

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// signature is what inspect.signature gives of a class of a library, or of its constructor: programs that run with
// several releases ask it which arguments there are. nil where it is not known.
func (l Library) signature(m *run.Machine, c *run.Call) run.Value {
	of, _ := c.Argument("obj", 0)
	s, ok := run.Bare(of).(run.Symbol)
	if !ok {
		return nil
	}
	path, _ := strings.CutSuffix(string(s), ".__init__")
	names := knowledge.Parameters(path, l.Holds)
	if names == nil {
		return nil
	}
	keys, values := make([]run.Value, 0, len(names)), make([]run.Value, 0, len(names))
	for _, name := range names {
		keys, values = append(keys, run.Str(name)), append(values, run.Str(name))
	}
	o := m.NewObject(run.Result, c)
	o.Made, o.Class = c, run.Symbol("inspect.Signature")
	m.Set(o, "parameters", m.Dict(keys, values, c))
	return o
}
