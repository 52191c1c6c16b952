package jobedit

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/memory"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/fixes"
)

// one finds the only job of a project.
func one(t *testing.T, files map[string]string) *job.Job {
	t.Helper()
	w := &job.Workspace{Open: func(p string) *source.File {
		if text, ok := files[p]; ok {
			return source.New(p, []byte(text))
		}
		return nil
	}}
	for p := range files {
		w.Paths = append(w.Paths, p)
	}
	slices.Sort(w.Paths)
	jobs := job.Find(w)
	if len(jobs) != 1 {
		t.Fatalf("%d jobs, want 1", len(jobs))
	}
	return jobs[0]
}

func unpack(text string) map[string]string {
	files := map[string]string{}
	for _, section := range strings.Split("\n"+text, "\n-- ")[1:] {
		name, body, _ := strings.Cut(section, " --\n")
		files[name] = body + "\n"
	}
	return files
}

// patched applies edits, which must not overlap.
func patched(t *testing.T, files map[string]string, edits []fixes.Edit) map[string]string {
	t.Helper()
	out := map[string]string{}
	for p, text := range files {
		out[p] = text
	}
	for i := len(edits) - 1; i >= 0; i-- { // sorted by file and place
		e := edits[i]
		text := out[e.File]
		out[e.File] = text[:e.Span.Start] + e.New + text[e.Span.End:]
	}
	return out
}

