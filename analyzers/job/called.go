package job

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/source"
)

// sourcedBy opens what a shell script sources.
func (f *finder) sourcedBy(script *source.File) launch.Opener {
	return func(dir, name string) *source.File {
		return f.w.named(&launch.Command{File: script, Dir: dir}, name)
	}
}

// maxCalls bounds how many scripts start each other.
const maxCalls = 2

// follow makes jobs of a shell script of the project that a command starts with arguments or variables of its own.
func (f *finder) follow(c *launch.Command, depth int) {
	name, arguments, ok := launch.Calls(c)
	if !ok || depth > maxCalls {
		return
	}
	script := f.w.named(c, name.Text)
	if script == nil || script.Path == c.File.Path ||
		!knowledge.HoldsLauncher(script.Disk()) && !knowledge.StartsScripts(script.Disk()) {
		return
	}
	if !slices.ContainsFunc(arguments, func(w launch.Word) bool { return w.Known }) && !launch.UsesAny(script, c.Env) {
		return // it is started as nobody knows
	}
	f.w.meter.Spend(launchCost)
	s := launch.ReadCalled(script, c, arguments, f.w.meter, f.sourcedBy(script))
	for i := range s.Commands {
		inner := &s.Commands[i]
		before := len(f.jobs)
		if l, ok := launch.Training(inner); ok {
			f.launched(l)
		} else {
			f.follow(inner, depth+1)
		}
		if len(f.jobs) > before {
			f.called[commandAt{script.Path, inner.Span.Start}] = true
		}
	}
}

// commandAt is the place of a command.
type commandAt struct {
	file  string
	start int
}

// withoutHoles are the jobs without the commands that need arguments and that others are known to start with some.
func (f *finder) withoutHoles() []*Job {
	all := slices.Clone(f.jobs)
	return slices.DeleteFunc(f.jobs, func(j *Job) bool {
		if j.Launch == nil {
			return false
		}
		if slices.ContainsFunc(all, func(other *Job) bool { return j.standsThere(other) }) {
			return true
		}
		open := j.open()
		if open && j.Launch.Command.OfPage && slices.ContainsFunc(all, func(other *Job) bool { return other.fillsIn(j) }) {
			return true
		}
		if start := j.Launch.Command.Start(); !f.called[commandAt{start.File.Path, start.Span.Start}] {
			return false
		}
		return open
	})
}

// standsThere reports whether a command that another file's call starts is one that does the same where it stands: the
// call says nothing that matters to it.
func (j *Job) standsThere(other *Job) bool {
	if j == other || other.Launch == nil || j.Launch.Command.File != other.Launch.Command.File ||
		j.Launch.Command.Span != other.Launch.Command.Span || j.startedFile() != other.startedFile() {
		return false
	}
	from, at := j.Launch.Command.Start(), other.Launch.Command.Start()
	return from.File != j.Launch.Command.File && at.File == other.Launch.Command.File && !other.open() &&
		len(j.Fields) == len(other.Fields) && j.repeats(other)
}

// open reports whether only the run can tell what a word of the command is.
func (j *Job) open() bool {
	return slices.ContainsFunc(j.Launch.Command.Words, func(w launch.Word) bool { return !w.Known })
}

// fillsIn reports whether a command of the same page is another one with its holes filled in: "train.py -c {config}",
// and train.py -c a.yaml as the example.
func (j *Job) fillsIn(other *Job) bool {
	if j == other || j.Launch == nil || j.Launch.Command.File != other.Launch.Command.File ||
		j.startedFile() != other.startedFile() {
		return false
	}
	words, holes := j.Launch.Command.Words, 0
	if len(words) != len(other.Launch.Command.Words) {
		return false
	}
	for i, w := range other.Launch.Command.Words {
		switch {
		case !w.Known && words[i].Known:
			holes++
		case w.Text != words[i].Text:
			return false
		}
	}
	return holes > 0
}
