package config

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
)

// DeviceMapDistributed is device-map-distributed.
var DeviceMapDistributed = &rules.Rule{
	Name:     "device-map-distributed",
	Group:    rules.Config,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("device-map-distributed"),
	On:       rules.Job,
	Words:    []string{"device_map"},
	Check:    checkDeviceMapDistributed,
}

var spreadingMaps = map[string]bool{"auto": true, "balanced": true, "balanced_low_0": true, "sequential": true}

func checkDeviceMapDistributed(p *rules.Pass) {
	j := p.Job
	if j.Program == nil || j.Launch == nil {
		return
	}
	processes, sharding := j.Int(dialect.GPUs), j.Text(dialect.Sharding)
	if !startsProcesses(j) || processes < 2 && sharding != "zero3" {
		return
	}
	for _, l := range j.Loads {
		arg := l.Call().Keyword("device_map")
		if arg == nil || !l.Trained {
			continue
		}
		v := l.In.Value(arg.Value)
		text, isText := v.Str()
		dict, isObject := v.Value.(*run.Object)
		var message string
		switch {
		case sharding == "zero3" && (isText || isObject && dict.Kind == run.Dict):
			if loadedFirst(l) {
				continue
			}
			message = "device_map cannot be combined with ZeRO-3: from_pretrained raises ValueError, drop it and let DeepSpeed place the parameters"
		case spreadingMaps[text]:
			message = fmt.Sprintf(
				"device_map=%q spreads the model over all GPUs in each of %d processes: training raises ValueError; drop it, or use {\"\": local_rank}",
				text,
				processes,
			)
		default:
			continue
		}
		p.Report(rules.Diagnostic{
			Severity: rules.Error, File: l.In.File().Path, Span: arg.Span(), Message: message, Notes: launchNotes(j),
		})
	}
}

// loadedFirst reports whether a model is loaded before the arguments are made that
// turn ZeRO-3 on, both in one function: from_pretrained cannot know of it then.
func loadedFirst(l job.Load) bool {
	m := l.In.Module()
	later := false
	for _, c := range m.AllCalls() {
		if python.EnclosingFunction(c) != python.EnclosingFunction(l.Call()) || !knowledge.StartsZeRO3(m.Resolve(c.Func)) {
			continue
		}
		if c.Span().Start < l.Call().Span().Start {
			return false
		}
		later = true
	}
	return later
}

// startsProcesses reports whether the launcher starts one process a GPU.
func startsProcesses(j *job.Job) bool {
	switch j.Launch.Launcher {
	case launch.Accelerate, launch.Torchrun, launch.DeepSpeed:
		return true
	}
	return false
}

// launchNotes points at where the processes are started and counted.
func launchNotes(j *job.Job) []rules.NotePlace {
	notes := []rules.NotePlace{
		{File: j.Launch.Command.File.Path, Span: j.Launch.Command.Span, Message: "the processes are started here"},
	}
	for _, f := range []dialect.Field{dialect.GPUs, dialect.Sharding} {
		if v, ok := j.Get(f); ok && v.Place.File != nil && v.Place.File != j.Launch.Command.File {
			notes = append(
				notes,
				rules.NotePlace{File: v.Place.File.Path, Span: v.Place.Span, Message: string(f) + " = " + v.Text},
			)
		}
	}
	return notes
}
