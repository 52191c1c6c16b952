package job

import (
	"strconv"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// remembered takes the batch that an agent draws out of what it remembers: random.sample(self.memory, 64). false where
// none is drawn so, or not always as many.
func (j *Job) remembered() bool {
	e := j.Program.run
	var batch Found
	for _, c := range e.ran().Trace.Calls {
		if c.Node == nil || c.Callee != run.Value(run.Symbol("random.sample")) || len(c.Node.Args) == 0 ||
			!knowledge.NamesReplay(python.LastName(c.Node.Args[0].Value)) {
			continue
		}
		v, open := c.Argument("k", 1)
		if v == nil || open {
			return false
		}
		many := e.found(v)
		n, ok := many.Int()
		if before, met := batch.Int(); !ok || n < 1 || met && before != n {
			return false
		}
		batch = many
	}
	n, ok := batch.Int()
	if !ok {
		return false
	}
	j.claim(dialect.MicroBatch, strconv.FormatInt(n, 10), byScript, "random.sample", batch.notDefault())
	return true
}
