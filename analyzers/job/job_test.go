package job

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/source"
)

// workspace is a project whose files are sections of one text: "-- path --".
func workspace(text string) *Workspace {
	files := map[string]*source.File{}
	w := &Workspace{Open: func(p string) *source.File { return files[p] }}
	for _, section := range strings.Split("\n"+text, "\n-- ")[1:] {
		name, body, _ := strings.Cut(section, " --\n")
		files[name] = source.New(name, []byte(body+"\n"))
		w.Paths = append(w.Paths, name)
	}
	return w
}

// show renders a field as "fp32 @ accelerate.yaml:2".
func show(j *Job, f dialect.Field) string {
	v, ok := j.Get(f)
	switch {
	case !ok:
		return "?"
	case v.Place.File == nil:
		return v.Text + " (" + v.From + ")"
	case v.Default:
		return fmt.Sprintf("%s default @ %s:%d", v.Text, v.Place.File.Path, v.Place.Line())
	}
	return fmt.Sprintf("%s @ %s:%d", v.Text, v.Place.File.Path, v.Place.Line())
}

const sdxlScript = `import argparse, yaml, torch
from accelerate import Accelerator
from diffusers import AutoencoderKL, UNet2DConditionModel
from torch.utils.data import DataLoader
from transformers import CLIPTextModel, CLIPTextModelWithProjection

def load_config(path):
    with open(path) as f:
        return yaml.safe_load(f)

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", type=str, required=True)
    args = parser.parse_args()
    config = load_config(args.config)
    accelerator = Accelerator(gradient_accumulation_steps=config["training"]["gradient_accumulation_steps"])
    weight_dtype = torch.float16 if config["hardware"]["mixed_precision"] == "fp16" else torch.float32
    name = config["model"]["pretrained_model_name_or_path"]
    vae = AutoencoderKL.from_pretrained(name, subfolder="vae")
    text_encoder = CLIPTextModel.from_pretrained(name, subfolder="text_encoder")
    unet = UNet2DConditionModel.from_pretrained(name, subfolder="unet", torch_dtype=weight_dtype)
    vae.requires_grad_(False)
    text_encoder.requires_grad_(False)
    if config["training"]["gradient_checkpointing"]:
        unet.enable_gradient_checkpointing()
    optimizer = torch.optim.AdamW(unet.parameters(), lr=config["training"]["lr"])
    loader = DataLoader(make_dataset(config), batch_size=config["training"]["batch_size"], shuffle=True)
    unet, optimizer, loader = accelerator.prepare(unet, optimizer, loader)
    for batch in loader:
        loss = unet(batch).mean()
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()

if __name__ == "__main__":
    main()
`

const sdxl = "-- run.sh --\n#!/bin/bash\nCUDA_VISIBLE_DEVICES=0,1,2,3,4 accelerate launch --config_file configs/accelerate.yaml \\\n  train.py --config configs/full.yaml\n" +
	"-- configs/accelerate.yaml --\ncompute_environment: LOCAL_MACHINE\ndistributed_type: MULTI_GPU\nmixed_precision: 'no'\nnum_processes: 5\n" +
	"-- configs/full.yaml --\nmodel:\n  pretrained_model_name_or_path: stabilityai/stable-diffusion-xl-base-1.0\nhardware:\n  mixed_precision: \"no\"\n  num_gpus: 5\ntraining:\n" +
	"  batch_size: 2\n  gradient_accumulation_steps: 4\n  gradient_checkpointing: true\n  lr: 1.0e-5\n" +
	"-- train.py --\n" + sdxlScript

func find(t *testing.T, text string) *Job {
	t.Helper()
	jobs := Find(workspace(text))
	if len(jobs) != 1 {
		t.Fatalf("%d jobs, want 1", len(jobs))
	}
	return jobs[0]
}

