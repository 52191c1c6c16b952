package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// stageScript trains the head of a frozen model, then all of it.
const stageScript = `import torch
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf", torch_dtype=torch.bfloat16)
for p in model.model.parameters():
    p.requires_grad = False
args = TrainingArguments(output_dir="head", per_device_train_batch_size=16, bf16=True)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()

for p in model.parameters():
    p.requires_grad = True
args = TrainingArguments(output_dir="all", per_device_train_batch_size=2, bf16=True, optim="sgd")
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
`

func findAll(t *testing.T, script string) []*Job {
	t.Helper()
	return Find(workspace("-- train.py --\n" + script))
}

func TestStages(t *testing.T) {
	jobs := findAll(t, stageScript)
	if len(jobs) != 2 {
		t.Fatalf("%d jobs, want 2", len(jobs))
	}
	if got := jobs[0].Name + ", " + jobs[1].Name; got != "train.py stage 1, line 9, train.py stage 2, line 15" {
		t.Errorf("names: %s", got)
	}
	check(t, jobs[0], map[dialect.Field]string{dialect.Method: "partial @ train.py:6", dialect.MicroBatch: "16 @ train.py:7", dialect.Optimizer: "adamw (TrainingArguments)", dialect.Model: "meta-llama/Llama-2-7b-hf @ train.py:4"})
	check(t, jobs[1], map[dialect.Field]string{dialect.Method: "full @ train.py:12", dialect.MicroBatch: "2 @ train.py:13", dialect.Optimizer: "sgd @ train.py:13", dialect.Model: "meta-llama/Llama-2-7b-hf @ train.py:4"})
}

// TestStagesWhoseArgumentsStandTogether: each stage has those that its trainer is given, wherever they are made.
func TestStagesWhoseArgumentsStandTogether(t *testing.T) {
	const made = `args = TrainingArguments(output_dir="all", per_device_train_batch_size=2, bf16=True, optim="sgd")
`
	script := strings.Replace(strings.Replace(stageScript, made, "", 1), "args=args", "args=last", 2)
	script = strings.Replace(strings.Replace(script, "args = Tr", strings.Replace(made, "args", "last", 1)+"args = Tr", 1), "args=last", "args=args", 1)
	jobs := findAll(t, script)
	if len(jobs) != 2 {
		t.Fatalf("%d jobs, want 2", len(jobs))
	}
	check(t, jobs[0], map[dialect.Field]string{dialect.MicroBatch: "16 @ train.py:8", dialect.Optimizer: "adamw (TrainingArguments)"})
	check(t, jobs[1], map[dialect.Field]string{dialect.MicroBatch: "2 @ train.py:7", dialect.Optimizer: "sgd @ train.py:7"})
}

// TestStageMethods holds scripts that differ in how they freeze and what becomes of it.
func TestStageMethods(t *testing.T) {
	freeze := "for p in model.model.parameters():\n    p.requires_grad = False\n"
	thawing := "for p in model.parameters():\n    p.requires_grad = True\n"
	cases := []struct {
		name, from, to string
		want           []string
	}{
		{"one call each", freeze, "model.model.requires_grad_(False)\n", []string{"partial", "full"}},
		{"the same part thawed", thawing, "model.model.requires_grad_(True)\n", []string{"partial", "full"}},
		{"a helper", thawing, "def unfreeze(m, on=True):\n    for p in m.parameters():\n        p.requires_grad = on\nunfreeze(model)\n", []string{"partial", "full"}},
		{"a layer more", thawing, "for layer in model.model.layers[-2:]:\n    for p in layer.parameters():\n        p.requires_grad = True\n", []string{"partial", "partial"}},
		{"by name", thawing, "for n, p in model.named_parameters():\n    if 'norm' in n:\n        p.requires_grad = True\n", []string{"partial", "partial"}},
		{"by an expression", thawing, "for n, p in model.named_parameters():\n    p.requires_grad = 'norm' in n\n", []string{"partial", "partial"}},
		{"nothing thawed", thawing, "", []string{"?"}},
		{"another model thawed", thawing, "teacher = load()\nteacher.requires_grad_(True)\n", []string{"?"}},
		{"only the run decides", thawing, "if input():\n    model.requires_grad_(True)\n", []string{"?"}},
		{"a helper of another file", thawing, "from other import unfreeze\nunfreeze(model)\nmodel.requires_grad_(True)\n", []string{"?"}},
		{"a loop of stages", thawing, "for stage in range(3):\n    model.requires_grad_(True)\n    trainer.train()\n", []string{"?"}},
		{"nothing frozen before", freeze, "", []string{"full"}},
		{"all frozen before", freeze, "model.requires_grad_(False)\n", []string{"full"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(stageScript, c.from) {
				t.Fatal("the script no longer holds what this case replaces")
			}
			var got []string
			for _, j := range findAll(t, strings.Replace(stageScript, c.from, c.to, 1)) {
				method := j.Text(dialect.Method)
				if method == "" {
					method = "?"
				}
				got = append(got, method)
			}
			if strings.Join(got, " ") != strings.Join(c.want, " ") {
				t.Errorf("methods %v, want %v", got, c.want)
			}
		})
	}
}

