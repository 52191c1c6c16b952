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
		open := slices.ContainsFunc(j.Launch.Command.Words, func(w launch.Word) bool { return !w.Known })
		if open && j.Launch.Command.OfPage && slices.ContainsFunc(all, func(other *Job) bool { return other.fillsIn(j) }) {
			return true
		}
		if start := j.Launch.Command.Start(); !f.called[commandAt{start.File.Path, start.Span.Start}] {
			return false
		}
		return open
	})
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
