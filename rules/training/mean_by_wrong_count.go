package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// MeanByWrongCount finds counts of samples that are divided by the number of batches, and sums of mean losses that are
// divided by the number of samples.
var MeanByWrongCount = &rules.Rule{
	Name:       "mean-by-wrong-count",
	Group:      rules.Training,
	Severity:   rules.Warning,
	Page:       page("mean-by-wrong-count"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"len( oader sum(", "len( oader .dataset"},
	Check:      checkMeanByWrongCount,
}

func checkMeanByWrongCount(p *rules.Pass) {
	for _, m := range p.Train.Miscounted() {
		message := fmt.Sprintf(
			"%s sums the mean losses of batches and is divided by the number of samples, len(%s.dataset): "+
				"it shrinks with the batch size; divide by len(%s)", m.Sum, m.Over, m.Over)
		if m.CountsSamples {
			message = fmt.Sprintf("%s counts samples and is divided by the number of batches, len(%s): "+
				"it grows with the batch size; divide by len(%s.dataset), or by how many samples were seen", m.Sum, m.Over, m.Over)
		}
		p.At(m.Division, message, []rules.NotePlace{p.Note(m.Added, "summed here")})
	}
}
