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
	described.Job, described.Overlaid = overlay(described.Job, given.Job), f.Used()
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
	job.Trainable = either(given.Trainable, job.Trainable)
	job.Method = either(given.Method, job.Method)
	job.LoRARank = either(given.LoRARank, job.LoRARank)
	job.Weights = either(given.Weights, job.Weights)
	job.Compute = either(given.Compute, job.Compute)
	job.Master = either(given.Master, job.Master)
	job.AdapterDType = either(given.AdapterDType, job.AdapterDType)
	job.Optimizer = either(given.Optimizer, job.Optimizer)
	job.OptimizerImpl = either(given.OptimizerImpl, job.OptimizerImpl)
	job.MicroBatch = either(given.MicroBatch, job.MicroBatch)
	job.GradAccum = either(given.GradAccum, job.GradAccum)
	job.SeqLen = either(given.SeqLen, job.SeqLen)
	job.Image = either(given.Image, job.Image)
	job.Checkpointing = either(given.Checkpointing, job.Checkpointing)
	job.Attention = either(given.Attention, job.Attention)
	job.Loss = either(given.Loss, job.Loss)
	job.GPUs = either(given.GPUs, job.GPUs)
	job.Sharding = either(given.Sharding, job.Sharding)
	job.Offload = either(given.Offload, job.Offload)
	job.Framework = either(given.Framework, job.Framework)
	job.Torch = either(given.Torch, job.Torch)
	if len(given.LoRATargets) > 0 {
		job.LoRATargets = given.LoRATargets
	}
	if len(given.Kernels) > 0 {
		job.Kernels = given.Kernels
	}
	return job
}

// either is the given value, or the other when the given one is unknown.
func either[T comparable](given, other T) T {
	var unknown T
	if given == unknown {
		return other
	}
	return given
}
