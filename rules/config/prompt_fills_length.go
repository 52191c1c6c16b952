package config

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/rules"
)

// PromptFillsLength finds lengths of preference training that leave no room for an answer.
var PromptFillsLength = &rules.Rule{
	Name:         "prompt-fills-length",
	Group:        rules.Config,
	Severity:     rules.Warning,
	Page:         page("prompt-fills-length"),
	On:           rules.PythonFile,
	Words:        []string{"max_prompt_length max_length", "Config( **"},
	WithoutTorch: true, // it names what it looks for in full: no other library has it
	Check:        checkPromptFillsLength,
}

func checkPromptFillsLength(p *rules.Pass) {
	for _, a := range hfArguments(p) {
		if a.call == nil {
			continue
		}
		prompt, written := a.get("max_prompt_length")
		whole, both := a.get("max_length")
		if !written || !both || !prompt.Value.IsNumber() || !whole.Value.IsNumber() ||
			prompt.Value.Float < whole.Value.Float ||
			whole.Value.Float <= 0 {
			continue
		}
		if !cutsAnswers(p, a) {
			continue
		}
		left := "an answer to a prompt that is too long is cut to nothing"
		if prompt.Value.Float > whole.Value.Float ||
			p.Versions.Requires("trl", "<0.9") && p.Python.Resolve(a.call.Func) == knowledge.KTOConfig {
			left = "what is too long stays too long"
		}
		report(
			p,
			rules.Warning,
			prompt,
			fmt.Sprintf("max_prompt_length=%g leaves no room in max_length=%g: %s; make it smaller than max_length",
				prompt.Value.Float, whole.Value.Float, left),
			note(whole, "prompt and answer together"),
		)
	}
}

// cutsAnswers reports whether the trainer of a config cuts the answer down to what the prompt leaves: DPO has dropped
// the beginning of the prompt instead since trl 0.14, unless it is told to keep it.
func cutsAnswers(p *rules.Pass, a *arguments) bool {
	class := p.Python.Resolve(a.call.Func)
	if knowledge.CutsAnswers(class) {
		return true
	}
	if class != knowledge.DPOConfig {
		return false
	}
	mode, _, sure := a.word("keep_end", "truncation_mode")
	return p.Versions.Requires("trl", "<0.14") || sure && mode == "keep_start"
}
