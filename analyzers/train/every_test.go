package train

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/run"
)

const trainingStep = "optimizer.zero_grad()\nmodel(x).mean().backward()\noptimizer.step()"

// inLoop is a program that trains over a loader, with some lines behind the step.
func inLoop(lines string) string {
	body := strings.ReplaceAll(trainingStep+"\n"+lines, "\n", "\n            ")
	return imports + "def main(model, dataset, optimizer, flag, n, env):\n    loader = DataLoader(dataset, 8)\n    for epoch in range(n):\n" +
		"        for i, x in enumerate(loader):\n            " + body + "\n"
}

func TestEveryStep(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"in the step":             {inLoop("target()"), 1},
		"twice in the step":       {inLoop("target()\ntarget()"), 2},
		"behind an option":        {inLoop("if flag:\n    target()"), 0},
		"every few steps":         {inLoop("if i % 10 == 0:\n    target()"), 0},
		"behind the hardware":     {inLoop("if torch.cuda.is_available():\n    target()"), 1},
		"on both ways":            {inLoop("for part in (1, 2):\n    target()"), 1},
		"in a handler":            {inLoop("try:\n    f()\nexcept RuntimeError:\n    target()"), 0},
		"before a break":          {inLoop("target()\nbreak"), 0},
		"in an evaluation inside": {inLoop("for y in loader:\n    target()"), 0},
		"behind the loop":         {imports + "def main(model, loader, optimizer):\n    for x in loader:\n        model(x).mean().backward()\n        optimizer.step()\n    target()\n", 0},
		"in a step's function":    {"def train_step(model, optimizer, x):\n    model(x).mean().backward()\n    optimizer.step()\n    target()\n", 1},
		"in another function":     {"def make(model, optimizer, x):\n    model(x).mean().backward()\n    optimizer.step()\n    target()\n", 0},
		"in a loop over tasks": {imports + "def main(tasks, model, optimizer):\n    for task in tasks:\n        target()\n        for epoch in range(3):\n            for x in DataLoader(task):\n" +
			"                model(x).mean().backward()\n                optimizer.step()\n", 0},
	} {
		list := factsOf(t, c.text).EveryStep(func(c *run.Call) bool { return calleeName(c) == "target" })
		if len(list) != c.want {
			t.Errorf("%s: %d calls, want %d", name, len(list), c.want)
		}
	}
}

func TestStepsEnvironment(t *testing.T) {
	for line, want := range map[string]bool{
		"env.step(x)": true, "env.reset()": true, "agent.env_step(x)": true, "scheduler.step()": false, "lr_scheduler.step()": false, "scaler.step(optimizer)": false,
		"decoder.step(x)": true, "callback.step_end()": false, "bar.update()": false, "pass": false,
	} {
		f := factsOf(t, "from tqdm import tqdm\n"+inLoop("bar = tqdm()\n"+line))
		met := false
		for _, s := range f.Steps() {
			met = true
			if got := s.StepsEnvironment(); got != want {
				t.Errorf("%s: %v, want %v", line, got, want)
			}
		}
		if !met {
			t.Errorf("%s: no step", line)
		}
	}
}