// TestStagesByTheRun: what is followed as the program runs it, in whatever file and function it stands.
func TestStagesByTheRun(t *testing.T) {
	const freeze, thawing = "for p in model.model.parameters():\n    p.requires_grad = False\n", "for p in model.parameters():\n    p.requires_grad = True\n"
	const tools = "\n-- tools.py --\ndef grad(module, on):\n    for p in module.parameters():\n        p.requires_grad_(on)\ndef unfreeze(module):\n    grad(module, True)\n" +
		"def some(module, on):\n    if len(module) > 3:\n        module.requires_grad_(on)\n"
	for _, c := range []struct{ name, freeze, thaw, want string }{
		{"one helper for both, in another file", "from tools import grad\ngrad(model.model, False)\n", "grad(model, True)\n", "partial full"},
		{"helpers within helpers", "from tools import grad, unfreeze\ngrad(model.model, False)\n", "unfreeze(model)\n", "partial full"},
		{"layers by number", freeze, "for i in range(2):\n    model.model.layers[i].requires_grad_(True)\n", "partial partial"},
		{"layers in a list", freeze, "for part in [model.model.norm, model.model.embed_tokens]:\n    part.requires_grad_(True)\n", "partial partial"},
		{"a helper that only the run decides", freeze, "from tools import some\nsome(model, True)\n", "?"},
		{"a switch that only the run decides", freeze, "model.requires_grad_(input() == 'y')\n", "?"},
		{"one of two modules", freeze, "(model if input() else model.model).requires_grad_(True)\n", "?"},
		{"nothing is said", freeze, "model.requires_grad_(*[True])\n", "partial full"},
		{"the whole, and its head again", freeze, "model.requires_grad_(True)\nmodel.lm_head.requires_grad_(False)\n", "partial partial"},
		{"a method of the model that is not seen", freeze, "model.unfreeze_all()\nmodel.requires_grad_(True)\n", "?"},
		{"a function that somebody else calls", freeze, "def hook(module):\n    module.requires_grad_(True)\n" + thawing, "?"},
		{"a switch that only the run decides, before", "model.model.requires_grad_(not input())\n", thawing, "?"},
		{"a helper that works without gradients is not followed", freeze, "@torch.no_grad()\ndef frozen(module):\n    module.requires_grad_(False)\n    for p in module.parameters():\n        p.requires_grad = False\n" + thawing, "?"},
		{"the same, by an attribute alone", freeze, "@torch.no_grad()\ndef frozen(p):\n    p.requires_grad = False\n" + thawing, "?"},
		{"another head is not thawed", freeze, "model.lm_head = torch.nn.Linear(8, 8)\n", "?"},
		{"a head of who knows what", freeze, "import other\nmodel.lm_head = other.Head(8)\n" + thawing, "partial full"},
		{"a function of torch.nn makes no part", freeze, "model.scale = torch.nn.init.ones_(scale)\n" + thawing, "partial full"},
		{"parts of another model", "teacher = AutoModelForCausalLM.from_config(config)\nteacher.fc = torch.nn.Linear(2, 2)\nteacher.model.requires_grad_(False)\n" + freeze, thawing, "partial full"},
		{"a function that nobody can call", freeze, "if False:\n    model.requires_grad_(False)\n" + thawing, "partial full"},
	} {
		script := strings.Replace(strings.Replace(stageScript, freeze, c.freeze, 1), thawing, c.thaw, 1)
		var got []string
		for _, j := range Find(workspace("-- train.py --\n" + script + tools)) {
			method := j.Text(dialect.Method)
			if method == "" {
				method = "?"
			}
			got = append(got, method)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: methods %v, want %s", c.name, got, c.want)
		}
	}
}

