package job

import (
	"cmp"
	"slices"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// rank orders the places that may set one field: the highest decides.
type rank int

// The ranks, from a framework's default up. They follow what the frameworks do:
// an argument in the script beats what the launcher passes in the environment
// (accelerate reads ACCELERATE_MIXED_PRECISION only when Accelerator() is given
// nothing), and the launcher's command line beats its config file.
const (
	byDefault rank = iota * 10
	byConvention
	byEnvironment
	byEngineConfig   // DeepSpeed JSON
	byLauncherConfig // accelerate config
	byLauncherFlag
	byConfig // the script's or tool's own config
	byFlag   // the script's or tool's command line
	byScript
)

// byUnread is how binding arguments are that were not read: any word beats them, and no default does.
const byUnread = byDefault + 5

// claim is one place's word on one field. A claim without text is a doubt: the
// place decides the field, and what it says is not known.
type claim struct {
	field dialect.Field
	value Value
}

// claim adds a place's word on a field; an empty text is no word.
func (j *Job) claim(f dialect.Field, text string, r rank, from string, v Found) {
	if text == "" {
		return
	}
	if v.Default {
		r = min(r, byConvention)
	}
	j.claims = append(
		j.claims,
		claim{f, Value{Text: text, Place: v.Place, Via: v.Via, Written: v.Text(), Default: v.Default, From: from, rank: r}},
	)
}

// claimWord is claim of what a word was understood as: nothing where it was not, and then the field is not known.
func (j *Job) claimWord(f dialect.Field, text string, r rank, from string, v Found) {
	if text == "" {
		j.doubt(f, r)
		return
	}
	j.claim(f, text, r, from, v)
}

// doubt makes a field unknown unless a place of a higher rank settles it.
func (j *Job) doubt(f dialect.Field, r rank) {
	j.claims = append(j.claims, claim{f, Value{rank: r}})
}

// doubtBecause is doubt with its reason, for people.
func (j *Job) doubtBecause(f dialect.Field, r rank, why string) {
	j.claims = append(j.claims, claim{f, Value{rank: r, Why: why}})
}

// WhyUnknown is why a field is not known, "" when nothing was said about it.
func (j *Job) WhyUnknown(f dialect.Field) string {
	if said := j.said[f]; len(said) > 0 && said[0].Text == "" {
		return said[0].Why
	}
	return ""
}

// assume is a framework's default: it holds when nothing in the project speaks.
func (j *Job) assume(f dialect.Field, text, whose string) {
	j.claims = append(j.claims, claim{f, Value{Text: text, Default: true, From: whose, rank: byDefault}})
}

// read adds everything that a dialect's reading says, unknowns as doubts, and
// the dialect's defaults.
func (j *Job) read(r *dialect.Reading, at rank, from string) {
	if r == nil {
		return
	}
	for _, v := range r.Values {
		j.claims = append(j.claims, claim{v.Field, fromDialect(v, at, from)})
	}
	for _, d := range r.Dialect.Defaults {
		j.assume(d.Field, d.Text, r.Dialect.Name)
	}
}

func fromDialect(v dialect.Value, at rank, from string) Value {
	out := Value{Written: v.Pair.Value.Text, From: from, Entry: v.Pair.Entry, rank: at}
	out.Place = Place{File: v.Pair.File, Span: v.Pair.Span, Key: v.Pair.Key}
	if v.Known {
		out.Text = v.Text
	}
	return out
}

// settle picks each field's winner and notes who disagrees with it.
func (j *Job) settle() {
	byField := map[dialect.Field][]Value{}
	var order []dialect.Field
	for _, c := range j.claims {
		if _, seen := byField[c.field]; !seen {
			order = append(order, c.field)
		}
		byField[c.field] = append(byField[c.field], c.value)
	}
	slices.Sort(order)
	j.said = map[dialect.Field][]Value{}
	j.Fields = map[dialect.Field]Value{}
	for _, f := range order {
		j.settleField(f, byField[f])
	}
	for _, f := range needed {
		if _, ok := j.Fields[f]; !ok {
			j.Unknown = append(j.Unknown, f)
		}
	}
	// most jobs say nothing of them, and do neither
	for _, f := range []dialect.Field{dialect.Sharding, dialect.Accumulation} {
		if j.Undecided(f) {
			j.Unknown = append(j.Unknown, f)
		}
	}
}

// Undecided reports whether something decides a field that is not known, such as a config that was not read: no default
// holds then.
func (j *Job) Undecided(f dialect.Field) bool {
	_, known := j.Fields[f]
	return !known && len(j.said[f]) > 0
}

// DefaultsTo reports whether a default of the job's framework sets a field to a text, and no more than what a launcher
// says stands above it: a program whose own arguments say something, or cannot be read, has no default.
func (j *Job) DefaultsTo(f dialect.Field, text string) bool {
	for _, v := range j.said[f] {
		switch {
		case v.Default:
			return v.Text == text
		case v.rank > byLauncherFlag || v.rank == byUnread:
			return false
		}
	}
	return false
}

// settleField: of two claims of one rank the later one wins, as the last flag
// and the last key do.
func (j *Job) settleField(f dialect.Field, values []Value) {
	slices.Reverse(values)
	slices.SortStableFunc(values, func(a, b Value) int { return cmp.Compare(b.rank, a.rank) })
	j.said[f] = values
	if values[0].Text == "" {
		return
	}
	j.Fields[f] = values[0]
	if !contestable[f] {
		return
	}
	for _, loser := range values[1:] {
		if loser.Text != "" && loser.rank != values[0].rank && !loser.Default && !values[0].Default &&
			loser.Text != values[0].Text {
			j.Conflicts = append(j.Conflicts, Conflict{f, values[0], loser})
		}
	}
}

// contestable are the fields of which two places cannot both be meant. Weights
// are not among them: loading in one dtype and casting to another is no conflict.
var contestable = map[dialect.Field]bool{
	dialect.Precision:    true,
	dialect.Accumulation: true,
	dialect.MicroBatch:   true,
	dialect.GPUs:         true,
	dialect.Sharding:     true,
	dialect.GradientClip: true,
	dialect.Optimizer:    true,
	dialect.LearningRate: true,
	dialect.WeightDecay:  true,
}

// needed are the fields without which there is no estimate worth having.
var needed = []dialect.Field{
	dialect.Model,
	dialect.Method,
	dialect.Weights,
	dialect.Precision,
	dialect.Optimizer,
	dialect.MicroBatch,
	dialect.GPUs,
}
