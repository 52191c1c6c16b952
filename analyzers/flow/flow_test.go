package flow

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

func facts(t *testing.T, text string) *Facts {
	t.Helper()
	m, err := python.Parse(source.New("train.py", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Errors) > 0 {
		t.Fatalf("does not parse: %q", text)
	}
	return New(m)
}

var loopNames = [...]string{"other", "epoch", "batch", "accumulation", "inner"}

func TestLoopKinds(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"classic": {`
for epoch in range(10):
    for i, (x, y) in enumerate(train_loader):
        loss = f(x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
`, "epoch batch"},
		"nanogpt": {`
while True:
    for micro_step in range(gradient_accumulation_steps):
        loss = f(x)
        scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
`, "batch accumulation"},
		"full batch": {`
for epoch in range(200):
    loss = f(x)
    loss.backward()
    optimizer.step()
`, "batch"},
		"helper": {`
def train_one_epoch(loader):
    for batch in tqdm(loader):
        train_step(batch)
def train_step(batch):
    batch.loss.backward()
    optimizer.step()
for epoch in range(10):
    train_one_epoch(loader)
`, "batch epoch"},
		"critic": {`
for epoch in range(10):
    for batch in loader:
        for _ in range(n_critic):
            d_loss.backward()
            d_optimizer.step()
        g_loss.backward()
        g_optimizer.step()
`, "epoch batch inner"},
		"per item": {`
for batch in loader:
    for layer in layers:
        x = layer(x)
    x.backward()
    optimizer.step()
`, "batch inner"},
		"evaluation": {`
for x, y in val_loader:
    correct += (model(x) == y).sum()
`, "batch"},
		"plain": {"for x in things:\n    print(x)\n", "other"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, l := range facts(t, c.text).Loops() {
				got = append(got, loopNames[l.Kind])
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("loops are %s, want %s", s, c.want)
			}
		})
	}
}

var eventNames = [...]string{"-", "backward", "grad", "zero", "step", "scaler-step", "unscale", "update", "clip", "schedule", "train", "eval"}

func describe(e *Event) string {
	s := eventNames[e.Kind]
	if e.Object != "" {
		s += ":" + e.Object
	}
	if e.Scaled {
		s += "!scaled"
	}
	for _, g := range e.Gates {
		s += "?"
		if g.Negated {
			s += "not"
		}
	}
	if e.Accumulating {
		s += "~"
	}
	if e.Closure {
		s += "&"
	}
	return s
}

func TestStepEvents(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"scaler": {`
import torch
from torch.optim import AdamW
o = AdamW(p)
sc = torch.amp.GradScaler("cuda")
for x in loader:
    sc.scale(loss).backward()
    sc.unscale_(o)
    torch.nn.utils.clip_grad_norm_(p, 1.0)
    sc.step(o)
    sc.update()
    o.zero_grad()
`, "backward!scaled unscale:o clip scaler-step:o update:sc zero:o"},
		"gated": {`
for i, x in enumerate(loader):
    (loss / n).backward()
    if (i + 1) % n == 0:
        optimizer.step()
        optimizer.zero_grad()
`, "backward step:optimizer? zero:optimizer?"},
		"continue": {`
for i, x in enumerate(loader):
    loss.backward()
    if (i + 1) % n != 0:
        continue
    optimizer.step()
    scheduler.step()
`, "backward step:optimizer?not schedule:scheduler?not"},
		"helper with arguments": {`
def clear(opt):
    opt.zero_grad()
class T:
    def fit(self):
        for x in self.train_loader:
            clear(self.opt_d)
            self.update_d(x)
    def update_d(self, x):
        x.backward()
        self.opt_d.step()
`, "zero:self.opt_d backward step:self.opt_d"},
		"collection": {`
for x in loader:
    for o in optimizers:
        o.zero_grad()
    loss.backward()
    for o in optimizers:
        o.step()
`, "zero:optimizers[*] backward step:optimizers[*]"},
		"closure": {`
for x in loader:
    def closure():
        optimizer.zero_grad()
        loss = f(x)
        loss.backward()
        return loss
    optimizer.step(closure)
`, "zero:optimizer& backward& step:optimizer"},
		"accelerate": {`
from accelerate import Accelerator
a = Accelerator()
for x in loader:
    with a.accumulate(model):
        a.backward(loss)
        optimizer.step()
        lr_scheduler.step()
        optimizer.zero_grad()
`, "backward~ step:optimizer~ schedule:lr_scheduler~ zero:optimizer~"},
		"modes": {`
for x in loader:
    model.train()
    model(x).backward()
    optimizer.step()
    model.train(False)
    self.net.eval()
`, "train:model backward step:optimizer eval:model eval:self.net"},
		"not a step": {`
for x in loader:
    action = env.step(a)
    latents = noise_scheduler.step(noise, t, latents)
    loss.backward()
    engine.update()
`, "backward"},
		"autograd function": {`
class F:
    @staticmethod
    def backward(ctx, g):
        return Other.backward(ctx, g)
def train_step(loss):
    loss.backward()
`, "backward"},
	} {
		t.Run(name, func(t *testing.T) {
			steps := facts(t, c.text).Steps()
			if len(steps) != 1 {
				t.Fatalf("%d steps, want 1", len(steps))
			}
			var got []string
			for i := range steps[0].Events {
				got = append(got, describe(&steps[0].Events[i]))
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("events are\n%s, want\n%s", s, c.want)
			}
		})
	}
}

