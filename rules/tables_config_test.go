package rules_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	anError  = "error"
	aWarning = "warning"
	aNote    = "note"
)

// absent is the value of an axis on which a setting is not written.
const absent = ""

// jsonOf writes the keys that are given; a key with a dot stands in an object of its own.
func jsonOf(pairs ...string) string {
	var lines []string
	for i := 0; i < len(pairs); i += 2 {
		key, value := pairs[i], pairs[i+1]
		if value == absent {
			continue
		}
		outer, inner, nested := strings.Cut(key, ".")
		if nested {
			key, value = outer, `{"`+inner+`": `+value+`}`
		}
		lines = append(lines, `  "`+key+`": `+value)
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n}\n"
}

// yamlOf writes the keys that are given.
func yamlOf(pairs ...string) string {
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != absent {
			b.WriteString(pairs[i] + ": " + pairs[i+1] + "\n")
		}
	}
	return b.String()
}

// keywords writes the arguments that are given, each after a comma.
func keywords(pairs ...string) string {
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != absent {
			b.WriteString(", " + pairs[i] + "=" + pairs[i+1])
		}
	}
	return b.String()
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

const engineScript = `import argparse

import deepspeed

parser = argparse.ArgumentParser()
parser = deepspeed.add_config_arguments(parser)
args = parser.parse_args()
model = build()
engine, optimizer, _, _ = deepspeed.initialize(args=args, model=model, model_parameters=model.parameters())
for batch in loader:
    engine.backward(engine(batch).mean())
    engine.step()
`

// tableOfBatches: DeepSpeed asserts that the whole batch is micro-batch × accumulation × GPUs.
func tableOfBatches(t *testing.T) {
	grid(func(v ...string) {
		total, micro, steps, gpus := v[0], v[1], v[2], v[3]
		launch := "deepspeed train.py --deepspeed --deepspeed_config ds.json\n"
		if gpus != absent {
			launch = "deepspeed --num_gpus " + gpus + " train.py --deepspeed --deepspeed_config ds.json\n"
		}
		wrong := false
		if product := number(micro) * number(steps); number(total) > 0 && product > 0 {
			wrong = number(total)%product != 0 || gpus != absent && number(total) != product*number(gpus)
		}
		expectTold(t, map[string]string{"train.py": engineScript, "run.sh": launch, "ds.json": jsonOf("train_batch_size", total,
			"train_micro_batch_size_per_gpu", micro, "gradient_accumulation_steps", steps, "zero_optimization.stage", "2")},
			"batch-arithmetic", errorIf(wrong)...)
	}, []string{absent, `"auto"`, "1", "8", "12"}, []string{absent, `"auto"`, "1", "4"}, []string{absent, "1", "2"},
		[]string{absent, "1", "2"})
}

// trainerScript trains with transformers' Trainer.
func trainerScript(arguments string) string {
	return `from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2")
args = TrainingArguments(output_dir="out", max_steps=10` + arguments + `)
trainer = Trainer(model=model, args=args, train_dataset=data)
trainer.train()
`
}

// tableOfDeepSpeedArguments: transformers compares what the DeepSpeed config says with each of its arguments, their
// defaults too, and raises where they differ.
func tableOfDeepSpeedArguments(t *testing.T) {
	for _, c := range []struct{ key, argument, byDefault string }{
		{"train_micro_batch_size_per_gpu", "per_device_train_batch_size", "8"},
		{"gradient_accumulation_steps", "gradient_accumulation_steps", "1"},
		{"gradient_clipping", "max_grad_norm", "1"},
	} {
		grid(func(v ...string) {
			written, argument := v[0], v[1]
			mine := argument
			if mine == absent {
				mine = c.byDefault
			}
			wrong := written != absent && written != `"auto"` && written != mine // a text is not the number
			expectTold(t, map[string]string{"train.py": trainerScript(keywords(c.argument, argument, "deepspeed", `"ds.json"`)),
				"run.sh": "deepspeed --num_gpus 2 train.py\n", "ds.json": jsonOf(c.key, written, "zero_optimization.stage", "2")},
				"deepspeed-arguments-mismatch", errorIf(wrong)...)
		}, []string{absent, `"auto"`, "1", "2", "8", `"8"`, `"1"`}, []string{absent, "1", "2", "8"})
	}
	grid(func(v ...string) {
		total, micro, steps, gpus := v[0], v[1], v[2], v[3]
		world := number(gpus) * max(number(steps), 1)
		if micro == absent {
			world *= 8
		} else {
			world *= number(micro)
		}
		wrong := number(total) > 0 && number(total) != world
		expectTold(t, map[string]string{
			"train.py": trainerScript(keywords("per_device_train_batch_size", micro, "gradient_accumulation_steps", steps, "deepspeed", `"ds.json"`)),
			"run.sh":   "deepspeed --num_gpus " + gpus + " train.py\n",
			"ds.json":  jsonOf("train_batch_size", total, "zero_optimization.stage", "2")},
			"deepspeed-arguments-mismatch", errorIf(wrong)...)
	}, []string{absent, `"auto"`, "8", "16", "32"}, []string{absent, "4", "8"}, []string{absent, "2"}, []string{"1", "2", "4"})
}

