package job

import (
	"strconv"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// drawn takes the batch and the length of the windows that a program without a loader draws out of one long row of
// tokens: torch.randint(len(data) - T, (B,)), and data[i:i + T] at each of these places. false where none is drawn so.
func (j *Job) drawn() bool {
	e := j.Program.run
	var batch, length Found
	for _, c := range e.ran().Trace.Calls {
		if c.Node == nil || c.Unit == nil || c.Callee != run.Value(run.Symbol("torch.randint")) {
			continue
		}
		at := 1 // randint(high, size)
		if len(c.Args) > 2 && c.Args[2].Name == "" {
			at = 2 // randint(low, high, size)
		}
		v, _ := c.Argument("size", at)
		f := python.EnclosingFunction(c.Node)
		if v == nil || f == nil {
			continue
		}
		window := windowOf(f)
		size := e.found(v)
		if window == nil || len(size.Items) != 1 {
			continue
		}
		n, ok := size.Items[0].Int()
		if before, met := batch.Int(); !ok || n < 1 || met && before != n {
			return false
		}
		batch = size.Items[0]
		if p := e.entry.peer(c.Unit.Module); p != nil && knowledge.NamesWindow(python.LastName(window)) {
			length = p.Value(window)
		}
	}
	n, ok := batch.Int()
	if !ok {
		return false
	}
	j.claim(dialect.MicroBatch, strconv.FormatInt(n, 10), byScript, "torch.randint", batch.notDefault())
	if n, ok := length.Int(); ok && n > 0 {
		said := strconv.FormatInt(n, 10)
		j.claim(dialect.SeqLen, said, byConvention, "the windows that are drawn", length.notDefault())
	}
	return true
}

// windowOf is how long the parts are that a function takes out of something at several places: T in data[i:i + T]. nil
// where it takes none, or not all are as long.
func windowOf(f *python.Function) (length python.Expr) {
	for n := range python.AllIn(f.Body) {
		part, ok := n.(*python.Slice)
		if !ok {
			continue
		}
		from, ok := part.Lower.(*python.Name)
		to, isSum := part.Upper.(*python.Binary)
		if !ok || !isSum || to.Op != "+" || python.PathText(to.Left) != from.ID {
			continue
		}
		if length != nil && python.PathText(length) != python.PathText(to.Right) {
			return nil
		}
		length = to.Right
	}
	return length
}
