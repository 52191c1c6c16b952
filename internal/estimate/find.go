package estimate

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/memory"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
)

// largestFile is more than anyone writes by hand.
const largestFile = 16 << 20

// Find describes the training jobs below a path, seen from the working directory. A path that names one file asks for
// the jobs that file is a part of: a config says little without the script that reads it.
//
// With before, which turns a workspace into the one of an older revision, each job also says what it was then.
func Find(dir, path string, warn func(path string, err error), before func(*job.Workspace) *job.Workspace) ([]Described, error) {
	full := path
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, path)
	}
	info, err := os.Stat(full)
	if err != nil {
		return nil, fmt.Errorf("cannot look at %s: %w", path, errors.Unwrap(err))
	}
	root := path
	if !info.IsDir() {
		root = "."
	}
	walker := &discover.Walker{Dir: dir, Warn: warn, Also: deps.IsDependencyFile}
	files, err := walker.Find([]string{root})
	if err != nil {
		return nil, err
	}
	var found []Described
	space := workspace(dir, append(files, walker.Others()...))
	trainings := job.Find(space)
	older := map[*job.Job]*job.Job{}
	if before != nil {
		older = job.Before(trainings, job.Find(before(space)))
	}
	for _, training := range trainings {
		if info.IsDir() || slices.Contains(training.Files, walker.Relative(full)) {
			described := describe(training)
			described.open = func(path string) *source.File { return open(dir, path) }
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

func workspace(dir string, files []discover.File) *job.Workspace {
	space := &job.Workspace{Open: func(path string) *source.File { return open(dir, path) }}
	for _, file := range files {
		space.Paths = append(space.Paths, file.Path)
	}
	return space
}

// open reads a file of the project; nil when it cannot be read or is data.
func open(dir, path string) *source.File {
	full := filepath.FromSlash(path)
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, full)
	}
	info, err := os.Stat(full)
	if err != nil || !info.Mode().IsRegular() || info.Size() > largestFile {
		return nil
	}
	text, err := os.ReadFile(full)
	if err != nil {
		return nil
	}
	return source.New(path, text)
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
