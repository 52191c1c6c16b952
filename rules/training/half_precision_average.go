package training

import (
	"fmt"
	"math"
	"strconv"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
)

// HalfPrecisionAverage finds averages of weights whose updates are rounded away.
var HalfPrecisionAverage = &rules.Rule{
	Name:     "half-precision-average",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("half-precision-average"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"lerp_", "mul_", "EMA", "Ema", "AveragedModel", "decay"},
	Check:    checkHalfPrecisionAverage,
}

func checkHalfPrecisionAverage(p *rules.Pass) {
	told := map[run.Place]bool{}
	for _, e := range p.Train.Entries() {
		for _, a := range e.Averages() {
			least := leastDifference(a.Dtype, a.Decay)
			if least < 1 || a.Decay >= 1 || told[a.Update] {
				continue
			}
			told[a.Update] = true
			by := ""
			if a.ByDefault {
				by = ", its default,"
			}
			p.AtPlace(a.Update, fmt.Sprintf(
				"the average is kept in %s, whose numbers have %d bits: with a decay of %s%s an update is rounded away unless a "+
					"weight differs from its average by %s times the average, so it stays where it began; keep the average in fp32",
				a.Dtype, knowledge.Significand(a.Dtype), strconv.FormatFloat(a.Decay, 'g', 6, 64), by,
				strconv.FormatFloat(least, 'g', 2, 64),
			), []rules.NotePlace{p.NoteAt(a.Made.Place(), "the weights have got their dtype here")})
		}
	}
}

// leastDifference is by what share of the average a weight has to differ from it, at the least, before (1 - decay)
// times the difference is half of what lies between two numbers of a dtype; 0 for dtypes of 32 bits.
func leastDifference(dtype string, decay float64) float64 {
	bits := knowledge.Significand(dtype)
	if bits == 0 {
		return 0
	}
	return math.Pow(2, -float64(bits)-1) / (1 - decay)
}
