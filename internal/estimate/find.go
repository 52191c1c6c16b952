package estimate

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/memory"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/project"
)

// Find describes the training jobs of a project that the files of its run take part in: those below a folder that was
// named, or those that a named file is a part of, since a config says little without the script that reads it.
func Find(opened *project.Project, jobs []project.Job) []Described {
	var found []Described
	for _, j := range jobs {
		opened.Allowance.Afresh()
		described := describe(j, j.Job)
		described.edited = func(list []fixes.Fix) []fixes.Fix { return opened.ReportedFixes(j.Root, list) }
		described.open = opened.Source
		described.afresh, described.report = opened.Allowance.Afresh, j.Reported
		if j.Before != nil {
			earlier := describe(j, j.Before)
			described.Before = &earlier
		}
		found = append(found, described)
		j.EndQuestions()
	}
	return found
}

// describe keeps, beside the numbers of a job, where each of them is written.
func describe(in project.Job, training *job.Job) Described {
	described := Described{
		Name:     in.ReportedName(),
		Job:      memory.Describe(training),
		From:     map[string]string{},
		Training: training,
	}
	described.Job.GPU, described.GPUFrom = in.Target.GPU, in.Target.From
	described.HostMemory = in.Target.HostMemory
	if model := described.Job.Model; model.ID == "" && !model.Known() {
		if described.Written = WrittenOf(in, training); described.Written != nil {
			described.writtenModel()
		}
	} else if training.Library {
		described.library = WrittenOf(in, training)
	}
	for _, input := range memory.Inputs() {
		for _, field := range input.Fields {
			if value, known := training.Get(field); known {
				described.From[input.Name] = written(in, value)
				break
			}
		}
	}
	if memory.OnlyImage(training, described.Job.Model) > 0 && described.From["image"] == "" {
		described.From["image"] = "the model, which takes no other"
	}
	if described.Job.Framework != "" && len(training.Files) > 0 {
		described.From["framework"] = in.Reported(training.Files[len(training.Files)-1])
	}
	if training.ModelConfig != nil && described.Job.Model.Known() {
		described.From["params"] = in.Reported(training.ModelConfig.Path)
	}
	return described
}

// writtenModel describes a job by the models that it writes itself.
func (d *Described) writtenModel() {
	d.Job.Model = d.Written.model()
	d.From["model"] = d.Written.Models[0].made
}

// written is a value's place, or whose default it is.
func written(in project.Job, value job.Value) string {
	switch {
	case value.Place.File != nil && value.Default:
		return fmt.Sprintf("default, %s:%d", in.Reported(value.Place.File.Path), value.Place.Line())
	case value.Place.File != nil:
		return fmt.Sprintf("%s:%d", in.Reported(value.Place.File.Path), value.Place.Line())
	case value.From != "":
		return "default of " + value.From
	}
	return "default"
}
