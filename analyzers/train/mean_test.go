package train

import (
	"strings"
	"testing"
)

// reductionOf is what the loss of the only accumulating step of a program is.
func reductionOf(t *testing.T, name, setup, loss string) Reduction {
	t.Helper()
	f := factsOf(t, `
import torch
import torch.nn.functional as F
from torch import nn

def train(loader, unknown, alpha):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    `+strings.ReplaceAll(setup, "\n", "\n    ")+`
    for i, (x, y) in enumerate(loader):
        out = model(x)
        `+strings.ReplaceAll(loss, "\n", "\n        ")+`
        loss.backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
`)
	for _, s := range f.Steps() {
		if a := s.Accumulated(); a != nil {
			return s.ReductionOf(s.Of(Backward)[0].Loss, a)
		}
	}
	t.Fatalf("%s: no step that accumulates", name)
	return 0
}

func TestReductions(t *testing.T) {
	for name, c := range map[string]struct {
		setup, loss string
		want        Reduction
	}{
		"a function of torch":      {"pass", "loss = F.cross_entropy(out, y)", Mean},
		"asked for the mean":       {"pass", "loss = F.cross_entropy(out, y, reduction='mean')", Mean},
		"asked for the sum":        {"pass", "loss = F.cross_entropy(out, y, reduction='sum')", Unreduced},
		"a criterion":              {"criterion = nn.MSELoss()", "loss = criterion(out, y)", Mean},
		"a criterion that sums":    {"criterion = nn.MSELoss(reduction='sum')", "loss = criterion(out, y)", Unreduced},
		"a criterion with options": {"criterion = nn.MSELoss(**unknown)", "loss = criterion(out, y)", Unreduced},
		"an unknown criterion":     {"pass", "loss = unknown.criterion(out, y)", Mean},
		"an unknown function":      {"pass", "loss = unknown.objective(out, y)", Unreduced},
		"a mean":                   {"pass", "loss = ((out - y) ** 2).mean()", Mean},
		"a sum":                    {"pass", "loss = ((out - y) ** 2).sum()", Unreduced},
		"a sum through its size":   {"pass", "loss = ((out - y) ** 2).sum() / x.size(0)", Mean},
		"a sum through its shape":  {"pass", "loss = ((out - y) ** 2).sum() / x.shape[0]", Mean},
		"a sum through its length": {"pass", "loss = ((out - y) ** 2).sum() / len(x)", Mean},
		"divided by the n":         {"pass", "loss = F.mse_loss(out, y) / 4", Unreduced},
		"times the inverse":        {"pass", "loss = F.mse_loss(out, y) * 0.25", Unreduced},
		"times the n":              {"pass", "loss = F.mse_loss(out, y) * 4", Unreduced},
		"a weight":                 {"pass", "loss = F.mse_loss(out, y) * 0.5", Mean},
		"a weight in front":        {"pass", "loss = 0.5 * F.mse_loss(out, y)", Mean},
		"divided by a number":      {"pass", "loss = F.mse_loss(out, y) / 2", Mean},
		"a weight by its name":     {"pass", "loss = alpha * F.mse_loss(out, y)", Mean},
		"divided by such a weight": {"pass", "loss = F.mse_loss(out, y) / alpha", Unreduced},
		"times something":          {"pass", "loss = F.mse_loss(out, y) * unknown", Unreduced},
		"two means":                {"pass", "loss = F.mse_loss(out, y) + F.l1_loss(out, y)", Mean},
		"a mean and something":     {"pass", "loss = F.mse_loss(out, y) + unknown", Mean},
		"a mean and a sum":         {"pass", "loss = F.mse_loss(out, y) + out.sum()", Unreduced},
		"something alone":          {"pass", "loss = unknown", Unreduced},
		"added to zero":            {"pass", "loss = torch.zeros(1)\nloss = loss + F.mse_loss(out, y)", Mean},
		"of one of two ways":       {"pass", "if unknown:\n    loss = F.mse_loss(out, y)\nelse:\n    loss = F.l1_loss(out, y)", Mean},
		"otherwise on one way":     {"pass", "if unknown:\n    loss = F.mse_loss(out, y)\nelse:\n    loss = out.sum()", Unreduced},
		"of the model":             {"pass", "loss = model(x)", ByModel},
		"of the model's parts":     {"pass", "loss = model(x)[0]", ByModel},
		"of a dictionary":          {"pass", "loss = sum(model(x).values())", ByModel},
		"of another's outputs":     {"pass", "loss = unknown(x).loss", Mean},
		"kept as it is":            {"pass", "loss = F.mse_loss(out, y).float()", Mean},
		"a sum through its number": {"pass", "loss = ((out - y) ** 2).sum() / x.numel()", Mean},
		"a sum through another":    {"pass", "loss = ((out - y) ** 2).sum() / unknown.numel()", Mean},
		"apex's scaled loss":       {"pass", "with amp.scale_loss(F.mse_loss(out, y), optimizer) as loss:\n    pass", Mean},
		"an item of a dictionary":  {"pass", "losses = {'a': F.mse_loss(out, y)}\nloss = losses['a']", Mean},
		"of items of a dictionary": {"pass", "losses = {'a': F.mse_loss(out, y), 'b': F.l1_loss(out, y)}\nloss = sum(losses.values())", Mean},
		"of one and a sum":         {"pass", "losses = {'a': F.mse_loss(out, y), 'b': out.sum()}\nloss = sum(losses.values())", Unreduced},
		"a mean that is kept":      {"pass", "loss = F.mse_loss(out, y).mean()", Mean},
		"a mean over a dimension":  {"pass", "loss = F.mse_loss(out, y, reduction='none').mean()", Mean},
		"unreduced":                {"pass", "loss = F.mse_loss(out, y, reduction='none')", Unreduced},
		"a sum of a list":          {"pass", "loss = sum([F.mse_loss(out, y), F.l1_loss(out, y)])", Mean},
		"a list with a sum":        {"pass", "loss = sum([F.mse_loss(out, y), out.sum()])", Unreduced},
		"a list of one":            {"pass", "loss = sum([F.mse_loss(out, y)])", Mean},
		"a mixture of two":         {"pass", "loss = unknown.share * F.mse_loss(out, y) + (1 - unknown.share) * F.l1_loss(out, y)", Mean},
		"a mixture and a sum": {
			"share = unknown.share", "loss = sum([share * F.mse_loss(out, y), (1 - share) * F.l1_loss(out, y), out.sum()])", Unreduced,
		},
	} {
		if got := reductionOf(t, name, c.setup, c.loss); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
