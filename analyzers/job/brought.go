package job

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
)

// brought makes a job of a command whose script is not in the project and that a library brings: sdxl_train_network.py
// of a clone, run_clm.py, -m verl.trainer.main_ppo. What its options and the files that they name say is read in the
// library's words.
func (f *finder) brought(l *launch.Launch, j *Job) {
	target := l.Target.Text
	if l.Program == launch.PythonModule {
		target = strings.ReplaceAll(target, ".", "/") + ".py"
	}
	script, ok := knowledge.BroughtScript(target, optionsOf(l))
	if !ok || !f.wants(l, "") || l.Command.OfPage && (f.typedBefore(target, l) || sayOtherwise(l)) {
		return
	}
	j.Versions = f.w.Versions(l.Command.File.Path)
	j.readLauncher(f.w)
	j.Framework = Framework(script.Framework)
	unread := j.broughtFiles(f.w, script)
	if script.Asks != "" && !j.asked(script.Asks) || script.Evaluates != "" && j.asked(script.Evaluates) {
		return
	}
	list := flagArguments(l.Arguments, l.Command.File)
	if script.Pairs {
		list = append(list, pairArguments(l)...)
	}
	d := j.readFlags(f.w, script.Dialect, list)
	if d == nil {
		return
	}
	j.told.Open = j.told.Open || len(unread) > 0
	for _, one := range d.Defaults {
		if len(unread) == 0 && !l.Arguments.Open {
			j.assume(one.Field, one.Text, d.Name)
		} else {
			j.doubtBecause(one.Field, byUnread, strings.Join(unread, ", "))
		}
	}
	j.assumeBrought(script)
	before := len(f.jobs)
	if f.add(j); l.Command.OfPage {
		f.keepOthers(before)
	}
}

// pairArguments are the operands KEY.OF.CONFIG value of a command.
func pairArguments(l *launch.Launch) (list []argument) {
	words := l.Arguments.All
	for i := 0; i+1 < len(words); i++ {
		if knowledge.IsNodePath(words[i].Text) {
			list = append(
				list,
				argument{
					words[i].Text,
					ofWord(words[i+1], l.Command.File, words[i].Text),
					l.Command.File,
					words[i+1].Origin,
					words[i].Origin,
				},
			)
			i++
		}
	}
	return list
}

func optionsOf(l *launch.Launch) (names []string) {
	for _, flag := range l.Arguments.Flags {
		names = append(names, flag.Name)
	}
	return names
}

// broughtFiles reads the files that the options of a library's script name, and gives back why what they hold is not
// known.
func (j *Job) broughtFiles(w *Workspace, script knowledge.Brought) (unread []string) {
	for _, name := range script.Files {
		flag, given := j.Launch.Arguments.Flag(name)
		if !given {
			continue
		}
		word, has := flag.Value()
		d := w.Config(j.Launch.Command, word)
		if d == nil && word.Known {
			d = w.byTail(word.Text)
		}
		if !has || d == nil {
			unread = append(unread, notRead(word.Text))
			continue
		}
		j.addFile(d.File.Path)
		r := dialect.ReadAs(dialect.Named(script.Dialect), dialect.Certain, d)
		j.Config = r
		j.toldBy(r)
		for _, v := range r.Values {
			j.claims = append(j.claims, claim{v.Field, fromDialect(v, byConfig, d.File.Path)})
		}
	}
	return unread
}

// asked reports whether a command has a switch, or a file that it names.
func (j *Job) asked(name string) bool {
	flag, ok := j.Launch.Arguments.Flag(name)
	if !ok {
		return false
	}
	word, given := flag.Value()
	if !given || !word.Known {
		return true
	}
	switch strings.ToLower(word.Text) {
	case "", "false", "none", "null":
		return false
	}
	return true
}

// assumeBrought adds what holds of a library's script where nothing says otherwise.
func (j *Job) assumeBrought(script knowledge.Brought) {
	if script.Method != "" {
		j.assume(dialect.Method, script.Method, script.Framework)
	}
	switch j.Framework {
	case TRL:
		j.assumeTrainer()
		j.assumeLoaded()
	case HFTrainer:
		j.assume(dialect.Precision, "fp32", "TrainingArguments")
		j.assumeLoaded()
	case Diffusers:
		j.assumeAccelerate()
		j.assume(dialect.Optimizer, "adamw", script.Framework)
	}
	if j.Launch.Launcher == launch.Python && !j.Launch.Processes().Stated && !script.Spawns {
		j.assume(dialect.GPUs, "1", "one process")
	}
}

// assumeLoaded is the dtype in which transformers loads a model of which nothing says any.
func (j *Job) assumeLoaded() {
	if !j.Versions.Requires("transformers", ">=5") {
		j.assume(dialect.Weights, "fp32", "transformers < 5")
	}
}

// shareBatch divides a batch that is said for all cards together.
func (j *Job) shareBatch() {
	shared, ok := j.Fields[dialect.SharedBatch]
	if _, said := j.Fields[dialect.MicroBatch]; !ok || said || len(j.said[dialect.MicroBatch]) > 0 {
		return
	}
	cards := j.Int(dialect.GPUs)
	if cards < 1 || j.Int(dialect.SharedBatch)%cards != 0 {
		return
	}
	if cards > 1 {
		shared.From = fmt.Sprintf("%s, over %d GPUs", shared.From, cards)
	}
	shared.Text = fmt.Sprint(j.Int(dialect.SharedBatch) / cards)
	j.tell(dialect.MicroBatch, shared)
}
