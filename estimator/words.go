package estimator

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Words lists the values an enumerated input may hold, by the name of the estimate command's flag; nil for an input
// that is a number, a shape or a name.
func Words(input string) []string {
	if input == "optimizer" {
		var names []string
		for name := range maps.Keys(optimizerStates) {
			names = append(names, string(name))
		}
		slices.Sort(names)
		return append(names, string(PagedAdamW), string(PagedAdamW8bit), "paged-lion", "paged-lion-8bit")
	}
	return words[input]
}

var words = map[string][]string{
	"method":          {"full", "lora", "qlora", "dora", "lokr", "other-peft", "partial"},
	"weights":         {"fp32", "bf16", "fp16", "nf4", "nf4-dq", "int8", "int4", "fp8"},
	"compute":         {"fp32", "amp-fp16", "amp-bf16", "pure"},
	"optimizer-impl":  {"foreach", "fused", "single"},
	"checkpointing":   {"none", "full", "selective", "interval-2"},
	"attention":       {"eager", "sdpa", "flash", "flex", "xformers"},
	"loss":            {"plain", "chunked", "fused-linear", "liger"},
	"sharding":        {"none", "ddp", "zero1", "zero2", "zero3", "fsdp-full", "fsdp-grad-op"},
	"offload":         {"none", "optimizer", "params", "params+optimizer", "activations"},
	"adapter-dropout": yesOrNo, "own-optimizer": yesOrNo, "kbit-prepared": yesOrNo, "frozen-tower": yesOrNo,
	"overlap-comm": yesOrNo, "ema": yesOrNo,
	"cached-inputs": yesOrNo,
	"framework": {
		"pytorch", "hf-trainer", "accelerate", "trl", "diffusers", "torchtune", "torchtitan", "litgpt", "ms-swift",
		"simpletuner", "mmengine", "detectron2", "unsloth", "axolotl", "llama-factory", "lightning",
	},
}

var yesOrNo = []string{triText[Yes], triText[No]}

// ParseImage reads "512x512", and "49x480x720" with frames in front. The zero Image means it could not.
func ParseImage(text string) Image {
	var sizes []int
	for _, part := range strings.Split(strings.ToLower(text), "x") {
		size, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || size <= 0 {
			return Image{}
		}
		sizes = append(sizes, size)
	}
	switch len(sizes) {
	case 2:
		return Image{Frames: 1, Height: sizes[0], Width: sizes[1]}
	case 3:
		return Image{Frames: sizes[0], Height: sizes[1], Width: sizes[2]}
	}
	return Image{}
}

// ParseBytes reads a size with its unit: "24GiB", "24 GB" (10⁹), "512MiB", or plain bytes.
func ParseBytes(text string) (int64, bool) {
	text = strings.TrimSpace(text)
	digits := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
	number, err := strconv.ParseFloat(digits, 64)
	scale, known := unitScales[strings.ToLower(strings.TrimSpace(text[len(digits):]))]
	if err != nil || !known || number <= 0 {
		return 0, false
	}
	return int64(number * scale), true
}

var unitScales = map[string]float64{
	"": 1, "b": 1, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "kb": 1e3, "mb": 1e6, "gb": 1e9, "g": 1 << 30,
	"m": 1 << 20,
}