func check(t *testing.T, j *Job, want map[dialect.Field]string) {
	t.Helper()
	got := map[dialect.Field]string{}
	for f := range want {
		got[f] = show(j, f)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAccelerateLaunch(t *testing.T) {
	j := find(t, sdxl)
	check(t, j, map[dialect.Field]string{
		dialect.Model: "stabilityai/stable-diffusion-xl-base-1.0 @ configs/full.yaml:2", dialect.Method: "full default @ train.py:21",
		dialect.Weights: "fp32 @ configs/full.yaml:4", dialect.Precision: "fp32 @ configs/accelerate.yaml:3", dialect.GPUs: "5 @ configs/accelerate.yaml:4",
		dialect.MicroBatch: "2 @ configs/full.yaml:7", dialect.Accumulation: "4 @ configs/full.yaml:8", dialect.Optimizer: "adamw @ train.py:26",
		dialect.Checkpointing: "full @ configs/full.yaml:9", dialect.Sharding: "ddp @ configs/accelerate.yaml:2", dialect.LearningRate: "1e-05 @ configs/full.yaml:10",
	})
	if diff := cmp.Diff([]string{"run.sh", "configs/accelerate.yaml", "configs/full.yaml", "train.py"}, j.Files); diff != "" {
		t.Error(diff)
	}
	if j.Name != "run.sh:2" || j.Framework != Diffusers || len(j.Unknown) > 0 || len(j.Conflicts) > 0 {
		t.Errorf("name %s, framework %s, unknown %v, conflicts %v", j.Name, j.Framework, j.Unknown, j.Conflicts)
	}
}

// The same script with the other config is another job.
func TestScriptExpressionFollowsItsConfig(t *testing.T) {
	j := find(t, strings.Replace(sdxl, "mixed_precision: \"no\"", "mixed_precision: fp16", 1))
	check(t, j, map[dialect.Field]string{dialect.Weights: "fp16 @ configs/full.yaml:4", dialect.Precision: "fp32 @ configs/accelerate.yaml:3"})
}

func TestPrecisionPrecedence(t *testing.T) {
	for _, tt := range []struct{ name, accelerator, flag, want string }{
		{"accelerate config", "Accelerator(", "", "fp32 @ configs/accelerate.yaml:3"},
		{"launcher flag beats its config", "Accelerator(", "--mixed_precision bf16 ", "amp-bf16 @ run.sh:2"},
		{"script beats the launcher", "Accelerator(mixed_precision='fp16', ", "--mixed_precision bf16 ", "amp-fp16 @ train.py:16"},
		{"the script's config beats the launcher", "Accelerator(mixed_precision=config['hardware']['mixed_precision'], ", "--mixed_precision bf16 ", "fp32 @ configs/full.yaml:4"},
		{"None leaves it to the launcher", "Accelerator(mixed_precision=None, ", "", "fp32 @ configs/accelerate.yaml:3"},
		{"a value only the run knows", "Accelerator(mixed_precision=pick(), ", "", "?"},
	} {
		text := strings.Replace(strings.Replace(sdxl, "Accelerator(grad", tt.accelerator+"grad", 1), "accelerate launch ", "accelerate launch "+tt.flag, 1)
		if got := show(find(t, text), dialect.Precision); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestConflicts(t *testing.T) {
	j := find(t, strings.Replace(sdxl, "Accelerator(grad", "Accelerator(mixed_precision='fp16', grad", 1))
	if len(j.Conflicts) != 1 || j.Conflicts[0].Field != dialect.Precision || j.Conflicts[0].Winner.Text != "amp-fp16" || j.Conflicts[0].Loser.Text != "fp32" {
		t.Errorf("conflicts %+v", j.Conflicts)
	}
}

func TestMethod(t *testing.T) {
	lora := strings.Replace(sdxl, "    optimizer =", "    unet.requires_grad_(False)\n    unet.add_adapter(LoraConfig(r=8, target_modules=['to_q', 'to_k']))\n    optimizer =", 1)
	lora = strings.Replace(lora, "import argparse", "from peft import LoraConfig\nimport argparse", 1)
	check(t, find(t, lora), map[dialect.Field]string{dialect.Method: "lora @ train.py:28", dialect.LoRARank: "8 @ train.py:28", dialect.LoRATargets: "to_q,to_k @ train.py:28"})
	for name, change := range map[string][2]string{
		"some parameters":       {"unet.parameters()", "[p for n, p in unet.named_parameters() if 'attn' in n]"},
		"partly frozen":         {"    optimizer =", "    for n, p in unet.named_parameters():\n        if 'attn' not in n:\n            p.requires_grad = False\n    optimizer ="},
		"a part frozen":         {"    optimizer =", "    unet.down_blocks.requires_grad_(False)\n    optimizer ="},
		"frozen":                {"    optimizer =", "    unet.requires_grad_(False)\n    optimizer ="},
		"adapters by a test":    {"    optimizer =", "    if use_lora():\n        unet.add_adapter(x)\n    optimizer ="},
		"parameters from afar":  {"unet.parameters()", "pick(unet)"},
		"only the embeddings":   {"unet.parameters()", "text_encoder.get_input_embeddings().parameters()"},
		"the VAE is trained":    {"unet.parameters()", "vae.parameters()"},
		"nobody knows the name": {"unet = UNet2DConditionModel.from_pretrained(name", "unet = UNet2DConditionModel.from_pretrained(pick()"},
	} {
		j := find(t, strings.Replace(sdxl, change[0], change[1], 1))
		if _, ok := j.Get(dialect.Method); ok && !slices.Contains(j.Unknown, dialect.Model) {
			t.Errorf("%s: method %s, model %s", name, show(j, dialect.Method), show(j, dialect.Model))
		}
	}
}

// TestProcessors: before diffusers had adapters of PEFT, those of a UNet were in its attention processors.
func TestProcessors(t *testing.T) {
	text := strings.NewReplacer(
		"    text_encoder.requires_grad_(False)\n", "    text_encoder.requires_grad_(False)\n    unet.requires_grad_(False)\n    unet.to(accelerator.device, dtype=weight_dtype)\n    procs = {}\n"+
			"    for key in unet.attn_processors.keys():\n        procs[key] = LoRAAttnProcessor(hidden_size=320, cross_attention_dim=None)\n    unet.set_attn_processor(procs)\n"+
			"    layers = AttnProcsLayers(unet.attn_processors)\n    unet.train()\n",
		"unet.parameters()", "layers.parameters()", "    for batch in loader:", "    layers = accelerator.prepare(layers)\n    for batch in loader:",
		"        optimizer.zero_grad()\n", "        optimizer.zero_grad()\n    unet = unet.to(torch.float32)\n", "mixed_precision: \"no\"", "mixed_precision: \"fp16\"",
	).Replace(strings.Replace(sdxl, "from accelerate import Accelerator\n", "from accelerate import Accelerator\nfrom diffusers.loaders import AttnProcsLayers\nfrom diffusers.models.attention_processor import LoRAAttnProcessor\n", 1))
	j := find(t, text)
	for field, want := range map[dialect.Field]string{
		dialect.Method: "lora", dialect.LoRARank: "4", dialect.LoRATargets: "to_q,to_k,to_v,to_out.0", dialect.Model: "stabilityai/stable-diffusion-xl-base-1.0", dialect.Weights: "fp16",
	} {
		if got := j.Text(field); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	ranked := find(t, strings.Replace(text, "cross_attention_dim=None)", "cross_attention_dim=None, rank=16)", 1))
	if got := ranked.Text(dialect.LoRARank); got != "16" {
		t.Errorf("rank %s", got)
	}
	if got := find(t, strings.Replace(text, "cross_attention_dim=None)", "cross_attention_dim=None, rank=pick())", 1)).Text(dialect.LoRARank); got != "" {
		t.Errorf("nobody knows the rank, and it is %s", got)
	}
	whole := find(t, strings.Replace(strings.Replace(text, "layers.parameters()", "unet.parameters()", 1), "LoRAAttnProcessor(hidden_size=320, cross_attention_dim=None)", "AttnProcessor()", 1))
	if got := whole.Text(dialect.Method); got == "lora" {
		t.Error("a processor without adapters makes none")
	}
}

func TestTrainer(t *testing.T) {
	script := "-- train.py --\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\nmodel = AutoModelForCausalLM.from_pretrained(\"meta-llama/Llama-2-7b-hf\")\n" +
		"args = TrainingArguments(\n    output_dir=\"out\",\n    per_device_train_batch_size=4,\n    bf16=True,\n    optim=\"adamw_bnb_8bit\",\n    gradient_checkpointing=True,\n)\n" +
		"trainer = Trainer(model=model, args=args, train_dataset=ds)\ntrainer.train()\n"
	check(t, find(t, script), map[dialect.Field]string{
		dialect.Model: "meta-llama/Llama-2-7b-hf @ train.py:2", dialect.Method: "full default @ train.py:2", dialect.Weights: "fp32 default @ train.py:2",
		dialect.Precision: "amp-bf16 @ train.py:6", dialect.MicroBatch: "4 @ train.py:5", dialect.Optimizer: "adamw-8bit @ train.py:7", dialect.Checkpointing: "full @ train.py:8",
		dialect.GPUs: "1 (one process)",
	})
	plain := strings.NewReplacer("    bf16=True,\n", "", "    per_device_train_batch_size=4,\n", "", "    gradient_checkpointing=True,\n", "").Replace(script)
	check(t, find(t, plain), map[dialect.Field]string{dialect.Precision: "fp32 (TrainingArguments)", dialect.MicroBatch: "8 (TrainingArguments)", dialect.Checkpointing: "none (TrainingArguments)"})
	twice := strings.Replace(script, "model = AutoModelForCausalLM.from_pretrained(\"meta-llama/Llama-2-7b-hf\")\n",
		"if torch_flash:\n    model = AutoModelForCausalLM.from_pretrained('meta-llama/Llama-2-7b-hf', attn_implementation='flash_attention_2')\nif not torch_flash:\n    model = AutoModelForCausalLM.from_pretrained('meta-llama/Llama-2-7b-hf')\n", 1)
	check(t, find(t, twice), map[dialect.Field]string{dialect.Model: "meta-llama/Llama-2-7b-hf @ train.py:3", dialect.TrainTextEncoder: "?"})
	other := strings.Replace(twice, "'meta-llama/Llama-2-7b-hf')", "'meta-llama/Llama-2-13b-hf')", 1)
	check(t, find(t, other), map[dialect.Field]string{dialect.Model: "?"})
	five := "-- requirements.txt --\ntransformers>=5\n" + script
	check(t, find(t, five), map[dialect.Field]string{dialect.Weights: "?"})
	typed := strings.Replace(script, "Llama-2-7b-hf\"", "Llama-2-7b-hf\", torch_dtype=torch.bfloat16", 1)
	check(t, find(t, strings.Replace(typed, "from transformers", "import torch\nfrom transformers", 1)), map[dialect.Field]string{dialect.Weights: "bf16 @ train.py:3"})
}

func TestTRL(t *testing.T) {
	text := "-- train.py --\nfrom trl import SFTConfig, SFTTrainer\ntrainer = SFTTrainer(model=\"Qwen/Qwen2.5-7B\", args=SFTConfig(output_dir=\"o\", per_device_train_batch_size=2), train_dataset=ds)\ntrainer.train()\n"
	check(t, find(t, text), map[dialect.Field]string{
		dialect.Model: "Qwen/Qwen2.5-7B @ train.py:2", dialect.Precision: "amp-bf16 (TRL)", dialect.Checkpointing: "full (TRL)", dialect.MicroBatch: "2 @ train.py:2",
		dialect.Weights: "fp32 (TRL)", dialect.SeqLen: "1024 (TRL)",
	})
	command := "-- a.yaml --\nmodel_name_or_path: Qwen/Qwen2.5-7B\nper_device_train_batch_size: 2\n-- run.sh --\ntrl sft --config a.yaml --per_device_train_batch_size 4 --bf16\n"
	check(t, find(t, command), map[dialect.Field]string{
		dialect.Model: "Qwen/Qwen2.5-7B @ a.yaml:1", dialect.MicroBatch: "4 @ run.sh:1", dialect.Precision: "amp-bf16 @ run.sh:1", dialect.Method: "full (TRL)",
	})
}

func TestPlainScript(t *testing.T) {
	text := "-- train.py --\nimport torch, torchvision\nmodel = torchvision.models.resnet50()\nopt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)\n" +
		"for x, y in torch.utils.data.DataLoader(ds, batch_size=32):\n    loss = model(x)\n    loss.backward()\n    opt.step()\n"
	check(t, find(t, text), map[dialect.Field]string{
		dialect.Model: "resnet50 @ train.py:2", dialect.Method: "full default @ train.py:2", dialect.Precision: "fp32 (no autocast)", dialect.Optimizer: "sgd-momentum @ train.py:3",
		dialect.MicroBatch: "32 @ train.py:4", dialect.Weights: "fp32 default @ train.py:2",
	})
	amp := strings.Replace(text, "    loss = model(x)\n", "    with torch.autocast('cuda', dtype=torch.bfloat16):\n        loss = model(x)\n", 1)
	check(t, find(t, amp), map[dialect.Field]string{dialect.Precision: "amp-bf16 @ train.py:5"})
}

// TestShardingNotRead: what names a config that cannot be read is sharded in a way that is not known, not in no way.
func TestShardingNotRead(t *testing.T) {
	const script = "-- train.py --\nfrom transformers import Trainer, TrainingArguments\n" +
		"Trainer(m, TrainingArguments('o'%s)).train()\n-- run.sh --\n%s\n"
	for text, want := range map[string]string{
		fmt.Sprintf(script, ", deepspeed='ds.json'", "torchrun --nproc_per_node 8 train.py"): "ds.json decides it and was not read",
		fmt.Sprintf(script, "", "accelerate launch --config_file gone.yaml train.py"):        "gone.yaml decides it and was not read",
		fmt.Sprintf(script, "", "accelerate launch --config_file a.yaml train.py\n-- a.yaml --\n"+
			"distributed_type: DEEPSPEED\ndeepspeed_config:\n  deepspeed_config_file: ds.json"): "ds.json decides it and was not read",
		fmt.Sprintf(script, "", "torchrun --nproc_per_node 8 train.py"): "",
	} {
		j := find(t, text)
		unknown := slices.Contains(j.Unknown, dialect.Sharding)
		if got := j.WhyUnknown(dialect.Sharding); got != want || unknown != (want != "") {
			t.Errorf("%s: unknown %t, because %q, want %q", text, unknown, got, want)
		}
	}
}

// TestManyLaunches: a launcher of a thousand plain launches is read to its end, and what a function that is called
// often starts is started once.
func TestManyLaunches(t *testing.T) {
	const script = "-- train.py --\nimport argparse\nimport torch\np = argparse.ArgumentParser()\np.add_argument('--lr', type=float)\n" +
		"args = p.parse_args()\nmodel = torch.nn.Linear(1, 1)\nopt = torch.optim.SGD(model.parameters(), lr=args.lr)\n" +
		"for x in torch.utils.data.DataLoader(ds, batch_size=32):\n    model(x).backward()\n    opt.step()\n"
	var lines strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&lines, "python train.py --lr %de-5\n", i)
	}
	if n := len(Find(workspace(script + "-- run.sh --\n" + lines.String()))); n != 1000 {
		t.Errorf("%d jobs of 1,000 launches", n)
	}
	doubling := "f0() { python train.py --lr $LR; }\n"
	for i := 1; i < 5; i++ {
		doubling += fmt.Sprintf("f%d() { f%d; f%[2]d; }\n", i, i-1)
	}
	w := workspace(script + "-- run.sh --\n" + doubling + strings.Repeat("f4\n", 3) + "LR=2\nf4\n")
	if n := len(Find(w)); n != 2 {
		t.Errorf("%d jobs of one launch with two learning rates", n)
	}
}

func TestNoJob(t *testing.T) {
	for _, text := range []string{
		"-- a.sh --\npython -m pip install x\npython evaluate.py\n-- evaluate.py --\nprint(1)\n",
		"-- tests/test_train.py --\nloss.backward()\n", "-- lib.py --\ndef step(loss):\n    loss.backward()\n", "-- a.yaml --\nname: x\n", "-- run.sh --\npython missing.py\n",
	} {
		if jobs := Find(workspace(text)); len(jobs) > 0 {
			t.Errorf("%q gives %s", text, jobs[0].Name)
		}
	}
}

func TestStandAlone(t *testing.T) {
	text := "-- lora.yml --\nbase_model: NousResearch/Meta-Llama-3-8B\nadapter: lora\nlora_r: 16\nmicro_batch_size: 2\nsequence_len: 4096\nbf16: true\ndatasets:\n  - path: x\noptimizer: adamw_bnb_8bit\ngradient_checkpointing: true\n"
	check(t, find(t, text), map[dialect.Field]string{
		dialect.Model: "NousResearch/Meta-Llama-3-8B @ lora.yml:1", dialect.Method: "lora @ lora.yml:2", dialect.MicroBatch: "2 @ lora.yml:4", dialect.Optimizer: "adamw-8bit @ lora.yml:9",
	})
	launched := "-- run.sh --\naxolotl train lora.yml --micro-batch-size 8\n" + text
	check(t, find(t, launched), map[dialect.Field]string{dialect.MicroBatch: "8 @ run.sh:1", dialect.LoRARank: "16 @ lora.yml:3"})
}

// With TRAINLINT_JOBS set to a folder, print every job found below it.
func TestPrintJobs(t *testing.T) {
	root := os.Getenv("TRAINLINT_JOBS")
	if root == "" {
		t.Skip("TRAINLINT_JOBS is not set")
	}
	w := &Workspace{Open: func(p string) *source.File {
		text, err := os.ReadFile(filepath.Join(root, p))
		if err != nil {
			return nil
		}
		return source.New(p, text)
	}}
	_ = filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(root, p)
			w.Paths = append(w.Paths, filepath.ToSlash(rel))
		}
		return nil
	})
	for _, j := range Find(w) {
		fmt.Printf("%s [%s] %v unknown %v\n", j.Name, j.Framework, j.Files, j.Unknown)
		for _, f := range []dialect.Field{dialect.Model, dialect.Method, dialect.Weights, dialect.Quantisation, dialect.Precision, dialect.Optimizer, dialect.MicroBatch, dialect.Accumulation, dialect.SeqLen, dialect.ImageSize, dialect.Checkpointing, dialect.GPUs, dialect.Sharding} {
			if _, ok := j.Get(f); ok {
				fmt.Printf("    %-14s %s\n", f, show(j, f))
			}
		}
		for _, c := range j.Conflicts {
			fmt.Printf("    CONFLICT %s: %s (%s %s:%d) over %s (%s %s:%d)\n", c.Field, c.Winner.Text, c.Winner.From, c.Winner.Place.File.Path, c.Winner.Place.Line(), c.Loser.Text, c.Loser.From, c.Loser.Place.File.Path, c.Loser.Place.Line())
		}
	}
}

