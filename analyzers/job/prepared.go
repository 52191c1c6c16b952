package job

import (
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// preparedWeights takes peft's prepare_model_for_kbit_training: it upcasts what is not quantised and, unless it is told
// otherwise, switches checkpointing on, whatever the training arguments say (peft/utils/other.py).
func (j *Job) preparedWeights() {
	for _, p := range j.programs {
		for _, c := range p.Module().Calls(knowledge.KbitPreparations...) {
			runs, known := p.Runs(c)
			if known && !runs {
				continue
			}
			if known {
				j.claim(dialect.KbitPrepared, "true", byScript, "the script", foundAt(run.Bool(true), p.Place(c)))
			}
			j.preparedCheckpointing(p, c, known)
		}
	}
}

// preparedCheckpointing: only a base that is quantised is checkpointed.
func (j *Job) preparedCheckpointing(p *Program, c *python.Call, runs bool) {
	quantised, open := false, false
	for _, l := range j.trained() {
		quantised = quantised || l.Quantised != ""
		open = open || l.Quantised == "?"
	}
	v, presence := p.Argument(c, "use_gradient_checkpointing", 1)
	truth, known := v.Truth()
	name := python.LastName(c.Func)
	switch {
	case !quantised, presence == python.Given && known && !truth:
	case open, !runs, presence == python.Uncertain, presence == python.Given && !known:
		j.doubt(dialect.Checkpointing, byScript)
	case presence == python.Given:
		j.claim(dialect.Checkpointing, "full", byScript, name+"(use_gradient_checkpointing)", v.notDefault())
	default:
		j.claim(dialect.Checkpointing, "full", byScript, name, wordAt(p.Place(c)))
	}
}
