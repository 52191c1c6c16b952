package job

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// trainedByEngine is what DeepSpeed's engine trains by an optimizer that its config names, as far as the script says
// it: deepspeed.initialize(model=model, model_parameters=model.parameters()).
type trainedByEngine struct {
	call *python.Call
	// held are parameters, or a whole model.
	held       run.Value
	parameters bool
}

// trainedByEngines lists the engines of a module that run.
func (p *Program) trainedByEngines() []trainedByEngine {
	if !knowledge.MayMakeEngine(p.File().Text) {
		return nil
	}
	var list []trainedByEngine
	for _, c := range p.Module().Calls(knowledge.MakesEngine) {
		if p.NeverRuns(c) {
			continue
		}
		if optimizer, presence := p.Argument(c, "optimizer", 2); presence != python.Absent && !optimizer.IsNone() {
			continue // which holds what it was made with
		}
		if held, presence := p.Argument(c, "model_parameters", 3); presence != python.Absent && !held.IsNone() {
			list = append(list, trainedByEngine{c, held.Value, true})
		} else if model, given := p.Argument(c, "model", 1); given == python.Given {
			list = append(list, trainedByEngine{c, model.Value, false})
		}
	}
	return list
}

// engineModels are the models that engines train.
func (j *Job) engineModels(p *Program) []part {
	var owners []part
	for _, engine := range p.trainedByEngines() {
		found := j.parts(engine.held)
		if engine.parameters {
			var partly bool
			if found, partly = j.owners(engine.held); partly {
				j.doubt(dialect.Method, byScript)
			}
		}
		for _, one := range found {
			if !slices.Contains(owners, one) {
				owners = append(owners, one)
			}
		}
	}
	return owners
}

// engineBatch says what DeepSpeed's engine computes of the batch sizes that its config leaves out
// (deepspeed/runtime/config.py, _set_batch_related_parameters): the accumulation is 1 where neither it nor the other
// two tell it, and the micro-batch what remains of the whole batch for one GPU.
func (j *Job) engineBatch() {
	if j.Framework != DeepSpeed || j.DeepSpeed == nil {
		return
	}
	in := func(f dialect.Field) int {
		v, _ := j.DeepSpeed.Get(f)
		n, err := strconv.Atoi(v.Text)
		if err != nil {
			return 0
		}
		return n
	}
	whole, micro, every := in(dialect.GlobalBatch), in(dialect.MicroBatch), in(dialect.Accumulation)
	cards := j.Int(dialect.GPUs)
	if every == 0 {
		every = 1
		if whole > 0 && micro > 0 {
			if cards < 1 || whole%(micro*cards) != 0 {
				return
			}
			every = whole / (micro * cards)
		}
	}
	if whole > 0 || micro > 0 {
		j.computed(dialect.Accumulation, every, Value{From: "DeepSpeed"})
	}
	if whole > 0 && cards > 0 && whole%(cards*every) == 0 {
		j.computed(dialect.MicroBatch, whole/(cards*every), j.Fields[dialect.GlobalBatch])
	}
}

// computed says a number of which nothing else tells anything, at the place of what it is computed from.
func (j *Job) computed(f dialect.Field, n int, from Value) {
	if _, known := j.Fields[f]; known || len(j.said[f]) > 0 {
		return
	}
	from.Text, from.Default = strconv.Itoa(n), true
	j.tell(f, from)
}

// enginePrecision says that an engine trains in the dtype of the weights where its config switches nothing on and the
// script casts nothing.
func (j *Job) enginePrecision() {
	if j.Framework != DeepSpeed || j.DeepSpeed == nil || len(j.said[dialect.Precision]) > 0 {
		return
	}
	for _, section := range knowledge.CastsOfEngine() {
		if slices.ContainsFunc(j.DeepSpeed.Pairs, func(p dialect.Pair) bool {
			return p.Key == section || strings.HasPrefix(p.Key, section+".")
		}) {
			return
		}
	}
	for _, p := range j.programs {
		if len(p.Module().Calls(autocasts...)) > 0 {
			return
		}
	}
	j.tell(dialect.Precision, Value{Text: "fp32", Default: true, From: "DeepSpeed casts nothing"})
}
