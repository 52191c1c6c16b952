package jobedit

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

const trainer = "-- train.py --\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\nmodel = AutoModelForCausalLM.from_pretrained(\"gpt2\")\n" +
	"args = TrainingArguments(\"out\", %)\nTrainer(model=model, args=args).train()\n"

const launched = "-- run.sh --\naccelerate launch --config_file acc.yaml train.py\n-- train.py --\nfrom accelerate import Accelerator\nfrom transformers import AutoModel\nimport torch\n" +
	"accelerator = Accelerator()\nmodel = AutoModel.from_pretrained(\"gpt2\")\noptimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)\naccelerator.backward(loss)\n-- acc.yaml --\n"

const flagged = "-- run.sh --\nB=4\naccelerate launch --mixed_precision fp16 train.py --train_batch_size 6 --gradient_accumulation_steps $B\n-- train.py --\nimport argparse\nimport torch\n" +
	"from accelerate import Accelerator\nfrom diffusers import UNet2DConditionModel\nparser = argparse.ArgumentParser()\nparser.add_argument(\"--train_batch_size\", type=int, default=16)\n" +
	"parser.add_argument(\"--gradient_accumulation_steps\", type=int, default=1)\nparser.add_argument(\"--gradient_checkpointing\", action=\"store_true\")\nargs = parser.parse_args()\n" +
	"accelerator = Accelerator(gradient_accumulation_steps=args.gradient_accumulation_steps)\nunet = UNet2DConditionModel.from_pretrained(\"a/b\")\n" +
	"loader = torch.utils.data.DataLoader(ds, batch_size=args.train_batch_size)\noptimizer = torch.optim.AdamW(unet.parameters())\naccelerator.backward(loss)\n"

const onlyBatch = "-- train.py --\nimport argparse\nimport torch\nfrom accelerate import Accelerator\nfrom diffusers import UNet2DConditionModel\nparser = argparse.ArgumentParser()\n" +
	"parser.add_argument(\"--train_batch_size\", type=int, default=16)\nargs = parser.parse_args()\naccelerator = Accelerator()\nunet = UNet2DConditionModel.from_pretrained(\"a/b\")\n" +
	"loader = torch.utils.data.DataLoader(ds, batch_size=args.train_batch_size)\noptimizer = torch.optim.AdamW(unet.parameters())\naccelerator.backward(loss)\n"

const plain = "-- train.py --\nimport torch\nfrom transformers import AutoModel\nmodel = AutoModel.from_pretrained(\"gpt2\"%)\nloader = torch.utils.data.DataLoader(ds, batch_size=8)\n" +
	"optimizer = torch.optim.AdamW(model.parameters(), foreach=True)\nloss.backward()\n"

const owned = "-- train.py --\nimport sys\nimport torch\nimport yaml\nfrom transformers import AutoModel\nconfig = yaml.safe_load(open(sys.argv[1]))\nmodel = AutoModel.from_pretrained(\"gpt2\")\n" +
	"if config[\"train\"][\"enable_gradient_checkpointing\"]:\n    model.gradient_checkpointing_enable()\noptimizer = torch.optim.AdamW(model.parameters())\nloss.backward()\noptimizer.step()\n" +
	"-- run.sh --\npython train.py conf.yaml\n-- conf.yaml --\ntrain:\n  enable_gradient_checkpointing: false\n"

const axolotl = "-- a.yml --\nbase_model: a/b\nmicro_batch_size: 8\nsequence_len: 512\nbf16: true\ngradient_accumulation_steps: 2\n"

