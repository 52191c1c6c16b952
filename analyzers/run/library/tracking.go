package library

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// trackedField is what the state of the program says of the settings that a tracker of experiments was given.
const trackedField = "tracked settings"

// tracked is wandb.init(config=…): the settings that it is given are wandb.config from there on, by attributes and by
// keys, and so they are of the run that it gives back: none where it is given none, and the program sets them there.
// nil where a sweep may choose others, or where they are not known.
func (l Library) tracked(m *run.Machine, c *run.Call) run.Value {
	given, open := c.Argument("config", -1)
	if open {
		return nil
	}
	swept, set := false, false
	m.EachModule(func(module *python.Module) {
		swept = swept || knowledge.SweepsSettings(module.File.Text)
		set = set || knowledge.SetsTracked(module.File.Text)
	})
	if swept || given == nil && !set {
		return nil
	}
	if given == nil { // config = wandb.config; config.batch_size = 32
		given = m.NewObject(run.Dict, c)
	}
	o, ok := run.Bare(m.Here(given)).(*run.Object)
	if !ok {
		return nil
	}
	if o.Kind == run.Namespace || o.Kind == run.Instance {
		if o, ok = run.Bare(m.Call(run.Symbol("vars"), []run.Argument{{Value: o}}, c)).(*run.Object); !ok {
			return nil
		}
	}
	if o.Kind != run.Dict {
		return nil
	}
	settings := l.byName(m, c, o)
	m.Set(m.State(), trackedField, settings)
	started := m.NewObject(run.Instance, c)
	started.Class, started.Made = run.Symbol(knowledge.TrackedRun), c
	m.Set(started, "config", settings)
	return started
}

// trackedSettings are wandb.config; nil where nobody knows them.
func trackedSettings(m *run.Machine) run.Value { return m.Get(m.State(), trackedField) }
