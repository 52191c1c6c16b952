package estimate

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/memory"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/files"
)

// Find describes the training jobs below a path, seen from the working directory. A path that names one file asks for
// the jobs that file is a part of: a config says little without the script that reads it.
//
// With before, which turns a workspace into the one of an older revision, each job also says what it was then.
func Find(dir, path string, warn func(path string, err error), before func(*job.Workspace) *job.Workspace) ([]Described, error) {
	full := path
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, path)
	}
	if !files.Exists(full) {
		return nil, fmt.Errorf("cannot look at %s: no such file or directory", path)
	}
	whole := files.IsDir(full)
	root := path
	if !whole {
		root = "."
	}
	walker := &discover.Walker{Dir: dir, Warn: warn, Also: deps.IsDependencyFile}
	listed, err := walker.Find([]string{root})
	if err != nil {
		return nil, err
	}
	var found []Described
	door := &opener{dir: dir, within: files.RootsOf(dir, root, path), warn: warn, given: map[string]bool{}, said: map[string]bool{}}
	for _, file := range listed {
		door.given[file.Path] = true
	}
	space := workspace(door, append(listed, walker.Others()...))
	trainings := job.Find(space)
	older := map[*job.Job]*job.Job{}
	if before != nil {
		older = job.Before(trainings, job.Find(before(space)))
	}
	for _, training := range trainings {
		if whole || slices.Contains(training.Files, walker.Relative(full)) {
			described := describe(training)
			described.open = door.open
			if then := older[training]; then != nil {
				earlier := describe(then)
				described.Before = &earlier
			}
			found = append(found, described)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no training job found in %s: describe one with --model and the other flags", path)
	}
	return found, nil
}

func workspace(door *opener, listed []discover.File) *job.Workspace {
	space := &job.Workspace{Open: door.open}
	for _, file := range listed {
		space.Paths = append(space.Paths, file.Path)
	}
	return space
}

// opener reads the files of the project.
type opener struct {
	dir    string
	within *files.Roots
	warn   func(path string, err error)
	given  map[string]bool // what was found where the user said to look
	said   map[string]bool
}

// open is nil for a file that cannot be read; one that is there but not the
// project's is said once.
func (o *opener) open(path string) *source.File {
	full := filepath.FromSlash(path)
	if !filepath.IsAbs(full) {
		full = filepath.Join(o.dir, full)
	}
	read := o.within.Read
	if o.given[path] {
		read = files.Read
	}
	text, err := read(full)
	if err == nil {
		return source.New(path, text)
	}
	if files.Refused(full, err) && !o.said[path] {
		o.said[path] = true
		o.warn(path, fmt.Errorf("not read: %w", files.Reason(err)))
	}
	return nil
}

// inputFields maps the estimate's inputs to the fields of a job that decide them, the first known one first.
var inputFields = map[string][]dialect.Field{
	"model": {dialect.Model}, "method": {dialect.Method}, "lora-rank": {dialect.LoRARank},
	"lora-targets": {dialect.LoRATargets}, "weights": {dialect.Quantisation, dialect.Weights},
	"compute": {dialect.Precision}, "optimizer": {dialect.Optimizer}, "optimizer-impl": {dialect.OptimizerImpl},
	"micro-batch": {dialect.MicroBatch}, "grad-accum": {dialect.Accumulation}, "seq-len": {dialect.SeqLen},
	"image": {dialect.ImageSize}, "checkpointing": {dialect.Checkpointing}, "attention": {dialect.Attention},
	"loss": {dialect.Loss}, "gpus": {dialect.GPUs, dialect.GPUsPerNode}, "sharding": {dialect.Sharding},
	"offload": {dialect.OffloadParams, dialect.OffloadOptimizer, dialect.ActOffload},
}

// describe keeps, beside the numbers of a job, where each of them is written.
func describe(training *job.Job) Described {
	described := Described{Name: training.Name, Job: memory.Describe(training), From: map[string]string{}, Training: training}
	for input, fields := range inputFields {
		for _, field := range fields {
			if value, known := training.Get(field); known {
				described.From[input] = written(value)
				break
			}
		}
	}
	if described.Job.Framework != "" && len(training.Files) > 0 {
		described.From["framework"] = training.Files[len(training.Files)-1]
	}
	if training.ModelConfig != nil && described.Job.Model.Known() {
		described.From["params"] = training.ModelConfig.Path
	}
	return described
}

// written is a value's place, or whose default it is.
func written(value job.Value) string {
	switch {
	case value.Place.File != nil && value.Default:
		return fmt.Sprintf("default, %s:%d", value.Place.File.Path, value.Place.Line())
	case value.Place.File != nil:
		return fmt.Sprintf("%s:%d", value.Place.File.Path, value.Place.Line())
	case value.From != "":
		return "default of " + value.From
	}
	return "default"
}
