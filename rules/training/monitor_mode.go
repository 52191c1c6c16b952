package training

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// MonitorMode finds figures that get better the other way than what watches them takes for better.
var MonitorMode = &rules.Rule{
	Name:     "monitor-mode",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("monitor-mode"),
	On:       rules.PythonFile,
	Words:    []string{"ModelCheckpoint", "EarlyStopping", "ReduceLROnPlateau", "Trainer callback", "greater_is_better"},
	Check:    checkMonitorMode,
}

// consequence is what comes of it, by the class that watches.
var consequence = map[string]string{
	"ModelCheckpoint":   "the checkpoint that it keeps is the worst one",
	"EarlyStopping":     "it stops the training because the model gets better",
	"ReduceLROnPlateau": "it lowers the learning rate while the model gets better",
}

func checkMonitorMode(p *rules.Pass) {
	for _, m := range p.Train.Misjudged() {
		if m.Default && m.Class != "ReduceLROnPlateau" && guessedOnce(p, m) {
			continue
		}
		way, other, said, right := "larger", "smaller", `mode="min"`, "max"
		if m.Better == knowledge.Smaller {
			way, other, said, right = "smaller", "larger", `mode="max"`, "min"
		}
		if m.Default {
			said += " is its default"
		}
		var plan []fixes.Fix
		own := m.Unit == nil // an edit is one of the file itself
		// **options may hold it
		if own && (m.Watcher.Keyword("mode") != nil || m.Default && !m.Watcher.Spreads()) {
			plan = pyedit.New(p.Python).
				SetKeyword(m.Watcher, "mode", `"`+right+`"`).
				Fixes("take "+way+" values for better", fixes.Unsafe)
		}
		pass := fmt.Sprintf("mode=%q", right)
		if m.ByTrainer {
			pass = "greater_is_better=" + map[string]string{"max": "True", "min": "False"}[right]
			said = "greater_is_better=" + map[string]string{"max": "False", "min": "True"}[right]
			plan = pyedit.New(p.Python).
				SetKeyword(m.Watcher, "greater_is_better", strings.TrimPrefix(pass, "greater_is_better=")).
				Fixes("take "+way+" values for better", fixes.Unsafe)
		}
		what := consequence[m.Class]
		if m.ByTrainer {
			what = "the checkpoint that it takes for the best is the worst one"
		}
		at, notes := m.Watcher, []rules.NotePlace(nil)
		if m.Step != nil {
			notes = append(notes, p.Note(m.Step, "it is told "+m.Figure+" here"))
		}
		message := fmt.Sprintf("%s takes %s values for better (%s), and %s gets better as it gets %s: %s; pass %s",
			m.Class, other, said, m.Figure, way, what, pass)
		if !own {
			p.AtPlace(run.Place{Unit: m.Unit, Node: at}, message, notes)
			continue
		}
		p.At(at, message, notes, plan...)
	}
}

// guessedOnce reports whether the project runs on a Lightning that guessed the direction by the name: mode="auto" was
// the default before 1.3.
func guessedOnce(p *rules.Pass, m train.Monitored) bool {
	return strings.Contains(m.Figure, "acc") && p.Versions.MayBeOlder("pytorch-lightning", "1.3")
}
