package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// release is a version without what nobody declares: 4.41 is {4, 41}.
type release [2]int

func releaseOf(text string) release {
	var r release
	if n, err := fmt.Sscanf(text+".0", "%d.%d", &r[0], &r[1]); n != 2 {
		panic(err)
	}
	return r
}

func (r release) before(o release) bool { return r[0] < o[0] || r[0] == o[0] && r[1] < o[1] }

// allowed lists which of the releases a requirement allows, and whether it says from which on.
func allowed(requirement string, releases []release) (list []release, hasFloor bool) {
	for _, r := range releases {
		fits := true
		for _, part := range strings.Split(requirement, ",") {
			switch {
			case part == absent:
			case strings.HasPrefix(part, ">="):
				fits, hasFloor = fits && !r.before(releaseOf(part[2:])), true
			case strings.HasPrefix(part, "=="):
				fits, hasFloor = fits && r == releaseOf(part[2:]), true
			case strings.HasPrefix(part, "<"):
				fits = fits && r.before(releaseOf(part[1:]))
			}
		}
		if fits {
			list = append(list, r)
		}
	}
	return list, hasFloor
}

func releases(majors map[int]int) []release {
	var list []release
	for major, minors := range majors {
		for minor := range minors {
			list = append(list, release{major, minor})
		}
	}
	return list
}

// requirements writes what a project declares; nothing where it declares nothing.
func requirements(files map[string]string, library, requirement string) map[string]string {
	if requirement != absent {
		files["requirements.txt"] = library + requirement + "\n"
	}
	return files
}

// tableOfRenames: what becomes of an old argument in the releases that a project allows.
func tableOfRenames(t *testing.T) {
	for _, c := range []struct{ text, library, since, removed string }{
		{"from transformers import TrainingArguments\n\nx = TrainingArguments(\"out\", evaluation_strategy=\"no\")\n", "transformers", "4.41", "4.51"},
		{"from transformers import Seq2SeqTrainingArguments\n\nx = Seq2SeqTrainingArguments(\"out\", no_cuda=True)\n", "transformers", "4.32", "5.0"},
		{"from transformers import TrainingArguments\n\nx = TrainingArguments(\"out\", warmup_ratio=0.1)\n", "transformers", "5.0", "5.15"},
		{"from transformers import Trainer\n\nx = Trainer(model, tokenizer=tokenizer)\n", "transformers", "4.46", "5.0"},
		{"from transformers import AutoModel\n\nx = AutoModel.from_pretrained(\"gpt2\", torch_dtype=kind)\n", "transformers", "4.56", ""},
		{"from transformers import AutoTokenizer\n\nx = AutoTokenizer.from_pretrained(\"gpt2\", use_auth_token=True)\n", "transformers", "4.32", "5.0"},
		{"from transformers import AutoModel\n\nx = AutoModel.from_pretrained(\"gpt2\", load_in_8bit=True)\n", "transformers", "4.37", "5.0"},
		{"from transformers import pipeline\n\nx = pipeline(\"text-generation\", torch_dtype=kind)\n", "transformers", "4.56", ""},
		{"from trl import SFTConfig\n\nx = SFTConfig(\"out\", max_seq_length=512)\n", "trl", "0.16", "0.20"},
		{"from trl import SFTTrainer\n\nx = SFTTrainer(model, tokenizer=tokenizer)\n", "trl", "0.12", "0.16"},
	} {
		known := releases(map[int]int{3: 6, 4: 58, 5: 24})
		specs := []string{absent, ">=4.30", ">=4.45", ">=5.0", ">=5.20", "==4.20.0", "==4.40.0", "==4.45.0", "==4.52.0", "==5.1.0", ">=4.30,<5", ">=4.52,<5", "<5"}
		if c.library == "trl" {
			known = releases(map[int]int{0: 28})
			specs = []string{absent, ">=0.8", ">=0.13", ">=0.17", ">=0.21", "==0.8.0", "==0.12.0", "==0.17.0", ">=0.8,<0.15", ">=0.17,<0.20", "<0.19"}
		}
		since := releaseOf(c.since)
		gone := func(r release) bool { return c.removed != "" && !r.before(releaseOf(c.removed)) }
		for _, spec := range specs {
			list, hasFloor := allowed(spec, known)
			has := func(is func(r release) bool) bool { return slices.ContainsFunc(list, is) }
			some := has(func(r release) bool { return !r.before(since) })
			older := hasFloor && has(func(r release) bool { return r.before(since) })
			declared := spec != absent
			var want []string
			switch {
			case !some:
			case declared && !has(func(r release) bool { return !gone(r) }):
				want = []string{anError} // wherever it runs, it raises
			case c.removed == "" && older: // it is the name to write
			case c.removed == "" && (!declared || has(func(r release) bool { return r.before(since) })), c.removed != "" && older && !has(gone):
				want = []string{aNote} // it works wherever it runs, and must somewhere
			default:
				want = []string{aWarning}
			}
			expectTold(t, requirements(map[string]string{"train.py": c.text}, c.library, spec), "hf-renamed-argument", want...)
		}
	}
}

