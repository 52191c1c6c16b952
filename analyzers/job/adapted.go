package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
)

// markAdapted notes the denoiser as trained where a script sets layers of adapters on its linear layers one by one, and
// collects their parameters in a list: attn.to_q.set_lora_layer(LoRALinearLayer(…)). What the list holds then says
// nothing of the model.
func (j *Job) markAdapted() {
	if slices.ContainsFunc(j.Loads, func(l Load) bool { return l.Trained }) ||
		!slices.ContainsFunc(j.programs, (*Program).setsLoRALayers) {
		return
	}
	at := -1
	for i, l := range j.Loads {
		if !strings.HasPrefix(l.Class, "diffusers.") || !namesModel(l) || strings.HasSuffix(l.Class, pipelineEnd) {
			continue
		}
		if at >= 0 {
			return
		}
		at = i
	}
	if at >= 0 {
		j.Loads[at].Trained = true
		j.Loads[0], j.Loads[at] = j.Loads[at], j.Loads[0]
	}
}

// setsLoRALayers reports whether a script makes such layers.
func (p *Program) setsLoRALayers() bool {
	for _, c := range p.Module().AllCalls() {
		if knowledge.IsLoRALayer(p.Module().Resolve(c.Func)) {
			if runs, known := p.Runs(c); !known || runs {
				return true
			}
		}
	}
	return false
}
