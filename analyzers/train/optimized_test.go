package train

import (
	"strings"
	"testing"
)

// TestOptimizedBy: of which modules an optimizer takes parameters, whether they are surely all it takes, and whether it
// may pick some of them.
func TestOptimizedBy(t *testing.T) {
	for params, want := range map[string]string{
		"net.parameters()":               "net whole",
		"params=net.parameters()":        "net whole",
		"list(net.parameters())":         "net whole",
		"net.head.parameters()":          "head whole",
		"net.named_parameters()":         "net whole",
		"[{'params': net.parameters()}]": "net whole",
		"[{'params': net.parameters(), 'lr': 3}, {'params': other.parameters()}]": "net other whole",
		"list(net.parameters()) + list(other.parameters())":                       "net other whole",
		"[*net.parameters(), *other.parameters()]":                                "net other whole filtered",
		"itertools.chain(net.parameters(), other.parameters())":                   "net other whole",
		"filter(lambda p: p.requires_grad, net.parameters())":                     "net whole filtered trainable",
		"[p for p in net.parameters() if p.requires_grad]":                        "net whole filtered trainable",
		"[p for n, p in net.named_parameters() if 'bias' in n]":                   "net whole filtered",
		"[p for p in net.parameters()]":                                           "net whole filtered",
		"{'params': net.parameters()}":                                            "net whole",
		"(net.parameters(), other.parameters())":                                  "net other whole",
		"net.parameters() if flag else other.parameters()":                        "net other",
		"list(net.parameters()) + list(params)":                                   "net filtered",
		"[net.weight]":                                                            "",
		"[net.weight, {'params': other.parameters()}]":                            "other",
		"params":      "",
		"groups(net)": "",
		"net.parameters() if flag else groups(net)": "net",
		"None":    "",
		"*params": "",
		"[{'params': net.parameters()}, {'params': net.parameters()}]": "net whole",
		"kept":               "net whole filtered trainable",
		"picked":             "net whole filtered",
		"extended":           "net other whole",
		"model.parameters()": "model whole",
	} {
		f := factsOf(t, imports+"import itertools\nfrom torch import nn\ndef main(net, other, model, params, flag, x):\n    kept = []\n    for p in net.parameters():\n        if p.requires_grad:\n            kept.append(p)\n"+
			"    picked = []\n    for p in net.parameters():\n        picked.append(p)\n    extended = list(net.parameters())\n    extended += list(other.parameters())\n    optimizer = torch.optim.SGD("+params+", lr=0.1)\n    model(x).mean().backward()\n    optimizer.step()\n")
		e := f.Entries()[0]
		got := ""
		for _, ev := range e.Events() {
			if ev.Kind != OptimStep {
				continue
			}
			o, ok := e.OptimizedBy(ev.Object)
			if !ok {
				continue
			}
			var words []string
			for _, m := range o.Modules {
				words = append(words, m.Word)
			}
			if o.Whole {
				words = append(words, "whole")
			}
			if o.Filtered {
				words = append(words, "filtered")
			}
			if o.Trainable {
				words = append(words, "trainable")
			}
			got = strings.Join(words, " ")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", params, got, want)
		}
	}
}