const acceleratedScript = `import torch
from accelerate import Accelerator
from torch.utils.data import DataLoader

accelerator = Accelerator(%s)
model = build()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
model, optimizer = accelerator.prepare(model, optimizer)
for batch in DataLoader(dataset, batch_size=4, num_workers=4):
    accelerator.backward(model(batch).mean())
    optimizer.step()
    optimizer.zero_grad()
`

func is16Bit(word string) bool { return word == "fp16" || word == "bf16" }

// tableOfWholeBatches: with all three numbers in the DeepSpeed config, each of the first two is compared by itself, and
// the whole batch with them and not with the arguments.
func tableOfWholeBatches(t *testing.T) {
	grid(func(v ...string) {
		total, micro, steps := v[0], v[1], v[2]
		alone := micro == absent || steps == absent
		wrong := alone && total == "64"
		expectTold(t, map[string]string{
			"train.py": trainerScript(keywords("per_device_train_batch_size", "4", "gradient_accumulation_steps", "2", "deepspeed", `"ds.json"`)),
			"run.sh":   "deepspeed --num_gpus 2 train.py\n",
			"ds.json": jsonOf("train_batch_size", total, "train_micro_batch_size_per_gpu", micro, "gradient_accumulation_steps", steps,
				"zero_optimization.stage", "2")}, "deepspeed-arguments-mismatch", errorIf(wrong)...)
	}, []string{absent, "16", "64"}, []string{absent, "4"}, []string{absent, "2"})
}

// tableOfClasses: whose arguments they are.
func tableOfClasses(t *testing.T) {
	for class, isOne := range map[string]bool{
		"transformers.TrainingArguments": true, "transformers.Seq2SeqTrainingArguments": true, "trl.SFTConfig": true, "trl.DPOConfig": true,
		"trl.ModelConfig": false, "trl.SFTTrainer": false, "transformers.Trainer": false, "transformers.AutoConfig": false,
		"own.TrainingArguments": false, "own.SFTConfig": false, "accelerate.Accelerator": false,
	} {
		module, name, _ := strings.Cut(class, ".")
		expectTold(t, map[string]string{"train.py": "from " + module + " import " + name + "\n\nx = " + name + "(\"out\", fp16=True, bf16=True)\n"},
			"hf-arguments-fatal", errorIf(isOne)...)
	}
}

