package built

import (
	"strings"
	"testing"
)

// TestCopiesBeside: a copy of a trained model that lies on the card beside it takes what the model takes, once, whether the loop uses it
// or not. One that is only shown, or taken before the model was moved, takes nothing there.
func TestCopiesBeside(t *testing.T) {
	const script = `
-- train.py --
import copy
import torch
from torch import nn
from timm.utils import ModelEmaV2, ModelEmaV3

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(100, 100)

    def forward(self, x):
        return self.a(x)

model = Net()
BEFORE
model = model.cuda()
AFTER
optimizer = torch.optim.Adam(model.parameters())
for i in range(10):
    x = torch.randn(8, 100, device="cuda")
    loss = model(x).mean()
    LOOP
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`
	const weights = 100*100*4 + 100*4
	for _, c := range []struct {
		before, after, loop string
		others              int64
	}{
		{"pass", "pass", "pass", 0},
		{"pass", "twin = copy.deepcopy(model)", "pass", weights},
		{"pass", "twin = copy.deepcopy(model).eval()", "loss = loss + twin(x).mean().detach()", weights},
		{"twin = copy.deepcopy(model)", "twin.to('cuda')", "pass", weights},
		{"twin = copy.deepcopy(model)", "pass", "pass", 0},
		{"pass", "print(copy.deepcopy(model))", "pass", 0},
		{"pass", "twin = torch.optim.swa_utils.AveragedModel(model)", "twin.update_parameters(model)", weights + 8},
		{"pass", "twin = ModelEmaV2(model, decay=0.9)", "twin.update(model)", weights},
		{"pass", "twin = ModelEmaV3(model)", "twin.update(model, step=i)", weights},
	} {
		j := jobOf(t, strings.NewReplacer("BEFORE", c.before, "AFTER", c.after, "LOOP", c.loop).Replace(script))
		step, gap := Train(j, 0)
		if gap != nil {
			t.Errorf("%s, %s: %+v", c.before, c.after, gap)
		} else if step.Others != c.others {
			t.Errorf("%s, %s: %d, not %d", c.before, c.after, step.Others, c.others)
		}
	}
}
