package job

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/python"
)

// Stage is one of several trainings that a script runs one after the other, each
// with another part of the model unfrozen. Each is a job with its own peak.
type Stage struct {
	Number, Count int
	// At is the statement that trains.
	At Place
	// Trainable counts the parameters that get gradients; 0 when all do or when
	// the script does not show how many.
	Trainable int64

	scope scope // what is trained
	cause Place // what decided it; the zero Place before anything did
	sure  bool  // the optimizer of this stage gets what is unfrozen
	hides func(python.Node) bool
}

// scope is how much of a model is trained.
type scope uint8

const (
	nothing scope = iota
	someParts
	everything
)

// Words is "stage 2 of 2 (train.py:88)".
func (s *Stage) Words() string {
	return fmt.Sprintf("stage %d of %d (%s:%d)", s.Number, s.Count, s.At.File.Path, s.At.Line())
}

// name is "train.py stage 2, line 88"; a launched job says the script as well.
func (s *Stage) name(job string) string {
	if job == s.At.File.Path {
		return fmt.Sprintf("%s stage %d, line %d", job, s.Number, s.At.Line())
	}
	return fmt.Sprintf("%s stage %d, %s:%d", job, s.Number, s.At.File.Path, s.At.Line())
}

// add lists what runScript read: the job, or its stages, each read again with
// the statements of the others left out. before is the job before it was read.
func (f *finder) addStages(j *Job, before Job) {
	stages := j.stages()
	if len(stages) < 2 {
		f.add(j)
		return
	}
	for _, s := range stages {
		one := before
		one.claims, one.Files = slices.Clone(before.claims), slices.Clone(before.Files)
		one.Stage, one.Name = s, s.name(before.Name)
		start := before.Program
		if before.Entry != nil {
			start = before.Entry
		}
		one.Program = f.program(start.Module(), &before)
		if before.Entry != nil {
			one.Entry = one.Program
			one.Program = one.Entry.peer(before.Program.Module())
			one.Program.imported = false
		}
		one.Program.run.hides = s.hides
		f.readRun(&one)
		f.add(&one)
	}
	j.Program.run.end(j) // each stage has a run of its own
}

// stageMethod says what the stage trains: everything, a part, or what only the
// run can tell. It has the last word over what the script says as a whole.
func (j *Job) stageMethod() {
	s := j.Stage
	for i := range j.Loads {
		j.Loads[i].Frozen = j.Loads[i].Frozen && !(j.Loads[i].Trained && s.scope == everything)
	}
	place := s.At
	if s.cause.File != nil {
		place = s.cause
	}
	switch {
	case !s.sure:
		j.doubt(dialect.Method, byScript+2)
	case s.scope == everything:
		j.claim(dialect.Method, "full", byScript+2, "the script", wordAt(place))
	default:
		j.claim(dialect.Method, "partial", byScript+2, "the script", wordAt(place))
	}
}

// stages tells the trainings of a script apart. It gives none when the script
// trains once, trains the same parameters every time, or does something to
// requires_grad that cannot be followed.
func (j *Job) stages() []*Stage {
	freezes := slices.ContainsFunc(
		j.programs,
		func(p *Program) bool { return bytes.Contains(p.File().Text, []byte("requires_grad")) },
	)
	if !freezes || j.Stage != nil {
		return nil
	}
	trained := j.trained()
	if len(trained) != 1 || trained[0].Quantised != "" || j.hasAdapters() {
		return nil
	}
	var found []*Stage
	for _, block := range blocks(j.Program.Module()) {
		if list := j.stagesOf(block, trained[0]); len(list) > 1 {
			if found != nil {
				return nil
			}
			found = list
		}
	}
	return found
}

func (j *Job) hasAdapters() bool {
	for _, p := range j.programs {
		if call, _, _ := j.adapters(p); call != nil {
			return true
		}
		if peft, known := p.trainerPeft(); peft || !known {
			return true
		}
	}
	return false
}

// blocks are the statement lists that may hold one training after the other: the
// module's and those of its functions.
func blocks(m *python.Module) [][]python.Stmt {
	list := [][]python.Stmt{m.Body}
	python.WalkBody(m.Body, func(n python.Node) bool {
		if f, ok := n.(*python.Function); ok {
			list = append(list, f.Body)
		}
		return true
	})
	return list
}