// tableOfPrecisions: two 16-bit words at once stop DeepSpeed; an Accelerator's own word beats the launcher's.
func tableOfPrecisions(t *testing.T) {
	half := []string{absent, "fp16", "bf16"}
	grid(func(v ...string) {
		engine, argument := v[0], v[1]
		var said, switched string
		if engine != absent {
			said = `{"enabled": true}`
		}
		if argument != absent {
			switched = "True"
		}
		wrong := engine != absent && argument != absent && engine != argument
		expectTold(t, map[string]string{"train.py": trainerScript(keywords(argument, switched, "deepspeed", `"ds.json"`)),
			"run.sh": "deepspeed --num_gpus 2 train.py\n", "ds.json": jsonOf(engine, said, "zero_optimization.stage", "2")},
			"precision-conflict", errorIf(wrong)...)
	}, half, half)
	words := []string{absent, "no", "fp16", "bf16"}
	grid(func(v ...string) {
		launcher, own := v[0], v[1]
		var quotedLauncher, quotedOwn string
		if launcher != absent {
			quotedLauncher = "'" + launcher + "'"
		}
		if own != absent {
			quotedOwn = `mixed_precision="` + own + `"`
		}
		var want []string
		switch {
		case launcher == absent || own == absent || launcher == own:
		case is16Bit(launcher):
			want = []string{anError} // the run is not in the precision that was asked for
		default:
			want = []string{aNote}
		}
		config := yamlOf("compute_environment", "LOCAL_MACHINE", "distributed_type", "MULTI_GPU", "num_processes", "4", "mixed_precision", quotedLauncher)
		expectTold(t, map[string]string{"train.py": fmt.Sprintf(acceleratedScript, quotedOwn), "accelerate.yaml": config,
			"run.sh": "accelerate launch --config_file accelerate.yaml train.py\n"}, "precision-conflict", want...)
		var switched string
		if is16Bit(own) {
			switched = "True"
		}
		// A Trainer's default is no word: it takes what the launcher says.
		wrong := is16Bit(launcher) && is16Bit(own) && launcher != own
		expectTold(t, map[string]string{"train.py": trainerScript(keywords(own, switched)), "accelerate.yaml": config,
			"run.sh": "accelerate launch --config_file accelerate.yaml train.py\n"}, "precision-conflict", errorIf(wrong)...)
	}, words, words)
}

// tableOfDeviceMaps: a map that spreads a model over all GPUs is refused where each GPU has a process of its own, and
// any map under ZeRO-3.
func tableOfDeviceMaps(t *testing.T) {
	grid(func(v ...string) {
		launcher, stage, written := v[0], v[1], v[2]
		var config string
		if stage != absent {
			config = `"ds.json"`
		}
		load := `"gpt2"` + keywords("device_map", written)
		several := !strings.HasPrefix(launcher, "python") && !strings.HasSuffix(launcher, " 1")
		spreads := slices.Contains([]string{`"auto"`, `"balanced"`, `"balanced_low_0"`, `"sequential"`}, written)
		distributed := !strings.HasPrefix(launcher, "python")
		wrong := several && spreads || distributed && stage == "3" && written != absent
		files := map[string]string{"run.sh": launcher + " train.py\n", "train.py": `from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

args = TrainingArguments("out", max_steps=10` + keywords("deepspeed", config) + `)
model = AutoModelForCausalLM.from_pretrained(` + load + `)
trainer = Trainer(model=model, args=args, train_dataset=data)
trainer.train()
`}
		if stage != absent {
			files["ds.json"] = jsonOf("train_micro_batch_size_per_gpu", `"auto"`, "zero_optimization.stage", stage)
		}
		expectTold(t, files, "device-map-distributed", errorIf(wrong)...)
	}, []string{"python", "torchrun --nproc_per_node 1", "torchrun --nproc_per_node 2", "torchrun --nproc_per_node 4", "deepspeed --num_gpus 2",
		"accelerate launch --multi_gpu --num_processes 2"},
		[]string{absent, "2", "3"}, []string{absent, `"auto"`, `"balanced"`, `"balanced_low_0"`, `"sequential"`, `{"": 0}`, `"cuda:0"`})
}

