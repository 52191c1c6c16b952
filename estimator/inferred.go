package estimator

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// InferModel is the architecture that the name of a fine-tune says itself: "Hermes-2-Pro-Llama-3-8B" is a Llama-3-8B,
// and so are the folders "llama3_8b_merged" and "llama3_8b/checkpoint-500". The longest name of the catalogue that
// stands in it, word by word, holds. It is an assumption, and says so. A name with a word of another modality or of a
// part of a model, or with a second size, is none of it.
func InferModel(name string) (Model, bool) {
	name = withoutSteps(name)
	if model, ok := inferPipeline(name); ok {
		return model, true
	}
	if model, ok := inferTuned(name); ok {
		return model, true
	}
	words := modelWords(name)
	if len(words) > mostModelWords ||
		slices.ContainsFunc(words, func(w string) bool { return notThatModel().MatchString(w) }) {
		return Model{}, false
	}
	index := modelCatalogue()
	names := inferredNames()
	for length := len(words); length > 1; length-- {
		for from := 0; from+length <= len(words); from++ {
			for _, named := range append([][]string{words[from : from+length]}, sizedLater(words, from, from+length-1)...) {
				at, ok := names[strings.Join(named, "")]
				if !ok || at < 0 || severalSizes(words, named) || !hasSize(index.all[at].ID, named) {
					continue
				}
				model := index.all[at]
				model.Inferred = true
				return model, true
			}
		}
	}
	return inferOnly(words)
}

// inferOnly is the model of a folder that is called after a family and a size alone, qwen1.7b or gemma_9b, where all
// generations of that size have the same parameters: there is one Qwen of 1.7B, and of 7B there are four.
func inferOnly(words []string) (Model, bool) {
	parts := familyAndSize().FindStringSubmatch(strings.Join(words, ""))
	if len(words) > 2 || parts == nil {
		return Model{}, false
	}
	index := modelCatalogue()
	found := -1
	for at := range index.all {
		m := &index.all[at]
		if m.Kind != Decoder {
			continue
		}
		of := modelWords(m.ID)
		last := len(of) - 1
		if last < 1 || strings.TrimRight(of[0], "0123456789.") != parts[1] || of[last] != parts[2] ||
			slices.ContainsFunc(of[1:last], func(w string) bool { return !generation().MatchString(w) }) {
			continue
		}
		if found >= 0 && index.all[found].Params != m.Params {
			return Model{}, false
		}
		found = at
	}
	if found < 0 {
		return Model{}, false
	}
	model := index.all[found]
	model.Inferred = true
	return model, true
}

var (
	familyAndSize = lazily(`^([a-z]{2,})(\d+(?:\.\d+)?b)$`)
	generation    = lazily(`^v?\d+(\.\d+)?$`)
)

// sizedLater is a family's name with each size behind it that other words keep apart: Llama-3-Taiwan-8B.
func sizedLater(words []string, from, to int) (list [][]string) {
	for _, size := range words[min(to+1, len(words)):] {
		if sizeWord().MatchString(size) {
			list = append(list, append(slices.Clone(words[from:to]), size))
		}
	}
	return list
}

// hasSize reports whether the size that stands last in a name is that of a model: the words of gemma-4-31b put together
// are those of gemma-3-1b.
func hasSize(model string, named []string) bool {
	last := named[len(named)-1]
	if !sizeWord().MatchString(last) {
		return true
	}
	sized := slices.DeleteFunc(modelWords(model), func(w string) bool { return !sizeWord().MatchString(w) })
	return len(sized) == 0 || slices.Contains(sized, last)
}

// withoutSteps is a path up to the folder that is called after a model: what lies in it says only which of its weights
// are meant.
func withoutSteps(name string) string {
	name = strings.TrimRight(strings.TrimSpace(name), "/\\")
	for range mostModelWords {
		above := strings.TrimRight(strings.TrimSuffix(name, baseName(name)), "/\\")
		if above == "" || !stepOfModel().MatchString(baseName(name)) {
			break
		}
		name = above
	}
	return name
}

// stepOfModel are folders that hold weights of the model after which the folder above is called.
var stepOfModel = lazily(
	`(?i)^(full|merged|final|final[-_](model|checkpoint)|model|hf|best|best[-_]model|last|latest|weights|(checkpoint|epoch|step|ckpt)[-_]?\d*)$`,
)

// inferPipeline is the diffusion model whose short name stands in that of a pipeline: sd15, sdxl.
func inferPipeline(name string) (Model, bool) {
	name = baseName(strings.ToLower(name))
	if before := withoutStorage(name); before != name { // flan-t5-xxl-sharded-fp16: how the same weights lie in files
		if model, ok := LookupModel(before); ok {
			model.Inferred = true
			return model, true
		}
	}
	words := strings.FieldsFunc(name, func(letter rune) bool { return letter == '-' || letter == '_' || letter == ' ' })
	if len(words) > mostModelWords ||
		slices.ContainsFunc(
			words,
			func(w string) bool { return notThatModel().MatchString(w) || partOfPipeline().MatchString(w) },
		) {
		return Model{}, false
	}
	found := ""
	for _, p := range pipelineNames {
		if !p.spelled().MatchString(name) {
			continue
		}
		if found != "" {
			return Model{}, false
		}
		found = p.id
	}
	model, ok := LookupModel(found)
	model.Inferred = ok
	return model, ok
}

