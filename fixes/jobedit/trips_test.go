package jobedit

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
)

const imported = "-- train.py --\nfrom transformers import AutoModelForCausalLM, HfArgumentParser, Trainer, TrainingArguments\n"

// parsedArguments is a script that reads TrainingArguments from its command line.
const parsedArguments = imported + "args, = HfArgumentParser(TrainingArguments).parse_args_into_dataclasses()\n" +
	"model = AutoModelForCausalLM.from_pretrained(\"gpt2\")\nTrainer(model=model, args=args).train()\n"

// ownParser is a script with a parser of its own, started as the text behind it says.
const ownParser = "-- train.py --\nimport argparse\nimport torch\nfrom accelerate import Accelerator\nfrom diffusers import UNet2DConditionModel\nparser = argparse.ArgumentParser()\n" +
	"parser.add_argument(\"--train_batch_size\", type=int, default=16)\nparser.add_argument(\"--gradient_accumulation_steps\", type=int, default=1)\n" +
	"parser.add_argument(\"--gradient_checkpointing\", action=\"store_true\")\nparser.add_argument(\"--mixed_precision\", default=None)\nargs = parser.parse_args()\n" +
	"accelerator = Accelerator(gradient_accumulation_steps=args.gradient_accumulation_steps, mixed_precision=args.mixed_precision)\n" +
	"unet = UNet2DConditionModel.from_pretrained(\"a/b\")\nif args.gradient_checkpointing:\n    unet.enable_gradient_checkpointing()\n" +
	"loader = torch.utils.data.DataLoader(ds, batch_size=args.train_batch_size)\noptimizer = torch.optim.AdamW(unet.parameters())\n" +
	"for batch in loader:\n    accelerator.backward(unet(batch))\n    optimizer.step()\n"

// What cannot be written: a page is for its readers, a parser takes what it takes, and an optimizer that a library
// makes is fused by no call of the script.
const (
	onPages = "micro_batch=1 grad_accum=16 precision=amp-bf16 precision=amp-fp16 checkpointing=full optimizer=adamw-8bit optimizer=paged-adamw-8bit optimizer_impl=fused loss=liger"
	noWords = "optimizer=adamw-8bit optimizer=paged-adamw-8bit attention=sdpa loss=liger"
	fused   = "optimizer_impl=fused"
)

