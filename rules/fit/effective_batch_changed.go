package fit

import (
	"fmt"
	"strconv"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/rules"
)

// EffectiveBatchChanged finds jobs whose effective batch size changed since a
// revision while their learning rate did not.
var EffectiveBatchChanged = &rules.Rule{
	Name:     "effective-batch-changed",
	Group:    rules.Fit,
	Severity: rules.Warning,
	Page:     page("effective-batch-changed"),
	On:       rules.Job,
	Check:    checkEffectiveBatch,
}

// batch is what one optimizer step averages over; gpus is 0 when nothing says how
// many there are.
type batch struct{ micro, accumulation, gpus int }

func (b batch) size() int { return b.micro * b.accumulation * max(1, b.gpus) }

func (b batch) String() string {
	if b.gpus == 0 {
		return fmt.Sprintf("%d × %d = %d", b.micro, b.accumulation, b.size())
	}
	return fmt.Sprintf("%d × %d × %d = %d", b.micro, b.accumulation, b.gpus, b.size())
}

// factors names what is multiplied.
func (b batch) factors() string {
	if b.gpus == 0 {
		return "on each GPU (micro-batch × accumulation)"
	}
	return "(micro-batch × accumulation × GPUs)"
}

func batchOf(j *job.Job) batch {
	return batch{j.Int(dialect.MicroBatch), j.Int(dialect.Accumulation), j.Int(dialect.GPUs)}
}

// comparableBatches reports whether two batches are known as far as they must be: a number of
// GPUs that neither revision says is taken to be the same.
func comparableBatches(now, before batch) bool {
	return now.size() > 0 && before.size() > 0 && (now.gpus == 0) == (before.gpus == 0)
}

func checkEffectiveBatch(p *rules.Pass) {
	if p.Before == nil {
		return
	}
	now, before := batchOf(p.Job), batchOf(p.Before)
	if !comparableBatches(now, before) || now.size() == before.size() || !sameRate(p.Job, p.Before) {
		return
	}
	place, ok := changedFactor(p.Job, p.Before)
	if !ok {
		return
	}
	p.Report(rules.Diagnostic{
		Severity: rules.Warning, File: place.File.Path, Span: place.Span,
		Message: fmt.Sprintf(
			"%s averages %s samples a step %s, %s in %s, and the learning rate is still %s: the runs do not compare%s",
			subject(p.Job),
			now,
			now.factors(),
			before,
			p.Revision,
			p.Job.Text(dialect.LearningRate),
			remedy(now, before),
		),
		Notes: batchNotes(p.Job, place),
	})
}

// sameRate reports whether both jobs say the same learning rate.
func sameRate(a, b *job.Job) bool {
	now, err := strconv.ParseFloat(a.Text(dialect.LearningRate), 64)
	before, errBefore := strconv.ParseFloat(b.Text(dialect.LearningRate), 64)
	return err == nil && errBefore == nil && now == before
}

var batchFields = []dialect.Field{dialect.MicroBatch, dialect.Accumulation, dialect.GPUs}

// changedFactor is where the first factor that is another now is written, else where
// any of them is.
func changedFactor(now, before *job.Job) (job.Place, bool) {
	for _, f := range batchFields {
		if v, _ := now.Get(f); v.Place.File != nil && v.Text != before.Text(f) {
			return v.Place, true
		}
	}
	place := at(now, batchFields...)
	return place, place.File != nil
}

// remedy names the accumulation that keeps the old batch, when a whole one does.
func remedy(now, before batch) string {
	if each := now.micro * max(1, now.gpus); before.size()%each == 0 {
		return fmt.Sprintf(
			"; accumulate %d times to keep %d, or set a learning rate for %d",
			before.size()/each,
			before.size(),
			now.size(),
		)
	}
	return fmt.Sprintf("; set a learning rate for %d", now.size())
}

func batchNotes(j *job.Job, but job.Place) []rules.NotePlace {
	var notes []rules.NotePlace
	for _, f := range append(batchFields[:3:3], dialect.LearningRate) {
		if v, ok := j.Get(f); ok && v.Place.File != nil && v.Place != but {
			notes = append(
				notes,
				rules.NotePlace{File: v.Place.File.Path, Span: v.Place.Span, Message: fmt.Sprintf("%s = %s", f, v.Text)},
			)
		}
	}
	return notes
}