// A script whose parts stand in modules of the project: the config is read in
// one, the model built in another, the training step is a class in a third.
const split = "-- run.sh --\naccelerate launch --config_file a.yaml train.py --config conf/full.yaml\n-- a.yaml --\ndistributed_type: MULTI_GPU\nmixed_precision: bf16\nnum_processes: 2\n" +
	"-- conf/full.yaml --\nmodel: stabilityai/stable-diffusion-xl-base-1.0\ndtype: fp32\nbatch_size: 3\ncheckpointing: true\nlr: 1.0e-5\n" +
	"-- train.py --\nimport argparse\nfrom src.utils import load_config\nfrom src.models import build_unet\nfrom src.trainer import Trainer\n\ndef main():\n    parser = argparse.ArgumentParser()\n" +
	"    parser.add_argument('--config')\n    args = parser.parse_args()\n    config = load_config(args.config)\n    unet = build_unet(config)\n    trainer = Trainer(unet, config)\n    trainer.fit()\n\nif __name__ == '__main__':\n    main()\n" +
	"-- src/__init__.py --\n-- src/utils.py --\nimport yaml\ndef load_config(path):\n    with open(path) as f:\n        return yaml.safe_load(f)\n" +
	"-- src/models.py --\nimport torch\nfrom diffusers import UNet2DConditionModel\nDTYPES = {'fp16': torch.float16, 'fp32': torch.float32}\ndef build_unet(config):\n    unet = UNet2DConditionModel.from_pretrained(config['model'], subfolder='unet', torch_dtype=DTYPES[config['dtype']])\n" +
	"    if config['checkpointing']:\n        unet.enable_gradient_checkpointing()\n    return unet\ndef unused():\n    return UNet2DConditionModel.from_pretrained('other')\n" +
	"-- src/data.py --\nfrom torch.utils.data import DataLoader\ndef make_loader(config):\n    return DataLoader(dataset(), batch_size=config['batch_size'])\n" +
	"-- src/trainer.py --\nimport torch\nfrom accelerate import Accelerator\nfrom .data import make_loader\nclass Trainer:\n    def __init__(self, unet, config):\n        self.accelerator = Accelerator()\n        self.unet = unet\n        self.config = config\n" +
	"        self.optimizer = torch.optim.AdamW(self.unet.parameters(), lr=self.config['lr'])\n        self.loader = make_loader(self.config)\n    def fit(self):\n        for batch in self.loader:\n            self.accelerator.backward(self.unet(batch).mean())\n            self.optimizer.step()\n"

