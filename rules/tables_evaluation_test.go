package rules_test

import (
	"strings"
	"testing"
)

// tableOfEvaluations: a pass over held-out batches records a graph unless something turns that off around it, in
// whichever of torch's ways, and only a backward pass wants it.
func tableOfEvaluations(t *testing.T) {
	// around holds how recording is set; each line of the evaluation stands where it says.
	type way struct {
		decorator, before, loop, pass, behind string
		records                               bool
	}
	ways := map[string]way{
		"nothing":                     {records: true},
		"a decorator":                 {decorator: "@torch.no_grad()"},
		"a decorator, not called":     {decorator: "@torch.no_grad"},
		"a decorator for inference":   {decorator: "@torch.inference_mode()"},
		"a decorator that enables":    {decorator: "@torch.enable_grad()", records: true},
		"around the loop":             {loop: "with torch.no_grad():"},
		"inference around the loop":   {loop: "with torch.inference_mode():"},
		"no inference":                {loop: "with torch.inference_mode(False):", records: true},
		"switched off around it":      {loop: "with torch.set_grad_enabled(False):"},
		"switched on around it":       {loop: "with torch.set_grad_enabled(True):", records: true},
		"switched by an option":       {loop: "with torch.set_grad_enabled(flag):"},
		"a context by an option":      {loop: "with (torch.no_grad() if flag else nullcontext()):"},
		"autocast around the loop":    {loop: "with torch.autocast(\"cuda\"):", records: true},
		"both around the loop":        {loop: "with torch.autocast(\"cuda\"), torch.no_grad():"},
		"around the pass":             {pass: "with torch.no_grad():"},
		"enabled around the pass":     {loop: "with torch.no_grad():", pass: "with torch.enable_grad():"}, // it is asked for
		"switched off before":         {before: "torch.set_grad_enabled(False)", behind: "torch.set_grad_enabled(True)"},
		"switched off by autograd":    {before: "torch.autograd.set_grad_enabled(False)", behind: "torch.autograd.set_grad_enabled(True)"},
		"no_grad by its name":         {loop: "with no_grad():"},
		"a decorator by its name":     {decorator: "@inference_mode()"},
		"enabled by its name":         {loop: "with no_grad():", pass: "with enable_grad():"},
		"switched on before":          {before: "torch.set_grad_enabled(True)", records: true},
		"nothing learns":              {before: "model.requires_grad_(False)"},
		"each parameter is frozen":    {before: "for p in model.parameters():\n    p.requires_grad = False"},
		"each parameter is looked at": {before: "print([p.requires_grad for p in model.parameters()])", records: true},
	}
	uses := map[string]struct {
		lines string
		wants bool // the graph
	}{
		"a metric":       {"correct += (output.argmax(1) == y).sum().item()", false},
		"a loss":         {"total += criterion(output, y).item()", false},
		"its numbers":    {"kept.append(output.cpu().numpy())", false},
		"a backward":     {"criterion(output, y).backward()", true},
		"its gradients":  {"gradients.append(torch.autograd.grad(output.sum(), x))", true},
		"an unseen user": {"attack(output)", true},
	}
	for name, w := range ways {
		for use, u := range uses {
			for _, mode := range []string{"model.eval()", "model.train(False)", "model.train()", absent} {
				body, steps := "", 1
				body += indentedBy(1, given(mode != absent, mode), "correct, total, kept, gradients = 0, 0, [], []")
				if w.before != "" {
					body += indentedBy(1, strings.Split(w.before, "\n")...)
				}
				if w.loop != "" {
					body += indentedBy(steps, w.loop)
					steps++
				}
				body += indentedBy(steps, "for x, y in val_loader:")
				steps++
				if w.pass != "" {
					body += indentedBy(steps, w.pass)
					body += indentedBy(steps+1, "output = model(x)")
				} else {
					body += indentedBy(steps, "output = model(x)")
				}
				body += indentedBy(steps, u.lines) + indentedBy(1, given(w.behind != "", w.behind), "return correct, total")
				text := "import torch\nfrom torch import enable_grad, inference_mode, no_grad\nfrom contextlib import nullcontext\n\nfrom lib import attack\n\n\n" + given(w.decorator != "", w.decorator+"\n") +
					"def evaluate(model: torch.nn.Module, val_loader, criterion, flag):\n" + body
				var want []string
				if w.records && !u.wants { // in either mode: nobody trains on what is held out
					want = []string{"eval-without-no-grad"}
				}
				before := t.Failed()
				expectRules(t, text, []string{"eval-without-no-grad"}, want...)
				if !before && t.Failed() {
					t.Logf("first: %s, %s, %s", name, use, mode)
				}
			}
		}
	}
}
