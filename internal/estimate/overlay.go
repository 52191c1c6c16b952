package estimate

import (
	"maps"

	"github.com/trainlint/trainlint/estimator"
)

// Overlay lets the flags that were given beat what the files of a job say: "what if the micro-batch were 2".
func (f *Flags) Overlay(described Described) (Described, error) {
	given, err := f.Describe()
	if err != nil {
		return described, err
	}
	if given.Job.Model.ID != "" || given.Job.Model.Known() {
		described.Written, described.library = nil, nil
	}
	described.Job, described.Overlaid = overlay(described.Job, given.Job), f.Used()
	described.batch = given.Job.MicroBatch
	from := map[string]string{}
	maps.Copy(from, described.From)
	maps.Copy(from, given.From)
	described.From = from
	return described, nil
}

func overlay(job, given estimator.Job) estimator.Job {
	if given.Model.ID != "" || given.Model.Known() {
		job.Model = given.Model
	}
	for _, field := range estimator.Fields() {
		if text := field.Text(given); text != "" {
			field.Set(&job, text)
		}
	}
	return job
}
