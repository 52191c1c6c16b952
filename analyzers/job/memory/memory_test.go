package memory

import (
	"fmt"
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

// TestBegan: a folder that another job writes holds the model that that one began with, and that is an assumption.
func TestBegan(t *testing.T) {
	j := only(t, strings.Replace(axolotl, "NousResearch/Meta-Llama-3-8B", "./out/sft_merged", 1))
	if m := Model(j); m.Known() {
		t.Errorf("nobody says what it is, and it is %s", m.ID)
	}
	j.Began = "NousResearch/Meta-Llama-3-8B"
	if m := Model(j); !m.Known() || !m.Inferred {
		t.Errorf("%s, inferred %t", m.ID, m.Inferred)
	}
	j.Began = "somebody/Meta-Llama-3-8B-tuned"
	if m := Model(j); !m.Known() || !m.Inferred {
		t.Errorf("%s, inferred %t, from a name that says it", m.ID, m.Inferred)
	}
	j.Began = "somebody/another"
	if m := Model(j); m.Known() || m.ID != "./out/sft_merged" {
		t.Errorf("%s is in the catalogue", m.ID)
	}
}

// TestNamesOfModels: which model a name is.
func TestNamesOfModels(t *testing.T) {
	for name, want := range map[string]struct{ known, inferred bool }{
		"NousResearch/Meta-Llama-3-8B": {true, false}, "somebody/Meta-Llama-3-8B-tuned": {true, true}, "somebody/another": {false, false},
	} {
		m := Model(only(t, strings.Replace(axolotl, "NousResearch/Meta-Llama-3-8B", name, 1)))
		if m.Known() != want.known || m.Inferred != want.inferred || !m.Known() && m.ID != name {
			t.Errorf("%s: known %t, inferred %t, %s", name, m.Known(), m.Inferred, m.ID)
		}
	}
}

// TestModelBesideTheConfig: a config.json in the project says what a model is, whatever its folder is called; one that
// says nothing leaves the name to tell it.
func TestModelBesideTheConfig(t *testing.T) {
	const one = `{"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 512, "intermediate_size": 1024, "num_hidden_layers": 4, ` +
		`"num_attention_heads": 8, "num_key_value_heads": 8, "vocab_size": 1000, "tie_word_embeddings": false}`
	for text, want := range map[string]int{one: 4, "[": 32} {
		m := Model(only(t, strings.Replace(axolotl, "NousResearch/Meta-Llama-3-8B", "models/Meta-Llama-3-8B", 1)+"-- models/Meta-Llama-3-8B/config.json --\n"+text))
		if m.Layers != want || m.ID == "" {
			t.Errorf("%s: %d layers of %q, want %d", text, m.Layers, m.ID, want)
		}
	}
}

// TestHelpersAreThoseLoaded: the VAE and the text encoders count when the script loads them.
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
	e := Describe(only(t, "-- train.py --\nimport torch\nmodel = build()\nfor x in y:\n    loss.backward()\n    opt.step()\n"))
	if e.Model.Known() || e.Method != "" || e.Weights != "" || e.MicroBatch != 0 || e.Optimizer != "" {
		t.Errorf("%+v", e)
	}
}

// TestWhatAdaptersAndBucketsSay: what a config says of them reaches the estimator, "auto" as transformers fills it in.
func TestWhatAdaptersAndBucketsSay(t *testing.T) {
	const script = "-- run.sh --\ndeepspeed train.py --deepspeed ds.json\n-- train.py --\nfrom peft import LoraConfig, get_peft_model\nfrom transformers import AutoModelForCausalLM, HfArgumentParser, Trainer, TrainingArguments\n" +
		"model = get_peft_model(AutoModelForCausalLM.from_pretrained('NousResearch/Meta-Llama-3-8B'), LoraConfig(r=8%s))\n(args,) = HfArgumentParser(TrainingArguments).parse_args_into_dataclasses()\nTrainer(model=model, args=args).train()\n" +
		"-- ds.json --\n{\"zero_optimization\": {\"stage\": 2%s}, \"bf16\": {\"enabled\": true}}\n"
	for _, test := range []struct {
		adapter, zero string
		dropout       estimator.Tri
		bucket        int64
		overlap       estimator.Tri
	}{
		{"", "", estimator.No, 0, estimator.Unsaid},
		{", lora_dropout=0.05", `, "reduce_bucket_size": "auto", "overlap_comm": true`, estimator.Yes, 4096 * 4096, estimator.Yes},
		{", lora_dropout=0.0", `, "reduce_bucket_size": 2e8, "overlap_comm": false`, estimator.No, 2e8, estimator.No},
		{", lora_dropout=rate", `, "reduce_bucket_size": 500000000`, estimator.Unsaid, 5e8, estimator.Unsaid},
	} {
		e := Describe(only(t, fmt.Sprintf(script, test.adapter, test.zero)))
		if e.AdapterDropout != test.dropout || e.ReduceBucket != test.bucket || e.OverlapComm != test.overlap {
			t.Errorf("%s%s: dropout %d, bucket %d, overlap %d", test.adapter, test.zero, e.AdapterDropout, e.ReduceBucket, e.OverlapComm)
		}
	}
}

