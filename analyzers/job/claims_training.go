package job

import (
	"github.com/trainlint/trainlint/analyzers/framework"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
)

// saysTraining reports whether a command says that it trains, of a script that works with torch: by the name of the
// script, or by a word such as --mode train.
func (f *finder) saysTraining(l *launch.Launch, m *python.Module) bool {
	return (namedForTraining(m) || wordsOfTraining(l)) && f.worksWithTorch(m)
}

// trainsUnseen reports whether a script without a step trains, as its command or its name says: it works with torch,
// and comes to what trains in a package that the project does not hold, or behind a name that only the run knows.
// Neither word nor name are enough: a report of trainings and the mean of the set to train on have them, too.
func (f *finder) trainsUnseen(j *Job, m *python.Module) bool {
	return (namedForTraining(m) || j.Launch != nil && wordsOfTraining(j.Launch)) && f.worksWithTorch(m) &&
		j.Program.run.handsOn()
}

// namedForTraining reports whether the name of a script says that it trains, and it starts no other: what it starts is
// the job then.
func namedForTraining(m *python.Module) bool {
	return knowledge.TrainsByName(m.File.Path) && !knowledge.HoldsSpawn(m.File.Text)
}

func wordsOfTraining(l *launch.Launch) bool {
	for _, flag := range l.Arguments.Flags {
		value, given := flag.Value()
		switch {
		case knowledge.SwitchesTraining(flag.Name) && (!given || knowledge.Affirms(value.Text)):
			return true
		case given && value.Known && knowledge.NamesMode(flag.Name) && knowledge.MeansTraining(value.Text):
			return true
		}
	}
	words := l.Arguments.Positional
	return len(words) > 0 && words[0].Known && knowledge.MeansTraining(words[0].Text)
}

// worksWithTorch reports whether a script, or what it imports from the project, imports torch or a library on it.
func (f *finder) worksWithTorch(m *python.Module) bool {
	seen := map[string]bool{m.File.Path: true}
	level := []string{m.File.Path}
	for range 3 {
		var next []string
		for _, p := range level {
			file := f.w.file(p)
			if file == nil {
				continue
			}
			if torchs, known := framework.Shows(file.Text); torchs && known {
				return true
			}
			for _, q := range f.w.importsOf(p) {
				if !seen[q] {
					seen[q] = true
					next = append(next, q)
				}
			}
		}
		level = next[:min(len(next), maxModules)]
	}
	return false
}