func TestModulesOfTheProject(t *testing.T) {
	j := find(t, split)
	check(t, j, map[dialect.Field]string{
		dialect.Model: "stabilityai/stable-diffusion-xl-base-1.0 @ conf/full.yaml:1", dialect.Weights: "fp32 @ conf/full.yaml:2", dialect.MicroBatch: "3 @ conf/full.yaml:3",
		dialect.Checkpointing: "full @ conf/full.yaml:4", dialect.LearningRate: "1e-05 @ conf/full.yaml:5", dialect.Method: "full default @ src/models.py:5",
		dialect.Optimizer: "adamw @ src/trainer.py:9", dialect.Precision: "amp-bf16 @ a.yaml:2", dialect.GPUs: "2 @ a.yaml:3",
	})
	if diff := cmp.Diff([]string{"run.sh", "a.yaml", "conf/full.yaml", "train.py", "src/trainer.py"}, j.Files); diff != "" {
		t.Error(diff)
	}
}

// Models and parameters are followed through the functions of one file.
func TestHandedOn(t *testing.T) {
	text := strings.Replace(sdxl, "    optimizer = torch.optim.AdamW(unet.parameters(), lr=config[\"training\"][\"lr\"])\n", "    optimizer = make_optimizer(unet, config)\n", 1)
	text = strings.Replace(text, "def main():", "def make_optimizer(model, config):\n    params = [p for p in model.parameters() if p.requires_grad]\n    return torch.optim.AdamW(params, lr=config[\"training\"][\"lr\"])\n\ndef main():", 1)
	check(t, find(t, text), map[dialect.Field]string{dialect.Method: "full default @ train.py:25", dialect.Model: "stabilityai/stable-diffusion-xl-base-1.0 @ configs/full.yaml:2", dialect.Optimizer: "adamw @ train.py:13"})
}

