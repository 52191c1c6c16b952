package job

import (
	"path"
	"slices"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
)

// keepOthers forgets the last jobs, those of one command of a page, when a launcher starts the same script and all that
// the page decides is as the launcher has it: another path or a folder for the output makes no other job.
func (f *finder) keepOthers(from int) {
	for _, j := range f.jobs[from:] {
		if !slices.ContainsFunc(f.jobs[:from], func(other *Job) bool { return other.ofLauncher() && j.repeats(other) }) {
			return
		}
	}
	f.jobs = f.jobs[:from]
}

func (j *Job) ofLauncher() bool { return j.Launch != nil && !j.Launch.Command.OfPage }

// repeats reports whether a job says nothing else than another one.
func (j *Job) repeats(other *Job) bool {
	if j.startedFile() != other.startedFile() || (j.Stage == nil) != (other.Stage == nil) ||
		j.Stage != nil && j.Stage.Number != other.Stage.Number {
		return false
	}
	if j.Program == nil && path.Base(j.Launch.Target.Text) != path.Base(other.Launch.Target.Text) {
		return false // run_clm.py and run_glue.py of a clone
	}
	for field, v := range j.Fields {
		if said := other.Fields[field].Text; field != dialect.Output && said != v.Text && !onMachine(field, said, v.Text) {
			return false
		}
	}
	chosen := choices(other.Launch)
	for name, value := range choices(j.Launch) {
		if said, ok := chosen[name]; !ok || said != value {
			return false
		}
	}
	return true
}

// onMachine reports whether two values differ only in that one of them lies in a folder of somebody's machine:
// Qwen/Qwen3-8B and train.json of a page are /data/models/Qwen3-8B and /data/me/sft.json of the script that it shows.
func onMachine(field dialect.Field, a, b string) bool {
	if a == "" || b == "" || path.IsAbs(a) == path.IsAbs(b) {
		return false
	}
	return field == dialect.Dataset || field == dialect.Model && path.Base(a) == path.Base(b)
}

// choices are the words of a command that choose a config, a model or a part of a config, by their options.
func choices(l *launch.Launch) map[string]string {
	out := map[string]string{}
	for _, f := range l.Arguments.Flags {
		if w, ok := f.Value(); ok && w.Known && (knowledge.GivesConfig(f.Name) || knowledge.ChoosesModel(f.Name)) {
			out[f.Name] = path.Base(w.Text)
		}
	}
	for _, o := range l.Arguments.Overrides {
		if o.Value.Known && !knowledge.NamesOutput(o.Key) {
			out[o.Key] = o.Value.Text
		}
	}
	for _, w := range l.Arguments.Positional {
		if _, ok := config.FormatOf(w.Text); ok && w.Known {
			out[w.Text] = ""
		}
	}
	return out
}

// startedFile is the file of the script that a job starts, "" for a tool.
func (j *Job) startedFile() string {
	if j.Program == nil {
		return ""
	}
	return j.Program.run.entry.File().Path
}