// TestAdapterOfAModuleCall: get_peft_model(…) is given a config, which says the dropout.
func TestAdapterOfAModuleCall(t *testing.T) {
	const script = "-- train.py --\nimport argparse, peft\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\n" +
		"parser = argparse.ArgumentParser()\nparser.add_argument('--dropout', type=float, default=0.1)\nargs = parser.parse_args()\ndef adapt(model, config):\n    return peft.get_peft_model(model, config)\n" +
		"config = peft.LoraConfig(r=8, lora_dropout=args.dropout)\nmodel = adapt(AutoModelForCausalLM.from_pretrained('NousResearch/Meta-Llama-3-8B'), config)\nTrainer(model=model, args=TrainingArguments('out')).train()\n"
	e := Describe(only(t, script))
	if e.AdapterDropout != estimator.Yes {
		t.Errorf("dropout %d, want %d", e.AdapterDropout, estimator.Yes)
	}
}

// TestOwnOptimizer: a class that the program calls is told from a word that the trainer makes an optimizer of.
func TestOwnOptimizer(t *testing.T) {
	const script = "-- train.py --\nimport torch, torchao\nimport bitsandbytes as bnb\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\n" +
		"model = AutoModelForCausalLM.from_pretrained('NousResearch/Meta-Llama-3-8B')\nTrainer(model=model, args=TrainingArguments('out'%s)%s).train()\n"
	for _, test := range []struct {
		word, given string
		own         estimator.Tri
	}{
		{", optim='adamw_bnb_8bit'", "", estimator.Unsaid},
		{"", ", optimizers=(bnb.optim.AdamW8bit(model.parameters()), None)", estimator.Yes},
		{"", ", optimizers=(torchao.optim.AdamW8bit(model.parameters()), None)", estimator.Yes},
		{"", ", optimizers=(torch.optim.AdamW(model.parameters()), None)", estimator.Unsaid},
	} {
		e := Describe(only(t, fmt.Sprintf(script, test.word, test.given)))
		if want := test.own == estimator.Yes || test.word != ""; e.OwnOptimizer != test.own || (e.Optimizer == estimator.AdamW8bit) != want {
			t.Errorf("%s%s: own %d, %s", test.word, test.given, e.OwnOptimizer, e.Optimizer)
		}
	}
}

// TestFrozenTower: LLaMA-Factory and ms-swift leave what reads images frozen unless they are told otherwise.
func TestFrozenTower(t *testing.T) {
	const config = "-- a.yaml --\nmodel_name_or_path: Qwen/Qwen2-VL-2B-Instruct\nstage: sft\ndo_train: true\nfinetuning_type: lora\nlora_target: all\ntemplate: qwen2_vl\n" +
		"dataset: x\ncutoff_len: 8192\ndisable_gradient_checkpointing: true\nper_device_train_batch_size: 1\nbf16: true\n"
	for line, want := range map[string]bool{"": true, "freeze_vision_tower: true\n": true, "freeze_vision_tower: false\n": false} {
		if got := estimator.Estimate(Describe(only(t, config+line))); len(got.Missing) == 0 != want {
			t.Errorf("%q: missing %v", line, got.Missing)
		}
	}
	const swift = "-- run.sh --\nswift sft --model Qwen/Qwen2-VL-2B-Instruct --dataset x"
	for _, test := range []struct {
		launch string
		want   estimator.Tri
	}{
		{swift, estimator.Yes}, {swift + " --freeze_vit false", estimator.No},
		{axolotl, estimator.Unsaid},
	} {
		if got := Describe(only(t, test.launch)).FrozenTower; got != test.want {
			t.Errorf("%s: %d, want %d", test.launch, got, test.want)
		}
	}
}