func TestFetches(t *testing.T) {
	for name, c := range map[string]struct {
		lines        string
		want, looped int
	}{
		"an item":                {"loss = model(x).sum()\nloss.item()", 1, 0},
		"the same tensor twice":  {"loss = model(x).sum()\nloss.item()\nloss.item()", 1, 0},
		"two tensors":            {"loss = model(x).sum()\nother = model(x).mean()\nloss.item()\nother.item()", 2, 0},
		"detached first":         {"loss = model(x).sum()\nloss.detach().item()\nloss.data.item()", 1, 0},
		"on the CPU":             {"loss = model(x).sum().cpu()\nloss.item()\nloss.numpy()", 1, 0},
		"of arrays":              {"import numpy as np\nnp.zeros(3).item()", 0, 0},
		"an array of a graph":    {"out = model(x)\nout.tolist()", 1, 0},
		"an array of something":  {"flag.tolist()", 0, 0},
		"an array behind detach": {"flag.detach().numpy()", 1, 0},
		"a state":                {"model.state_dict().cpu()", 0, 0},
		"a model":                {"net = torch.nn.Linear(1, 1)\nnet.cpu()", 0, 0},
		"a dictionary's items":   {"flag.items()", 0, 0},
		"an argument":            {"model(x).item(3)", 0, 0},
		"now and then":           {"if i % 10 == 0:\n    model(x).sum().item()", 0, 0},
		"in a loop of the step":  {"for part in n:\n    model(part).sum().item()", 1, 1},
		"in a known loop":        {"for part in (1, 2):\n    model(part).sum().item()", 1, 1},
	} {
		for _, s := range factsOf(t, inLoop(c.lines)).Steps() {
			list := s.Fetches()
			looped := 0
			for _, f := range list {
				if f.Looped {
					looped++
				}
			}
			if len(list) != c.want || looped != c.looped {
				t.Errorf("%s: %d fetches, %d in loops, want %d and %d", name, len(list), looped, c.want, c.looped)
			}
		}
	}
}

// TestPilesUp: graphs of second order stay where nothing in the loop clears the gradients.
func TestPilesUp(t *testing.T) {
	const head = "import torch\ndef main(model, loader, unknown):\n    optimizer = torch.optim.SGD(model.parameters(), 0.1)\n    for x in loader:\n"
	const pass = "        model(x).mean().backward(create_graph=True)\n"
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"never cleared":           {head + pass + "        optimizer.step()\n", true},
		"cleared":                 {head + pass + "        optimizer.step()\n        optimizer.zero_grad()\n", false},
		"cleared before":          {head + "        optimizer.zero_grad()\n" + pass, false},
		"cleared behind the loop": {head + pass + "    optimizer.zero_grad()\n", true},
		"set to none":             {head + pass + "        for p in model.parameters():\n            p.grad = None\n", false},
		"zeroed in place":         {head + pass + "        for p in model.parameters():\n            p.grad.zero_()\n", true},
		"detached":                {head + pass + "        for p in model.parameters():\n            p.grad.detach_()\n", false},
		"by an unseen function":   {head + pass + "        unknown.clear_grads(model)\n", false},
		"given the optimizer":     {head + pass + "        optimizer.step()\n        unknown.finish(optimizer)\n", false},
		"a closure":               {head + pass + "        optimizer.step(unknown)\n", false},
		"in no loop":              {"def main(model, x):\n" + strings.Replace(pass, "    ", "", 1), false},
		"once":                    {head + pass + "        break\n", false},
	} {
		piles := false
		for _, d := range factsOf(t, c.text).Differentiations() {
			piles = piles || d.PilesUp() != nil
		}
		if piles != c.want {
			t.Errorf("%s: %v, want %v", name, piles, c.want)
		}
	}
}

// TestEnteredAgain: what stands behind an option that is off by default is looked at, too.
func TestEnteredAgain(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"off by default":   {"def train(model, x, amp=False):\n    if amp:\n        model(x).mean().backward()\ndef main(model, x):\n    train(model, x)\n", true},
		"switched off":     {"def train(model, x, amp=False):\n    if amp:\n        model(x).mean().backward()\ndef main(model, x):\n    train(model, x, False)\n", false},
		"never":            {"def train(model, x, amp=False):\n    if 0:\n        model(x).mean().backward()\ndef main(model, x):\n    train(model, x)\n", false},
		"of a constructor": {"class T:\n    def __init__(self, amp=False):\n        self.amp = amp\n    def train(self, model, x):\n        if self.amp:\n            model(x).mean().backward()\ndef main(model, x):\n    T().train(model, x)\n", true},
		"of a method":      {"class T:\n    def train(self, model, x, amp=False):\n        if amp:\n            model(x).mean().backward()\ndef main(model, x):\n    T().train(model, x)\n", true},
	} {
		if got := len(factsOf(t, "import torch\n"+c.text).Differentiations()) > 0; got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
