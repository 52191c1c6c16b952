package training

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/rules"
)

// MonitorMissing finds figures that something goes by, and that nothing gives.
var MonitorMissing = &rules.Rule{
	Name:       "monitor-missing",
	Group:      rules.Training,
	Severity:   rules.Error,
	Page:       page("monitor-missing"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"metric_for_best_model", "ModelCheckpoint monitor log", "EarlyStopping monitor log"},
	Check:      checkMonitorMissing,
}

func checkMonitorMissing(p *rules.Pass) {
	for _, u := range p.Train.UnloggedFigures() {
		if !u.ByTrainer && p.Elsewhere != nil && p.Elsewhere("."+u.Figure) {
			continue // a callback of another file may log it
		}
		given := strings.Join(u.Given, ", ")
		message := fmt.Sprintf("%s names %q, and the module logs none of that name (%s): %s",
			u.Class, u.Figure, given, map[bool]string{
				true: "the callback raises at the end of the first epoch", false: "no checkpoint is kept by it",
			}[u.Raises])
		if u.ByTrainer {
			message = fmt.Sprintf("metric_for_best_model is %q, and compute_metrics gives %s: the first evaluation raises KeyError", u.Figure, given)
			if given == "" {
				message = fmt.Sprintf("metric_for_best_model is %q, and the trainer has no compute_metrics that gives one: the first evaluation "+
					"raises KeyError", u.Figure)
			}
		}
		p.At(u.Watcher, message, []rules.NotePlace{p.Note(u.Where, "this gives the figures")})
	}
}