// tableOfWhoTakes: the same word means something else to another function.
func tableOfWhoTakes(t *testing.T) {
	for call, want := range map[string]bool{
		`AutoModel.from_pretrained("a", torch_dtype=k)`:               true,
		`AutoModel.from_config(c, torch_dtype=k)`:                     true,
		`AutoTokenizer.from_pretrained("a", torch_dtype=k)`:           false,
		`AutoProcessor.from_pretrained("a", torch_dtype=k)`:           false,
		`AutoConfig.from_pretrained("a", torch_dtype=k)`:              false,
		`AutoFeatureExtractor.from_pretrained("a", torch_dtype=k)`:    false,
		`AutoTokenizer.from_pretrained("a", use_auth_token=True)`:     true,
		`AutoConfig.from_pretrained("a", use_auth_token=True)`:        true,
		`AutoModel.from_pretrained("a", use_auth_token=True)`:         true,
		`AutoModel.from_pretrained("a", load_in_4bit=True)`:           true,
		`AutoModel.from_pretrained("a", load_in_4bit=False)`:          false,
		`AutoModel.from_pretrained("a", load_in_4bit=args.four)`:      true,
		`AutoTokenizer.from_pretrained("a", load_in_4bit=True)`:       false,
		`AutoConfig.from_pretrained("a", load_in_8bit=True)`:          false,
		`pipeline("fill-mask", torch_dtype=k)`:                        true,
		`Trainer(m, tokenizer=t)`:                                     true,
		`Seq2SeqTrainer(m, tokenizer=t)`:                              true,
		`DataCollatorWithPadding(tokenizer=t)`:                        false,
		`SFTTrainer(m, tokenizer=t)`:                                  true,
		`SFTTrainer(m, max_seq_length=512)`:                           true,
		`SFTTrainer(m, dataset_text_field="text")`:                    true,
		`DPOTrainer(m, max_seq_length=512)`:                           false,
		`SFTConfig("o", max_seq_length=512)`:                          true,
		`SFTConfig("o", no_cuda=True)`:                                true,
		`DPOConfig("o", no_cuda=True)`:                                true,
		`DPOConfig("o", max_seq_length=512)`:                          false,
		`ModelConfig("o", no_cuda=True)`:                              false,
		`ScriptArguments("o", no_cuda=True)`:                          false,
		`TrainingArguments("o", no_cuda=False)`:                       true,
		`TrainingArguments("o", use_cpu=True)`:                        false,
		`Own("o", no_cuda=True)`:                                      false,
		`Sub("o", no_cuda=True)`:                                      true,
		`SubWithInit("o", no_cuda=True)`:                              false,
		`SubTrainer(m, tokenizer=t)`:                                  true,
		`unknown("o", no_cuda=True, tokenizer=t, max_seq_length=512)`: false,
	} {
		var told []string
		if want {
			told = []string{aWarning}
			if strings.Contains(call, "torch_dtype") {
				told = []string{aNote} // it still works
			}
		}
		expectTold(t, map[string]string{"train.py": `from transformers import (AutoConfig, AutoFeatureExtractor, AutoModel, AutoProcessor, AutoTokenizer,
                          DataCollatorWithPadding, Seq2SeqTrainer, Trainer, TrainingArguments, pipeline)
from trl import DPOConfig, DPOTrainer, ModelConfig, ScriptArguments, SFTConfig, SFTTrainer


class Own:
    pass


class Sub(TrainingArguments):
    pass


class SubWithInit(TrainingArguments):
    def __init__(self, folder, no_cuda=False):
        super().__init__(folder)


class SubTrainer(Trainer):
    def compute_loss(self, model, inputs):
        return model(**inputs).loss


x = ` + call + "\n"}, "hf-renamed-argument", told...)
	}
}

