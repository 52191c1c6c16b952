package estimator

import "strings"

// ModelIDs are the models of the catalogue, as the hub names them.
func ModelIDs() []string {
	all := modelCatalogue().all
	ids := make([]string, 0, len(all))
	for i := range all {
		ids = append(ids, all[i].ID)
	}
	return ids
}

// LookupModel finds an architecture by hub id ("meta-llama/Llama-2-7b-hf"), by alias ("vicuna-7b-v1.5"), by the
// name of the folder it was downloaded to ("/models/Llama-2-7b-hf"), or by its timm or torchvision name. Words that
// do not change the architecture (instruct, chat, bnb-4bit, …) are ignored. A name that fits two architectures, or
// none, is not found: a guessed parameter count would be worse than none.
func LookupModel(name string) (Model, bool) {
	index := modelCatalogue()
	name = strings.ToLower(withDots(cachedName(strings.Trim(strings.TrimSpace(name), "/\\"))))
	for _, spelling := range []string{name, baseName(name)} {
		if at, ok := index.byName[spelling]; ok {
			return index.all[at], true
		}
	}
	if at, ok := index.squeezed[squeezeModelName(name)]; ok && at >= 0 {
		return index.all[at], true
	}
	if model, ok := index.builder(name); ok {
		return model, true
	}
	if model, ok := index.tagged(baseName(name)); ok {
		return model, true
	}
	for _, wild := range index.prefixes {
		if strings.HasPrefix(baseName(name), wild.prefix) {
			return index.all[wild.at], true
		}
	}
	return Model{}, false
}

// cachedName is the hub id of a folder of the hub's cache:
// ~/.cache/huggingface/hub/models--Qwen--Qwen2.5-7B/snapshots/0a1b. Any other name is left as it is.
func cachedName(name string) string {
	for _, folder := range strings.FieldsFunc(name, func(r rune) bool { return r == '/' || r == '\\' }) {
		if id, ok := strings.CutPrefix(folder, "models--"); ok {
			return strings.ReplaceAll(id, "--", "/")
		}
	}
	return name
}

// withDots puts the dots back that ModelScope writes as three underscores in the name of a model's folder:
// Qwen2-1___5B.
func withDots(name string) string { return strings.ReplaceAll(name, "___", ".") }

// builder finds the name of a builder function, which writes dots as underscores: torchtune's llama3_2_1b.
func (index *modelIndex) builder(name string) (Model, bool) {
	if !strings.Contains(name, "_") || strings.ContainsAny(name, "./") {
		return Model{}, false
	}
	at, ok := index.dotless[squeezeModelName(name)]
	if !ok || at < 0 {
		return Model{}, false
	}
	return index.all[at], true
}

// tagged finds a timm name with its pretraining tag: "resnet50.a1_in1k".
func (index *modelIndex) tagged(name string) (Model, bool) {
	plain, _, found := strings.Cut(name, ".")
	if !found {
		return Model{}, false
	}
	at, ok := index.byName[plain]
	if !ok || index.all[at].Kind != VisionCls {
		return Model{}, false
	}
	return index.all[at], true
}

// baseName is the last element of a hub id or a path, whichever separator it uses.
func baseName(name string) string {
	name = strings.TrimRight(name, "/\\")
	return name[strings.LastIndexAny(name, "/\\")+1:]
}

// sameArchitectureWords are words of a model name that tell how it was tuned or packed, not what it is made of.
var sameArchitectureWords = map[string]bool{
	"hf": true, "instruct": true, "chat": true, "it": true, "pt": true, "base": true, "bnb": true, "4bit": true,
	"8bit": true, "gptq": true, "awq": true, "int4": true, "int8": true, "fp16": true, "bf16": true, "fp8": true,
	"fp32": true, "dynamic": true, "unsloth": true, "sft": true, "dpo": true, "meta": true, "diffusers": true,
}

// squeezeModelName drops the organisation, the words above and every separator, keeping the dots of versions:
// "meta-llama/Llama-2-7b-chat-hf" and "llama2_7b" become "llama27b".
func squeezeModelName(name string) string {
	words := strings.FieldsFunc(baseName(strings.ToLower(name)), func(letter rune) bool {
		return letter == '-' || letter == '_' || letter == ' '
	})
	kept := words[:0]
	for _, word := range words {
		if !sameArchitectureWords[word] {
			kept = append(kept, word)
		}
	}
	return strings.Join(kept, "")
}
