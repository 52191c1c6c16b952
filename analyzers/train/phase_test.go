package train

import (
	"strings"
	"testing"
)

// TestPhases: what the backward pass of one network's turn does to the other's gradients.
func TestPhases(t *testing.T) {
	program := func(lines string) string {
		return "import torch\nfrom torch import nn\ndef train(loader, unknown, flag):\n    G = nn.Linear(8, 8)\n    discriminator = D = nn.Linear(8, 1)\n    g_opt = torch.optim.Adam(G.parameters())\n    d_opt = torch.optim.Adam(D.parameters())\n    bce = nn.BCEWithLogitsLoss()\n" +
			"    for real in loader:\n        z = torch.randn(4, 8)\n        fake = G(z)\n        " + strings.ReplaceAll(strings.TrimSpace(lines), "\n", "\n        ") + "\n"
	}
	const d = "d_opt.zero_grad()\nbce(D(real), 1).backward()\nbce(D(fake.detach()), 0).backward()\nd_opt.step()\n"
	const g = "g_opt.zero_grad()\nbce(D(fake), 1).backward()\ng_opt.step()\n"
	without := func(text string, parts ...string) string {
		for _, part := range parts {
			text = strings.Replace(text, part, "", 1)
		}
		return text
	}
	for name, c := range map[string]struct {
		text           string
		needless, left int
	}{
		"as it should be":             {d + g, 0, 0},
		"the generator first":         {g + d, 0, 0},
		"not detached, its own graph": {without(d, ".detach()") + "fake = G(z)\n" + g, 1, 0}, // G's gradients are cleared before its step
		"not detached, used again":    {without(d, ".detach()") + g, 1, 0},                   // which raises at the second pass, and detached it would not
		"one loss":                    {"d_opt.zero_grad()\n(bce(D(real), 1) + bce(D(fake), 0)).backward()\nd_opt.step()\nfake = G(z)\n" + g, 1, 0},
		"one loss, detached":          {"d_opt.zero_grad()\n(bce(D(real), 1) + bce(D(fake.detach()), 0)).backward()\nd_opt.step()\nfake = G(z)\n" + g, 0, 0},
		"without recording":           {"with torch.no_grad():\n    fake = G(z)\n" + without(d, ".detach()") + "fake = G(z)\n" + g, 0, 0},
		"not cleared, discriminator":  {without(g+d, "d_opt.zero_grad()\n"), 0, 0}, // its own gradients stay as well, which is another question
		"not cleared, other order":    {without(d+g, "d_opt.zero_grad()\n"), 0, 1},
		"cleared by the module":       {without(d+g, "d_opt.zero_grad()\n") + "D.zero_grad()\n", 0, 0},
		"cleared behind its step":     {without(d+g, "d_opt.zero_grad()\n") + "d_opt.zero_grad()\n", 0, 0},
		"cleared by somebody":         {without(d+g, "d_opt.zero_grad()\n") + "unknown.clear(d_opt)\n", 0, 0},
		"cleared by hand":             {without(d+g, "d_opt.zero_grad()\n") + "for p in D.parameters():\n    p.grad = None\n", 0, 0},
		"frozen in between":           {without(d, "d_opt.zero_grad()\n") + "D.requires_grad_(False)\n" + g + "D.requires_grad_(True)\n", 0, 0},
		"and is cleared there":        {"G.zero_grad()\n" + without(d, ".detach()") + "fake = G(z)\n" + g, 1, 0},
		"two turns of one":            {d + d + g, 0, 0},
		"one optimizer":               {"g_opt.zero_grad()\nbce(D(fake), 1).backward()\ng_opt.step()\n", 0, 0},
		"both at once":                {"d_opt.zero_grad()\ng_opt.zero_grad()\nbce(D(fake), 1).backward()\nd_opt.step()\ng_opt.step()\n", 0, 0},
		"a closure":                   {without(g+d, "d_opt.zero_grad()\n", "d_opt.step()\n") + "d_opt.step(unknown)\n", 0, 0},
		"asked for gradients":         {without(g, "g_opt.step()\n") + "torch.autograd.grad(fake.sum(), z)\ng_opt.step()\n" + without(d, "d_opt.zero_grad()\n"), 0, 0}, // for whom is not asked
	} {
		needless, left := 0, 0
		for _, s := range factsOf(t, program(c.text)).Steps() {
			needless += len(s.NeedlessBackwards())
			left += len(s.LeftOvers())
		}
		if needless != c.needless || left != c.left {
			t.Errorf("%s: %d needless passes and %d left over, want %d and %d\n%s", name, needless, left, c.needless, c.left, c.text)
		}
	}
}
