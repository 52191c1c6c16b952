package estimate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/built"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/internal/nearest"
	"github.com/trainlint/trainlint/internal/printable"
)

// Asked is a size that is in no code and that an answer waits for.
type Asked struct {
	Name string `json:"name"` // what --size and the settings call it
	Path string `json:"path,omitempty"`
	Line int    `json:"line,omitempty"`
	Kind string `json:"kind"` // number or shape
	// Example is how it may be said.
	Example string `json:"example"`
}

// SaidSize is a size that somebody said, and that the answer stands on.
type SaidSize struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
}

// mostAsked bounds how many sizes are asked for at once: a job is followed once more for each.
const mostAsked = 5

// stands is a number in the place of one that is asked for, to see what else would have to be known.
const stands = 16

// ask lists the sizes that an answer waits for, the first of them where the answer ends.
func (d *Described) ask(end *Gap) {
	w := d.Written
	if d.Training == nil || end == nil || end.raised {
		return
	}
	var met []*model.Asked
	var supposed []*job.Size
	// a job that costs much by itself is not followed once more for what it may ask besides
	asks, roomy := end.asks, d.Training.Sources().Roomy()
	if asks == nil && roomy {
		d.Training.Supposing(nil, func() { asks = d.asksNext() })
	}
	for asks != nil && len(met) < mostAsked && !slices.ContainsFunc(met, func(m *model.Asked) bool {
		return m.Expression == asks.Expression && m.Name == asks.Name
	}) {
		met = append(met, asks)
		if !asks.Number || !roomy {
			break
		}
		supposed = append(supposed, &job.Size{Name: asks.Name, Path: asks.Path, Line: asks.Line, Text: fmt.Sprint(stands)})
		d.Training.Supposing(supposed, func() { asks = d.asksNext() })
	}
	for _, one := range met {
		w.Asks = append(w.Asks, d.asked(one, met))
	}
}

// asksNext is what would have to be known with the numbers that are supposed; nil for nothing, or for something that is
// no size.
func (d *Described) asksNext() *model.Asked {
	list := built.Asks(d.Training, d.batch, d.Job.GPU)
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// asked is one of several, with its place before its name where another one is called the same.
func (d *Described) asked(one *model.Asked, all []*model.Asked) Asked {
	out := Asked{Name: one.Name, Path: d.reported(one.Path), Line: one.Line, Kind: "number"}
	if slices.ContainsFunc(all, func(other *model.Asked) bool { return other.Name == one.Name && other != one }) ||
		one.Name == model.ImageSize && one.Path != "" {
		out.Name = fmt.Sprintf("%s:%d:%s", one.Path, one.Line, one.Name)
	}
	value := "10"
	switch {
	case one.Name == model.ImageSize:
		out.Kind, value = "shape", "480x640"
	case !one.Number && one.Wants != "":
		out.Kind, value = "shape", fmt.Sprintf("%dx%s", max(d.Job.MicroBatch, 1), one.Wants)
	case !one.Number:
		out.Kind, value = "shape", fmt.Sprintf("%dx%s", max(d.Job.MicroBatch, 1), knowledge.LikelyShape(one.Name))
		if knowledge.NamesLabels(one.Name) {
			value = fmt.Sprintf("%d:int64", max(d.Job.MicroBatch, 1))
		}
	}
	out.Example = out.Name + "=" + value
	return out
}

// said are the sizes that somebody said and that the job needs.
func (s Sized) said() []SaidSize {
	if s.Training == nil {
		return nil
	}
	var list []SaidSize
	for _, one := range s.Training.Sizes() {
		if taken, _ := one.Outcome(); taken {
			list = append(list, SaidSize{one.Called(), one.Text, one.From})
		}
	}
	return list
}

// CheckSizes says which of the sizes that were given no job needs, and why; others are the settings' that this is so
// of.
func CheckSizes(jobs []Sized, given []*job.Size) (others []string, err error) {
	var wrong []error
	for _, one := range given {
		if why := idle(jobs, one); why != "" {
			wrong = append(wrong, fmt.Errorf("--size %s: %s", one, why))
		}
	}
	var seen []*job.Size
	for _, j := range jobs {
		if j.Training == nil {
			continue
		}
		for _, one := range j.Training.Sizes() {
			if slices.ContainsFunc(given, one.Same) || slices.ContainsFunc(seen, one.Same) {
				continue
			}
			seen = append(seen, one)
			if why := idle(jobs, one); why != "" {
				others = append(others, fmt.Sprintf("%s: size of %s: %s", one.From, one.Called(), why))
			}
		}
	}
	return others, errors.Join(wrong...)
}

// idle is why no job needs a size; "" where one does.
func idle(jobs []Sized, size *job.Size) string {
	var known string
	var asked []string
	for _, j := range jobs {
		if j.Training == nil {
			continue
		}
		for _, one := range j.Training.Sizes() {
			if !one.Same(size) {
				continue
			}
			taken, otherwise := one.Outcome()
			if taken {
				return ""
			}
			if otherwise != nil && known == "" {
				known = fmt.Sprintf(
					"the program knows it otherwise: it is %s (%s:%d)",
					otherwise.What,
					j.reported(otherwise.Path),
					otherwise.Line,
				)
			}
		}
		if j.Written != nil {
			for _, one := range j.Written.Asks {
				asked = append(asked, one.Name)
			}
		}
	}
	if known != "" {
		return known
	}
	slices.Sort(asked)
	if asked = slices.Compact(asked); len(asked) == 0 {
		return "no job that is followed so far reads such a thing off its data"
	}
	return "no job that is followed so far reads such a thing off its data" + nearest.Hint(
		size.Name,
		asked,
	) + "; asked for: " + strings.Join(
		asked,
		", ",
	)
}

// reported is a path of the job as reports name it.
func (d *Described) reported(path string) string {
	if d.report == nil || path == "" {
		return path
	}
	return d.report(path)
}

// writeAsks says which sizes would have to be known.
func writeAsks(text *strings.Builder, w *Written) {
	if w == nil {
		return
	}
	for _, one := range w.Asks {
		at := ""
		if one.Path != "" {
			at = fmt.Sprintf(" (%s:%d)", one.Path, one.Line)
		}
		what := "a number"
		if one.Kind == "shape" {
			what = "of which shape it is"
		}
		printable.Fprintf(
			text,
			"  only data tells %s%s, %s: say it with --size %s\n",
			one.Name,
			at,
			what,
			quoted(one.Example),
		)
	}
}

// quoted is a word as a shell takes it.
func quoted(word string) string {
	if !strings.ContainsAny(word, " ()[]'\"*?$&;<>|") {
		return word
	}
	if strings.Contains(word, "'") {
		return `"` + strings.ReplaceAll(word, `"`, `\"`) + `"`
	}
	return "'" + word + "'"
}