func TestLightning(t *testing.T) {
	text := "-- train.py --\nimport lightning as L\nmodel = Net()\ntrainer = L.Trainer(precision=\"bf16-mixed\", devices=4, accumulate_grad_batches=2, strategy=\"ddp\")\ntrainer.fit(model)\n"
	check(t, find(t, text), map[dialect.Field]string{dialect.Precision: "amp-bf16 @ train.py:3", dialect.Accumulation: "2 @ train.py:3", dialect.Sharding: "ddp @ train.py:3", dialect.Model: "?",
		dialect.GPUs: "4 @ train.py:3"})
}

// A config that the launcher writes with a here-document has its lines there.
func TestHereDocument(t *testing.T) {
	text := strings.Replace(sdxl, "#!/bin/bash\n", "#!/bin/bash\ncat > configs/accelerate.yaml <<'EOF'\ndistributed_type: MULTI_GPU\nmixed_precision: bf16\nnum_processes: 3\nEOF\n", 1)
	text = strings.Replace(text, "-- configs/accelerate.yaml --\ncompute_environment: LOCAL_MACHINE\ndistributed_type: MULTI_GPU\nmixed_precision: 'no'\nnum_processes: 5\n", "", 1)
	check(t, find(t, text), map[dialect.Field]string{dialect.Precision: "amp-bf16 @ run.sh:4", dialect.GPUs: "3 @ run.sh:5"})
}

