package job

import (
	"slices"
	"strconv"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/train"
)

// readGate reads after how many backward passes a loop of the project's own steps its optimizer: `if (i + 1) % n ==
// 0:`, or a loop over micro-batches.
func (j *Job) readGate() {
	if !j.ownLoop() || j.DeepSpeed != nil || j.accumulates() {
		return
	}
	e := j.Program.run
	m := e.ran()
	calls := slices.DeleteFunc(slices.Clone(m.Trace.Calls), guessed)
	var every *Found
	for _, s := range train.Of(e.entry.Module(), m, calls).Steps() {
		a := s.Accumulated()
		switch {
		case a == nil && (len(s.Of(train.OptimStep)) > 0 || len(s.Of(train.ScalerStep)) > 0):
			return // it steps each time, or in a way that is not known
		case a == nil:
			continue
		}
		p := e.programs[a.Unit.Module]
		if p == nil {
			return
		}
		v := p.Value(a.Every)
		if every != nil {
			if same, known := every.Same(v); !known || !same {
				j.doubt(dialect.Accumulation, byScript)
				return
			}
		}
		every = &v
	}
	if every == nil {
		return
	}
	if n, _ := every.Int(); n > 0 {
		j.claim(dialect.Accumulation, strconv.FormatInt(n, 10), byScript, "a step every so often", *every)
	} else {
		j.doubt(dialect.Accumulation, byScript)
	}
}

// accumulates reports whether something else says after how many backward passes a step comes: an engine does it then,
// or two of them do.
func (j *Job) accumulates() bool {
	return slices.ContainsFunc(j.claims, func(c claim) bool { return c.field == dialect.Accumulation }) ||
		j.usesOther("deepspeed")
}
