package config

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/rules"
)

// OffloadBelowStage3 is offload-below-stage-3.
var OffloadBelowStage3 = &rules.Rule{
	Name:     "offload-below-stage-3",
	Group:    rules.Config,
	Severity: rules.Warning,
	Page:     page("offload-below-stage-3"),
	On:       rules.PythonFile | rules.ConfigFile,
	Words:    []string{"offload_param"},
	Check:    checkOffloadBelowStage3,
}

func checkOffloadBelowStage3(p *rules.Pass) {
	for _, r := range zeroReadings(p) {
		offload, ok := r.Get(dialect.OffloadParams)
		stage, known := r.Get(dialect.Sharding)
		if !ok || !offload.Known || offload.Text == "none" || !known || !stage.Known {
			continue
		}
		if stage.Text != "zero1" && stage.Text != "zero2" {
			continue
		}
		d := rules.Diagnostic{
			Severity: rules.Warning, File: offload.Pair.File.Path, Span: span(offload.Pair),
			Message: fmt.Sprintf(
				"%s has no effect at ZeRO stage %s: parameters stay on the GPU, only stage 3 can move them to %s",
				offload.Pair.Key,
				strings.TrimPrefix(stage.Text, "zero"),
				offload.Text,
			),
			Notes: []rules.NotePlace{note(stage.Pair, "the stage is set here")},
		}
		if entry := offload.Pair.Entry; entry != nil {
			if entry.Key == "device" { // DeepSpeed's own: the whole offload_param block goes
				entry = entry.Owner().Entry()
			}
			d.Fixes = configedit.Remove(entry).Fixes("remove the key, which has no effect", fixes.Unsafe)
		}
		p.Report(d)
	}
}
