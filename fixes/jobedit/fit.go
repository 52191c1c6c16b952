package jobedit

import (
	"errors"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/memory"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/fixes"
)

// Changes are what a plan asks to be written. What follows from other changes by
// itself is left out: another optimizer has another implementation, and offloading
// the optimizer of an unsharded job brings ZeRO-2 with it.
func Changes(plan estimator.Plan) []Change {
	var list []Change
	to := map[dialect.Field]string{}
	for _, c := range plan.Changes() {
		if f := memory.PlanField(c.Field); f != "" && c.New != "" {
			to[f] = c.New
		}
	}
	if to[dialect.Optimizer] != "" {
		delete(to, dialect.OptimizerImpl)
	}
	if strings.HasPrefix(to[dialect.Sharding], "zero") || to[dialect.OffloadOptimizer] != "" {
		delete(to, dialect.Weights) // DeepSpeed keeps fp32 masters and casts the model itself
	}
	if to[dialect.Precision] == "pure" && !autocasts(plan) {
		delete(to, dialect.Precision) // nothing casts, and nothing scales
	}
	if to[dialect.OffloadOptimizer] != "" {
		delete(to, dialect.Sharding)
	}
	for _, c := range plan.Changes() { // in the plan's order
		if f := memory.PlanField(c.Field); to[f] != "" {
			list = append(list, Change{f, to[f]})
		}
	}
	return list
}

// autocasts reports whether the job runs under autocast before the plan: switching the
// weights to 16 bits then leaves a GradScaler that cannot unscale their gradients.
func autocasts(plan estimator.Plan) bool {
	for _, c := range plan.Changes() {
		if c.Field == "compute" {
			return strings.HasPrefix(c.Old, "amp-")
		}
	}
	return false
}

// Written is a plan with the edits that write it, and the cheaper plans that cannot be
// written.
type Written struct {
	Plan   estimator.Plan
	Edits  fixes.Plan
	Passed []Passed
}

// Passed is a plan that was passed over, and why.
type Passed struct {
	Plan estimator.Plan
	Why  error
}

// Fit is the first of the plans that can be written into the project's files; try may
// refuse edits. ok is false when none of the plans is left, and Passed says why of each.
func Fit(j *job.Job, planning estimator.Planning, try func(fixes.Plan) error) (w Written, ok bool) {
	for _, plan := range planning.Plans {
		edits, err := written(j, plan)
		if err == nil && try != nil {
			err = try(edits)
		}
		if err == nil {
			w.Plan, w.Edits = plan, edits
			return w, true
		}
		w.Passed = append(w.Passed, Passed{plan, err})
	}
	return w, false
}

var errNothingToWrite = errors.New("nothing of it can be written")

func written(j *job.Job, plan estimator.Plan) (fixes.Plan, error) {
	edits, failed := Rewrite(j, Changes(plan))
	switch {
	case len(failed) > 0:
		return edits, failed[0]
	case len(edits.Edits) == 0:
		return edits, errNothingToWrite
	}
	return edits, nil
}
