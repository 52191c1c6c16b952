package rules_test

import (
	"strings"
	"testing"
)

// tableOfDefaultDtypes: what a load without a dtype makes of the weights, by the release and by what trains.
func tableOfDefaultDtypes(t *testing.T) {
	grid(func(v ...string) {
		requirement, dtype, precision, adapters, engine := v[0], v[1], v[2], v[3], v[4]
		adapted := absent
		if adapters != absent {
			adapted = "model = get_peft_model(model, LoraConfig(r=8))\n"
		}
		newer := requirement == ">=5.0"
		var want []string
		switch {
		case dtype != absent || engine != absent || newer && adapters != absent:
		case newer || precision == absent || adapters != absent:
			want = []string{aWarning}
		default:
			want = []string{aNote} // fp32 weights under autocast are often what is meant
		}
		files := map[string]string{"train.py": "import torch\nfrom peft import LoraConfig, get_peft_model\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\n\n" +
			"model = AutoModelForCausalLM.from_pretrained(\"meta-llama/Llama-2-7b-hf\"" + keywords("torch_dtype", dtype) + ")\n" + adapted +
			"args = TrainingArguments(output_dir=\"out\"" + keywords(precision, given(precision != absent, "True"), "deepspeed", engine) + ")\n" +
			"trainer = Trainer(model=model, args=args, train_dataset=dataset)\ntrainer.train()\n"}
		if engine != absent {
			files["ds.json"] = jsonOf("train_micro_batch_size_per_gpu", `"auto"`, "zero_optimization.stage", "2")
		}
		expectTold(t, requirements(files, "transformers", requirement), "default-dtype-fp32", want...)
	}, []string{absent, "==4.57.3", ">=4.40", ">=5.0"}, []string{absent, "torch.bfloat16", "torch.float32"}, []string{absent, "bf16", "fp16"}, []string{absent, "lora"},
		[]string{absent, `"ds.json"`})
}

// tableOfLearningRates: another batch beside the same learning rate, in the revision that is compared with.
func tableOfLearningRates(t *testing.T) {
	script := func(rate, batch, steps string) string {
		return trainerScript(keywords("learning_rate", rate, "per_device_train_batch_size", batch, "gradient_accumulation_steps", steps))
	}
	grid(func(v ...string) {
		rate, batch, steps := v[0], v[1], v[2]
		var want []string
		if rate == "1e-4" && number(batch)*number(steps) != 16 {
			want = []string{aWarning}
		}
		expectTold(t, map[string]string{"train.py": script(rate, batch, steps), ".base/train.py": script("1e-4", "8", "2"), "run.sh": "python train.py\n", ".base/run.sh": "python train.py\n"},
			"effective-batch-changed", want...)
	}, []string{"1e-4", "2e-4", "rate"}, []string{"4", "8", "16"}, []string{"1", "2", "4"})
}

// targetOf names the card that jobs are judged against.
func targetOf(files map[string]string, gpu, count string) map[string]string {
	if gpu != absent {
		files["trainlint.yaml"] = "target:\n  gpu: " + gpu + "\n" + yamlOf("  count", count)
	}
	return files
}

// tableOfCertainty: 8 billion parameters in bf16 with gradients and Adam's two moments are 60 GiB, whatever the batch
// is. What changes that, and is not counted, leaves nothing to say.
func tableOfCertainty(t *testing.T) {
	config := func(model, batch, precision, other, value string) string {
		return yamlOf("base_model", model, "micro_batch_size", batch, "sequence_len", "4096", "bf16", precision, "optimizer", "adamw_torch",
			"gradient_checkpointing", "true", "flash_attention", "true", other, value) + "datasets:\n  - path: my/data\n"
	}
	const model = "NousResearch/Meta-Llama-3-8B"
	grid(func(v ...string) {
		name, batch, precision, gpu, count := v[0], v[1], v[2], v[3], v[4]
		var want []string
		switch {
		case name == absent || batch == absent || precision == absent || gpu == absent || gpu == "b200": // 178 GiB hold it
		case count == absent: // eight of them may divide it
			want = []string{aWarning}
		default:
			want = []string{anError}
		}
		expectTold(t, targetOf(map[string]string{"a.yml": config(name, batch, precision, "seed", absent)}, gpu, count), "exceeds-gpu-memory", want...)
	}, []string{absent, model}, []string{absent, "4"}, []string{absent, "true"}, []string{absent, "a10g", "b200"}, []string{absent, "1"})
	for _, other := range []string{"use_galore", "use_apollo", "use_badam", "use_adam_mini", "use_muon", "qat", "quantization", "lisa_n_layers", "unfrozen_parameters", "relora_steps", "fp8", "seed"} {
		for _, value := range []string{"false", "true"} {
			want := []string{anError}
			if other != "seed" && value == "true" {
				want = nil
			}
			expectTold(t, targetOf(map[string]string{"a.yml": config(model, "4", "true", other, value)}, "a10g", "1"), "exceeds-gpu-memory", want...)
		}
	}
}

