package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// BestNeverBeaten finds best values so far that are compared the wrong way round, so that nothing replaces them.
var BestNeverBeaten = &rules.Rule{
	Name:       "best-never-beaten",
	Group:      rules.Training,
	Severity:   rules.Error,
	Page:       page("best-never-beaten"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"best", "inf", "maxsize"},
	Check:      checkBestNeverBeaten,
}

func checkBestNeverBeaten(p *rules.Pass) {
	for _, b := range p.Train.NeverBeaten() {
		text := p.File.Slice
		than, way := "larger", "smaller"
		if b.Smaller {
			than, way = "smaller", "larger"
		}
		best := text(b.Best.Span())
		if b.Worst {
			p.At(b.Compare, fmt.Sprintf(
				"%s starts at %s, and a larger loss replaces it: the weights that are kept are those of the worst model; "+
					"start at float(\"inf\"), and compare with <",
				best, text(b.Start.Span())), []rules.NotePlace{p.Note(b.Start, "it starts here")})
			continue
		}
		p.At(b.Compare, fmt.Sprintf(
			"%s starts at %s, and only a %s value replaces it: none does, and what stands below this test never happens; "+
				"compare the other way, or start at the other end, if a %s value is better",
			best, text(b.Start.Span()), than, way), []rules.NotePlace{p.Note(b.Start, "it starts here")})
	}
}