// tableOfGathering: under ZeRO-3 each process holds slices, and what is saved is put together only where that is asked
// for.
func tableOfGathering(t *testing.T) {
	grid(func(v ...string) {
		stage, gather, save := v[0], v[1], v[2]
		slices := strings.HasPrefix(save, "accelerator.get_state_dict(") || save == `accelerator.unwrap_model(model).save_pretrained("out")` ||
			strings.Contains(save, "state_dict=accelerator.get_state_dict(")
		wrong := stage == "3" && gather != "true" && slices
		config := "compute_environment: LOCAL_MACHINE\ndistributed_type: DEEPSPEED\ndeepspeed_config:\n  zero_stage: " + stage + "\n"
		if gather != absent {
			config += "  zero3_save_16bit_model: " + gather + "\n"
		}
		expectTold(t, map[string]string{"accelerate.yaml": config + "mixed_precision: bf16\nnum_machines: 1\nnum_processes: 4\n",
			"run.sh": "accelerate launch --config_file accelerate.yaml train.py\n", "train.py": `import torch
from accelerate import Accelerator
from transformers import AutoModelForCausalLM

accelerator = Accelerator()
model = AutoModelForCausalLM.from_pretrained("gpt2")
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
for batch in loader:
    loss = model(**batch).loss
    accelerator.backward(loss)
    optimizer.step()
    optimizer.zero_grad()
` + save + "\n"}, "zero3-save-gather", errorIf(wrong)...)
	}, []string{"1", "2", "3"}, []string{absent, "true", "false"}, []string{
		`accelerator.get_state_dict(model)`,
		`other.get_state_dict(model)`,
		`accelerator.unwrap_model(model).save_pretrained("out")`,
		`accelerator.unwrap_model(model).save_pretrained("out", state_dict=accelerator.get_state_dict(model))`,
		`accelerator.unwrap_model(model).save_pretrained("out", state_dict=gathered)`,
		`accelerator.unwrap_model(model).save_pretrained("out", **options)`,
		`tokenizer.save_pretrained("out")`,
		`load(model).save_pretrained("out")`,
	})
}

// tableOfBooleanWords: PyYAML reads these as False where they stand without quotes, and nothing else.
func tableOfBooleanWords(t *testing.T) {
	for _, word := range []string{"no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE", "n", "N", "nO", "none", "'no'", `"no"`, "'NO'", "yes", "true", "fp16", "steps", "~", "0"} {
		isFalse := slices.Contains([]string{"no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE"}, word)
		expectTold(t, map[string]string{"accelerate.yaml": yamlOf("compute_environment", "LOCAL_MACHINE", "distributed_type", "MULTI_GPU",
			"mixed_precision", word, "num_processes", "2")}, "yaml-boolean-word", errorIf(isFalse)...)
		expectTold(t, map[string]string{"train.yaml": yamlOf("model_name_or_path", "a/b", "per_device_train_batch_size", "2", "learning_rate", "1.0e-4",
			"eval_strategy", word)}, "yaml-boolean-word", errorIf(isFalse)...)
		expectTold(t, map[string]string{"train.yaml": yamlOf("model_name_or_path", "a/b", "per_device_train_batch_size", "2", "learning_rate", "1.0e-4",
			"bf16", word)}, "yaml-boolean-word")
		expectTold(t, map[string]string{"config.yaml": yamlOf("mixed_precision", word, "eval_strategy", word, "epochs", "3")}, "yaml-boolean-word")
	}
}

// tableOfEpochs: max_steps above 0 decides alone.
func tableOfEpochs(t *testing.T) {
	grid(func(v ...string) {
		steps, epochs := v[0], v[1]
		var want []string
		if epochs != absent && number(steps) > 0 {
			want = []string{aNote}
		}
		expectTold(t, map[string]string{"train.py": "from transformers import TrainingArguments\n\nargs = TrainingArguments(\"out\"" +
			keywords("max_steps", steps, "num_train_epochs", epochs) + ")\n"}, "epochs-ignored", want...)
	}, []string{absent, "-1", "0", "1", "2", "100"}, []string{absent, "1", "3.0"})
}

// tableOfEnginePrecisions: DeepSpeed refuses two 16-bit types; "auto" is filled in by whoever starts it.
func tableOfEnginePrecisions(t *testing.T) {
	switches := []string{absent, "true", "false", `"auto"`}
	grid(func(v ...string) {
		wrong := v[0] == "true" && (v[1] == "true" || v[2] == "true")
		expectTold(t, map[string]string{"ds.json": jsonOf("fp16.enabled", v[0], "bf16.enabled", v[1], "bfloat16.enabled", v[2],
			"zero_optimization.stage", "2")}, "deepspeed-both-precisions", errorIf(wrong)...)
	}, switches, switches, switches)
}