// tableOfCapabilities: bf16 starts at compute capability 8.0. Torch refused it below that until 2.4, and emulates it
// since.
func tableOfCapabilities(t *testing.T) {
	grid(func(v ...string) {
		gpu, precision, weights, requirement := v[0], v[1], v[2], v[3]
		var want []string
		switch old := gpu == "t4" || gpu == "v100"; {
		case !old:
		case precision == "bf16" && requirement == "==2.3.1":
			want = []string{anError}
		case precision == "bf16" || weights == "torch.bfloat16":
			want = []string{aWarning}
		}
		text := "import torch\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\n\n" +
			"model = AutoModelForCausalLM.from_pretrained(\"openai-community/gpt2\"" + keywords("torch_dtype", weights) + ")\n" +
			"args = TrainingArguments(output_dir=\"out\"" + keywords(precision, given(precision != absent, "True")) + ")\n" +
			"trainer = Trainer(model=model, args=args, train_dataset=data)\ntrainer.train()\n"
		files := map[string]string{"train.py": text}
		expectTold(t, targetOf(requirements(files, "torch", requirement), gpu, absent), "bf16-unsupported", want...)
	}, []string{absent, "t4", "v100", "a10g", "h100"}, []string{absent, "bf16", "fp16"}, []string{absent, "torch.bfloat16", "torch.float16"}, []string{absent, "==2.3.1", ">=2.4", ">=2.0"})
}

// tableOfQuantised: weights in 4 or 8 bits have no gradients. They take adapters, and those a model that was prepared
// for them.
func tableOfQuantised(t *testing.T) {
	adapt := map[string]string{
		"get_peft_model(model, LoraConfig(r=8))": "model = get_peft_model(model, LoraConfig(r=8))\n",
		"get_peft_model(other, LoraConfig(r=8))": "other = get_peft_model(other, LoraConfig(r=8))\n",
		"load_adapter":                           "model.load_adapter(path)\n",
		"add_adapter":                            "model.add_adapter(LoraConfig(r=8))\n",
		"PeftModel":                              "model = PeftModel.from_pretrained(model, path, is_trainable=True)\n",
		"from_pretrained":                        "other = AutoModelForCausalLM.from_pretrained(\"openai-community/gpt2\")\n",
		absent:                                   absent,
	}
	prepare := map[string]string{
		"by peft":              "model = prepare_model_for_kbit_training(model)\n",
		"by its older name":    "model = prepare_model_for_int8_training(model)\n",
		"by a method":          "model.enable_input_require_grads()\n",
		"by hand":              "for p in model.parameters():\n    p.requires_grad = False\n",
		"looked at":            "print([p.requires_grad for p in model.parameters()])\n",
		"something else":       "model.enable_gradients()\n",
		"by the project's own": "model = my_kbit_preparation(model)\n",
		absent:                 absent,
	}
	for bits, quantised := range map[string]bool{"load_in_4bit=True": true, "load_in_8bit=True": true, "load_in_4bit=False": false, absent: false} {
		for adapts, adapted := range adapt {
			for prepares, prepared := range prepare {
				config := ""
				if bits != absent {
					config = ", quantization_config=BitsAndBytesConfig(" + bits + ")"
				}
				text := "import torch\nfrom peft import LoraConfig, PeftModel, get_peft_model, prepare_model_for_int8_training, prepare_model_for_kbit_training\n" +
					"from transformers import AutoModelForCausalLM, BitsAndBytesConfig, Trainer, TrainingArguments\n\n" +
					"model = AutoModelForCausalLM.from_pretrained(\"openai-community/gpt2\"" + config + ")\n" + prepared + adapted +
					"args = TrainingArguments(output_dir=\"out\")\ntrainer = Trainer(model=model, args=args, train_dataset=data)\ntrainer.train()\n"
				var unprepared []string
				if ready := prepares != absent && prepares != "looked at" && prepares != "something else"; quantised && !ready && strings.Contains(adapts, "(model") {
					unprepared = []string{aWarning}
				}
				expectTold(t, map[string]string{"train.py": text}, "qlora-unprepared", unprepared...)
				if prepares == absent && !strings.Contains(adapts, "(other") {
					expectTold(t, map[string]string{"train.py": text}, "quantized-full-finetune", errorIf(quantised && (adapts == absent || adapts == "from_pretrained"))...)
				}
			}
		}
	}
}