// TestFit: after the patch the job's own files must describe a job that fits and
// trains on as many samples a step as before.
func TestFit(t *testing.T) {
	for name, c := range map[string]struct {
		gpu   string
		files string
		want  []string // texts that the patched files hold
	}{
		"trainer script": {"a100-80", `
-- train.py --
from transformers import AutoModelForCausalLM
from trl import SFTConfig, SFTTrainer

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf")
args = SFTConfig(
    "out",
    max_length=2048,
    per_device_train_batch_size=8,
    gradient_accumulation_steps=4,  # 32 samples
    max_steps=100,
)
trainer = SFTTrainer(model=model, args=args, train_dataset=data)
trainer.train()
`, nil},
		"llama-factory": {"rtx4090", `
-- sft.yaml --
model_name_or_path: meta-llama/Llama-3.2-1B
stage: sft
finetuning_type: full
template: llama3
cutoff_len: 4096
per_device_train_batch_size: 16  # as many as we can
gradient_accumulation_steps: 1
bf16: true
do_train: true
`, nil},
		"torchtune": {"rtx4090", `
-- full.yaml --
model:
  _component_: torchtune.models.llama3_2.llama3_2_3b
tokenizer:
  _component_: torchtune.models.llama3.llama3_tokenizer
  max_seq_len: 4096
checkpointer:
  _component_: torchtune.training.FullModelHFCheckpointer
  checkpoint_dir: /tmp/Llama-3.2-3B-Instruct/
batch_size: 8
gradient_accumulation_steps: 2
optimizer:
  _component_: torch.optim.AdamW
  lr: 2e-5
enable_activation_checkpointing: False
dtype: bf16
device: cuda
`, nil},
		"diffusers flags": {"t4", `
-- run.sh --
accelerate launch train_text_to_image.py \
  --pretrained_model_name_or_path=runwayml/stable-diffusion-v1-5 \
  --resolution=512 --train_batch_size=6 --gradient_accumulation_steps=4 \
  --mixed_precision=fp16 --use_8bit_adam
-- train_text_to_image.py --
import argparse

import bitsandbytes as bnb
import torch
from accelerate import Accelerator
from diffusers import UNet2DConditionModel

parser = argparse.ArgumentParser()
parser.add_argument("--pretrained_model_name_or_path", type=str, default=None, required=True)
parser.add_argument("--resolution", type=int, default=512)
parser.add_argument("--train_batch_size", type=int, default=16)
parser.add_argument("--gradient_accumulation_steps", type=int, default=1)
parser.add_argument("--gradient_checkpointing", action="store_true")
parser.add_argument("--mixed_precision", type=str, default=None)
parser.add_argument("--use_8bit_adam", action="store_true")
args = parser.parse_args()
accelerator = Accelerator(gradient_accumulation_steps=args.gradient_accumulation_steps, mixed_precision=args.mixed_precision)
unet = UNet2DConditionModel.from_pretrained(args.pretrained_model_name_or_path, subfolder="unet")
unet.train()
if args.gradient_checkpointing:
    unet.enable_gradient_checkpointing()
if args.use_8bit_adam:
    optimizer_class = bnb.optim.AdamW8bit
else:
    optimizer_class = torch.optim.AdamW
optimizer = optimizer_class(unet.parameters(), lr=1e-5)
loader = torch.utils.data.DataLoader(dataset, batch_size=args.train_batch_size)
unet, optimizer, loader = accelerator.prepare(unet, optimizer, loader)
for batch in loader:
    with accelerator.accumulate(unet):
        loss = unet(batch)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
`, []string{"--gradient_checkpointing"}},
		"accelerate config": {"rtx4090", readDemo(t), []string{"distributed_type: DEEPSPEED", "# fp16 gave NaN once", "batch_size: 1  # per card"}},
	} {
		t.Run(name, func(t *testing.T) {
			files := unpack(c.files)
			gpu, ok := estimator.LookupGPU(c.gpu)
			if !ok {
				t.Fatalf("no GPU %s", c.gpu)
			}
			before := one(t, files)
			described := memory.Describe(before)
			first := estimator.Estimate(described)
			if v := first.Verdict(gpu.Usable); v != estimator.DoesNotFit && v != estimator.Tight {
				t.Fatalf("before: %v (%v)\nunknown %v", v, described, before.Unknown)
			}
			card := estimator.Card{Usable: gpu.Usable, BF16: estimator.No}
			if gpu.BF16 {
				card.BF16 = estimator.Yes
			}
			w, ok := Fit(before, estimator.Plans(described, card), nil)
			if !ok {
				t.Fatalf("no plan can be written: %v", w.Passed)
			}
			after := patched(t, files, w.Edits.Edits)
			j := one(t, after)
			if v := estimator.Estimate(memory.Describe(j)).Verdict(gpu.Usable); v != estimator.Fits {
				t.Errorf("after %v: %v\n%v", Changes(w.Plan), v, after)
			}
			if a, b := effective(before), effective(j); a != b {
				t.Errorf("%d samples a step, %d before", b, a)
			}
			for _, want := range c.want {
				if !strings.Contains(strings.Join(texts(after), "\n"), want) {
					t.Errorf("%q is not in\n%v", want, after)
				}
			}
		})
	}
}

// TestChangesThatFollow: what comes of another change by itself is not written: an optimizer has its implementation,
// DeepSpeed casts the weights and brings ZeRO-2 for an optimizer that is offloaded, and nothing is cast off that was
// never cast.
func TestChangesThatFollow(t *testing.T) {
	met := map[string]bool{}
	for _, precision := range []string{"", ", fp16=True", ", bf16=True"} {
		for _, optimizer := range []string{"", ", optim=\"adamw_torch\"", ", optim=\"sgd\"", ", optim=\"adafactor\""} {
			described := memory.Describe(one(t, unpack("-- train.py --\nfrom transformers import AutoModelForCausalLM\nfrom trl import SFTConfig, SFTTrainer\nmodel = AutoModelForCausalLM.from_pretrained(\"meta-llama/Llama-2-7b-hf\")\n"+
				"SFTTrainer(model=model, args=SFTConfig(\"out\", max_length=2048, per_device_train_batch_size=8"+precision+optimizer+"), train_dataset=data).train()")))
			for _, card := range []int64{8, 16, 24, 48, 80} {
				for _, plan := range estimator.Plans(described, estimator.Card{Usable: card << 30, BF16: estimator.Yes}).Plans {
					asked, old, list := map[dialect.Field]string{}, "", map[dialect.Field]string{}
					for _, c := range plan.Changes() {
						if f := memory.PlanField(c.Field); f != "" {
							asked[f] = c.New
						}
						if c.Field == "compute" {
							old = c.Old
						}
					}
					for _, c := range Changes(plan) {
						if list[c.Field] = c.Text; c.Text == "" {
							t.Errorf("%v: %s is set to nothing", asked, c.Field)
						}
					}
					want := map[dialect.Field]bool{}
					for f, text := range asked {
						offloads, shards := asked[dialect.OffloadOptimizer] != "", strings.HasPrefix(asked[dialect.Sharding], "zero")
						follows := f == dialect.OptimizerImpl && asked[dialect.Optimizer] != "" || f == dialect.Weights && (offloads || shards) ||
							f == dialect.Sharding && offloads || f == dialect.Precision && text == "pure" && !strings.HasPrefix(old, "amp-")
						if text != "" && !follows {
							want[f] = true
						}
						if follows {
							met[string(f)] = true
						}
					}
					for f := range asked {
						if _, written := list[f]; written != want[f] {
							t.Errorf("%v: %s is written: %v, want %v", asked, f, written, want[f])
						}
					}
				}
			}
		}
	}
	t.Logf("left out were %v", met)
}