// TestDrives: which optimizer's rate a scheduler sets, and whether it counts batches where steps are gathered.
func TestDrives(t *testing.T) {
	for name, c := range map[string]struct {
		scheduler      string
		drives, counts bool
	}{
		"the one that steps":         {"torch.optim.lr_scheduler.StepLR(optimizer, 3)", true, false},
		"by name":                    {"torch.optim.lr_scheduler.StepLR(optimizer=optimizer, step_size=3)", true, false},
		"another":                    {"torch.optim.lr_scheduler.StepLR(other, 3)", false, false},
		"one of two":                 {"torch.optim.lr_scheduler.StepLR(optimizer if flag else other, 3)", true, false},
		"nobody's":                   {"make(3)", true, false},
		"counts batches":             {"torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, len(loader) * 3)", true, true},
		"counts batches by name":     {"torch.optim.lr_scheduler.OneCycleLR(optimizer, 1, total_steps=3 * len(loader))", true, true},
		"counts steps":               {"torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, len(loader) // 4)", true, false},
		"counts steps of a product":  {"torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 3 * (len(loader) // 4))", true, false},
		"divided by something else":  {"torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, len(loader) // 5)", true, true},
		"a word that counts batches": {"torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps_per_epoch)", true, true},
		"epochs":                     {"torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)", true, false},
	} {
		f := factsOf(t, imports+"def main(model, dataset, other_model, flag, steps_per_epoch, epochs):\n    loader = DataLoader(dataset, 8)\n    optimizer = torch.optim.SGD(model.parameters(), 0.1)\n"+
			"    other = torch.optim.SGD(other_model.parameters(), 0.1)\n    scheduler = "+c.scheduler+"\n    for i, x in enumerate(loader):\n        (model(x).mean() / 4).backward()\n"+
			"        if (i + 1) % 4 == 0:\n            optimizer.step()\n            optimizer.zero_grad()\n            scheduler.step()\n")
		met := false
		for _, s := range f.Steps() {
			for _, schedule := range s.Of(Schedule) {
				met = true
				if got := s.Drives(schedule, s.Of(OptimStep)[0]); got != c.drives {
					t.Errorf("%s: drives %v, want %v", name, got, c.drives)
				}
				if got := f.CountsBatches(schedule.Object, s.Accumulated().N); got != c.counts {
					t.Errorf("%s: counts batches %v, want %v", name, got, c.counts)
				}
			}
		}
		if !met {
			t.Errorf("%s: no scheduler steps", name)
		}
	}
}

// TestScaledGradients: whether gradients are still multiplied where they are clipped.
func TestScaledGradients(t *testing.T) {
	for name, c := range map[string]struct {
		lines string
		want  bool
	}{
		"never unscaled":             {"scaler.scale(loss).backward()\nclip_grad_norm_(p, 1)\nscaler.step(optimizer)\nscaler.update()", true},
		"unscaled":                   {"scaler.scale(loss).backward()\nscaler.unscale_(optimizer)\nclip_grad_norm_(p, 1)\nscaler.step(optimizer)\nscaler.update()", false},
		"another optimizer unscaled": {"scaler.unscale_(other)\nscaler.scale(loss).backward()\nclip_grad_norm_(p, 1)\nscaler.step(optimizer)\nscaler.update()", true},
		"unscaled before the pass":   {"scaler.unscale_(optimizer)\nscaler.scale(loss).backward()\nclip_grad_norm_(p, 1)\nscaler.step(optimizer)\nscaler.update()", false},
		"not scaled":                 {"loss.backward()\nclip_grad_norm_(p, 1)\nscaler.step(optimizer)\nscaler.update()", false},
		"another loss is not":        {"loss.backward()\nscaler.scale(loss).backward()\nclip_grad_norm_(p, 1)\nscaler.step(optimizer)\nscaler.update()", false},
		"the optimizer itself steps": {"scaler.scale(loss).backward()\nclip_grad_norm_(p, 1)\noptimizer.step()", false},
		"another scaler steps":       {"scaler.scale(loss).backward()\nclip_grad_norm_(p, 1)\nsecond.step(optimizer)", false},
		"nobody steps":               {"scaler.scale(loss).backward()\nclip_grad_norm_(p, 1)\noptimizer.zero_grad()", false},
		"clipped behind the step":    {"scaler.scale(loss).backward()\nscaler.step(optimizer)\nclip_grad_norm_(p, 1)\nscaler.step(optimizer)\nscaler.update()", false},
		"on the other way":           {"if flag:\n    scaler.scale(loss).backward()\nelse:\n    loss.backward()\n    clip_grad_norm_(p, 1)\nscaler.step(optimizer)", false},
		"an option chooses":          {"if flag:\n    scaler.scale(loss).backward()\n    clip_grad_norm_(p, 1)\n    scaler.step(optimizer)\nelse:\n    loss.backward()\n    optimizer.step()", true},
		"a scaler that is off":       {"off.scale(loss).backward()\nclip_grad_norm_(p, 1)\noff.step(optimizer)", false},
		"a scaler of somebody's":     {"own.scale(loss).backward()\nclip_grad_norm_(p, 1)\nown.step(optimizer)", false},
	} {
		f := factsOf(t, "import torch\nfrom torch.nn.utils import clip_grad_norm_\nfrom own import LossScaler\nscaler = torch.cuda.amp.GradScaler()\nsecond = torch.cuda.amp.GradScaler()\n"+
			"off = torch.cuda.amp.GradScaler(enabled=False)\nown = LossScaler()\ndef main(model, optimizer, other, p, x, flag):\n    loss = model(x).mean()\n    "+strings.ReplaceAll(c.lines, "\n", "\n    ")+"\n")
		clips := 0
		for _, s := range f.Steps() {
			for _, clip := range s.Of(Clip) {
				clips++
				if backward, _ := s.ScaledGradients(clip); (backward != nil) != c.want {
					t.Errorf("%s: scaled %v, want %v", name, backward != nil, c.want)
				}
			}
		}
		if clips != 1 {
			t.Errorf("%s: %d places clip", name, clips)
		}
	}
}

