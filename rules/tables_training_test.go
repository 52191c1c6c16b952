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
			if !clipIn {
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
		{"CrossEntropyLoss", "cross_entropy"}:                     {"softmax": "double-softmax"},
		{"NLLLoss", "nll_loss"}:                                   {"softmax": "nll-mismatch", "": "nll-mismatch", "sigmoid": "nll-mismatch"},
		{"BCELoss", "binary_cross_entropy"}:                       {"": "bce-mismatch"},
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
				outputs = []string{"torch." + activation + "(out" + dim + ")", "F." + activation + "(out" + dim + ")", "F." + activation + "(input=out" + dim + ")",
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
						if inline && want != nil && activation != "" && l.class != "NLLLoss" { // the loss computes it itself
							expectFixedText(t, text, want[0], strings.Replace(text, output, "out", 1))
						}
					}
				}
			}
		}
	}
}
