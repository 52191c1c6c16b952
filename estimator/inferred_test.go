package estimator

import (
	"slices"
	"strings"
	"testing"
)

func TestInferredNames(t *testing.T) {
	for name, want := range map[string]string{
		"NousResearch/Hermes-2-Pro-Llama-3-8B":              "meta-llama/Meta-Llama-3-8B",
		"/model/yahma_llama_7b":                             "huggyllama/llama-7b",
		"org/my-Qwen2.5-7B-sft-v3":                          "Qwen/Qwen2.5-7B",
		"cognitivecomputations/dolphin-2.1-mistral-7b-v0.1": "mistralai/Mistral-7B-v0.1",
		"checkpoints/Llama-3.2-3B-checkpoint-500":           "meta-llama/Llama-3.2-3B",
		"/data/Llama-3.2-3B/checkpoint-500":                 "meta-llama/Llama-3.2-3B",
		"out/my-Qwen2.5-7B-sft/final/":                      "Qwen/Qwen2.5-7B",
		"base_models/sd15/full":                             "runwayml/stable-diffusion-v1-5",
		"models/my_sdxl_cats":                               "stabilityai/stable-diffusion-xl-base-1.0",
		"me/stable-diffusion-2-1-anime":                     "stabilityai/stable-diffusion-2-1",
		"sdxl-vae-fp16-fix":                                 "",
		"models/sd15-inpainting":                            "",
		"sd15-and-sdxl":                                     "",
		"final/merged":                                      "",
		"checkpoint-500":                                    "",
		"usdxls":                                            "",
		"yentinglin/Llama-3-Taiwan-8B-Instruct":             "meta-llama/Meta-Llama-3-8B",
		"elyza/Llama-3-ELYZA-JP-8B":                         "meta-llama/Meta-Llama-3-8B",
		"tokyotech-llm/Llama-3.1-Swallow-8B-v0.5":           "meta-llama/Llama-3.1-8B",
		"me/mistral-uncensored-7b":                          "mistralai/Mistral-7B-v0.1",
		"meta-llama/Llama-Guard-3-8B":                       "",
		"org/Llama-3-Wide-9B":                               "",
		"org/Taiwan-8B-Llama-3":                             "",
		"someone/whisper-hindi-base":                        "openai/whisper-base",
		"someone/whisper-small.en-calls":                    "openai/whisper-small",
		"out/whisper_medium_fr/checkpoint-1000":             "openai/whisper-medium",
		"me/bert-base-uncased-finetuned-squad":              "bert-base-uncased",
		"me/t5-small-finetuned-xsum":                        "t5-small",
		"philschmid/flan-t5-xxl-sharded-fp16":               "google/flan-t5-xxl",
		"me/flan-t5-xxl-sharded-lora":                       "",
		"./models/qwen1.7b":                                 "Qwen/Qwen3-1.7B",
		"models/gemma_9b":                                   "google/gemma-2-9b",
		"models/gemma27b":                                   "",
		"models/bird1.7b":                                   "",
		"someone/whisper-large-cs":                          "",
		"someone/distil-whisper-small":                      "",
		"someone/whisper-base-to-small":                     "",
		"me/mine-finetuned-squad":                           "",
		// Another modality, another size, a part, or nothing that says a size.
		"org/llava-Llama-3-8B":                  "",
		"org/Llama-3-8B-to-4B-pruned":           "",
		"org/Llama-3-8B-draft":                  "",
		"google/gemma-4-31B-it":                 "",
		"org/Mistral-7B-v0.1-2x7B":              "",
		"org/Qwen2.5-7B-lora":                   "",
		"org/Llama-3-8B-3B":                     "",
		"merged-sft":                            "",
		"7B":                                    "",
		"my-gpt2":                               "",
		strings.Repeat("a-", 40) + "Llama-3-8B": "",
	} {
		model, ok := InferModel(name)
		if ok != (want != "") || ok && model.ID != want || model.Inferred != ok {
			t.Errorf("%s is taken for %q, want %q", name, model.ID, want)
		}
	}
}

// TestAnInferredModelIsAnAssumption: it is named, and widens the interval.
func TestAnInferredModelIsAnAssumption(t *testing.T) {
	job := Job{Model: lookup(t, "meta-llama/Meta-Llama-3-8B"), Method: LoRA, LoRARank: 8, LoRATargets: []string{"all-linear"}, Weights: BF16, Compute: AMPBF16, Optimizer: AdamW,
		MicroBatch: 1, SeqLen: 512, GPUs: 1, Checkpointing: CheckpointFull, Attention: SDPA}
	known := Estimate(job)
	job.Model.Inferred = true
	inferred := Estimate(job)
	if !slices.Contains(inferred.Assumed, "model=meta-llama/Meta-Llama-3-8B") || slices.Contains(known.Assumed, "model=meta-llama/Meta-Llama-3-8B") {
		t.Errorf("assumed %v and %v", known.Assumed, inferred.Assumed)
	}
	if inferred.Peak != known.Peak || inferred.High-inferred.Low <= known.High-known.Low {
		t.Errorf("%d (%d to %d) is no wider than %d to %d", inferred.Peak, inferred.Low, inferred.High, known.Low, known.High)
	}
}
