package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// MeanOfOtherLoader finds figures that are summed over one loader and divided by the length of another.
var MeanOfOtherLoader = &rules.Rule{
	Name:       "mean-of-other-loader",
	Group:      rules.Training,
	Severity:   rules.Warning,
	Page:       page("mean-of-other-loader"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"len( train val", "len( train test", "len( train eval", "len( train dev"},
	Check:      checkMeanOfOtherLoader,
}

func checkMeanOfOtherLoader(p *rules.Pass) {
	for _, m := range p.Train.OtherMeans() {
		instead := "the length of what it is summed over"
		if !m.OfSamples { // batches, as they are summed
			instead = "len(" + m.Over + ")"
		}
		p.At(
			m.Division,
			fmt.Sprintf("%s is summed over %s and divided by the length of %s: that is no mean, and changes with the size of the other data; "+
				"divide by %s", m.Sum, m.Over, m.Other, instead),
			[]rules.NotePlace{p.Note(m.Added, "summed here")})
	}
}
