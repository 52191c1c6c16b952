package job

import (
	"strconv"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// ownLoop reports whether the script steps in a loop of its own, and no framework's trainer does.
func (j *Job) ownLoop() bool {
	return j.Framework == PlainPyTorch || j.Framework == Accelerate || j.Framework == Diffusers
}

// readPace reads how long a loop of the project's own trains: `for epoch in range(epochs)`.
func (j *Job) readPace() {
	if !j.ownLoop() || j.Stage != nil {
		return
	}
	e := j.Program.run
	m := e.ran()
	loops := map[int]*run.LoopRun{}
	for _, l := range m.Trace.Loops {
		loops[l.Entry] = l
	}
	around := map[dialect.Field]*run.LoopRun{}
	several := map[dialect.Field]bool{}
	for _, c := range m.Trace.Calls {
		if c.Node == nil || c.Node.MethodName() != "backward" || guessed(c) {
			continue
		}
		rounds := false
		for i, lap := range c.Laps {
			l := loops[lap.Entry]
			if l == nil {
				continue
			}
			field := paceOf(l)
			if field == "" && i == 0 {
				field = boundOf(l, len(c.Laps) > 1)
			}
			if rounds = rounds || field == dialect.MaxSteps; rounds && collects(c, loops, i) {
				continue // for iteration in …: collect a rollout, and go over it for some epochs
			}
			if field == dialect.MaxSteps && i > 0 {
				continue // as many in each epoch
			}
			if before := around[field]; field != "" && before != nil && before.Node != l.Node {
				several[field] = true
			} else if field != "" {
				around[field] = l
			}
		}
	}
	for _, field := range []dialect.Field{dialect.Epochs, dialect.MaxSteps} {
		if l := around[field]; l != nil && !several[field] {
			j.readRange(field, l)
		}
	}
}

// collects reports whether a backward pass stands in a loop of epochs behind the loop of a lap, or that loop is one:
// the laps of the loop around are no steps, and its epochs are not those of the training.
func collects(c *run.Call, loops map[int]*run.LoopRun, from int) bool {
	for _, lap := range c.Laps[from:] {
		if l := loops[lap.Entry]; l != nil && paceOf(l) == dialect.Epochs {
			return true
		}
	}
	return false
}

// paceOf is what the laps of a loop are, by the name of what it counts.
func paceOf(l *run.LoopRun) dialect.Field {
	loop, ok := l.Node.(*python.For)
	if !ok {
		return ""
	}
	switch name := python.PathText(loop.Target); {
	case knowledge.CountsEpochs(name):
		return dialect.Epochs
	case knowledge.CountsSteps(name):
		return dialect.MaxSteps
	}
	return ""
}

// boundOf is what the laps of an outermost loop are by the name of how many there are: for i in range(args.epochs),
// with another loop in it, or for i in range(start, num_iters).
func boundOf(l *run.LoopRun, holds bool) dialect.Field {
	loop, ok := l.Node.(*python.For)
	if !ok {
		return ""
	}
	counted, ok := loop.Iter.(*python.Call)
	if !ok || !knowledge.Counts(calledName(l.Unit.Module, counted)) || len(counted.Args) == 0 || len(counted.Args) > 2 {
		return ""
	}
	bound := counted.Args[len(counted.Args)-1].Value
	if sum, ok := bound.(*python.Binary); ok && sum.Op == "+" {
		bound = sum.Left
	}
	var name string
	switch e := bound.(type) {
	case *python.Name:
		name = e.ID
	case *python.Attribute, *python.Subscript:
		name = python.KeyRead(e)
	}
	switch {
	case holds && knowledge.BoundsEpochs(name):
		return dialect.Epochs
	case !holds && knowledge.BoundsSteps(name):
		return dialect.MaxSteps
	}
	return ""
}

// readRange takes the number of laps of a loop over range(…), in whatever that shows its progress.
func (j *Job) readRange(field dialect.Field, l *run.LoopRun) {
	e := j.Program.run
	p := e.programs[l.Unit.Module]
	loop, ok := l.Node.(*python.For)
	if p == nil || !ok {
		return
	}
	var counted *python.Call
	for n := range python.All(loop.Iter) {
		if c, ok := n.(*python.Call); ok && knowledge.Counts(calledName(p.Module(), c)) {
			counted = c
		}
	}
	// with trange(steps) as bar: for step in bar
	if made := p.Value(loop.Iter).made(); counted == nil && made != nil && made.Node != nil {
		if q := e.programs[made.Unit.Module]; q != nil && knowledge.Counts(calledName(q.Module(), made.Node)) {
			p, counted = q, made.Node
		}
	}
	if counted == nil || len(counted.Args) == 0 || counted.Spreads() {
		return
	}
	var bounds []Found
	for _, a := range counted.Args {
		if a.Name == "" {
			bounds = append(bounds, p.Value(a.Value))
		}
	}
	if len(bounds) == 0 || len(bounds) > 2 {
		return
	}
	stop := bounds[len(bounds)-1]
	n, known := stop.Int()
	if !known {
		j.doubt(field, byScript)
		return
	}
	last, ok := counted.Args[len(counted.Args)-1].Value.(*python.Binary)
	if first, known := bounds[0].Int(); len(bounds) == 2 && known { // what is not known is where it goes on from
		n -= first
	} else if one, isNumber := numberAfter(last); len(bounds) == 2 && isNumber && one == "1" {
		n-- // range(start, epochs + 1) counts from 1
	}
	if ok && last.Op == "+" && field == dialect.MaxSteps && len(bounds) == 1 {
		return // range(steps + 1): the last lap mostly validates
	}
	if n > 0 && (field != dialect.Epochs || n <= endless) {
		j.claim(field, strconv.FormatInt(n, 10), byScript, "range", stop)
		if ok { // range(1, epochs + 1): what stands at the place of the epochs is not the sum
			made := &j.claims[len(j.claims)-1].value
			made.Written = made.Text
		}
	}
}

// numberAfter is the number that is added on the right of a sum.
func numberAfter(sum *python.Binary) (text string, ok bool) {
	if sum == nil || sum.Op != "+" {
		return "", false
	}
	n, ok := sum.Right.(*python.Number)
	if !ok {
		return "", false
	}
	return n.Text, true
}

// endless is more epochs than anybody trains: another loop ends such a training.
const endless = 100_000

// calledName is what a call calls: a built-in function has its own name.
func calledName(m *python.Module, c *python.Call) string {
	if path := m.Resolve(c.Func); path != "" {
		return path
	}
	return python.PathText(c.Func)
}