// trips are projects that write a job down in many ways, and which of the changes cannot be written there.
var trips = []struct{ name, files, refused string }{
	{"the Trainer's arguments, given", imported + "model = AutoModelForCausalLM.from_pretrained(\"gpt2\")\nargs = TrainingArguments(\n    \"out\",\n    per_device_train_batch_size=8,  # as many as fit\n" +
		"    gradient_accumulation_steps=2,\n    gradient_checkpointing=False,\n    fp16=True,\n    optim=\"adamw_torch\",\n)\nTrainer(model=model, args=args).train()\n", ""},
	{"the Trainer's arguments, left out", imported + "model = AutoModelForCausalLM.from_pretrained(\"gpt2\")\nTrainer(model=model, args=TrainingArguments(\"out\")).train()\n", ""},
	{"the Trainer's arguments, from a variable", imported + "model = AutoModelForCausalLM.from_pretrained(\"gpt2\")\nBATCH = 8\nSTEPS = 2\nTrainer(model=model, args=TrainingArguments(\"out\", per_device_train_batch_size=BATCH, " +
		"gradient_accumulation_steps=STEPS)).train()\n", ""},
	{"the Trainer's arguments, from a dictionary", imported + "model = AutoModelForCausalLM.from_pretrained(\"gpt2\")\noptions = {\"per_device_train_batch_size\": 8, \"gradient_accumulation_steps\": 2}\n" +
		"Trainer(model=model, args=TrainingArguments(\"out\", **options)).train()\n", ""},
	{"flags of the command line", parsedArguments + "-- run.sh --\npython train.py --output_dir out --per_device_train_batch_size 8 \\\n    --gradient_accumulation_steps=2 --fp16 True --optim adamw_torch --gradient_checkpointing False\n", "precision=amp-bf16 optimizer_impl=fused"},
	{"flags that are not given", parsedArguments + "-- run.sh --\npython train.py --output_dir out  # as it is\n", fused},
	{"flags out of variables", parsedArguments + "-- run.sh --\nB=8\nSTEPS=2\npython train.py --output_dir out --per_device_train_batch_size $B --gradient_accumulation_steps ${STEPS}\n", fused},
	{"flags of a Makefile", parsedArguments + "-- Makefile --\ntrain:\n\tpython train.py --output_dir out --per_device_train_batch_size 8 --gradient_accumulation_steps 2\n", fused},
	{"a page's command", parsedArguments + "-- README.md --\n# Run\n\n```sh\npython train.py --output_dir out --per_device_train_batch_size 8 --gradient_accumulation_steps 2\n```\n", onPages},
	{"a page's command without flags", parsedArguments + "-- README.md --\n# Run\n\n```sh\npython train.py --output_dir out\n```\n", onPages},
	{"arguments of a YAML file", parsedArguments + "-- run.sh --\npython train.py args.yaml\n-- args.yaml --\noutput_dir: out\nper_device_train_batch_size: 8  # as many as fit\ngradient_accumulation_steps: 2\nfp16: true\noptim: adamw_torch\ngradient_checkpointing: false\nlearning_rate: 1.0e-5\n", ""},
	{"arguments of a JSON file", parsedArguments + "-- run.sh --\npython train.py args.json\n-- args.json --\n{\n  \"output_dir\": \"out\",\n  \"per_device_train_batch_size\": 8,\n  \"gradient_accumulation_steps\": 2,\n  \"fp16\": true\n}\n", ""},
	{"a parser of its own", ownParser + "-- run.sh --\naccelerate launch train.py --train_batch_size 8 --gradient_accumulation_steps 2 --mixed_precision fp16\n", noWords},
	{"a parser of its own, nothing given", ownParser + "-- run.sh --\naccelerate launch train.py\n", noWords},
	{"a parser of its own, and the launcher's flags", ownParser + "-- run.sh --\naccelerate launch --mixed_precision fp16 --gradient_accumulation_steps 2 train.py --train_batch_size 8\n", noWords},
	{"a parser of its own, and the launcher's file", ownParser + "-- run.sh --\naccelerate launch --config_file acc.yaml train.py --train_batch_size 8\n-- acc.yaml --\nmixed_precision: fp16\nnum_processes: 1\n", noWords},
	{"the DeepSpeed file has the counts, too", imported + "model = AutoModelForCausalLM.from_pretrained(\"gpt2\")\nargs = TrainingArguments(\"out\", per_device_train_batch_size=8, gradient_accumulation_steps=2, bf16=True, deepspeed=\"ds.json\")\n" +
		"Trainer(model=model, args=args).train()\n-- ds.json --\n{\"train_micro_batch_size_per_gpu\": 8, \"gradient_accumulation_steps\": 2, \"bf16\": {\"enabled\": true}, \"zero_optimization\": {\"stage\": 2}}\n", ""},
	{"the DeepSpeed file leaves them to the arguments", imported + "model = AutoModelForCausalLM.from_pretrained(\"gpt2\")\nargs = TrainingArguments(\"out\", per_device_train_batch_size=8, gradient_accumulation_steps=2, deepspeed=\"ds.json\")\n" +
		"Trainer(model=model, args=args).train()\n-- ds.json --\n{\"train_micro_batch_size_per_gpu\": \"auto\", \"gradient_accumulation_steps\": \"auto\", \"zero_optimization\": {\"stage\": 2}}\n", ""},
	{"TRL, and the launcher has a count, too", "-- run.sh --\naccelerate launch --config_file acc.yaml train.py\n-- train.py --\nfrom transformers import AutoModelForCausalLM\nfrom trl import SFTConfig, SFTTrainer\nmodel = AutoModelForCausalLM.from_pretrained(\"gpt2\")\n" +
		"args = SFTConfig(\"out\", per_device_train_batch_size=8, gradient_accumulation_steps=2)\nSFTTrainer(model=model, args=args, train_dataset=data).train()\n" +
		"-- acc.yaml --\ndistributed_type: DEEPSPEED\ndeepspeed_config:\n  gradient_accumulation_steps: 2\n  zero_stage: 2\nnum_processes: 2\n", ""},
	{"a loop of its own, and the launcher has a count, too", "-- run.sh --\naccelerate launch --config_file acc.yaml train.py\n-- train.py --\nimport torch\nfrom accelerate import Accelerator\nfrom transformers import AutoModel\naccelerator = Accelerator(gradient_accumulation_steps=2)\nmodel = AutoModel.from_pretrained(\"gpt2\")\n" +
		"loader = torch.utils.data.DataLoader(ds, batch_size=8)\noptimizer = torch.optim.AdamW(model.parameters())\nfor batch in loader:\n    accelerator.backward(model(batch))\n    optimizer.step()\n" +
		"-- acc.yaml --\ndistributed_type: DEEPSPEED\ndeepspeed_config:\n  gradient_accumulation_steps: 2\n  zero_stage: 2\nnum_processes: 2\n", "checkpointing=full optimizer=adamw-8bit optimizer=paged-adamw-8bit loss=liger"},
	{"a loop of its own, and a DeepSpeed file has a count, too", "-- run.sh --\naccelerate launch --config_file acc.yaml train.py\n-- train.py --\nimport torch\nfrom accelerate import Accelerator\nfrom transformers import AutoModel\naccelerator = Accelerator(gradient_accumulation_steps=2)\nmodel = AutoModel.from_pretrained(\"gpt2\")\n" +
		"loader = torch.utils.data.DataLoader(ds, batch_size=8)\noptimizer = torch.optim.AdamW(model.parameters())\nfor batch in loader:\n    accelerator.backward(model(batch))\n    optimizer.step()\n" +
		"-- acc.yaml --\ndistributed_type: DEEPSPEED\ndeepspeed_config:\n  deepspeed_config_file: ds.json\nnum_processes: 2\n-- ds.json --\n{\"train_micro_batch_size_per_gpu\": 8, \"gradient_accumulation_steps\": 2, \"zero_optimization\": {\"stage\": 2}}\n", "checkpointing=full optimizer=adamw-8bit optimizer=paged-adamw-8bit loss=liger"},
	{"a script's own file", "-- train.py --\nimport torch\nimport yaml\nfrom accelerate import Accelerator\nfrom transformers import AutoModel\nconfig = yaml.safe_load(open(\"conf.yaml\"))\naccelerator = Accelerator(gradient_accumulation_steps=config[\"accumulate\"], mixed_precision=config[\"mixed_precision\"])\n" +
		"model = AutoModel.from_pretrained(\"gpt2\")\nif config[\"gradient_checkpointing\"]:\n    model.gradient_checkpointing_enable()\nloader = torch.utils.data.DataLoader(ds, batch_size=config[\"data\"][\"batch_size\"])\noptimizer = torch.optim.AdamW(model.parameters())\n" +
		"for batch in loader:\n    accelerator.backward(model(batch))\n    optimizer.step()\n-- conf.yaml --\naccumulate: 2\nmixed_precision: fp16  # of one card\ngradient_checkpointing: false\ndata:\n  batch_size: 8\n", "optimizer=adamw-8bit optimizer=paged-adamw-8bit loss=liger"},
	{"numbers in a script", "-- train.py --\nimport torch\nfrom accelerate import Accelerator\nfrom transformers import AutoModel\nACCUMULATE = 2\naccelerator = Accelerator(gradient_accumulation_steps=ACCUMULATE, mixed_precision=\"fp16\")\nmodel = AutoModel.from_pretrained(\"gpt2\")\n" +
		"loader = torch.utils.data.DataLoader(ds, batch_size=8, shuffle=True)\noptimizer = torch.optim.AdamW(model.parameters(), lr=1e-5, foreach=True)\nfor batch in loader:\n    accelerator.backward(model(batch))\n    optimizer.step()\n", "precision=amp-bf16 precision=amp-fp16 checkpointing=full optimizer=adamw-8bit optimizer=paged-adamw-8bit loss=liger"},
	{"axolotl", "-- a.yml --\nbase_model: a/b\nmicro_batch_size: 8\ngradient_accumulation_steps: 2\nsequence_len: 512\nfp16: true\noptimizer: adamw_torch\ngradient_checkpointing: false\n", "precision=amp-bf16 loss=liger"},
	{"axolotl, the least", axolotl, "precision=amp-bf16 loss=liger"},
	{"LLaMA-Factory", "-- sft.yaml --\nmodel_name_or_path: gpt2\nstage: sft\nfinetuning_type: full\ntemplate: default\ndo_train: true\nper_device_train_batch_size: 8\ngradient_accumulation_steps: 2\nfp16: true\noptim: adamw_torch\n", ""},
	{"torchtune", "-- full.yaml --\ntokenizer:\n  _component_: torchtune.models.llama2.llama2_tokenizer\nmodel:\n  _component_: torchtune.models.llama2.llama2_7b\nbatch_size: 8\ngradient_accumulation_steps: 2\n" +
		"optimizer:\n  _component_: torch.optim.AdamW\n  lr: 2e-5\ndtype: fp32\nenable_activation_checkpointing: false\n", "precision=amp-bf16 precision=amp-fp16 attention=sdpa loss=liger"},
}

