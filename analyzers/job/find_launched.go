package job

import (
	"fmt"
	"path"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
)

// launched makes a job of one command line, when it trains.
func (f *finder) launched(l launch.Launch) {
	f.w.meter.Refill() // each command has a budget; what a project may cost bounds all of them, a page of 70 too
	f.w.meter.Spend(launchCost)
	start := l.Command.Start()
	file := l.Command.File
	j := &Job{Launch: &l, Name: fmt.Sprintf("%s:%d", start.File.Path, start.File.LineOf(start.Span.Start))}
	j.addFile(file.Path)
	if _, isTool := tools[l.Program]; isTool {
		f.tool(&l, j)
		return
	}
	script, folder := f.w.script(&l)
	if folder != "" {
		l.Command.Dir = folder
	}
	if script == "" {
		f.brought(&l, j)
		return
	}
	if to := f.w.forwarded(&l, script); to != script {
		j.addFile(script)
		script = to
	}
	if !f.wants(&l, script) ||
		l.Command.OfPage &&
			(!f.lastly && f.typedBefore(script, &l) || f.byLauncher[script] && (sayOtherwise(&l) || !f.w.Allowance.Roomy())) {
		return
	}
	if f.startedElsewhere(&l, script) {
		return
	}
	m := f.w.Module(script)
	if m == nil || IsTest(script) || otherCommand(m, &l) || onHost(m) {
		return
	}
	if f.enough(&l, script) {
		return
	}
	if f.pythonConfig(j, m) {
		return
	}
	j.Program = f.program(m, j)
	if !trains(m) && !j.enter() {
		before := len(f.jobs)
		if f.toolScript(j, m); len(f.jobs) > before || !f.trainsUnseen(j, m) {
			return
		}
	}
	if l.Command.OfPage && !f.lastly && f.w.leavesConfig(&l, script) {
		f.open[script] = append(f.open[script], l)
		return
	}
	j.Versions = f.w.Versions(script)
	j.readLauncher(f.w)
	before := len(f.jobs)
	switch f.runScript(j); {
	case j.Entry != nil && !j.Program.run.reached &&
		(l.Command.Made || launch.IsNotebook(file.Path) && !knowledge.NamesTrainingScript(path.Base(script))):
		f.jobs = f.jobs[:before] // a program or a notebook starts many others, and most of them train nothing
	case l.Command.OfPage && f.byLauncher[script]:
		f.keepOthers(before)
	}
}

// startedElsewhere reports whether a page only tells of a script that another command starts: a sentence without its
// options, a page for those who work on the project, or what stands under a heading about the use of what was trained.
func (f *finder) startedElsewhere(l *launch.Launch, script string) bool {
	return l.Command.Mentioned && len(l.Arguments.All) == 0 && f.scripts[script] ||
		l.Command.OfPage && f.byReaders[script] && knowledge.ForDevelopers(l.Command.File.Path) ||
		l.Command.OfPage && f.scripts[script] && knowledge.EvaluatesScriptUnder(l.Command.Heading, script) &&
			!wordsOfTraining(l)
}

// enough counts a launch of a script, and reports whether as many as are asked for are read, or the first one has shown
// that the script trains nothing.
func (f *finder) enough(l *launch.Launch, script string) bool {
	if f.stepless[script] {
		return true
	}
	f.launches[script]++
	if f.w.Launches == 0 || f.launches[script] <= f.w.Launches {
		return false
	}
	f.leaveOut(l, script)
	return true
}

// leaveOut notes a launch that is not read.
func (f *finder) leaveOut(l *launch.Launch, script string) {
	f.w.LeftOut = append(f.w.LeftOut, LeftOut{l.Command.Start().File.Path, l.Command.File.Path, script, l.Command.Words})
}

// sayOtherwise reports whether a page has a command under a heading about something else than training, or is for those
// who work on the project: where a launcher shows how it is trained, that is not one more way.
func sayOtherwise(l *launch.Launch) bool {
	return knowledge.EvaluatesUnder(l.Command.Heading) || knowledge.ForDevelopers(l.Command.File.Path)
}

// typedBefore reports whether a page named the same command before: READMEs are written in several languages.
func (f *finder) typedBefore(script string, l *launch.Launch) bool {
	id := script
	for _, w := range l.Command.Words {
		id += "\x00" + w.Text
	}
	if l.Processes().Stated { // the same once more, on several cards
		for _, w := range l.Command.Wrappers {
			id += "\x00" + w.Text
		}
	}
	before := f.typed[id]
	f.typed[id] = true
	return before
}

func (f *finder) wants(l *launch.Launch, script string) bool {
	if l.Arguments.Open && knowledge.OnlyEvaluates(l.Command.File.Path) {
		return false // what says by its name that it evaluates, and hands on the words that say how
	}
	return f.w.Wants == nil || f.w.Wants(l.Command.File.Path, script, l.Command.Words)
}
