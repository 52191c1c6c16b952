package job

import (
	"bytes"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// markAdapted notes the denoiser as trained where a script sets layers of adapters on its linear layers one by one, or
// gives it processors that hold them, and collects their parameters in a list:
// attn.to_q.set_lora_layer(LoRALinearLayer(…)), held.extend(LoRAAttnProcessor(…).parameters()). What the list holds
// then says nothing of the model.
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
		class := adapterClass(p.Module(), c, p.Module().Resolve(c.Func))
		if knowledge.IsLoRALayer(class) || knowledge.IsLoRAProcessor(class) {
			if runs, known := p.Runs(c); !known || runs {
				return true
			}
		}
	}
	return false
}

// adapterClass is the class of which a call makes an object, as it resolves, or one of two that a conditional
// expression chooses between, as diffusers' scripts until 0.20 do: LoRAAttnProcessor2_0 if hasattr(F, "…") else
// LoRAAttnProcessor.
func adapterClass(m *python.Module, c *python.Call, class string) string {
	name, isName := c.Func.(*python.Name)
	if !isName || class != "" || !bytes.Contains(m.File.Text, []byte(knowledge.ProcessorWord)) {
		return class
	}
	for n := range python.AllIn(m.Body) {
		s, ok := n.(*python.Assign)
		if !ok || len(s.Targets) != 1 {
			continue
		}
		to, named := s.Targets[0].(*python.Name)
		choice, chosen := s.Value.(*python.IfExp)
		if !named || to.ID != name.ID {
			continue
		}
		if !chosen {
			return ""
		}
		if class := m.Resolve(choice.Body); knowledge.IsLoRAProcessor(class) &&
			knowledge.IsLoRAProcessor(m.Resolve(choice.Else)) {
			return class
		}
	}
	return ""
}