var tripChanges = []Change{
	{dialect.MicroBatch, "1"}, {dialect.Accumulation, "16"}, {dialect.Precision, "amp-bf16"}, {dialect.Precision, "amp-fp16"}, {dialect.Checkpointing, "full"},
	{dialect.Optimizer, "adamw-8bit"}, {dialect.Optimizer, "paged-adamw-8bit"}, {dialect.OptimizerImpl, "fused"}, {dialect.Attention, "sdpa"}, {dialect.Loss, "liger"},
}

// together are fields that one word of a framework decides: axolotl stores the weights in what it computes in.
var together = map[dialect.Field][]dialect.Field{
	dialect.OptimizerImpl: {dialect.Optimizer}, dialect.Optimizer: {dialect.OptimizerImpl}, dialect.Precision: {dialect.Weights},
}

// TestRoundTrips: after a change the project's files, read again, describe a job with that field changed and every
// other as it was. What cannot be written leaves them as they are.
func TestRoundTrips(t *testing.T) {
	for _, c := range trips {
		t.Run(c.name, func(t *testing.T) {
			files := unpack(strings.TrimSuffix(c.files, "\n"))
			before := one(t, files)
			var refused []string
			for _, change := range tripChanges {
				plan, failed := Rewrite(before, []Change{change})
				name := string(change.Field) + "=" + change.Text
				if len(failed) > 0 || plan.Err != nil {
					refused = append(refused, name)
					if len(plan.Edits) > 0 {
						t.Errorf("%s is refused, and edits files", name)
					}
					continue
				}
				after := patched(t, files, plan.Edits)
				changed := one(t, after)
				if got := changed.Text(change.Field); got != change.Text {
					t.Errorf("%s is read back as %q\n%s", name, got, strings.Join(texts(after), "\n"))
				}
				for _, v := range changed.Said(change.Field) {
					if counts[change.Field] && v.Text != "" && !v.Default && v.Text != change.Text {
						t.Errorf("%s: another place still says %q\n%s", name, v.Text, strings.Join(texts(after), "\n"))
					}
				}
				for _, f := range differences(before, changed) {
					if f != change.Field && !slices.Contains(together[change.Field], f) {
						t.Errorf("%s also changes %s from %q to %q\n%s", name, f, before.Text(f), changed.Text(f), strings.Join(texts(after), "\n"))
					}
				}
			}
			if got := strings.Join(refused, " "); got != c.refused {
				t.Errorf("refused are %q, want %q", got, c.refused)
			}
		})
	}
}

// differences are the fields whose texts differ between two jobs.
func differences(a, b *job.Job) (list []dialect.Field) {
	for _, f := range slices.Sorted(maps.Keys(a.Fields)) {
		if a.Text(f) != b.Text(f) {
			list = append(list, f)
		}
	}
	return list
}