// inferTuned is what a name says that was tuned: whisper-small-hi, and bert-base-uncased-finetuned-squad, as the
// Trainer of transformers calls what it uploads.
func inferTuned(name string) (Model, bool) {
	name = baseName(strings.ToLower(name))
	if before, _, tuned := strings.Cut(name, "-finetuned-"); tuned {
		model, ok := LookupModel(before)
		model.Inferred = ok
		return model, ok
	}
	words := strings.FieldsFunc(name, func(letter rune) bool { return letter == '-' || letter == '_' || letter == ' ' })
	if len(words) > mostModelWords || !slices.Contains(words, "whisper") ||
		slices.ContainsFunc(words, func(w string) bool { return otherWhisper().MatchString(w) }) {
		return Model{}, false
	}
	size := ""
	for _, w := range words {
		if !whisperSize().MatchString(w) {
			continue
		}
		if size != "" {
			return Model{}, false
		}
		size = w
	}
	if size == "" {
		return Model{}, false
	}
	model, ok := LookupModel("openai/whisper-" + size)
	model.Inferred = ok
	return model, ok
}

// storageWord are words at the end of a name that say how the weights lie in files, and of which number type they are.
var storageWord = lazily(`[-_.](sharded|shards|fp16|fp32|bf16|float16|bfloat16|safetensors|hf|\d+gb)$`)

func withoutStorage(name string) string {
	for {
		cut := storageWord().FindStringIndex(name)
		if cut == nil || cut[0] == 0 {
			return name
		}
		name = name[:cut[0]]
	}
}

// lazily compiles an expression when it is first asked for: most runs of a program ask none.
func lazily(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// Of whisper's sizes the largest is not among these: it has had three architectures.
var (
	whisperSize  = lazily(`^(tiny|base|small|medium)(\.en)?$`)
	otherWhisper = lazily(
		`^(large|turbo|v\d|distil\w*|lora|qlora|adapter|adapters|ct2|onnx|encoder|decoder|pruned|clip|llama|qwen\w*)$`,
	)
)

// partOfPipeline are words after which a name says a part of a pipeline, or one whose first layer is another.
var partOfPipeline = lazily(
	`^(vae|unet|refiner|inpaint|inpainting|controlnet|control|upscaler?|x4|depth|instruct|pix2pix|ip|adapter|text|encoder|unclip|zero123|video|svd)$`,
)

// pipelineNames are the short names of Stable Diffusion's generations.
var pipelineNames = []struct {
	spelled func() *regexp.Regexp
	id      string
}{
	{lazily(`(^|[-_ ])(sd|stable[-_ ]?diffusion)[-_ ]?v?1[-_.]?[45]($|[-_ ])`), "runwayml/stable-diffusion-v1-5"},
	{lazily(`(^|[-_ ])(sd|stable[-_ ]?diffusion)[-_ ]?v?2[-_.]1($|[-_ ])`), "stabilityai/stable-diffusion-2-1"},
	{lazily(`(^|[-_ ])(sd|stable[-_ ]?diffusion)[-_ ]?xl($|[-_ 1])`), "stabilityai/stable-diffusion-xl-base-1.0"},
}

// mostModelWords bounds how long a name is looked through.
const mostModelWords = 24

var (
	// notThatModel are words after which a name says another model than the one that stands in it.
	notThatModel = lazily(
		`^(vl|vlm|vision|visual|image|video|audio|speech|omni|llava|minigpt\d?|(?:instruct)?blip\d?|clip|moe|mamba|draft|eagle\d?|medusa|lora|qlora|adapter|adapters|` +
			`pruned|prune|minitron|distilled|distill|tiny|upscaled|expanded|franken\w*|embed\w*|reranker|rm|reward|\d+x\d+(\.\d+)?b|\d+e)$`,
	)
	sizeWord = lazily(`^e?\d+(\.\d+)?[bm]$`)
)

// modelWords are the words of a model's name, without those that do not change the architecture.
func modelWords(name string) []string {
	words := strings.FieldsFunc(
		baseName(strings.ToLower(strings.Trim(strings.TrimSpace(name), "/\\"))),
		func(letter rune) bool {
			return letter == '-' || letter == '_' || letter == ' '
		},
	)
	return slices.DeleteFunc(words, func(w string) bool { return sameArchitectureWords[w] })
}

// severalSizes reports whether a name has a size that is none of the model's that stands in it.
func severalSizes(words, model []string) bool {
	return slices.ContainsFunc(
		words,
		func(w string) bool { return sizeWord().MatchString(w) && !slices.Contains(model, w) },
	)
}

// inferredNames are the names of language models that say a family and a size, as squeezeModelName writes them: those
// that a fine-tune carries on.
var inferredNames = sync.OnceValue(func() map[string]int {
	index := modelCatalogue()
	names := map[string]int{}
	for spelling, at := range index.squeezed {
		if at >= 0 && index.all[at].Kind == Decoder && saysSize().MatchString(spelling) {
			names[spelling] = at
		}
	}
	return names
})

// saysSize: letters of a family before the size.
var saysSize = lazily(`^[a-z]{2,}.*\d[bm]$`)