// Defaults of TrainingArguments hold only where all of them can be seen.
func TestArgumentsOutOfSight(t *testing.T) {
	head := "-- train.py --\nfrom transformers import AutoModelForCausalLM, HfArgumentParser, Trainer, TrainingArguments\nmodel = AutoModelForCausalLM.from_pretrained('meta-llama/Llama-2-7b-hf')\n"
	for name, args := range map[string]string{
		"made elsewhere":      "args = make()\n",
		"options":             "args = TrainingArguments('out', **options())\n",
		"a flag's default":    "p.add_argument('--bf16', action='store_true')\na = p.parse_args()\nargs = TrainingArguments('out', bf16=a.bf16)\n",
		"a parser, no launch": "args, = HfArgumentParser((TrainingArguments,)).parse_args_into_dataclasses()\n",
	} {
		j := find(t, head+args+"Trainer(model=model, args=args).train()\n")
		if got := show(j, dialect.Precision); got != "?" {
			t.Errorf("%s: precision %s", name, got)
		}
	}
	check(t, find(t, head+"Trainer(model=model).train()\n"), map[dialect.Field]string{dialect.Precision: "fp32 (TrainingArguments)", dialect.MicroBatch: "8 (TrainingArguments)"})
	launched := head + "args, = HfArgumentParser((TrainingArguments,)).parse_args_into_dataclasses()\nTrainer(model=model, args=args).train()\n-- run.sh --\ntorchrun --nproc_per_node 2 train.py --output_dir out --per_device_train_batch_size 3\n"
	check(t, find(t, launched), map[dialect.Field]string{dialect.Precision: "fp32 (TrainingArguments)", dialect.MicroBatch: "3 @ run.sh:1", dialect.GPUs: "2 @ run.sh:1"})
	check(t, find(t, strings.Replace(launched, " --output", " --bf16 --output", 1)), map[dialect.Field]string{dialect.Precision: "amp-bf16 @ run.sh:1"})
}