// TestFitAsksForEachPlan: plans that somebody refuses are passed over with the reason, and the first that nobody
// refuses is taken.
func TestFitAsksForEachPlan(t *testing.T) {
	j := one(t, unpack("-- train.py --\nfrom transformers import AutoModelForCausalLM\nfrom trl import SFTConfig, SFTTrainer\nmodel = AutoModelForCausalLM.from_pretrained(\"gpt2-xl\")\n"+
		"SFTTrainer(model=model, args=SFTConfig(\"out\", max_length=1024, per_device_train_batch_size=8, optim=\"adamw_torch\"), train_dataset=data).train()"))
	planning := estimator.Plans(memory.Describe(j), estimator.Card{Usable: 20 << 30, BF16: estimator.Yes})
	planning.Plans = append(planning.Plans, planning.Plans...)
	no := errors.New("no")
	free, ok := Fit(j, planning, nil)
	if !ok || len(free.Passed) > 0 {
		t.Fatalf("%v %v", ok, free.Passed)
	}
	asked := 0
	second, ok := Fit(j, planning, func(plan fixes.Plan) error {
		if asked++; len(plan.Edits) == 0 {
			t.Error("asked for a plan without edits")
		}
		if asked == 1 {
			return no
		}
		return nil
	})
	if !ok || asked != 2 || len(second.Passed) != 1 || !errors.Is(second.Passed[0].Why, no) || second.Plan.Slowdown < free.Plan.Slowdown {
		t.Errorf("asked %d times, %d were passed over", asked, len(second.Passed))
	}
	if w, ok := Fit(j, estimator.Plans(memory.Describe(j), estimator.Card{Usable: 78 << 30, BF16: estimator.Yes}), nil); ok || len(w.Passed) == 0 || !errors.Is(w.Passed[0].Why, errNothingToWrite) {
		t.Errorf("a job that fits as it is: %v", ok)
	}
	none, ok := Fit(j, planning, func(fixes.Plan) error { return no })
	if ok || len(none.Passed) != len(planning.Plans) {
		t.Errorf("%v, %d of %d were passed over", ok, len(none.Passed), len(planning.Plans))
	}
}

// readDemo is the demo project without its second script.
func readDemo(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, name := range []string{"launch.sh", "accelerate_config.yaml", "configs/full_sdxl.yaml", "train_sdxl.py"} {
		text, err := os.ReadFile(filepath.Join("../../testdata/demo", name))
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString("\n-- " + name + " --\n" + string(text))
	}
	return b.String()
}

func texts(files map[string]string) []string {
	var list []string
	for _, text := range files {
		list = append(list, text)
	}
	return list
}

func effective(j *job.Job) int {
	return max(j.Int(dialect.MicroBatch), 1) * max(j.Int(dialect.Accumulation), 1)
}