// TestQuantisedWithoutAWord: a config of quantised weights that names no adapters is not sized as full training, which
// raises.
func TestQuantisedWithoutAWord(t *testing.T) {
	const config = "-- a.yml --\nbase_model: NousResearch/Meta-Llama-3-8B\nmicro_batch_size: 2\nsequence_len: 2048\ndatasets:\n  - path: x\n"
	for line, want := range map[string]estimator.Method{"": estimator.Full, "load_in_4bit: true\n": "", "load_in_8bit: true\n": "", "load_in_4bit: true\nadapter: qlora\n": estimator.QLoRA} {
		if got := Describe(only(t, config+line)).Method; got != want {
			t.Errorf("%q: %q", line, got)
		}
	}
}

// TestOptimizersOfTorch: what an optimizer of torch.optim keeps is known where its arguments are seen.
func TestOptimizersOfTorch(t *testing.T) {
	const script = "-- train.py --\nimport json, torch\nfrom torch import nn\nmodel = nn.Linear(4, 4)\noptimizer = torch.optim.%s\n" +
		"for x in range(3):\n    optimizer.zero_grad()\n    model(torch.zeros(2, 4)).sum().backward()\n    optimizer.step()\n"
	for made, want := range map[string]estimator.Optimizer{
		"Adadelta(model.parameters(), lr=1.0)":                            "adadelta",
		"Adagrad(model.parameters(), lr=1.0)":                             "adagrad",
		"RMSprop(model.parameters(), lr=1e-3)":                            "rmsprop",
		"RMSprop(model.parameters(), lr=1e-3, momentum=0)":                "rmsprop",
		"RMSprop(model.parameters(), lr=1e-3, momentum=0.9)":              "rmsprop-momentum",
		"RMSprop(model.parameters(), lr=1e-3, centered=True)":             "rmsprop-centered",
		"RMSprop(model.parameters(), momentum=0.9, centered=True)":        "rmsprop-centered-momentum",
		"RMSprop(model.parameters(), centered=True, momentum=0.9)":        "rmsprop-centered-momentum",
		"RMSprop(model.parameters(), momentum=json.load(open('c'))['m'])": "",
		"RMSprop(model.parameters(), **json.load(open('c')))":             "",
		"LBFGS(model.parameters())":                                       "",
	} {
		if got := Describe(only(t, fmt.Sprintf(script, made))).Optimizer; got != want {
			t.Errorf("%s: %q, want %q", made, got, want)
		}
	}
}

// TestOpenMethod: what is trained of a model is open where the optimizer holds what nobody here knows, and not where it
// holds all of it.
func TestOpenMethod(t *testing.T) {
	const script = "-- train.py --\nimport torch\nfrom transformers import AutoModelForCausalLM\nfrom elsewhere import adapted\n" +
		"model = AutoModelForCausalLM.from_pretrained('a/b')\n%s" +
		"opt = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=1e-4)\n" +
		"for x in torch.utils.data.DataLoader(data, batch_size=2):\n    model(x).loss.backward()\n    opt.step()\n"
	for before, want := range map[string]bool{"": false, "for p in model.parameters():\n    p.requires_grad = False\nmodel = adapted(model, 8)\n": true} {
		if e := Describe(only(t, fmt.Sprintf(script, before))); e.OpenMethod != want || want && e.Method != "" {
			t.Errorf("%q: open %v, %q", before, e.OpenMethod, e.Method)
		}
	}
}

// TestOpenAccumulation: an accumulation that something decides and nobody here knows is open, one that nobody mentions
// is not.
func TestOpenAccumulation(t *testing.T) {
	const script = "-- train.py --\nfrom transformers import Trainer, TrainingArguments, AutoModelForCausalLM\n" +
		"model = AutoModelForCausalLM.from_pretrained('a/b')\nTrainer(model=model, args=TrainingArguments('out'%s)).train()\n"
	for given, want := range map[string]bool{"": false, ", gradient_accumulation_steps=4": false, ", gradient_accumulation_steps=int(input())": true} {
		e := Describe(only(t, fmt.Sprintf(script, given)))
		if e.OpenAccum != want || want && e.GradAccum != 0 {
			t.Errorf("%q: open %v, %d", given, e.OpenAccum, e.GradAccum)
		}
	}
}