// TestOptionsCutShort: argparse takes the beginning of an option for it, where only one begins so.
func TestOptionsCutShort(t *testing.T) {
	script := "-- train.py --\nfrom dataclasses import dataclass\nfrom transformers import AutoModelForCausalLM, HfArgumentParser, Trainer, TrainingArguments\nmodel = AutoModelForCausalLM.from_pretrained('meta-llama/Llama-2-7b-hf')\n" +
		"@dataclass\nclass Own:\n    per_device_train: int = 7\n" +
		"args, = HfArgumentParser(TrainingArguments).parse_args_into_dataclasses()\nTrainer(model=model, args=args).train()\n-- run.sh --\npython train.py --output_dir out --per_device_train_batch 3 --gradient_accum 4\n"
	check(t, find(t, script), map[dialect.Field]string{dialect.MicroBatch: "3 @ run.sh:1", dialect.Accumulation: "4 @ run.sh:1"})
	own := strings.NewReplacer("args, = HfArgumentParser(TrainingArguments)", "args, own = HfArgumentParser((TrainingArguments, Own))", "--per_device_train_batch ", "--per_device_train ").Replace(script)
	check(t, find(t, own), map[dialect.Field]string{dialect.MicroBatch: "8 (TrainingArguments)", dialect.Accumulation: "4 @ run.sh:1"})
	check(t, find(t, strings.Replace(script, "--per_device_train_batch ", "--per_device ", 1)), map[dialect.Field]string{dialect.MicroBatch: "8 (TrainingArguments)"})
}

