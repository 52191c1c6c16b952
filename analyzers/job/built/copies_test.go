package built

import (
	"strings"
	"testing"
)

// TestCopiesBeside: a copy of a trained model that lies on the card beside it takes what the model takes, once, whether
// the loop uses it or not. One that is only shown, or taken before the model was moved, takes nothing there.
func TestCopiesBeside(t *testing.T) {
	const script = `
-- train.py --
import copy
import torch
from torch import nn
from timm.utils import ModelEmaV2, ModelEmaV3
from diffusers.training_utils import EMAModel
from ema_pytorch import EMA
from torch_ema import ExponentialMovingAverage

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(100, 100)

    def forward(self, x):
        return self.a(x)

class Shadow:
    def __init__(self, model):
        self.model = model
        self.shadow, self.backup = {}, {}

    def register(self):
        for name, p in self.model.named_parameters():
            if p.requires_grad:
                self.shadow[name] = p.data.clone()

    def update(self):
        for name, p in self.model.named_parameters():
            if p.requires_grad:
                self.shadow[name] = 0.1 * p.data + 0.9 * self.shadow[name]

class Host:
    def __init__(self, model):
        self.shadow = [p.detach().clone().cpu() for p in model.parameters()]
        self.other = []
        for p in model.parameters():
            self.other.append(p.detach().clone().to("cpu"))

class Listed:
    def __init__(self, model):
        self.shadow = []
        for p in model.parameters():
            self.shadow.append(p.detach().clone())

class Layered(nn.Module):
    def __init__(self, model):
        super().__init__()
        for i, p in enumerate(model.parameters()):
            self.register_buffer("p" + str(i), p.clone().detach())

model = Net()
BEFORE
model = model.cuda()
AFTER
optimizer = torch.optim.Adam(model.parameters())
for epoch in range(3):
  for i in range(10):
    x = torch.randn(8, 100, device="cuda")
    loss = model(x).mean()
    LOOP
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
  EPOCH
END
`
	const weights = 100*100*4 + 100*4
	for _, c := range []struct {
		before, after, loop, epoch, end string
		others                          int64
	}{
		{"pass", "pass", "pass", "pass", "pass", 0},
		{"pass", "twin = copy.deepcopy(model)", "pass", "pass", "pass", weights},
		{"pass", "twin = copy.deepcopy(model).eval()", "loss = loss + twin(x).mean().detach()", "pass", "pass", weights},
		{"twin = copy.deepcopy(model)", "twin.to('cuda')", "pass", "pass", "pass", weights},
		{"twin = copy.deepcopy(model)", "pass", "pass", "pass", "pass", 0},
		{"pass", "print(copy.deepcopy(model))", "pass", "pass", "pass", 0},
		{"pass", "twin = torch.optim.swa_utils.AveragedModel(model)", "twin.update_parameters(model)", "pass", "pass", weights + 8},
		{"pass", "twin = ModelEmaV2(model, decay=0.9)", "twin.update(model)", "pass", "pass", weights},
		{"pass", "twin = ModelEmaV3(model)", "twin.update(model, step=i)", "pass", "pass", weights},
		{"pass", "twin = copy.deepcopy(model) if True else None", "pass", "pass", "pass", weights},
		{"pass", "twin = EMAModel(model.parameters(), decay=0.9)", "twin.step(model.parameters())", "pass", "pass", weights},
		{"twin = EMAModel(model.parameters())", "twin.to('cuda')", "pass", "pass", "pass", weights},
		{"twin = EMAModel(model.parameters())", "pass", "pass", "pass", "pass", 0},
		{"pass", "twin = ExponentialMovingAverage(model.parameters(), decay=0.9)", "twin.update()", "pass", "pass", weights},
		{"model.a.bias.requires_grad_(False)", "twin = ExponentialMovingAverage(model.parameters(), decay=0.9)", "twin.update()", "pass", "pass", weights - 400},
		{"model.a.bias.requires_grad_(False)", "twin = EMAModel(model.parameters())", "pass", "pass", "pass", weights},
		{"pass", "twin = EMA(model, beta=0.9)", "twin.update()", "pass", "pass", weights},
		{"pass", "twin = Shadow(model)", "pass", "pass", "pass", 0},
		{"pass", "twin = Shadow(model)\ntwin.register()", "pass", "twin.update()", "pass", weights},
		{"model.a.bias.requires_grad_(False)", "twin = Shadow(model)\ntwin.register()", "pass", "twin.update()", "pass", weights - 400},
		{"pass", "twin = Host(model)", "pass", "pass", "pass", 0},
		{"pass", "twin = Listed(model)", "pass", "pass", "pass", weights},
		{"pass", "twin = Layered(model)", "pass", "pass", "pass", weights},
		{"pass", "kept = copy.deepcopy(model.state_dict())", "pass", "pass", "pass", weights},
		{"pass", "kept = {k: v.detach().clone() for k, v in model.state_dict().items()}", "pass", "pass", "pass", weights},
		{"pass", "kept = {k: v for k, v in model.state_dict().items()}", "pass", "pass", "pass", 0},
		{"pass", "kept = {k: v.clone().cpu() for k, v in model.state_dict().items()}", "pass", "pass", "pass", 0},
		{"pass", "kept = [p.clone() for p in model.parameters()]", "pass", "pass", "pass", weights},
		{"pass", "print(sum(p.clone().sum() for p in model.parameters()))", "pass", "pass", "pass", 0},
		{"pass", "pass", "pass", "if loss.item() < 1:\n    kept = copy.deepcopy(model.state_dict())", "pass", weights},
		{"pass", "kept = copy.deepcopy(model)", "pass", "if loss.item() < 1:\n    kept = copy.deepcopy(model)", "pass", weights},
		{"pass", "pass", "pass", "torch.save(copy.deepcopy(model.state_dict()), 'best.pt')", "pass", 0},
		{"pass", "pass", "pass", "pass", "kept = copy.deepcopy(model)", 0},
	} {
		indented := strings.ReplaceAll(c.epoch, "\n", "\n  ")
		j := jobOf(t, strings.NewReplacer("BEFORE", c.before, "AFTER", c.after, "LOOP", c.loop, "EPOCH", indented, "END", c.end).Replace(script))
		step, gap := Train(j, 0)
		if gap != nil {
			t.Errorf("%+v: %+v", c, gap)
		} else if step.Others != c.others {
			t.Errorf("%+v: %d", c, step.Others)
		}
	}
}
