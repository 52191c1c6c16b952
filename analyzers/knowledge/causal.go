package knowledge

import "strings"

// shiftsLabels are the language models of transformers that compare what they say at a position with the label of the
// next one. Those of Bart's family compare it with the label of the position itself.
var shiftsLabels = set(`AutoModelForCausalLM AutoModelWithLMHead GPT2LMHeadModel OpenAIGPTLMHeadModel
	CTRLLMHeadModel GPTNeoForCausalLM GPTJForCausalLM
	GPTNeoXForCausalLM LlamaForCausalLM MistralForCausalLM MixtralForCausalLM OPTForCausalLM BloomForCausalLM
	Qwen2ForCausalLM Qwen3ForCausalLM GemmaForCausalLM Gemma2ForCausalLM PhiForCausalLM Phi3ForCausalLM
	FalconForCausalLM MptForCausalLM StableLmForCausalLM CodeGenForCausalLM OlmoForCausalLM GPTBigCodeForCausalLM`)

// ShiftsLabels reports whether a class of transformers is a language model that moves its labels by one itself.
func ShiftsLabels(class string) bool {
	name, ok := strings.CutPrefix(class, "transformers.")
	return ok && shiftsLabels[name[strings.LastIndexByte(name, '.')+1:]]
}

// KeepsLabels reports whether a checkpoint, by its name, is one of a family whose models do not move their labels.
func KeepsLabels(checkpoint string) bool {
	checkpoint = strings.ToLower(checkpoint)
	for _, family := range []string{"bart", "pegasus", "marian", "blenderbot", "prophetnet", "trocr", "xlnet"} {
		if strings.Contains(checkpoint, family) {
			return true
		}
	}
	return false
}

// OnlyMoves reports whether a method or a function gives the numbers of its tensor in another place, form or type.
func OnlyMoves(name string) bool {
	switch name {
	case "to", "cuda", "cpu", "clone", "contiguous", "detach", "long", "pin_memory",
		"torch.tensor", "torch.as_tensor", "torch.LongTensor", "torch.from_numpy":
		return true
	}
	return false
}