// visionScript trains a new head, then everything, with loops of its own.
const visionScript = `import torch
import torchvision
from torch.utils.data import DataLoader

def train_epoch(model, loader, optimizer):
    for x, y in loader:
        loss = torch.nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

def main():
    model = torchvision.models.resnet50(weights="DEFAULT")
    model.requires_grad_(False)
    model.fc = torch.nn.Linear(2048, 10)
    optimizer = torch.optim.Adam(model.fc.parameters(), lr=1e-3)
    for epoch in range(5):
        train_epoch(model, DataLoader(data, batch_size=256), optimizer)
    model.requires_grad_(True)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
    for epoch in range(5):
        train_epoch(model, DataLoader(data, batch_size=32), optimizer)

if __name__ == "__main__":
    main()
`

func TestStagesOfLoops(t *testing.T) {
	script := visionScript
	jobs := findAll(t, script)
	if len(jobs) != 2 {
		t.Fatalf("%d jobs, want 2", len(jobs))
	}
	check(t, jobs[0], map[dialect.Field]string{dialect.Method: "partial @ train.py:15", dialect.MicroBatch: "256 @ train.py:18", dialect.Optimizer: "adamw @ train.py:16"})
	check(t, jobs[1], map[dialect.Field]string{dialect.Method: "full @ train.py:19", dialect.MicroBatch: "32 @ train.py:22", dialect.Optimizer: "sgd @ train.py:20"})
	if n := jobs[0].Stage.Trainable; n != 2048*10+10 {
		t.Errorf("the head has %d parameters", n)
	}
	if n := jobs[1].Stage.Trainable; n != 0 {
		t.Errorf("all parameters are counted as %d", n)
	}
	// What a head has is counted for a plain Linear only.
	for head, want := range map[string]int64{"torch.nn.Linear(2048, 10, bias=False)": 0, "torch.nn.Linear(2048, classes)": 0, "torch.nn.Conv2d(2048, 10, 1)": 0,
		"torch.nn.Linear(in_features=4, out_features=2)": 10, "torch.nn.Linear(2048, 10, **more)": 0} {
		if jobs := findAll(t, strings.Replace(script, "torch.nn.Linear(2048, 10)", head, 1)); len(jobs) != 2 || jobs[0].Stage.Trainable != want {
			t.Errorf("%s: %d jobs, want %d parameters in the first", head, len(jobs), want)
		}
	}
	// The old optimizer was given the head alone: what is trained now is not said.
	old := strings.Replace(script, "    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)\n", "", 1)
	old = strings.Replace(old, "Adam(model.fc.parameters(), lr=1e-3)", "Adam([p for p in model.parameters() if p.requires_grad])", 1)
	if jobs := findAll(t, old); len(jobs) != 2 || jobs[1].Text(dialect.Method) != "" {
		t.Errorf("without a new optimizer: %d jobs", len(jobs))
	}
	// A function that sets requires_grad in a way that nobody follows.
	if jobs := findAll(t, strings.Replace(script, "def main():", "def hook(model):\n    model.requires_grad_(False)\n\ndef main():", 1)); len(jobs) != 1 {
		t.Errorf("with a hook: %d jobs, want 1", len(jobs))
	}
}
