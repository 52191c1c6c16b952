package memory

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/estimator"
)

func only(t *testing.T, text string) *job.Job {
	t.Helper()
	files := map[string]*source.File{}
	w := &job.Workspace{Open: func(p string) *source.File { return files[p] }}
	for _, section := range strings.Split("\n"+text, "\n-- ")[1:] {
		name, body, _ := strings.Cut(section, " --\n")
		files[name] = source.New(name, []byte(body+"\n"))
		w.Paths = append(w.Paths, name)
	}
	jobs := job.Find(w)
	if len(jobs) != 1 {
		t.Fatalf("%d jobs", len(jobs))
	}
	return jobs[0]
}

const axolotl = "-- a.yml --\nbase_model: NousResearch/Meta-Llama-3-8B\nadapter: qlora\nload_in_4bit: true\nlora_r: 16\nlora_target_linear: true\nmicro_batch_size: 2\nsequence_len: 4096\n" +
	"bf16: true\ndatasets:\n  - path: x\noptimizer: paged_adamw_8bit\ngradient_checkpointing: true\nflash_attention: true\n"

func TestDescribe(t *testing.T) {
	e := Describe(only(t, axolotl))
	if e.Model.Params < 8_000_000_000 || e.Method != estimator.QLoRA || e.Weights != estimator.NF4DQ || e.Compute != estimator.AMPBF16 || e.MicroBatch != 2 ||
		e.SeqLen != 4096 || e.LoRARank != 16 || e.Optimizer != estimator.PagedAdamW8bit || e.Attention != estimator.Flash || e.Checkpointing != estimator.CheckpointFull {
		t.Errorf("%+v", e)
	}
	if r := estimator.Estimate(e); len(r.Missing) > 0 || r.Peak < 5<<30 {
		t.Errorf("missing %v, peak %d", r.Missing, r.Peak)
	}
}

// The VAE and the text encoders count when the script loads them.
func TestHelpersAreThoseLoaded(t *testing.T) {
	script := "-- train.py --\nimport torch\nfrom diffusers import AutoencoderKL, UNet2DConditionModel\nname = 'stabilityai/stable-diffusion-xl-base-1.0'\n" +
		"vae = AutoencoderKL.from_pretrained(name, subfolder='vae')\nunet = UNet2DConditionModel.from_pretrained(name, subfolder='unet')\n" +
		"opt = torch.optim.AdamW(unet.parameters())\nloss.backward()\nopt.step()\n"
	e := Describe(only(t, script))
	if len(e.Model.Helpers) != 1 || e.Model.Helpers[0].Role != "VAE" {
		t.Errorf("helpers %v", e.Model.Helpers)
	}
	if e.Weights != estimator.FP32 || e.Compute != estimator.ComputeFP32 || e.Method != estimator.Full {
		t.Errorf("%s %s %s", e.Weights, e.Compute, e.Method)
	}
}

func TestUnknownStaysUnknown(t *testing.T) {
	e := Describe(only(t, "-- train.py --\nmodel = build()\nloss.backward()\nfor x in y:\n    pass\n"))
	if e.Model.Known() || e.Method != "" || e.Weights != "" || e.MicroBatch != 0 || e.Optimizer != "" {
		t.Errorf("%+v", e)
	}
}
