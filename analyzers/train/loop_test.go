package train

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/trainlint/trainlint/analyzers/python"
)

// TestLoopKinds: what a loop does counts more than how it is called. A loop that is entered several times is named
// once.
func TestLoopKinds(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"classic": {`
for epoch in range(10):
    for i, (x, y) in enumerate(train_loader):
        loss = f(x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
`, "epoch loop, batch loop"},
		"micro-batches": {`
while True:
    for micro_step in range(gradient_accumulation_steps):
        loss = f(x)
        scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
`, "batch loop, accumulation loop"},
		"full batch": {`
for epoch in range(200):
    loss = f(x)
    loss.backward()
    optimizer.step()
`, "batch loop"},
		"a helper": {`
def train_one_epoch(loader):
    for batch in tqdm(loader):
        train_step(batch)
def train_step(batch):
    batch.loss.backward()
    optimizer.step()
for epoch in range(10):
    train_one_epoch(loader)
`, "epoch loop, batch loop"},
		"a critic": {`
for epoch in range(10):
    for batch in loader:
        for _ in range(n_critic):
            d_loss.backward()
            d_optimizer.step()
        g_loss.backward()
        g_optimizer.step()
`, "epoch loop, batch loop, inner loop"},
		"epochs counted by hand": {`
epoch = 0
while epoch < epochs:
    evaluate(model)
    fit(model)
    epoch += 1
optimizer.step()
`, "epoch loop"},
		"something else that goes on": {`
while not server.ready():
    sleep(1)
optimizer.step()
`, "loop"},
		"layers": {`
for batch in loader:
    for layer in layers:
        x = layer(x)
    x.backward()
    optimizer.step()
`, "batch loop, inner loop"},
		"evaluation": {`
for x, y in val_loader:
    correct += (model(x) == y).sum()
`, "batch loop"},
		"none": {"for x in things:\n    print(x)\noptimizer.step()\n", "loop"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			seen := map[python.Node]bool{}
			for _, e := range factsOf(t, script(c.text)).Entries() {
				for _, l := range e.AllLoops() {
					if !seen[l.Node()] {
						seen[l.Node()] = true
						got = append(got, l.Kind.String())
					}
				}
			}
			if s := strings.Join(got, ", "); s != c.want {
				t.Errorf("loops are %s, want %s", s, c.want)
			}
		})
	}
}

// script makes statements worth running as one.
func script(text string) string {
	return "import torch\nfrom tqdm import tqdm\n" + text + "if __name__ == '__main__':\n    pass\n"
}

func TestOwner(t *testing.T) {
	for _, c := range []struct {
		text string
		want Owner
	}{
		{"import lightning as L\nclass M(L.LightningModule):\n    def training_step(self, loss):\n        self.manual_backward(loss)\n", Lightning},
		{"import pytorch_lightning as pl\nclass B(pl.LightningModule): pass\nclass M(B):\n    def f(self, loss):\n        loss.backward()\n", Lightning},
		{"from transformers import Trainer\nclass T(Trainer):\n    def training_step(self, loss):\n        loss.backward()\n", HFTrainer},
		{"import deepspeed\ne, o, _, _ = deepspeed.initialize(model=m)\nfor x in loader:\n    e.backward(loss)\n    e.step()\n", DeepSpeed},
		{"def train(fabric, model, loader, optimizer):\n    for x in loader:\n        fabric.backward(model(x))\n        optimizer.step()\n", LightningFabric},
		{"def train(model, loader, optimizer):\n    for x in loader:\n        model(x).backward()\n        optimizer.step()\n", PlainTorch},
	} {
		steps := factsOf(t, script(c.text)).Steps()
		if len(steps) != 1 || steps[0].Owner != c.want {
			t.Errorf("%q: %d steps, want one of owner %d", c.text, len(steps), c.want)
		}
	}
}

func TestAccumulationGate(t *testing.T) {
	for test, want := range map[string]string{
		"(i + 1) % n == 0":              "n",
		"i % args.accum == 0 or i == k": "args.accum",
		"accelerator.sync_gradients":    "<none>",
		"ready":                         "",
		"boundary":                      "4",
		"not i % 4":                     "4",
	} {
		f := factsOf(t, script("for i, x in enumerate(loader):\n    boundary = i % 4 == 3\n    loss.backward()\n    if "+test+":\n        optimizer.step()\n"))
		step := f.Steps()[0]
		gate, ok := step.AccumulationGate(step.Of(OptimStep)[0])
		got := ""
		if ok {
			got = "<none>"
			if n, _ := divisor(gate.Literal.Condition, 0); n != nil {
				got = f.Module.File.Slice(n.Span())
			}
		}
		if got != want {
			t.Errorf("%s: divisor %q, want %q", test, got, want)
		}
	}
}

func TestUsedAgain(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want string // what is said of each backward pass, in the order of the file
	}{
		"two losses over one forward pass": {"out = model(x)\na = out.mean()\nb = out.sum()\na.backward()\nb.backward()\n", "yes no"},
		"detached in between":              {"out = model(x)\na = out.mean()\nb = head(out.detach()).sum()\na.backward()\nb.backward()\n", "no no"},
		"arms of an if":                    {"loss = model(x).mean()\nif flag:\n    loss.backward()\nelse:\n    loss.backward()\n", "no no"},
		"carried over laps":                {"h = None\nfor x in loader:\n    out, h = model(x, h)\n    out.mean().backward()\n", "yes"},
		"renewed in every lap":             {"for x in loader:\n    loss = model(x).mean()\n    loss.backward()\n", "no"},
		"a helper":                         {"def run(loss):\n    loss.backward()\nout = model(x)\nrun(out.mean())\nrun(out.sum())\n", "yes"},
		"a caller that is not seen":        {"def run(loss):\n    loss.backward()\n", "maybe"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, d := range factsOf(t, script(c.text)).Differentiations() {
				got = append(got, map[Carry]string{CarriesNot: "no", MayCarry: "maybe", Carries: "yes"}[d.UsedAgain()])
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("the graphs are used again: %s, want %s", s, c.want)
			}
		})
	}
}

// Where many containers hold each other, the ways through them are too many to walk.
func TestContainersThatHoldEachOther(t *testing.T) {
	var text strings.Builder
	text.WriteString("import torch\ndef run(model, batches):\n    total = 0\n    for x in batches:\n")
	const count = 30
	for i := range count {
		fmt.Fprintf(&text, "        c%d = {}\n", i)
	}
	for i := range count {
		for j := range count {
			fmt.Fprintf(&text, "        c%d[%d] = c%d\n", i, j, j)
		}
	}
	text.WriteString("        loss = model(x)\n        c0['loss'] = loss + c1[0]\n        loss.backward()\n        total += loss\n")
	done := make(chan int)
	go func() { done <- len(factsOf(t, text.String()).Accumulations()) }()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatal("containers that hold each other take for ever")
	}
}
