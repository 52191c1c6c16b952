package train

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// told is an event in words: what it is, of which object, by which scaler, of what loss, and who runs it.
func told(e *Event) string {
	text := e.Kind.String()
	if e.Object != nil {
		text += " of " + e.Object.Word
	}
	if e.Scaler != nil && e.Scaler != e.Object {
		text += " by " + e.Scaler.Word
	}
	if e.Loss != nil {
		word := "several"
		if o, ok := e.Loss.(*run.Object); ok {
			word = o.Word
		}
		text += " of loss " + word
	}
	if e.Scaled {
		text += ", scaled"
	}
	switch e.By {
	case knowledge.Accelerator:
		text += ", accelerator's"
	case knowledge.Fabric:
		text += ", fabric's"
	case knowledge.Engine:
		text += ", engine's"
	case knowledge.Optimizer:
		text += ", optimizer's"
	}
	if name := e.Name(); name != "" {
		text += " (" + name + ")"
	}
	return text
}

// TestEventKinds: what each call of a training step is, of which object, and what only has the name of one.
func TestEventKinds(t *testing.T) {
	for line, want := range map[string]string{
		"loss.backward()":                                     "backward of loss loss",
		"(loss / 4).backward()":                               "backward of loss ",
		"criterion(x, y).backward()":                          "backward of loss criterion",
		"torch.autograd.backward(loss)":                       "backward of loss loss",
		"torch.autograd.grad(loss, x)":                        "grad",
		"scaler.scale(loss).backward()":                       "backward by scaler of loss loss, scaled",
		"scaler.scale(outputs=loss).backward()":               "backward by scaler of loss loss, scaled",
		"other.scale(loss).backward()":                        "backward of loss scale",
		"accelerator.backward(loss)":                          "backward of loss loss, accelerator's",
		"fabric.backward(loss)":                               "backward of loss loss, fabric's",
		"engine.backward(loss)":                               "backward of loss loss, engine's",
		"optimizer.backward(loss)":                            "backward of loss loss, optimizer's",
		"self.manual_backward(loss)":                          "backward of loss loss",
		"self.strategy.backward(loss)":                        "backward of loss loss",
		"model.backward(loss)":                                "backward of loss loss",
		"loss.backward(retain_graph=True)":                    "backward of loss loss",
		"loss.backward(gradient)":                             "backward of loss loss",
		"loss.backward(*args)":                                "backward of loss loss",
		"Function.backward(ctx, loss)":                        "",
		"function.backward(ctx, loss)":                        "",
		"(loss if x else loss * 2).backward()":                "backward of loss several",
		"(1 if x else loss * 2).backward()":                   "backward of loss ",
		"(optimizer if x else loss * 2).backward()":           "",
		"optimizer.zero_grad()":                               "zero_grad of optimizer (optimizer)",
		"model.zero_grad(set_to_none=True)":                   "zero_grad of model (model)",
		"optimizer.step()":                                    "optimizer step of optimizer (optimizer)",
		"optimizer.step(closure)":                             "optimizer step of optimizer (optimizer)",
		"opt.step(action, extra)":                             "",
		"self.optimizer.step()":                               "optimizer step of optimizer (self.optimizer)",
		"scheduler.step()":                                    "scheduler step of scheduler (scheduler)",
		"scheduler.step(metric)":                              "scheduler step of scheduler (scheduler)",
		"scheduler.step(noise, t, sample)":                    "",
		"engine.step()":                                       "optimizer step of engine, engine's (engine)",
		"engine.step(x)":                                      "",
		"env.step(action)":                                    "",
		"scaler.step(optimizer)":                              "scaler step of optimizer by scaler (optimizer)",
		"scaler.step()":                                       "scaler step by scaler",
		"scaler.step(optimizer=self.opt)":                     "scaler step of opt by scaler (self.opt)",
		"scaler.step(optimizer if x else None)":               "scaler step of optimizer by scaler",
		"scaler.step(optimizer if x else 3)":                  "scaler step by scaler",
		"scaler.step(optimizer if x else loss)":               "scaler step by scaler",
		"scaler.step(None if x else self.opt)":                "scaler step of opt by scaler",
		"scaler.unscale_(optimizer)":                          "unscale of optimizer by scaler (optimizer)",
		"accelerator.unscale_gradients(optimizer)":            "unscale of optimizer by accelerator, accelerator's (optimizer)",
		"scaler.update()":                                     "scaler update of scaler (scaler)",
		"scaler.update(1.0)":                                  "scaler update of scaler (scaler)",
		"scaler.update(1.0, 2.0)":                             "",
		"meter.update(loss)":                                  "",
		"torch.nn.utils.clip_grad_norm_(p, 1)":                "clip",
		"torch.nn.utils.clip_grad_value_(p, 1)":               "clip",
		"torch.nn.utils.parameters_to_vector(p)":              "",
		"clip_grad_norm_(p, 1)":                               "clip",
		"accelerator.clip_grad_norm_(p, 1)":                   "clip, accelerator's",
		"fabric.clip_gradients(model)":                        "clip, fabric's",
		"model.clip_grad_norm_(1)":                            "clip",
		"own_clip_grad_norm(p)":                               "",
		"clip_gradients(p)":                                   "clip",
		"model.train()":                                       "train mode of model (model)",
		"model.train(True)":                                   "train mode of model (model)",
		"model.train(False)":                                  "eval mode of model (model)",
		"model.train(mode=False)":                             "eval mode of model (model)",
		"model.train(loader, 3)":                              "",
		"model.eval()":                                        "eval mode of model (model)",
		"model.eval(x)":                                       "",
		"torch.eval()":                                        "",
		"Plain().train()":                                     "",
		"Net().train()":                                       "train mode of Net",
		"optimizer.step_and_update_lr()":                      "optimizer step of optimizer (optimizer)",
		"other.step_and_update_lr()":                          "",
		"made.step_and_update_lr()":                           "optimizer step of ScheduledOptim (made)",
		"own.step_and_update_lr()":                            "",
		"loss.item()":                                         "",
		"optimizer.state_dict()":                              "",
		"getattr(optimizer, 'step')()":                        "optimizer step of optimizer",
		"Wrapped(optimizer).step()":                           "optimizer step of Wrapped",
		"self.train()":                                        "train mode of self (self)",
		"(self.model if x else self.other).eval()":            "eval mode",
		"[m.eval() for m in (self.model, self.other)]":        "eval mode of model (m); eval mode of other (m)",
		"torch.optim.SGD(p, 1).step()":                        "optimizer step of SGD",
		"accelerate.Accelerator().backward(loss)":             "backward of loss loss, accelerator's",
		"deepspeed.initialize(model=model)[0].step()":         "optimizer step of , engine's",
		"deepspeed.initialize(model=model)[0].backward(loss)": "backward of loss loss, engine's",
	} {
		f := factsOf(t, "import torch, accelerate, deepspeed\nimport torch.nn as nn\nimport lib\nclass Net(nn.Module): pass\nclass Plain:\n    def train(self): pass\n"+
			"class Wrapped(torch.optim.Optimizer):\n    def __init__(self, inner): self.inner = inner\n    def step(self): self.inner.step()\n"+
			"class Own:\n    def __init__(self, inner): self.inner = inner\n    def step_and_update_lr(self): self.inner.step()\n"+
			"def f(self, model, loss, optimizer, opt, scaler, scheduler, accelerator, fabric, engine, x, y, p):\n"+
			"    made = lib.ScheduledOptim(optimizer)\n    own = Own(self.inner_optimizer if False else self.inner)\n    "+line+"\n    optimizer.zero_grad()\n")
		var list []string
		for _, e := range f.Entries() {
			for _, ev := range e.Events() {
				list = append(list, told(ev))
			}
		}
		got := strings.TrimSuffix(strings.TrimSuffix(strings.Join(list, "; "), "zero_grad of optimizer (optimizer)"), "; ")
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// TestLateBindingsNobodyReaches: a checkpointed function in code that no program comes to is judged by its own
// function.
func TestLateBindingsNobodyReaches(t *testing.T) {
	const head = "import torch\nfrom torch.utils.checkpoint import checkpoint\ndef f(x, layers, flag):\n    return x\n"
	for name, c := range map[string]struct{ text, want string }{
		"a lambda":                   {"    for layer in layers:\n        x = checkpoint(lambda y: layer(y), x)\n", "layer"},
		"a def":                      {"    for layer in layers:\n        def run(y):\n            return layer(y)\n        x = checkpoint(run, x)\n", "layer"},
		"by name":                    {"    for layer in layers:\n        x = checkpoint(function=lambda y: layer(y), use_reentrant=False)\n", "layer"},
		"two variables":              {"    for i, layer in enumerate(layers):\n        x = checkpoint(lambda y: layer(y, i), x)\n", "layer i"},
		"a while":                    {"    while flag:\n        layer = layers.pop()\n        x = checkpoint(lambda y: layer(y), x)\n", "layer"},
		"two loops":                  {"    for block in layers:\n        for layer in block:\n            x = checkpoint(lambda y: layer(block, y), x)\n", "layer block"},
		"given as a default":         {"    for layer in layers:\n        x = checkpoint(lambda y, layer=layer: layer(y), x)\n", ""},
		"the module itself":          {"    for layer in layers:\n        x = checkpoint(layer, x)\n", ""},
		"a function from elsewhere":  {"    for layer in layers:\n        x = checkpoint(other, x)\n", ""},
		"no loop":                    {"    layer = layers[0]\n    x = checkpoint(lambda y: layer(y), x)\n", ""},
		"nothing that changes":       {"    layer = layers[0]\n    for i in range(3):\n        x = checkpoint(lambda y: layer(y), x)\n", ""},
		"the loop's own backward":    {"    for layer in layers:\n        x = checkpoint(lambda y: layer(y), x)\n        x.sum().backward()\n", ""},
		"a star hides the function":  {"    for layer in layers:\n        x = checkpoint(*layer)\n", ""},
		"a function around the loop": {"    for layer in layers:\n        def g():\n            return checkpoint(lambda y: layer(y), x)\n", ""},
		"a comprehension's variable": {"    x = [checkpoint(lambda y: layer(y), x) for layer in layers]\n", ""},
	} {
		var names []string
		for _, l := range factsOf(t, head+c.text).LateBindings() {
			names = append(names, l.Names...)
			loop := l.Module.File.Slice(l.Loop.Node.Span())
			if last := strings.LastIndex(c.text, "for "); last >= 0 && !strings.HasPrefix(loop, c.text[last:last+8]) {
				t.Errorf("%s: the loop is said to be %q", name, loop)
			}
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: %q are bound late, want %q", name, got, c.want)
		}
	}
}

// TestSumsThatStartOver: a sum that the same loop sets back is one over a window.
func TestSumsThatStartOver(t *testing.T) {
	for name, c := range map[string]struct {
		reset string
		want  bool
	}{
		"to None":               {"if i % 10 == 0:\n            total = None", true},
		"to an empty list":      {"if i % 10 == 0:\n            total = []", true},
		"to a list":             {"if i % 10 == 0:\n            total = [x]", false},
		"to something computed": {"if i % 10 == 0:\n            total = f(x)", false},
		"never":                 {"pass", false},
		"another variable":      {"if i % 10 == 0:\n            other = 0", false},
		"only declared":         {"total: int", false},
	} {
		f := factsOf(t, imports+"def main(model, dataset, optimizer):\n    total = 0\n    for i, x in enumerate(DataLoader(dataset, 8)):\n        loss = model(x).mean()\n        loss.backward()\n"+
			"        optimizer.step()\n        total += loss\n        "+c.reset+"\n    print(total)\n")
		list := f.Accumulations()
		if len(list) != 1 {
			t.Errorf("%s: %d sums", name, len(list))
			continue
		}
		if got := list[0].StartsOver(); got != c.want {
			t.Errorf("%s: starts over %v, want %v", name, got, c.want)
		}
	}
	for name, c := range map[string]struct {
		reset string
		want  bool
	}{
		"to something that is kept": {"self.total = f(x)", false},
		"another attribute":         {"self.other = 0", false},
		"of another object":         {"other.total = 0", false},
	} {
		f := factsOf(t, imports+"class T:\n    def __init__(self, model, dataset, optimizer):\n        self.model, self.optimizer, self.total = model, optimizer, 0\n        self.loader = DataLoader(dataset, 8)\n"+
			"    def reset(self):\n        self.total = 0\n    def fit(self, other):\n        for i, x in enumerate(self.loader):\n            loss = self.model(x).mean()\n            loss.backward()\n"+
			"            self.optimizer.step()\n            self.total += loss\n            if i % 10 == 0:\n                "+c.reset+"\n")
		list := f.Accumulations()
		if len(list) != 1 {
			t.Errorf("%s: %d sums", name, len(list))
			continue
		}
		if got := list[0].StartsOver(); got != c.want {
			t.Errorf("%s: starts over %v, want %v", name, got, c.want)
		}
	}
}
