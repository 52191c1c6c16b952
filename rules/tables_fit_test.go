package rules_test

import "testing"

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
