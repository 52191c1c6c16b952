package memory

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/estimator"
)

// TestWhichHelpers: a part of a pipeline is known by the folder that it is loaded from, a VAE by its class as well: people take a mended one
// that lies elsewhere.
func TestWhichHelpers(t *testing.T) {
	const script = "-- train.py --\nimport torch\nfrom diffusers import AutoencoderKL, UNet2DConditionModel\nfrom transformers import AutoModel, CLIPTextModel, CLIPTextModelWithProjection\n" +
		"name = 'stabilityai/stable-diffusion-xl-base-1.0'\n%s\nunet = UNet2DConditionModel.from_pretrained(name, subfolder='unet')\nopt = torch.optim.AdamW(unet.parameters())\nloss.backward()\nopt.step()\n"
	for load, want := range map[string]string{
		"AutoencoderKL.from_pretrained(name, subfolder='vae')":                          "VAE",
		"AutoencoderKL.from_pretrained('madebyollin/sdxl-vae-fp16-fix')":                "VAE",
		"AutoModel.from_pretrained(name, subfolder='vae')":                              "VAE",
		"CLIPTextModel.from_pretrained(name, subfolder='text_encoder')":                 "text encoder CLIP-L",
		"CLIPTextModelWithProjection.from_pretrained(name, subfolder='text_encoder_2')": "text encoder 2 OpenCLIP bigG",
		"AutoModel.from_pretrained('gpt2')":                                             "",
	} {
		var roles []string
		for _, h := range Describe(only(t, fmt.Sprintf(script, "part = "+load))).Model.Helpers {
			roles = append(roles, h.Role)
		}
		if got := strings.Join(roles, ", "); got != want {
			t.Errorf("%s: %q, want %q", load, got, want)
		}
	}
}

// TestOffload: DeepSpeed takes parameters off the card in stage 3 alone.
func TestOffload(t *testing.T) {
	const script = "-- run.sh --\ndeepspeed train.py --deepspeed ds.json\n-- train.py --\nfrom transformers import AutoModelForCausalLM, HfArgumentParser, Trainer, TrainingArguments\n" +
		"model = AutoModelForCausalLM.from_pretrained('gpt2')\n(args,) = HfArgumentParser(TrainingArguments).parse_args_into_dataclasses()\nTrainer(model=model, args=args).train()\n" +
		"-- ds.json --\n{\"zero_optimization\": {\"stage\": %s}, \"bf16\": {\"enabled\": true}}\n"
	const params, optimizer = `, "offload_param": {"device": "cpu"}`, `, "offload_optimizer": {"device": "cpu"}`
	for zero, want := range map[string]estimator.Offload{
		"3": "", "3" + params: estimator.OffloadParams, "3" + params + optimizer: estimator.OffloadBoth, "3" + optimizer: estimator.OffloadOptimizer,
		"2" + params: "", "1" + params: "", "2" + params + optimizer: estimator.OffloadOptimizer,
		"3" + strings.Replace(optimizer, "cpu", "nvme", 1): estimator.OffloadOptimizer, "3" + strings.Replace(optimizer, "cpu", "none", 1): "",
	} {
		if got := Describe(only(t, fmt.Sprintf(script, zero))).Offload; got != want {
			t.Errorf("stage %s: %q, want %q", zero, got, want)
		}
	}
	const tune = "-- run.sh --\ntune run full_finetune_single_device --config a.yaml\n-- a.yaml --\nmodel:\n  _component_: torchtune.models.llama3_2.llama3_2_1b\noptimizer:\n  _component_: torch.optim.AdamW\n" +
		"batch_size: 2\ndtype: bf16\nenable_activation_offloading: %t\n"
	for on, want := range map[bool]estimator.Offload{true: estimator.OffloadActivations, false: ""} {
		if got := Describe(only(t, fmt.Sprintf(tune, on))).Offload; got != want {
			t.Errorf("activations %t: %q, want %q", on, got, want)
		}
	}
}

// TestShardingThatNobodyKnows is not plain data parallelism.
func TestShardingThatNobodyKnows(t *testing.T) {
	e := Describe(only(t, "-- run.sh --\ntorchrun --nproc_per_node 2 train.py\n-- train.py --\nfrom elsewhere import pick\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\n"+
		"model = AutoModelForCausalLM.from_pretrained('gpt2')\nTrainer(model=model, args=TrainingArguments('out', fsdp=pick())).train()\n"))
	if e.Sharding != estimator.UnknownSharding {
		t.Errorf("sharding %q", e.Sharding)
	}
}

func TestImage(t *testing.T) {
	for text, want := range map[string]estimator.Image{
		"1024": {Height: 1024, Width: 1024}, "512x768": {Height: 512, Width: 768}, "": {}, "auto": {}, "512xauto": {}, "autox512": {},
	} {
		if got := image(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
