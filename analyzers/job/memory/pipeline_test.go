package memory

import (
	"fmt"
	"testing"

	"github.com/trainlint/trainlint/estimator"
)

// TestDreamBooth: a text encoder that is trained counts as trained, and the images of the class beside those of the
// instance.
func TestDreamBooth(t *testing.T) {
	const script = "-- train.py --\nimport argparse\nimport torch\nfrom diffusers import AutoencoderKL, UNet2DConditionModel\nfrom transformers import CLIPTextModel\n" +
		"parser = argparse.ArgumentParser()\nparser.add_argument('--train_text_encoder', action='store_true')\nparser.add_argument('--with_prior_preservation', action='store_true')\n" +
		"args = parser.parse_args()\nname = 'runwayml/stable-diffusion-v1-5'\nvae = AutoencoderKL.from_pretrained(name, subfolder='vae')\n" +
		"text_encoder = CLIPTextModel.from_pretrained(name, subfolder='text_encoder')\nunet = UNet2DConditionModel.from_pretrained(name, subfolder='unet')\nvae.requires_grad_(False)\n" +
		"if not args.train_text_encoder:\n    text_encoder.requires_grad_(False)\nparams = list(unet.parameters())\n" +
		"if args.train_text_encoder:\n    params = list(unet.parameters()) + list(text_encoder.parameters())\nif args.with_prior_preservation:\n    print('class')\n" +
		"opt = torch.optim.AdamW(params)\nfor x in torch.utils.data.DataLoader(data, batch_size=3):\n    unet(x).backward()\n    opt.step()\n-- run.sh --\npython train.py%s\n"
	for _, test := range []struct {
		flags               string
		batch, frozen, with int
	}{
		{"", 3, 2, 0},
		{" --with_prior_preservation", 6, 2, 0},
		{" --train_text_encoder", 3, 1, 1},
	} {
		e := Describe(only(t, fmt.Sprintf(script, test.flags)))
		if e.MicroBatch != test.batch || len(e.Model.Helpers) != test.frozen || len(e.Model.Beside) != test.with || e.Method != estimator.Full || !e.Model.Known() {
			t.Errorf("%q: %d images, frozen %v, trained %v, %s", test.flags, e.MicroBatch, e.Model.Helpers, e.Model.Beside, e.Method)
		}
	}
}

// TestPipelineIsLoadedWhole: all parts of a pipeline whose UNet is trained are there.
func TestPipelineIsLoadedWhole(t *testing.T) {
	e := Describe(only(t, "-- train.py --\nimport torch\nfrom diffusers import StableDiffusionPipeline\npipe = StableDiffusionPipeline.from_pretrained('runwayml/stable-diffusion-v1-5').to('cuda')\n"+
		"opt = torch.optim.AdamW(pipe.unet.parameters())\nloss.backward()\nopt.step()\n"))
	if len(e.Model.Helpers) != 2 || len(e.Model.Beside) != 0 || e.Method != estimator.Full {
		t.Errorf("frozen %v, trained %v, %s", e.Model.Helpers, e.Model.Beside, e.Method)
	}
}

// TestReplicas: DataParallel divides the batch, and no state.
func TestReplicas(t *testing.T) {
	for wrapped, want := range map[string]struct{ gpus, batch int }{
		"torch.nn.DataParallel(model, device_ids=[0, 1, 2])": {3, 3}, "torch.nn.DataParallel(model)": {0, 8}, "model": {1, 8},
	} {
		e := Describe(only(t, "-- train.py --\nimport torch, torchvision\nmodel = torchvision.models.resnet50()\nmodel = "+wrapped+"\n"+
			"opt = torch.optim.AdamW(model.parameters())\nfor x in torch.utils.data.DataLoader(data, batch_size=8):\n    model(x).sum().backward()\n    opt.step()\n"))
		if e.GPUs != want.gpus || e.MicroBatch != want.batch || (e.Sharding == estimator.DDP) != (wrapped != "model") {
			t.Errorf("%s: %d cards, %d samples, %s", wrapped, e.GPUs, e.MicroBatch, e.Sharding)
		}
	}
}
