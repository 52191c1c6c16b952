package config

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/python"
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
			Message: fmt.Sprintf("%s has no effect at ZeRO stage %s: parameters stay on the GPU, only stage 3 can move them to %s",
				offload.Pair.Key, strings.TrimPrefix(stage.Text, "zero"), offload.Text),
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

// zeroReadings are the DeepSpeed settings of the file at hand: a config file, or
// dictionaries that the script writes out.
func zeroReadings(p *rules.Pass) []*dialect.Reading {
	if p.Config != nil {
		if r := dialect.Read(p.Config); r != nil {
			return []*dialect.Reading{r}
		}
		return nil
	}
	return python.Dicts(p.Python, func(d *python.Dict) (*dialect.Reading, bool) {
		r := dictReading(p, d)
		return r, r != nil
	})
}

// dictReading reads a dictionary display that is a DeepSpeed config.
func dictReading(p *rules.Pass, d *python.Dict) *dialect.Reading {
	entries, _ := p.Python.DictOf(d)
	if entries == nil {
		return nil
	}
	var pairs []dialect.Pair
	for _, item := range entries.Items {
		pairs = append(pairs, keywordPairs(p, item.Key, item.Node.Span(), item.Value)...)
	}
	if found, _ := dialect.RecognisePairs(pairs); found == nil || found.Name != "deepspeed" {
		return nil
	}
	return dialect.FromPairs("deepspeed", pairs)
}