// TestRewrite: what a change of one field makes of the files that decide it. "-" stands for a change that is refused.
func TestRewrite(t *testing.T) {
	with := func(project, what string) string { return strings.Replace(project, "%", what, 1) }
	for _, c := range []struct {
		name, files string
		field       dialect.Field
		text, want  string
	}{
		{"an argument that is not given", with(trainer, "max_steps=5"), dialect.MicroBatch, "2", `args = TrainingArguments("out", max_steps=5, per_device_train_batch_size=2)`},
		{"an argument that is given", with(trainer, "per_device_train_batch_size=8"), dialect.MicroBatch, "2", `args = TrainingArguments("out", per_device_train_batch_size=2)`},
		{"one precision excludes the other", with(trainer, "fp16=True"), dialect.Precision, "amp-bf16", `args = TrainingArguments("out", fp16=False, bf16=True)`},
		{"checkpointing", with(trainer, "max_steps=5"), dialect.Checkpointing, "full", `args = TrainingArguments("out", max_steps=5, gradient_checkpointing=True)`},
		{"no autocast over weights in 16 bits", with(trainer, "bf16=True"), dialect.Precision, "pure", `args = TrainingArguments("out", bf16=False)`},
		{"attention where the model is loaded", with(trainer, "max_steps=5"), dialect.Attention, "sdpa", `model = AutoModelForCausalLM.from_pretrained("gpt2", attn_implementation="sdpa")`},
		{"the other of two places", with(trainer, "gradient_accumulation_steps=2, deepspeed=\"ds.json\"") + "-- ds.json --\n{\"gradient_accumulation_steps\": 2, \"zero_optimization\": {\"stage\": 2}}\n",
			dialect.Accumulation, "8", `{"gradient_accumulation_steps": "auto", "zero_optimization": {"stage": 2}} | args = TrainingArguments("out", gradient_accumulation_steps=8, deepspeed="ds.json")`},

		{"attention of which of two models", with(trainer, "max_steps=5") + "other = AutoModelForCausalLM.from_pretrained(\"gpt2-xl\")\nTrainer(model=other, args=args).train()\n",
			dialect.Attention, "sdpa", "-"},
		{"attention of a model that is built", strings.Replace(with(trainer, "max_steps=5"), "from_pretrained(\"gpt2\")", "from_config(config)", 1), dialect.Attention, "sdpa", "-"},
		{"attention beside a model that is not trained", with(trainer, "max_steps=5") + "teacher = AutoModelForCausalLM.from_pretrained(\"gpt2-xl\").eval().requires_grad_(False)\n",
			dialect.Attention, "sdpa", `model = AutoModelForCausalLM.from_pretrained("gpt2", attn_implementation="sdpa")`},

		{"attention that is given", strings.Replace(with(trainer, "max_steps=5"), "\"gpt2\"", "\"gpt2\", attn_implementation=\"eager\"", 1), dialect.Attention, "sdpa", `model = AutoModelForCausalLM.from_pretrained("gpt2", attn_implementation="sdpa")`},
		{"no autocast of the other kind", with(trainer, "fp16=True"), dialect.Precision, "pure", `args = TrainingArguments("out", fp16=False)`},
		{"no autocast that a variable decides", strings.Replace(with(trainer, "fp16=HALF"), "model =", "HALF = True\nmodel =", 1), dialect.Precision, "pure", "-"},
		{"no autocast of an accelerator", strings.Replace(launched, "Accelerator()", "Accelerator(mixed_precision=\"fp16\")", 1) + "num_processes: 2\n", dialect.Precision, "pure", "-"},
		{"no autocast of a file", parsedArguments + "-- run.sh --\npython train.py args.yaml\n-- args.yaml --\noutput_dir: out\nfp16: true\nlearning_rate: 1.0e-5\n", dialect.Precision, "pure", "fp16: false"},
		{"no autocast of a file, the other kind", parsedArguments + "-- run.sh --\npython train.py args.yaml\n-- args.yaml --\noutput_dir: out\nbf16: true\nlearning_rate: 1.0e-5\n", dialect.Precision, "pure", "bf16: false"},
		{"no autocast of a flag through a variable", strings.Replace(flagged, "B=4\naccelerate launch --mixed_precision fp16", "B=4\nP=fp16\naccelerate launch --mixed_precision $P", 1), dialect.Precision, "pure", "P=no"},
		{"no autocast that a page gives", "-- README.md --\n```bash\naccelerate launch --mixed_precision fp16 train.py --train_batch_size 6\n```\n" + onlyBatch, dialect.Precision, "pure", "-"},
		{"a flag of a page", "-- README.md --\n```bash\naccelerate launch train.py --train_batch_size 6\n```\n" + onlyBatch, dialect.MicroBatch, "3", "-"},
		{"a flag of the launcher through a variable", strings.Replace(flagged, "B=4\naccelerate launch --mixed_precision fp16", "B=4\nP=fp16\naccelerate launch --mixed_precision $P", 1), dialect.Precision, "amp-bf16", "P=bf16"},
		{"a flag that is part of a word", strings.Replace(flagged, "--train_batch_size 6", "--train_batch_size=6", 1), dialect.MicroBatch, "3", `accelerate launch --mixed_precision fp16 train.py --train_batch_size=3 --gradient_accumulation_steps $B`},
		{"a flag that the shell computes", strings.Replace(flagged, "--train_batch_size 6", "--train_batch_size $((2 * 3))", 1), dialect.MicroBatch, "3", "-"},
		{"an optimizer of another implementation", strings.Replace(with(plain, ""), "foreach=True", "fused=False", 1), dialect.OptimizerImpl, "fused", `optimizer = torch.optim.AdamW(model.parameters(), fused=True)`},

		{"a rank where nothing has one", with(trainer, "max_steps=5"), dialect.LoRARank, "8", "-"},
		{"checkpoints of a kind that nothing names", with(trainer, "max_steps=5"), dialect.Checkpointing, "selective", "-"},
		{"the launcher's count beside the Trainer's", strings.Replace(with(trainer, "gradient_accumulation_steps=2"), "-- train.py --", "-- run.sh --\naccelerate launch --config_file acc.yaml train.py\n-- acc.yaml --\ndistributed_type: DEEPSPEED\ndeepspeed_config:\n  gradient_accumulation_steps: 2\n  zero_stage: 2\n-- train.py --", 1),
			dialect.Accumulation, "8", `  gradient_accumulation_steps: 'auto' | args = TrainingArguments("out", gradient_accumulation_steps=8)`},
		{"the launcher's count beside an accelerator's", strings.Replace(launched, "Accelerator()", "Accelerator(gradient_accumulation_steps=2)", 1) + "distributed_type: DEEPSPEED\ndeepspeed_config:\n  gradient_accumulation_steps: 2\n  zero_stage: 2\n", dialect.Accumulation, "8",
			"  gradient_accumulation_steps: 8 | accelerator = Accelerator(gradient_accumulation_steps=8)"},
		{"DeepSpeed's count beside an accelerator's", strings.Replace(launched, "Accelerator()", "Accelerator(gradient_accumulation_steps=2)", 1) + "distributed_type: DEEPSPEED\ndeepspeed_config:\n  deepspeed_config_file: ds.json\n-- ds.json --\n{\"gradient_accumulation_steps\": 2, \"zero_optimization\": {\"stage\": 2}}\n", dialect.Accumulation, "8",
			`{"gradient_accumulation_steps": "auto", "zero_optimization": {"stage": 2}} | accelerator = Accelerator(gradient_accumulation_steps=8)`},

		{"weights", with(plain, ""), dialect.Weights, "bf16", `model = AutoModel.from_pretrained("gpt2", torch_dtype=torch.bfloat16)`},
		{"weights by the newer name", with(plain, ", dtype=torch.float16"), dialect.Weights, "bf16", `model = AutoModel.from_pretrained("gpt2", dtype=torch.bfloat16)`},
		{"weights in nothing that is known", with(plain, ""), dialect.Weights, "int3", "-"},
		{"a fused optimizer", with(plain, ""), dialect.OptimizerImpl, "fused", `optimizer = torch.optim.AdamW(model.parameters(), fused=True)`},
		{"of two optimizers", with(plain, "") + "other = torch.optim.SGD(model.parameters(), lr=1)\n", dialect.OptimizerImpl, "fused", "-"},
		{"a literal of the script", with(plain, ""), dialect.MicroBatch, "2", `loader = torch.utils.data.DataLoader(ds, batch_size=2)`},
		{"no literal of the script", strings.Replace(with(plain, ""), "batch_size=8", "batch_size=4 * 2", 1), dialect.MicroBatch, "2", "-"},
		{"a script that takes no flags", with(plain, ""), dialect.Checkpointing, "full", "-"},

		{"a flag", flagged, dialect.MicroBatch, "3", `accelerate launch --mixed_precision fp16 train.py --train_batch_size 3 --gradient_accumulation_steps $B`},
		{"a flag through a variable", flagged, dialect.Accumulation, "16", "B=16"},
		{"a flag of the launcher", flagged, dialect.Precision, "amp-bf16", `accelerate launch --mixed_precision bf16 train.py --train_batch_size 6 --gradient_accumulation_steps $B`},
		{"a flag of the launcher switched off", flagged, dialect.Precision, "pure", `accelerate launch --mixed_precision no train.py --train_batch_size 6 --gradient_accumulation_steps $B`},
		{"a flag that is not there", flagged, dialect.Checkpointing, "full", `accelerate launch --mixed_precision fp16 train.py --gradient_checkpointing --train_batch_size 6 --gradient_accumulation_steps $B`},
		{"a flag that the script does not take", strings.Replace(flagged, "parser.add_argument(\"--gradient_checkpointing\", action=\"store_true\")\n", "", 1), dialect.Checkpointing, "full", "-"},
		{"one flag, and not the one", "-- run.sh --\naccelerate launch train.py --train_batch_size 6\n" + onlyBatch, dialect.Checkpointing, "full", "-"},
		{"a flag of a parser that is made of dataclasses", "-- run.sh --\npython train.py --output_dir out\n-- train.py --\nfrom transformers import AutoModelForCausalLM, HfArgumentParser, Trainer, TrainingArguments\n" +
			"args, = HfArgumentParser(TrainingArguments).parse_args_into_dataclasses()\nmodel = AutoModelForCausalLM.from_pretrained(\"gpt2\")\nTrainer(model=model, args=args).train()\n",
			dialect.Checkpointing, "full", "python train.py --gradient_checkpointing --output_dir out"},
		{"a precision that nothing decides", with(plain, ""), dialect.Precision, "amp-bf16", "-"},
		{"a part of a DeepSpeed file that is not there", with(trainer, "deepspeed=\"ds.json\"") + "-- ds.json --\n{\"train_micro_batch_size_per_gpu\": 2}\n", dialect.Sharding, "zero3", "-"},
		{"a flag that a page gives", "-- README.md --\n```bash\naccelerate launch train.py --train_batch_size 6\n```\n" +
			strings.Replace(onlyBatch, "args =", "parser.add_argument(\"--gradient_checkpointing\", action=\"store_true\")\nargs =", 1), dialect.Checkpointing, "full", "-"},
		{"a flag of a script that nothing starts", strings.Replace(onlyBatch, "args =", "parser.add_argument(\"--gradient_checkpointing\", action=\"store_true\")\nargs =", 1), dialect.Checkpointing, "full", "-"},
		{"no file that takes a sharding", flagged, dialect.Sharding, "zero2", "-"},

		{"ZeRO-2 for plain data parallelism", launched + "distributed_type: MULTI_GPU\nnum_processes: 2\n", dialect.Sharding, "zero2",
			"distributed_type: DEEPSPEED | deepspeed_config: |   gradient_accumulation_steps: 1 |   offload_optimizer_device: none |   offload_param_device: none |   zero3_init_flag: false |   zero_stage: 2"},
		{"a launcher of which nobody says how it spreads", launched + "num_processes: 2\n", dialect.Sharding, "zero2", "-"},
		{"ZeRO-3 is more than that", launched + "distributed_type: MULTI_GPU\nnum_processes: 2\n", dialect.Sharding, "zero3", "-"},
		{"another stage", launched + "distributed_type: DEEPSPEED\ndeepspeed_config:\n  zero_stage: 2\nnum_processes: 2\n", dialect.Sharding, "zero3", "  zero_stage: 3"},
		{"a stage where none is said", launched + "distributed_type: DEEPSPEED\ndeepspeed_config:\n  zero3_init_flag: false\nnum_processes: 2\n", dialect.Sharding, "zero3", "  zero_stage: 3"},
		{"no stage of FSDP", launched + "distributed_type: DEEPSPEED\ndeepspeed_config:\n  zero_stage: 2\nnum_processes: 2\n", dialect.Sharding, "fsdp-full", "-"},
		{"the optimizer in host memory", launched + "distributed_type: DEEPSPEED\ndeepspeed_config:\n  zero_stage: 2\n  offload_optimizer_device: none\nnum_processes: 2\n", dialect.OffloadOptimizer, "cpu", "  offload_optimizer_device: cpu"},
		{"the launcher's precision", launched + "distributed_type: MULTI_GPU\nmixed_precision: fp16\nnum_processes: 2\n", dialect.Precision, "amp-bf16", "mixed_precision: 'bf16'"},
		{"the launcher's precision off", launched + "distributed_type: MULTI_GPU\nmixed_precision: fp16\nnum_processes: 2\n", dialect.Precision, "pure", "mixed_precision: 'no'"},
		{"a micro-batch in the config of the launcher", launched + "distributed_type: MULTI_GPU\nmixed_precision: fp16\nnum_processes: 2\n", dialect.Checkpointing, "full", "-"},
		{"the launcher's precision where none is said", launched + "distributed_type: MULTI_GPU\nnum_processes: 2\n", dialect.Precision, "amp-bf16", "mixed_precision: 'bf16'"},

		{"a section that is not there", "-- run.sh --\ntune run full_finetune_single_device --config c.yaml\n-- c.yaml --\nmodel:\n  _component_: torchtune.models.llama2.llama2_7b\nbatch_size: 2\ndtype: bf16\n",
			dialect.OptimizerImpl, "fused", "-"},
		{"a section that is there", "-- run.sh --\ntune run full_finetune_single_device --config c.yaml\n-- c.yaml --\nmodel:\n  _component_: torchtune.models.llama2.llama2_7b\nbatch_size: 2\noptimizer:\n  lr: 1.0e-5\n",
			dialect.OptimizerImpl, "fused", "  fused: true"},
		{"a key of a section of the project's own file", owned, dialect.Checkpointing, "full", "  enable_gradient_checkpointing: true"},
		{"the first of its two words", strings.Replace(owned, "enable_g", "g", 2), dialect.Checkpointing, "full", "  gradient_checkpointing: true"},
		{"a key", axolotl, dialect.MicroBatch, "2", "micro_batch_size: 2"},
		{"a key that is not there", axolotl, dialect.Checkpointing, "full", "gradient_checkpointing: true"},
		{"a key that has no word for it", axolotl, dialect.Sharding, "zero2", "-"},
	} {
		files := unpack(strings.TrimSuffix(c.files, "\n"))
		plan, failed := Rewrite(one(t, files), []Change{{Field: c.field, Text: c.text}})
		got := "-"
		if len(failed) == 0 {
			got = changedLines(files, patched(t, files, plan.Edits))
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestWhyNot: what a page's reader has to do is said to him.
func TestWhyNot(t *testing.T) {
	page := "-- README.md --\n```bash\naccelerate launch train.py --train_batch_size 6\n```\n" + onlyBatch
	for _, c := range []struct {
		files string
		field dialect.Field
		want  error
	}{
		{page, dialect.MicroBatch, ErrPage}, {page, dialect.Checkpointing, ErrPage},
		{strings.Replace(plain, "%", "", 1), dialect.Checkpointing, ErrCode}, {onlyBatch, dialect.Checkpointing, ErrCode},
	} {
		_, failed := Rewrite(one(t, unpack(strings.TrimSuffix(c.files, "\n"))), []Change{{c.field, map[bool]string{true: "full", false: "2"}[c.field == dialect.Checkpointing]}})
		if len(failed) != 1 || !errors.Is(failed[0], c.want) {
			t.Errorf("%s: %v, want %v", c.field, failed, c.want)
		}
	}
}

// TestNewKeysStandBesideTheirLike: a key that is added follows the accumulation, else the micro-batch, else the
// learning rate, of its section.
func TestNewKeysStandBesideTheirLike(t *testing.T) {
	for config, want := range map[string]string{
		"base_model: a/b\nmicro_batch_size: 8\ngradient_accumulation_steps: 2\nlearning_rate: 0.1\nsequence_len: 512\n": "gradient_accumulation_steps: 2",
		"base_model: a/b\nlearning_rate: 0.1\nmicro_batch_size: 8\nsequence_len: 512\n":                                 "micro_batch_size: 8",
		"base_model: a/b\ngradient_accumulation_steps: 2\nmicro_batch_size: 8\nsequence_len: 512\n":                     "gradient_accumulation_steps: 2",
	} {
		files := map[string]string{"a.yml": config}
		plan, failed := Rewrite(one(t, files), []Change{{dialect.Checkpointing, "full"}})
		if got := patched(t, files, plan.Edits)["a.yml"]; len(failed) > 0 || !strings.Contains(got, want+"\ngradient_checkpointing: true\n") {
			t.Errorf("%v: not behind %s:\n%s", failed, want, got)
		}
	}
}

// changedLines are the lines of each file that were not in it before.
func changedLines(before, after map[string]string) string {
	var names, lines []string
	for name := range after {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		had := strings.Split(before[name], "\n")
		for _, line := range strings.Split(after[name], "\n") {
			if !slices.Contains(had, line) {
				lines = append(lines, line)
			}
		}
	}
	return strings.Join(lines, " | ")
}
