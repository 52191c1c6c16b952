package estimator

import (
	"cmp"
	"slices"
)

// Card is what a plan must fit.
type Card struct {
	Usable     int64 // bytes on each GPU, GPU.Usable
	BF16       Tri   // whether it has bf16 in hardware
	HostMemory int64 // bytes of host memory for all ranks of one machine; 0 when unknown
}

// Plan is a set of changes after which the job fits, even at the high end of the interval.
type Plan struct {
	Remedies []Remedy
	Job      Job    // with the changes made
	Result   Result // of that job
	Slowdown float64
	Meaning  Meaning

	before Job
}

// Changes lists every input that the plan sets to something else.
func (p Plan) Changes() []Change {
	before := map[string]string{}
	for _, input := range inputs(p.before) {
		before[input.Name] = input.Value
	}
	var changes []Change
	for _, input := range inputs(settle(p.Job).Job) {
		if old := before[input.Name]; old != input.Value {
			changes = append(changes, Change{input.Name, old, input.Value})
		}
	}
	return changes
}

// Planning is the answer to "what would make it fit".
type Planning struct {
	Before  Result
	Plans   []Plan   // cheapest first, none dominated by another
	Refused []string // remedies that would change what is trained, and why
}

const mostPlans = 6

// Plans searches the remedies of a job for the cheapest sets that fit a card. Micro-batch × accumulation × GPUs
// stays exactly what it was. A plan is left out when another one changes no more of the experiment, is no slower and
// makes no more changes. There is no plan when the job's own estimate is unknown.
func Plans(job Job, card Card) Planning {
	planning := Planning{Before: Estimate(job), Refused: refusals(job)}
	// a part's interval is too wide to plan with
	if !planning.Before.Known() || card.Usable <= 0 || job.Method == Partial {
		return planning
	}
	// What is assumed about the job stays assumed in the plans: it widens their intervals as it widens the job's.
	settled := settle(job).Job
	var found []Plan
	collect(axes(settled, card), Plan{Job: job, Slowdown: 1, before: settled}, card, &found)
	planning.Plans = cheapest(found)
	for i := range planning.Plans {
		planning.Plans[i].explain()
	}
	return planning
}

// explain finishes the remarks: what one remedy leaves as it is, another may change.
func (p *Plan) explain() {
	p.Remedies = slices.Clone(p.Remedies)
	after := settle(p.Job)
	for i := range p.Remedies {
		if r := &p.Remedies[i]; r.keeps != "" && after.Weights == FP32 && after.Method == Full {
			r.Remark += "; " + r.keeps
		}
	}
}

// collect tries every combination of at most one remedy an axis. Once a set fits, larger sets that contain it
// cannot be cheaper.
func collect(remaining []axis, plan Plan, card Card, found *[]Plan) {
	if plan.fits(card) {
		*found = append(*found, plan)
		return
	}
	for at, remedies := range remaining {
		for _, remedy := range remedies {
			next := plan
			next.Remedies = append(slices.Clone(plan.Remedies), remedy)
			remedy.apply(&next.Job)
			next.Slowdown *= remedy.Slowdown
			next.Meaning = max(plan.Meaning, remedy.Meaning)
			if sensible(next) && !dominated(next, *found) {
				collect(remaining[at+1:], next, card, found)
			}
		}
	}
}

// fits estimates a plan: first without what the allocator holds, which most are too large for.
func (p *Plan) fits(card Card) bool {
	p.Job.rough = true
	p.Result = Estimate(p.Job)
	p.Job.rough = false
	if !fits(*p, card) {
		return false
	}
	p.Result = Estimate(p.Job)
	return fits(*p, card)
}

func fits(plan Plan, card Card) bool {
	if len(plan.Remedies) > 0 && card.HostMemory > 0 && plan.Result.Host*int64(max(plan.Job.GPUs, 1)) > card.HostMemory {
		return false
	}
	return plan.Result.Verdict(card.Usable) == Fits
}

// sensible refuses combinations that no framework runs: ZeRO and FSDP cannot shard bitsandbytes' quantised states, and
// an adapter method has no states worth quantising or moving.
func sensible(plan Plan) bool {
	quantised := optimizerName(plan.Job.Optimizer) == AdamW8bit
	sharded := plan.Job.Sharding != Unsharded && plan.Job.Sharding != DDP && plan.Job.Sharding != ""
	moved := plan.Job.Offload == OffloadOptimizer || plan.Job.Offload == OffloadBoth
	return len(plan.Remedies) == 0 ||
		!(quantised && (sharded || moved)) && (plan.Job.Method == Full || !quantised && !moved)
}

// dominated reports whether an earlier plan is at least as good in every way that counts.
func dominated(plan Plan, others []Plan) bool {
	return slices.ContainsFunc(others, func(other Plan) bool { return dominates(other, plan) })
}

func dominates(a, b Plan) bool {
	return a.Meaning <= b.Meaning && a.Slowdown <= b.Slowdown && len(a.Remedies) <= len(b.Remedies)
}

// cheapest ranks by meaning, then speed, then the number of changes, and drops the dominated.
func cheapest(found []Plan) []Plan {
	slices.SortStableFunc(found, func(a, b Plan) int {
		return cmp.Or(cmp.Compare(a.Meaning, b.Meaning), cmp.Compare(a.Slowdown, b.Slowdown),
			cmp.Compare(len(a.Remedies), len(b.Remedies)), cmp.Compare(a.Result.Peak, b.Result.Peak))
	})
	var kept []Plan
	for _, plan := range found {
		if !dominated(plan, kept) {
			kept = append(kept, plan)
		}
	}
	return kept[:min(len(kept), mostPlans)]
}

// refusals says which remedy was not considered because it would change what is trained.
func refusals(job Job) []string {
	var list []string
	if usesBatchNorm(job.Model) && job.MicroBatch > 1 {
		list = append(list, "micro-batch: batch norm computes its statistics over the "+count(job.MicroBatch)+
			" samples of one forward pass, so a smaller micro-batch with accumulation trains something else")
	} else if job.MicroBatch == 1 {
		list = append(list, "micro-batch: one sample cannot be divided")
	}
	return list
}