func TestOwner(t *testing.T) {
	for _, c := range []struct {
		text string
		want Owner
	}{
		{"import lightning as L\nclass M(L.LightningModule):\n    def training_step(self):\n        self.manual_backward(loss)\n", Lightning},
		{"import pytorch_lightning as pl\nclass B(pl.LightningModule): pass\nclass M(B):\n    def f(self):\n        loss.backward()\n", Lightning},
		{"from transformers import Trainer\nclass T(Trainer):\n    def training_step(self):\n        loss.backward()\n", HFTrainer},
		{"import deepspeed\ne, o, _, _ = deepspeed.initialize(model=m)\nfor x in loader:\n    e.backward(loss)\n    e.step()\n", DeepSpeed},
		{"def train(fabric, model):\n    for x in loader:\n        fabric.backward(loss)\n        optimizer.step()\n", LightningFabric},
		{"def train(model):\n    for x in loader:\n        loss.backward()\n        optimizer.step()\n", PlainTorch},
	} {
		steps := facts(t, c.text).Steps()
		if len(steps) != 1 || steps[0].Owner != c.want {
			t.Errorf("%q: %s", c.text, fmt.Sprintf("%d steps, want one of owner %d", len(steps), c.want))
		}
	}
}

func TestAccumulationGate(t *testing.T) {
	for _, c := range []struct {
		test string
		want string
	}{
		{"(i + 1) % n == 0", "n"},
		{"i % args.accum == 0 or i == last", "args.accum"},
		{"accelerator.sync_gradients", "<none>"},
		{"ready", ""},
		{"boundary", "4"},
		{"not i % 4", "4"},
	} {
		f := facts(t, "for i, x in enumerate(loader):\n    boundary = i % 4 == 3\n    loss.backward()\n    if "+c.test+":\n        optimizer.step()\n")
		step := f.Steps()[0].Of(Step)[0]
		_, n, ok := f.AccumulationGate(step)
		got := ""
		if ok {
			got = "<none>"
			if n != nil {
				got = f.Module.File.Slice(n.Span())
			}
		}
		if got != c.want {
			t.Errorf("%s: divisor %q, want %q", c.test, got, c.want)
		}
	}
}

func TestCountsSteps(t *testing.T) {
	for path, want := range map[string]bool{
		"global_step": true, "self.global_step": true, "num_updates": true, "iter_num": true, "total_steps": true,
		"completed_steps": true, "self.state.global_step": true, "steps": true, "n_iter": true,
		"micro_step": false, "env_steps": false, "total_tokens": false, "val_step": false, "critic_steps": false,
		"batch_step": false, "i": false, "epoch": false,
	} {
		if got := CountsSteps(path); got != want {
			t.Errorf("%s counts steps: %v, want %v", path, got, want)
		}
	}
}

func TestHandsOver(t *testing.T) {
	for text, want := range map[string]bool{
		"helper(optimizer)":                         true,
		"helper(model)":                             false,
		"adjust_learning_rate(optimizer, 3)":        false,
		"torch.save(optimizer, path)":               false,
		"scaler.step(optimizer)":                    false,
		"run(batch, optimizer=optimizer)":           true,
		"print(optimizer)":                          false,
		"train(x)\ndef train(x):\n    f(optimizer)": true,
	} {
		f := facts(t, "import torch\n"+text+"\n")
		if got := f.HandsOver(f.Module.Body[1:2], "optimizer"); got != want {
			t.Errorf("%q hands the optimizer over: %v, want %v", text, got, want)
		}
	}
}

func TestWritesGradients(t *testing.T) {
	for text, want := range map[string]bool{
		"p.grad = None":          true,
		"p.grad.data.zero_()":    true,
		"del p.grad":             true,
		"p.grad /= 2":            true,
		"clear_grads(model)":     true,
		"print(p.grad.norm())":   false,
		"optimizer.zero_grad()":  false,
		"model.requires_grad_()": false,
	} {
		f := facts(t, text+"\n")
		if got := f.WritesGradients(f.Module.Body); got != want {
			t.Errorf("%s writes gradients: %v, want %v", text, got, want)
		}
	}
}

// Where many containers hold each other, the ways through them are too many to walk.
func TestContainersThatHoldEachOther(t *testing.T) {
	var text strings.Builder
	text.WriteString("import torch\ndef run(model, batches):\n    total = 0\n    for x in batches:\n")
	const count = 60
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
	go func() { done <- len(facts(t, text.String()).Accumulations()) }()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatal("containers that hold each other take for ever")
	}
}
