package jobedit

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/fixes"
)

// fields are the job's names for what the estimator changes.
var fields = map[string]dialect.Field{
	"micro-batch": dialect.MicroBatch, "grad-accum": dialect.Accumulation, "checkpointing": dialect.Checkpointing,
	"attention": dialect.Attention, "loss": dialect.Loss, "weights": dialect.Weights, "compute": dialect.Precision,
	"optimizer": dialect.Optimizer, "optimizer-impl": dialect.OptimizerImpl, "sharding": dialect.Sharding,
	"offload": dialect.OffloadOptimizer, "method": dialect.Method, "lora-rank": dialect.LoRARank, "lora-targets": dialect.LoRATargets,
}

// Changes are what a plan asks to be written. What follows from other changes by
// itself is left out: another optimizer has another implementation, and offloading
// the optimizer of an unsharded job brings ZeRO-2 with it.
func Changes(plan estimator.Plan) []Change {
	var list []Change
	to := map[dialect.Field]string{}
	for _, c := range plan.Changes() {
		if f, ok := fields[c.Field]; ok && c.New != "" {
			to[f] = c.New
		}
	}
	if to[dialect.Optimizer] != "" {
		delete(to, dialect.OptimizerImpl)
	}
	if strings.HasPrefix(to[dialect.Sharding], "zero") || to[dialect.OffloadOptimizer] != "" {
		delete(to, dialect.Weights) // DeepSpeed keeps fp32 masters and casts the model itself
	}
	if to[dialect.Weights] != "" && to[dialect.Precision] == "pure" {
		delete(to, dialect.Precision)
	}
	if to[dialect.OffloadOptimizer] != "" {
		delete(to, dialect.Sharding)
	}
	for _, c := range plan.Changes() { // in the plan's order
		if f, ok := fields[c.Field]; ok && to[f] != "" {
			list = append(list, Change{f, to[f]})
		}
	}
	return list
}

// Fit is the cheapest plan that can be written into the project's files, with the
// edits that write it. ok is false when none of the plans can.
func Fit(j *job.Job, planning estimator.Planning) (plan estimator.Plan, edits fixes.Plan, ok bool) {
	for _, plan := range planning.Plans {
		edits, failed := Rewrite(j, Changes(plan))
		if len(failed) == 0 && edits.Err == nil && len(edits.Edits) > 0 {
			return plan, edits, true
		}
	}
	return estimator.Plan{}, fixes.Plan{}, false
}