// tableOfCaches: the cache of generation beside checkpointing.
func tableOfCaches(t *testing.T) {
	grid(func(v ...string) {
		checkpointing, cache := v[0], v[1]
		var want []string
		if checkpointing == "true" && cache == "true" {
			want = []string{aWarning}
		}
		expectTold(t, map[string]string{"train.yaml": yamlOf("model_name_or_path", "gpt2", "output_dir", "out", "per_device_train_batch_size", "4",
			"learning_rate", "1.0e-4", "gradient_checkpointing", checkpointing, "use_cache", cache)}, "use-cache-training", want...)
		for _, class := range []string{"AutoModelForCausalLM", "AutoTokenizer"} {
			if class == "AutoTokenizer" {
				want = nil
			}
			expectTold(t, map[string]string{"train.py": "from transformers import " + class + ", Trainer, TrainingArguments\n\nmodel = " + class +
				".from_pretrained(\"gpt2\"" + keywords("use_cache", titled(cache)) + ")\nargs = TrainingArguments(\"out\"" +
				keywords("gradient_checkpointing", titled(checkpointing)) + ")\nTrainer(model=model, args=args).train()\n"}, "use-cache-training", want...)
		}
	}, []string{absent, "true", "false"}, []string{absent, "true", "false"})
}

// titled is a YAML boolean as Python writes it.
func titled(word string) string {
	if word == absent {
		return absent
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// tableOfLLaMAFactory: it checkpoints unless its own key says otherwise, whatever the Trainer's key says.
func tableOfLLaMAFactory(t *testing.T) {
	grid(func(v ...string) {
		trainers, own := v[0], v[1]
		var want []string
		if trainers == "true" && own == "true" || trainers == "false" && own != "true" {
			want = []string{aWarning}
		}
		expectTold(t, map[string]string{"train.yaml": yamlOf("model_name_or_path", "meta-llama/Llama-3.2-1B", "stage", "sft", "finetuning_type", "lora",
			"template", "llama3", "gradient_checkpointing", trainers, "disable_gradient_checkpointing", own)}, "checkpointing-key-ignored", want...)
	}, []string{absent, "true", "false", "auto"}, []string{absent, "true", "false"})
}

// tableOfDoubleCheckpointing: FSDP's checkpointing and the Trainer's. TRL's configs switch the Trainer's on by
// themselves.
func tableOfDoubleCheckpointing(t *testing.T) {
	grid(func(v ...string) {
		fsdps, class, trainers := v[0], v[1], v[2]
		wrong := fsdps == "true" && (trainers == "True" || trainers == absent && class == "SFTConfig")
		config := "compute_environment: LOCAL_MACHINE\ndistributed_type: FSDP\nfsdp_config:\n  fsdp_sharding_strategy: FULL_SHARD\n"
		if fsdps != absent {
			config += "  fsdp_activation_checkpointing: " + fsdps + "\n"
		}
		script := strings.Replace(trainerScript(keywords("gradient_checkpointing", trainers)), "TrainingArguments", class, 2)
		if class == "SFTConfig" {
			script = strings.Replace(strings.Replace(script, "Trainer(", "SFTTrainer(", 1), "Trainer, SFTConfig", "Trainer\nfrom trl import SFTConfig, SFTTrainer", 1)
		}
		expectTold(t, map[string]string{"fsdp.yaml": config + "mixed_precision: bf16\nnum_machines: 1\nnum_processes: 4\n", "train.py": script,
			"run.sh": "accelerate launch --config_file fsdp.yaml train.py\n"}, "fsdp-double-checkpointing", errorIf(wrong)...)
	}, []string{absent, "true", "false"}, []string{"TrainingArguments", "SFTConfig"}, []string{absent, "True", "False"})
}

// tableOfOverflows: models that were trained in bf16, in fp16.
func tableOfOverflows(t *testing.T) {
	grid(func(v ...string) {
		name, half, class := v[0], v[1], v[2]
		var want []string
		switch {
		case half != "true":
		case strings.HasSuffix(name, "flan-t5-large"):
			want = []string{anError}
		case strings.HasSuffix(name, "t5-base"):
			want = []string{aWarning}
		}
		expectTold(t, map[string]string{"train.yaml": yamlOf("model_name_or_path", name, "output_dir", "out", "per_device_train_batch_size", "4",
			"learning_rate", "1.0e-4", "fp16", half)}, "fp16-overflow-model", want...)
		if class == "AutoTokenizer" {
			want = nil
		}
		for _, argument := range []string{`"` + name + `"`, `pretrained_model_name_or_path="` + name + `"`, `revision="main", pretrained_model_name_or_path="` + name + `"`} {
			script := "from transformers import " + class + ", TrainingArguments\n\nmodel = " + class + ".from_pretrained(" + argument +
				")\nargs = TrainingArguments(\"out\"" + keywords("fp16", titled(half)) + ")\n"
			expectTold(t, map[string]string{"train.py": script}, "fp16-overflow-model", want...)
			// With two models, nobody knows which is trained.
			expectTold(t, map[string]string{"train.py": script + "other = " + class + ".from_pretrained(\"gpt2\")\n"}, "fp16-overflow-model")
			expectTold(t, map[string]string{"train.py": script + "other = " + class + ".from_pretrained(pick())\n"}, "fp16-overflow-model")
		}
	}, []string{"google/flan-t5-large", "t5-base", "gpt2"}, []string{absent, "true", "false"}, []string{"AutoModelForSeq2SeqLM", "AutoTokenizer"})
}

// tableOfDuplicates: who refuses a key that stands twice, and what the others lose.
func tableOfDuplicates(t *testing.T) {
	grid(func(v ...string) {
		first, second := v[0], v[1]
		expectTold(t, map[string]string{"ds.json": "{\"train_micro_batch_size_per_gpu\": " + first +
			", \"zero_optimization\": {\"stage\": 2}, \"train_micro_batch_size_per_gpu\": " + second + "}\n"}, "duplicate-key", anError)
		lost := aWarning
		if first == second {
			lost = aNote
		}
		expectTold(t, map[string]string{"train.yaml": "base_model: meta-llama/Llama-3.1-8B\nmicro_batch_size: " + first +
			"\nadapter: lora\nsequence_len: 512\nmicro_batch_size: " + second + "\n"}, "duplicate-key", lost)
		expectTold(t, map[string]string{"train.yaml": "base_model: meta-llama/Llama-3.1-8B\nmicro_batch_size: " + first +
			"\nadapter: lora\nsequence_len: 512\ngradient_accumulation_steps: " + second + "\n"}, "duplicate-key")
	}, []string{"1", "2"}, []string{"1", "2", "[1]"})
}

// tableOfAccumulations: accelerate launch hands its number to Accelerator(), which takes it instead of its argument,
// and makes a number of every word (accelerate 1.0 and later:
// int(os.environ["ACCELERATE_GRADIENT_ACCUMULATION_STEPS"])). A plugin decides by itself.
func tableOfAccumulations(t *testing.T) {
	grid(func(v ...string) {
		argument, launcher, plugin := v[0], v[1], v[2]
		said := strings.TrimPrefix(keywords("gradient_accumulation_steps", argument, "gradient_accumulation_plugin", plugin), ", ")
		wrong := launcher == "auto" && plugin == absent ||
			number(argument) > 0 && number(launcher) > 0 && number(argument) != number(launcher)
		if plugin != absent && argument != absent {
			return // Accelerator() refuses both
		}
		expectTold(t, map[string]string{
			"train.py": "import torch\nfrom accelerate import Accelerator\nfrom torch.utils.data import DataLoader\n\nfrom lib import plugin\n\naccelerator = Accelerator(" + said + ")\nmodel = build()\n" +
				"optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)\nfor batch in DataLoader(dataset, batch_size=4, num_workers=4):\n    accelerator.backward(model(batch).mean())\n" +
				"    optimizer.step()\n    optimizer.zero_grad()\n",
			"run.sh":          "accelerate launch --config_file accelerate.yaml train.py\n",
			"accelerate.yaml": "compute_environment: LOCAL_MACHINE\ndistributed_type: DEEPSPEED\nnum_processes: 4\ndeepspeed_config:\n  zero_stage: 2\n" + yamlOf("  gradient_accumulation_steps", launcher),
		}, "accumulation-conflict", errorIf(wrong)...)
	}, []string{absent, "1", "4", "steps"}, []string{absent, "1", "4", "8", "auto"}, []string{absent, "plugin"})
}
