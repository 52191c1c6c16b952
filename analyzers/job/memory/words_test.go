package memory

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/estimator"
)

// TestWhichHelpers: a part of a pipeline is known by the folder that it is loaded from, a VAE by its class as well:
// people take a mended one that lies elsewhere.
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

// TestBucket: DeepSpeed takes a number of elements; what is none, or none that a card could hold, says nothing.
func TestBucket(t *testing.T) {
	for text, want := range map[string]int64{"5e8": 5e8, "200000000": 2e8, "auto": 64, "": 0, "many": 0, "1e18": 0, "1e999": 0} {
		if got := bucket(text, estimator.Model{Hidden: 8}); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// TestVersions: what is bound to an old release is sized as that one allocates, and torch as the oldest that may be
// there.
func TestVersions(t *testing.T) {
	for requirements, want := range map[string]estimator.Job{
		"torch\npeft": {},
		"peft==0.5.0": {Peft: "0.5"}, "peft==0.6.0": {Peft: "0.11"}, "peft>=0.4,<0.12": {Peft: "0.11"}, "transformers==4.31.0": {Transformers: "4.31"},
		"transformers==4.32.0": {Transformers: "4.45"}, "transformers==4.51.3": {Transformers: "4.51"}, "transformers==4.52.0": {Transformers: "4.57"},
		"transformers>=4.53,<5": {Transformers: "4.57"}, "transformers==5.1.0": {},
		"peft==0.11.1": {Peft: "0.11"}, "peft>=0.11": {}, "peft==0.12.0": {},
		"bitsandbytes==0.43.1": {BitsAndBytes: "0.43.1"}, "bitsandbytes==0.43.2": {},
		"transformers==4.45.0": {Transformers: "4.45"}, "transformers==4.46.0": {Transformers: "4.48"}, "transformers==4.48.1": {Transformers: "4.48.3"},
		"transformers==4.49.0": {Transformers: "4.51"}, "transformers>=4.40": {},
		"accelerate==0.26.1": {Accelerate: "0.26"}, "accelerate==0.27.0": {},
		"torch==2.1.0": {Torch: "2.1.0"}, "torch>=2.2,<2.6": {Torch: "2.2"}, "torch<2.6": {},
	} {
		e := Describe(only(t, axolotl+"-- requirements.txt --\n"+requirements))
		got := estimator.Job{Peft: e.Peft, BitsAndBytes: e.BitsAndBytes, Transformers: e.Transformers, Accelerate: e.Accelerate, Torch: e.Torch}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", requirements, got, want)
		}
	}
}

// TestOnlyImage: a vision transformer of transformers takes images of one size alone, where the program does not change
// it.
func TestOnlyImage(t *testing.T) {
	const script = "-- train.py --\nimport torch\nfrom transformers import AutoConfig, AutoModelForCausalLM, AutoModelForImageClassification, ViTForImageClassification\n" +
		"import timm\n%s\nopt = torch.optim.AdamW(model.parameters())\nfor x in loader:\n    model(x).loss.backward()\n    opt.step()\n"
	const name = "'google/vit-base-patch16-224'"
	for load, want := range map[string]int{
		"model = AutoModelForImageClassification.from_pretrained(" + name + ")":                                                                                          224,
		"model = ViTForImageClassification.from_pretrained(" + name + ", num_labels=10)":                                                                                 224,
		"model = AutoModelForImageClassification.from_pretrained('facebook/deit-base-patch16-224')":                                                                      224,
		"teacher = AutoModelForImageClassification.from_pretrained('a/b')\nmodel = ViTForImageClassification.from_pretrained(" + name + ")":                              224,
		"model = ViTForImageClassification.from_pretrained(" + name + ", image_size=384)":                                                                                0,
		"model = ViTForImageClassification.from_pretrained(" + name + ", config=AutoConfig.from_pretrained('a/b'))":                                                      0,
		"model = ViTForImageClassification.from_pretrained(" + name + ")\nmodel(x, interpolate_pos_encoding=True)":                                                       0,
		"model = ViTForImageClassification.from_pretrained(" + name + ")\nmodel = torch.nn.ModuleList([model, ViTForImageClassification.from_pretrained(" + name + ")])": 0,
		"model = AutoModelForImageClassification.from_pretrained('microsoft/resnet-50')":                                                                                 0,
		"model = AutoModelForImageClassification.from_pretrained('facebook/dinov2-base')":                                                                                0,
		"model = AutoModelForCausalLM.from_pretrained('gpt2')":                                                                                                           0,
		"model = timm.create_model('vit_base_patch16_224')":                                                                                                              224,
		"model = timm.create_model('swin_tiny_patch4_window7_224', num_classes=3)":                                                                                       224,
		"model = timm.create_model('vit_base_patch16_224', img_size=384)":                                                                                                0,
		"model = timm.create_model('vit_base_patch16_224', dynamic_img_size=True)":                                                                                       0,
		"model = timm.create_model('vit_base_patch16_224', **options)":                                                                                                   0,
		"model = timm.create_model('resnet50')":                                                                                                                          0,
	} {
		if got := Describe(only(t, fmt.Sprintf(script, load))).Image; got.Height != want || got.Width != want {
			t.Errorf("%s: %v, want %d", load, got, want)
		}
	}
}

// TestHalfWithoutAutocast: weights that are loaded in 16 bits are computed with in 16 bits.
func TestHalfWithoutAutocast(t *testing.T) {
	const script = "-- train.py --\nimport torch\nfrom transformers import AutoModelForCausalLM\nmodel = AutoModelForCausalLM.from_pretrained('gpt2'%s)\n" +
		"opt = torch.optim.AdamW(model.parameters())\nfor x in loader:\n    model(**x).loss.backward()\n    opt.step()\n"
	for dtype, want := range map[string]estimator.Compute{
		"": estimator.ComputeFP32, ", torch_dtype=torch.bfloat16": estimator.Pure, ", torch_dtype=torch.float16": estimator.Pure, ", torch_dtype=torch.float32": estimator.ComputeFP32,
	} {
		if got := Describe(only(t, fmt.Sprintf(script, dtype))).Compute; got != want {
			t.Errorf("%q: %q, want %q", dtype, got, want)
		}
	}
}

// TestGPUsOfAllNodes are those of one node times the nodes.
func TestGPUsOfAllNodes(t *testing.T) {
	const script = "-- run.sh --\n%s train.py\n-- train.py --\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\n" +
		"model = AutoModelForCausalLM.from_pretrained('gpt2')\nTrainer(model=model, args=TrainingArguments('out')).train()\n"
	for launcher, want := range map[string]int{
		"torchrun --nproc_per_node 4": 4, "torchrun --nnodes 2 --nproc_per_node 4": 8, "torchrun --nnodes $NODES --nproc_per_node 4": 0, "torchrun --nproc_per_node gpu": 0,
	} {
		if got := Describe(only(t, fmt.Sprintf(script, launcher))).GPUs; got != want {
			t.Errorf("%s: %d cards, want %d", launcher, got, want)
		}
	}
}

// TestOldLoop: what only runs under an old torch is sized as that one, unless the project says which torch it is.
func TestOldLoop(t *testing.T) {
	for requirements, want := range map[string]string{"numpy": "1.13", "torch==1.8.1": "1.8.1"} {
		j := only(t, axolotl+"-- requirements.txt --\n"+requirements)
		j.Loop = &job.Loop{}
		if got := Describe(j).Torch; got != strings.TrimSuffix(want, "1.13") {
			t.Errorf("%s: torch %q without an old loop", requirements, got)
		}
		j.Loop.Old = true
		if got := Describe(j).Torch; got != want {
			t.Errorf("%s: torch %q, want %q", requirements, got, want)
		}
	}
}

// TestHeadAlone: the parameters of a stage that trains a head reach the estimator.
func TestHeadAlone(t *testing.T) {
	j := only(t, axolotl)
	j.Stage = &job.Stage{Trainable: 2048*10 + 10}
	e := Describe(j)
	if e.Trainable != 2048*10+10 {
		t.Errorf("%d parameters are trained", e.Trainable)
	}
}

// TestModelsOfARegistry: what a framework calls so in its own registry is not the model that others call so.
func TestModelsOfARegistry(t *testing.T) {
	for script, known := range map[string]bool{
		"python -m open_clip_train.main --model ViT-B-32 --batch-size 8 --train-data x": false,
	} {
		if m := Model(only(t, "-- run.sh --\n"+script+"\n")); m.Known() != known || m.ID != "ViT-B-32" {
			t.Errorf("%s: %q, known %t", script, m.ID, m.Known())
		}
	}
}

// TestFrozenConvolutions: what reads a waveform keeps nothing where the script freezes it.
func TestFrozenConvolutions(t *testing.T) {
	const script = "-- train.py --\nimport torch\nfrom transformers import Wav2Vec2ForCTC\nmodel = Wav2Vec2ForCTC.from_pretrained('facebook/wav2vec2-base')\n" +
		"%sopt = torch.optim.AdamW(model.parameters())\nfor x in loader:\n    model(**x).loss.backward()\n    opt.step()\n"
	for line, want := range map[string]estimator.Tri{"": estimator.Unsaid, "model.freeze_feature_encoder()\n": estimator.Yes, "if asked:\n    model.freeze_feature_encoder()\n": estimator.Unsaid} {
		if got := Describe(only(t, fmt.Sprintf(script, line))).FrozenTower; got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}
