package rules_test

import (
	"slices"
	"strings"
	"testing"
)

// expectRules lints one file for some rules and compares which of them speak, each of them once at most.
func expectRules(t *testing.T, text string, rules []string, want ...string) {
	t.Helper()
	result := lintCase(t, map[string][]byte{"train.py": []byte(text)}, rules...)
	var got []string
	for _, d := range result.Diagnostics {
		got = append(got, d.Rule.Name)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("told %q, want %q\n%s", got, want, text)
	}
}

// expectFixedText applies the fixes of a rule, unsafe ones included.
func expectFixedText(t *testing.T, text, rule, want string) {
	t.Helper()
	done, _, err := lintCase(t, map[string][]byte{"train.py": []byte(text)}, rule).Fix(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	got := text
	for _, c := range done.Changes {
		got = string(c.After.Text)
	}
	if got != want {
		t.Errorf("fixed, it is\n%s\nand should be\n%s", got, want)
	}
}

// indented puts lines one or more steps in.
func indentedBy(steps int, lines ...string) string {
	var b strings.Builder
	for _, line := range lines {
		if line != absent {
			b.WriteString(strings.Repeat("    ", steps) + line + "\n")
		}
	}
	return b.String()
}

func given(yes bool, line string) string {
	if yes {
		return line
	}
	return absent
}

// scaledLoop says whether each part of a step under a gradient scaler is there.
func scaledLoop(unscale, clip, steps, update, zero bool) string {
	return "import torch\n\n\ndef train(model, loader, criterion):\n    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
		"    scaler = torch.amp.GradScaler(\"cuda\")\n    for x, y in loader:\n" +
		indentedBy(2, given(zero, "optimizer.zero_grad()"), "with torch.autocast(\"cuda\", torch.float16):", "    loss = criterion(model(x), y)",
			"scaler.scale(loss).backward()", given(unscale, "scaler.unscale_(optimizer)"),
			given(clip, "torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)"), given(steps, "scaler.step(optimizer)"),
			given(!steps, "optimizer.step()"), given(update, "scaler.update()"))
}

// tableOfScaledSteps: what a scaler must be asked for in each step, in this order.
func tableOfScaledSteps(t *testing.T) {
	names := []string{"amp-missing-update", "amp-step-bypasses-scaler", "amp-clip-before-unscale", "missing-zero-grad", "zero-grad-before-step"}
	for bits := range 32 {
		bit := func(i int) bool { return bits>>i&1 == 1 }
		unscale, clip, steps, update, zero := bit(0), bit(1), bit(2), bit(3), bit(4)
		var want []string
		if !zero {
			want = append(want, "missing-zero-grad")
		}
		if clip && !unscale && steps { // a step past the scaler is told by itself
			want = append(want, "amp-clip-before-unscale") // the norm of scaled gradients
		}
		if steps && !update {
			want = append(want, "amp-missing-update") // the scale never changes
		}
		if !steps && !unscale {
			want = append(want, "amp-step-bypasses-scaler") // a step with scaled gradients
		}
		expectRules(t, scaledLoop(unscale, clip, steps, update, zero), names, want...)
	}
}

// gateForms open the block that runs once in n micro-batches, and say how far in it stands.
var gateForms = []struct {
	lines []string
	steps int
}{
	{[]string{"if (i + 1) % n == 0:"}, 1},
	{[]string{"if not (i + 1) % n:"}, 1},
	{[]string{"if 0 == (i + 1) % n:"}, 1},
	{[]string{"if i % n == n - 1:"}, 1},
	{[]string{"if (i + 1) % n == 0 or i + 1 == len(loader):"}, 1},
	{[]string{"if (i + 1) % n != 0:", "    continue"}, 0},
	{[]string{"if (i + 1) % n:", "    continue"}, 0},
	{[]string{"last = (i + 1) % n == 0", "if last:"}, 1},
	{[]string{"last = i == len(loader) - 1", "if (i + 1) % n == 0 or last:"}, 1},
}

// tableOfAccumulation: what must stand under the gate of the step, and what must be divided.
func tableOfAccumulation(t *testing.T) {
	names := []string{"accumulation-not-scaled", "zero-grad-kills-accumulation", "scheduler-not-gated", "clip-not-gated", "missing-zero-grad", "zero-grad-before-step"}
	for _, form := range gateForms {
		for bits := range 16 {
			bit := func(i int) bool { return bits>>i&1 == 1 }
			divided, zeroIn, scheduleIn, clipIn := bit(0), bit(1), bit(2), bit(3)
			if form.steps == 0 && (!scheduleIn || !zeroIn) {
				continue // behind a continue, nothing stands outside of the gate
			}
			if !divided && !zeroIn {
				continue // nothing is summed until gradients are kept
			}
			var want []string
			if !divided {
				want = append(want, "accumulation-not-scaled")
			}
			if !zeroIn {
				want = append(want, "zero-grad-kills-accumulation")
			}
			if !scheduleIn {
				want = append(want, "scheduler-not-gated")
			}
			if !clipIn && zeroIn { // gradients that are cleared for every micro-batch are clipped for every micro-batch
				want = append(want, "clip-not-gated")
			}
			backward := "criterion(model(x), y).backward()"
			if divided {
				backward = "(criterion(model(x), y) / n).backward()"
			}
			clip := "torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)"
			body := indentedBy(2, given(!zeroIn, "optimizer.zero_grad()"), backward, given(!clipIn, clip)) + indentedBy(2, form.lines...) +
				indentedBy(2+form.steps, given(clipIn, clip), "optimizer.step()", given(scheduleIn, "scheduler.step()"), given(zeroIn, "optimizer.zero_grad()")) +
				indentedBy(2, given(!scheduleIn, "scheduler.step()"))
			head := "import torch\n\n\ndef train(model, loader, n):\n    criterion = torch.nn.CrossEntropyLoss()\n" +
				"    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
				"    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.1, total_steps=len(loader) // n)\n    for i, (x, y) in enumerate(loader):\n"
			expectRules(t, head+body, names, want...)
		}
	}
}

// tableOfLosses: what a loss takes, and what it is given.
func tableOfLosses(t *testing.T) {
	names := []string{"bce-mismatch", "nll-mismatch", "double-softmax"}
	type loss struct{ class, function string }
	losses := map[loss]map[string]string{ // by activation, the rule that speaks
		{"CrossEntropyLoss", "cross_entropy"}:                     {"softmax": "double-softmax", "sigmoid": "double-softmax"},
		{"NLLLoss", "nll_loss"}:                                   {"softmax": "nll-mismatch", "": "nll-mismatch", "sigmoid": "nll-mismatch"},
		{"KLDivLoss", "kl_div"}:                                   {"softmax": "nll-mismatch", "": "nll-mismatch", "sigmoid": "nll-mismatch"},
		{"BCELoss", "binary_cross_entropy"}:                       {"": "bce-mismatch", "log_softmax": "bce-mismatch"},
		{"BCEWithLogitsLoss", "binary_cross_entropy_with_logits"}: {"sigmoid": "bce-mismatch", "softmax": "bce-mismatch"},
		{"MSELoss", "mse_loss"}:                                   {},
	}
	for l, wrong := range losses {
		for _, activation := range []string{"", "softmax", "log_softmax", "sigmoid", "relu"} {
			dim := ", dim=1"
			if activation == "sigmoid" || activation == "relu" {
				dim = ""
			}
			outputs := []string{"out"}
			if activation != "" {
				outputs = []string{"torch." + activation + "(out" + dim + ")", "F." + activation + "(out" + dim + ")", "F." + activation + "(input=out" + dim + ")", "F." + activation + "(" + strings.TrimPrefix(dim+", ", ", ") + "input=out)",
					"out." + activation + "(" + strings.TrimPrefix(dim, ", ") + ")"}
			}
			for _, output := range outputs {
				for _, call := range []string{"nn." + l.class + "()(%s, y)", "F." + l.function + "(%s, y)", "F." + l.function + "(target=y, input=%s)"} {
					for _, inline := range []bool{true, false} {
						lines := []string{"loss = " + strings.Replace(call, "%s", output, 1)}
						if !inline {
							lines = []string{"given = " + output, "loss = " + strings.Replace(call, "%s", "given", 1)}
						}
						head := "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n\ndef train(loader):\n    layer = nn.Linear(8, 4)\n" +
							"    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)\n    for x, y in loader:\n        optimizer.zero_grad()\n        out = layer(x)\n"
						var want []string
						if rule := wrong[activation]; rule != "" {
							want = []string{rule}
						}
						text := head + indentedBy(2, append(lines, "loss.backward()", "optimizer.step()")...)
						expectRules(t, text, names, want...)
						itself := l.class != "NLLLoss" && l.class != "KLDivLoss" && activation != "" && activation != "log_softmax"
						if inline && want != nil && itself { // the loss computes it
							expectFixedText(t, text, want[0], strings.Replace(text, output, "out", 1))
						}
					}
				}
			}
		}
	}
}

// permutations calls do with every order of some lines.
func permutations(list []string, do func(order []string)) {
	if len(list) == 0 {
		do(nil)
		return
	}
	for i := range list {
		rest := append(slices.Clone(list[:i]), list[i+1:]...)
		permutations(rest, func(order []string) { do(append([]string{list[i]}, order...)) })
	}
}

// tableOfOrders: the five calls of a step in every order in which the optimizer steps behind the backward pass.
func tableOfOrders(t *testing.T) {
	const (
		zero     = "optimizer.zero_grad()"
		backward = "criterion(model(x), y).backward()"
		clip     = "torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)"
		step     = "optimizer.step()"
		schedule = "scheduler.step()"
	)
	names := []string{"clip-misplaced", "zero-grad-before-step", "missing-zero-grad", "scheduler-before-optimizer"}
	permutations([]string{zero, backward, clip, step, schedule}, func(order []string) {
		at := func(line string) int { return slices.Index(order, line) }
		if at(step) < at(backward) {
			return
		}
		var want []string
		if at(backward) < at(zero) && at(zero) < at(step) {
			want = append(want, "zero-grad-before-step")
		}
		if at(clip) < at(backward) || at(step) < at(clip) {
			want = append(want, "clip-misplaced")
		}
		if at(schedule) < at(step) {
			want = append(want, "scheduler-before-optimizer")
		}
		head := "import torch\n\n\ndef train(model, loader):\n    criterion = torch.nn.CrossEntropyLoss()\n    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
			"    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.1, total_steps=100)\n    for x, y in loader:\n"
		expectRules(t, head+indentedBy(2, order...), names, want...)
	})
}

// tableOfBounds: a clip that only measures bounds nothing, wherever it stands.
func tableOfBounds(t *testing.T) {
	for call, clips := range map[string]bool{
		"torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)":                          true,
		"torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)":                 true,
		"torch.nn.utils.clip_grad_norm_(model.parameters(), limit)":                        true,
		"torch.nn.utils.clip_grad_value_(model.parameters(), 0.5)":                         true,
		"norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)":                   true,
		"norm = torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)":          true,
		"norm = torch.nn.utils.clip_grad_norm_(model.parameters(), float(\"inf\"))":        false,
		"norm = torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=math.inf)":     false,
		"norm = torch.nn.utils.clip_grad_norm_(model.parameters(), torch.inf)":             false,
		"norm = torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=float('inf'))": false,
		"measure(model.parameters(), 1.0)":                                                 false,
	} {
		gated := "import math\n\nimport torch\n\n\ndef train(model, loader, n, limit):\n    criterion = torch.nn.CrossEntropyLoss()\n    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
			"    for i, (x, y) in enumerate(loader):\n        (criterion(model(x), y) / n).backward()\n        " + call +
			"\n        if (i + 1) % n == 0:\n            optimizer.step()\n            optimizer.zero_grad()\n"
		scaled := "import math\n\nimport torch\n\n\ndef train(model, loader, limit):\n    criterion = torch.nn.CrossEntropyLoss()\n    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
			"    scaler = torch.amp.GradScaler(\"cuda\")\n    for x, y in loader:\n        optimizer.zero_grad()\n        scaler.scale(criterion(model(x), y)).backward()\n        " + call +
			"\n        scaler.step(optimizer)\n        scaler.update()\n"
		var inGate, beforeUnscale []string
		if clips {
			inGate, beforeUnscale = []string{"clip-not-gated"}, []string{"amp-clip-before-unscale"}
		}
		expectRules(t, gated, []string{"clip-not-gated"}, inGate...)
		expectRules(t, scaled, []string{"amp-clip-before-unscale"}, beforeUnscale...)
	}
}

// tableOfNames: which attributes are requires_grad with a slip.
func tableOfNames(t *testing.T) {
	for name, isSlip := range map[string]bool{
		"require_grad": true, "requires_grads": true, "requires_gard": true, "require_grads": true, "requires_gradient": true, "require_gradients": true,
		"requiresGrad": true, "requireGrad": true, "requieres_grad": true,
		"grad": false, "required": false, "requires": false, "requires_auth": false, "needs_grad": false, "requires_grad_for": false, "weight": false, "_grad": false,
	} {
		var want []string
		if isSlip {
			want = []string{"requires-grad-typo"}
		}
		text := "import torch\n\nmodel = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 2))\nfor p in model[0].parameters():\n    p." + name +
			" = False\noptimizer = torch.optim.SGD(model.parameters(), lr=0.1)\nfor x, y in loader:\n    optimizer.zero_grad()\n    torch.nn.functional.cross_entropy(model(x), y).backward()\n    optimizer.step()\n"
		expectRules(t, text, []string{"requires-grad-typo"}, want...)
	}
	for target, want := range map[string]string{"model": "requires-grad-typo", "model[0]": "requires-grad-typo", "model[0].weight": "", "p": ""} {
		text := "import torch\n\nmodel = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 2))\np = model[1].weight\n" + target + ".requires_grad = False\n"
		var list []string
		if want != "" {
			list = []string{want}
		}
		expectRules(t, text, []string{"requires-grad-typo"}, list...)
	}
}

// tableOfEarlyReads: a copy to the host that does not wait, and a read that comes too early.
func tableOfEarlyReads(t *testing.T) {
	for copied, early := range map[string]bool{
		`x.to("cpu", non_blocking=True)`: true, `x.to(device="cpu", non_blocking=True)`: true, `x.to(torch.device("cpu"), non_blocking=True)`: true,
		`x.to("cpu")`: false, `x.to("cpu", non_blocking=False)`: false, `x.to("cuda", non_blocking=True)`: false, `x.to(device, non_blocking=True)`: false,
		`x.to(place, non_blocking=True)`: false, `x.cpu()`: false, `x.cuda(non_blocking=True)`: false,
	} {
		for read, reads := range map[string]bool{"print(y.numpy())": true, "print(y.tolist())": true, "print(y.item())": true, "torch.cuda.synchronize()\nprint(y.numpy())": false, "z = [y]": false} {
			text := "import torch\n\n\ndef read(loader, model, device, place=\"cpu\"):\n    for batch in loader:\n        x = model(batch.cuda())\n        y = " + copied + "\n" +
				indentedBy(2, strings.Split(read, "\n")...)
			var want []string
			if early && reads {
				want = []string{"nonblocking-to-cpu"}
			}
			expectRules(t, text, []string{"nonblocking-to-cpu"}, want...)
		}
	}
}

// tableOfModes: a model that was put into eval mode trains in it until somebody says train again.
func tableOfModes(t *testing.T) {
	grid(func(v ...string) {
		trains, evaluates, layers := v[0], v[1], v[2]
		call := func(where string) string { return given(trains == where, "model.train()") }
		look := []string{"model.eval()", "with torch.no_grad():", "    for x, y in valid:", "        print(model(x).argmax(1) == y)"}
		if evaluates == "helper" {
			look = []string{"evaluate(model, valid)"}
		}
		text := "import torch\nfrom torch import nn\n\n\ndef evaluate(model, valid):\n    model.eval()\n    with torch.no_grad():\n        for x, y in valid:\n            print(model(x).argmax(1) == y)\n\n\n" +
			"def fit(loader, valid):\n    model = nn.Sequential(nn.Linear(8, 8), " + layers + ", nn.Linear(8, 2))\n    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
			indentedBy(1, call("before")) + "    for epoch in range(10):\n" + indentedBy(2, call("epoch"), "for x, y in loader:") +
			indentedBy(3, call("batch"), "optimizer.zero_grad()", "nn.functional.cross_entropy(model(x), y).backward()", "optimizer.step()") +
			indentedBy(2, look...) + indentedBy(2, call("after"))
		var want []string
		if (trains == absent || trains == "before") && layers != "nn.ReLU()" { // dropout is off, statistics do not move
			want = []string{"eval-mode-sticks"}
		}
		expectRules(t, text, []string{"eval-mode-sticks", "eval-without-no-grad"}, want...)
	}, []string{absent, "before", "epoch", "batch", "after"}, []string{"helper", "inline"}, []string{"nn.Dropout()", "nn.BatchNorm1d(8)", "nn.ReLU()"})
}

// tableOfClearing: the ways to let go of gradients, and places that are too far out.
func tableOfClearing(t *testing.T) {
	for _, c := range []struct {
		around, within string // lines in the epoch, and in the step
		missing        bool
	}{
		{"", "", true},
		{"", "optimizer.zero_grad()", false},
		{"", "optimizer.zero_grad(set_to_none=True)", false},
		{"", "model.zero_grad()", false},
		{"", "for p in model.parameters():\n    p.grad = None", false},
		{"", "for p in model.parameters():\n    p.grad.zero_()", false},
		{"", "for group in optimizer.param_groups:\n    for p in group[\"params\"]:\n        p.grad = None", false},
		{"", "clear(optimizer)", false},
		{"optimizer.zero_grad()", "", true},
		{"model.zero_grad()", "", true},
		{"", "other.zero_grad()", true},
		{"", "x.zero_grad()", true},
	} {
		text := "import torch\n\n\ndef clear(it):\n    it.zero_grad()\n\n\ndef train(loader):\n    model = torch.nn.Linear(8, 2)\n    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
			"    second = torch.nn.Linear(8, 2)\n    other = torch.optim.SGD(second.parameters(), lr=0.1)\n    for epoch in range(3):\n" +
			indentedBy(2, c.around, "for x, y in loader:") + indentedBy(3, strings.Split(c.within, "\n")...) +
			indentedBy(3, "torch.nn.functional.cross_entropy(model(x), y).backward()", "optimizer.step()")
		var want []string
		if c.missing {
			want = []string{"missing-zero-grad"}
		}
		expectRules(t, text, []string{"missing-zero-grad"}, want...)
	}
}