func TestTRLParser(t *testing.T) {
	script := "-- sft.py --\nfrom trl import ModelConfig, SFTConfig, SFTTrainer, TrlParser, get_peft_config\nparser = TrlParser((SFTConfig, ModelConfig))\ntraining_args, model_args = parser.parse_args_and_config()\n" +
		"trainer = SFTTrainer(model=model_args.model_name_or_path, args=training_args, train_dataset=ds, peft_config=get_peft_config(model_args))\ntrainer.train()\n" +
		"-- run.sh --\naccelerate launch --num_processes 2 sft.py --config a.yaml\n-- a.yaml --\nmodel_name_or_path: Qwen/Qwen2.5-7B\nper_device_train_batch_size: 2\n"
	check(t, find(t, script), map[dialect.Field]string{dialect.Model: "Qwen/Qwen2.5-7B @ a.yaml:1", dialect.Method: "full (TRL)", dialect.MicroBatch: "2 @ a.yaml:2", dialect.Precision: "amp-bf16 (TRL)"})
	check(t, find(t, script+"use_peft: true\nlora_r: 8\n"), map[dialect.Field]string{dialect.Method: "lora @ a.yaml:3", dialect.LoRARank: "8 @ a.yaml:4"})
	check(t, find(t, strings.Replace(script, "get_peft_config(model_args)", "pick()", 1)), map[dialect.Field]string{dialect.Method: "?"})
}

// TestManyCommandsOfOnePage: each command has a budget of its own; what the project may cost bounds all of them.
func TestManyCommandsOfOnePage(t *testing.T) {
	var script, page strings.Builder
	script.WriteString("import sys\nimport torch\nmodel = torch.nn.Linear(2, 2)\noptimizer = torch.optim.SGD(model.parameters(), lr=0.1)\ndef helper(x):\n")
	for i := range 60 {
		fmt.Fprintf(&script, "    if x.a%d:\n        x.b = optimizer.c%d(x)\n", i, i)
	}
	script.WriteString("for x in data:\n")
	for range 12 {
		script.WriteString("    helper(x)\n")
	}
	script.WriteString("    model(x).mean().backward()\n    optimizer.step()\n")
	const commands = 120
	page.WriteString("```bash\n")
	for i := range commands {
		fmt.Fprintf(&page, "python train.py --seed %d\n", i)
	}
	page.WriteString("```\n")
	w := workspace("-- README.md --\n" + page.String() + "-- train.py --\n" + script.String())
	w.Allowance = budget.NewAllowance()
	w.Allowance.Grow("all the rest", 10<<20)
	w.GaveUp = func(path string, why *budget.Exceeded) { t.Errorf("%s is given up: %s", path, why.Why) }
	if jobs := Find(w); len(jobs) != commands {
		t.Errorf("%d jobs of %d commands", len(jobs), commands)
	}
}
