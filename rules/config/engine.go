package config

import (
	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/rules"
)

// accelerateConfig is the reading of an accelerate config; nil for other files.
func accelerateConfig(p *rules.Pass) *dialect.Reading {
	if p.Config == nil || p.Config.Broken() || p.Config.Templated {
		return nil
	}
	r := dialect.Read(p.Config)
	if r == nil || r.Dialect.Name != "accelerate" || r.Confidence < dialect.Certain {
		return nil
	}
	return r
}

// batch is the three numbers of a DeepSpeed config; 0 is not given.
type batch struct {
	total, micro, steps int64
	at                  dialect.Pair
}

func batchOf(r *dialect.Reading) batch {
	var b batch
	if total, ok := r.Pair("train_batch_size"); ok && total.Value.Kind == config.Int {
		b.total, b.at = total.Value.Int, total
	}
	if micro, ok := r.Pair("train_micro_batch_size_per_gpu"); ok && micro.Value.Kind == config.Int {
		b.micro = micro.Value.Int
	}
	if steps, ok := r.Pair("gradient_accumulation_steps"); ok && steps.Value.Kind == config.Int {
		b.steps = steps.Value.Int
	}
	return b
}