// tableOfTorchReleases: what becomes of an old name or argument of torch in the releases that a project allows.
func tableOfTorchReleases(t *testing.T) {
	known := releases(map[int]int{1: 14, 2: 16})
	for _, c := range []struct {
		text           string
		since, removed string
		always         string // what is told where it is not removed
	}{
		{"import torch\n\nx = torch.solve(b, a)\n", "1.8", "1.12", aWarning},
		{"import torch\n\nx = torch.lstsq(b, a)\n", "1.9", "1.13", aWarning},
		{"import torch\n\nx = torch.ger(a, b)\n", "1.8", "", aWarning},
		{"import torch\n\nx = torch.lu_solve(b, a, p)\n", "1.13", "", aWarning},
		{"import torch\n\nfrom functorch import vmap\n\nx = vmap(f)\n", "2.0", "", aWarning},
		{"import torch\n\ntorch.nn.init.uniform(x)\n", "0.4", "", aWarning},
		{"from torch.nn.init import normal\n\nnormal(x)\n", "0.4", "", aWarning},
		{"import torch\n\nx = torch.testing.assert_allclose(a, b)\n", "1.12", "", aWarning},
		{"import torch\n\nx = torch.optim.lr_scheduler.StepLR(o, 3, verbose=True)\n", "2.7", "2.7", aWarning},
		{"import torch\n\nx = torch.utils.data.DataLoader(d, pin_memory_device=\"cuda\")\n", "2.9", "", aWarning},
	} {
		for _, spec := range []string{absent, ">=1.7", ">=1.10", ">=1.12", ">=1.13", ">=2.0", ">=2.7", ">=2.9", "==1.7.0", "==1.8.0", "==1.12.1", "==2.0.1",
			"==2.6.0", "==2.7.0", "==2.8.0", "==2.9.0", ">=1.10,<2.0", ">=2.0,<2.7", ">=2.0,<2.9", "<2.0", "<2.7"} {
			list, hasFloor := allowed(spec, known)
			has := func(is func(r release) bool) bool { return slices.ContainsFunc(list, is) }
			gone := func(r release) bool { return c.removed != "" && !r.before(releaseOf(c.removed)) }
			var want []string
			switch {
			case !has(func(r release) bool { return !r.before(releaseOf(c.since)) }):
			case has(gone) && !(hasFloor && has(func(r release) bool { return !gone(r) })):
				want = []string{anError}
			default:
				want = []string{c.always}
			}
			expectTold(t, requirements(map[string]string{"train.py": c.text}, "torch", spec), "deprecated-symbol", want...)
		}
	}
}

// tableOfModuleLoads: torch.load refuses modules from 2.6 on.
func tableOfModuleLoads(t *testing.T) {
	for _, spec := range []string{absent, ">=1.13", ">=2.5", ">=2.6", ">=2.7", "==2.5.1", "==2.6.0", ">=2.0,<2.6", ">=2.6,<2.9", "<2.6", "<2.9"} {
		list, _ := allowed(spec, releases(map[int]int{1: 14, 2: 16}))
		older := slices.ContainsFunc(list, func(r release) bool { return r.before(release{2, 6}) })
		newer := slices.ContainsFunc(list, func(r release) bool { return !r.before(release{2, 6}) })
		var want []string
		switch {
		case newer && !older:
			want = []string{anError}
		case newer:
			want = []string{aWarning}
		}
		expectTold(t, requirements(map[string]string{"train.py": "import torch\n\nmodel = torch.load(\"model.pt\")\nmodel.eval()\nprint(model(x))\n"}, "torch", spec),
			"whole-module-load", want...)
	}
}

// tableOfTF32: only a project that has left the releases before 2.9 behind hears of the new switches.
func tableOfTF32(t *testing.T) {
	for _, spec := range []string{absent, ">=2.0", ">=2.8", ">=2.9", "==2.8.0", "==2.9.0", ">=2.10"} {
		var want []string
		if spec == ">=2.9" || spec == "==2.9.0" || spec == ">=2.10" {
			want = []string{aNote}
		}
		for _, use := range []string{"torch.backends.cuda.matmul.allow_tf32 = True", "torch.backends.cudnn.allow_tf32 = False", "print(torch.backends.cudnn.allow_tf32)",
			"a = torch.backends.cudnn.allow_tf32 = fast"} {
			expectTold(t, requirements(map[string]string{"train.py": "import torch\n\n" + use + "\n"}, "torch", spec), "deprecated-symbol", want...)
		}
		expectTold(t, requirements(map[string]string{"train.py": "import torch\n\nconfig.allow_tf32 = True\ntorch.allow_tf32 = True\n"}, "torch", spec), "deprecated-symbol")
	}
}