// TestCountedGates: what an optimizer waits for is every n-th lap, whichever way it is counted.
func TestCountedGates(t *testing.T) {
	for name, c := range map[string]struct{ before, count, gate, want string }{
		"counted up":                 {"n = 0", "n += 1", "if n == 4:\n            n = 0", "4"},
		"counted up to at least":     {"n = 0", "n += 1", "if n >= k:\n            n = 0", "k"},
		"counted down":               {"n = k", "n -= 1", "if n == 0:\n            n = k", "k"},
		"counted down below":         {"n = k", "n -= 1", "if n <= 0:\n            n = k", "k"},
		"never set back":             {"n = 0", "n += 1", "if n == 4:\n            pass", ""},
		"set back to something else": {"n = 0", "n += 1", "if n == 4:\n            n = 1", ""},
		"counted by two":             {"n = 0", "n += 2", "if n == 4:\n            n = 0", ""},
		"counted the wrong way":      {"n = 0", "n -= 1", "if n == 4:\n            n = 0", ""},
		"more than":                  {"n = 0", "n += 1", "if n > 4:\n            n = 0", ""},
		"a rest":                     {"n = 0", "n += 1", "if n % 4 == 0:\n            pass", "4"},
		"a rest, kept in a variable": {"n = 0", "n += 1\n        due = n % k == 0", "if due:\n            pass", "k"},
		"a rest and an end":          {"n = 0", "n += 1", "if n % k == 0 or n == last:\n            pass", "k"},
		"a rest under an option":     {"n = 0", "n += 1", "if flag and n % k == 0:\n            pass", "k"},
		"a rest of a sum":            {"n = 0", "n += 1", "if (n + 1) % k == 0:\n            pass", "k"},
		"nothing that is counted":    {"n = 0", "n += 1", "if flag:\n            pass", ""},
		"a word for it":              {"n = 0", "n += 1", "if self.sync_gradients:\n            pass", "<none>"},
	} {
		f := factsOf(t, imports+"def main(self, model, dataset, optimizer, k, last, flag):\n    "+c.before+"\n    for x in DataLoader(dataset, 8):\n        model(x).mean().backward()\n        "+c.count+
			"\n        "+c.gate+"\n            optimizer.step()\n            optimizer.zero_grad()\n")
		got, met := "", false
		for _, s := range f.Steps() {
			for _, e := range s.Of(OptimStep) {
				gate, ok := s.AccumulationGate(e)
				if met = true; !ok {
					continue
				}
				got = "<none>"
				if gate.Every != nil {
					got = f.Module.File.Slice(gate.Every.Span())
				} else if n, _ := divisor(gate.Literal.Condition, 0); n != nil {
					got = f.Module.File.Slice(n.Span())
				}
			}
		}
		if got != c.want || !met {
			t.Errorf("%s: every %q laps, want %q", name, got, c.want)
		}
	}
}
