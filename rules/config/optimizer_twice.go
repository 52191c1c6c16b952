package config

import (
	"bytes"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
)

// OptimizerTwice is optimizer-twice.
var OptimizerTwice = &rules.Rule{
	Name:     "optimizer-twice",
	Group:    rules.Config,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("optimizer-twice"),
	On:       rules.Job,
	Program:  true,
	Words:    []string{"accelerate prepare"},
	Check:    checkOptimizerTwice,
}

func checkOptimizerTwice(p *rules.Pass) {
	j := p.Job
	if j.Program == nil || j.DeepSpeed == nil || j.DeepSpeed.Document == nil {
		return
	}
	if slices.ContainsFunc(programsOf(j), changesEngine) {
		return
	}
	for q, c := range callsOf(j) {
		if c.MethodName() == "prepare" && isAccelerator(q, c.Receiver()) {
			for _, a := range c.Args {
				judgePrepared(p, q, a.Value)
			}
		}
	}
}

// changesEngine reports whether a file of the program may take a section out of what accelerate read, or take DeepSpeed
// away: del plugin.deepspeed_config["optimizer"].
func changesEngine(q *job.Program) bool {
	text := q.File().Text
	return bytes.Contains(text, []byte(".deepspeed_config")) || bytes.Contains(text, []byte("ACCELERATE_USE_DEEPSPEED"))
}

// judgePrepared compares one thing that accelerate prepares with the sections of the DeepSpeed file: of an optimizer
// and of a scheduler there may be one, and the placeholder that stands for the file's own needs it.
func judgePrepared(p *rules.Pass, q *job.Program, e python.Expr) {
	class := maker(q.Value(e).Value)
	var section string
	var dummy bool
	switch role := knowledge.RoleOfClass(class); {
	case strings.HasSuffix(class, ".DummyOptim"):
		section, dummy = "optimizer", true
	case strings.HasSuffix(class, ".DummyScheduler"):
		section, dummy = "scheduler", true
	case role == knowledge.Optimizer:
		section = "optimizer"
	case role == knowledge.Scheduler, knowledge.MakesTorchScheduler(class):
		section = "scheduler"
	default:
		return
	}
	written := p.Job.DeepSpeed.Document.Root().Find(section)
	file := p.Job.DeepSpeed.Document.File
	switch {
	case written != nil && !dummy && len(written.Value.Entries) > 0:
		name := map[string]string{"optimizer": "DummyOptim", "scheduler": "DummyScheduler"}[section]
		p.Report(rules.Diagnostic{
			Severity: rules.Error, File: q.File().Path, Span: e.Span(),
			Message: "the DeepSpeed config has a section " + section + ", and the program makes one, too: " +
				"accelerator.prepare raises ValueError; take the section out, or prepare accelerate.utils." + name + " instead",
			Notes: []rules.NotePlace{{File: file.Path, Span: written.KeySpan, Message: "the section stands here"}},
		})
	case written == nil && dummy && section == "optimizer":
		p.Report(rules.Diagnostic{
			Severity: rules.Error, File: q.File().Path, Span: e.Span(),
			Message: "DummyOptim stands for the optimizer of the DeepSpeed config, which has none: accelerator.prepare raises ValueError",
			Notes:   []rules.NotePlace{{File: file.Path, Message: "the DeepSpeed config"}},
		})
	}
}

// maker is the class of an object, or the function of a library that gave it; "" where that may be one of several:
// DummyOptim where the config has the section, else AdamW.
func maker(v run.Value) string {
	o, ok := run.Bare(v).(*run.Object)
	if !ok {
		return ""
	}
	made := o.Class
	if made == nil && o.Made != nil {
		made = o.Made.Callee
	}
	path, _ := run.Bare(made).(run.Symbol)
	return string(path)
}
