package built

import (
	"strings"
	"testing"
)

// criticScript trains a critic with a penalty on the gradient of its input: PARTS are its layers, FORWARD what it makes
// of x.
const criticScript = `import torch
from torch import nn
import torch.nn.functional as F


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.c = PARTS
        self.out = nn.Linear(OUT, 1)

    def forward(self, x):
FORWARD
        return self.out(x)


critic = Critic().cuda()
opt = torch.optim.SGD(critic.parameters(), lr=1e-4)
for i in range(100):
    real = torch.randn(32, 3, 32, 32).cuda()
    mixed = real.clone().detach().requires_grad_(True)
    score = critic(mixed)
    grads = torch.autograd.grad(GRAD)[0]
    penalty = grads.pow(2).reshape(32, -1).sum(1).mean()
    loss = F.softplus(-score).mean() + 5 * penalty
    opt.zero_grad()
    loss.backward()
    opt.step()
`

// TestGradientPenalty: the most that a step allocates which goes through the gradient of an input, against torch 2
// (saved_tensors_hooks know nothing of it: every allocation on the meta device was counted,
// estimator/oracle/user_modules.py).
func TestGradientPenalty(t *testing.T) {
	const convs = "nn.Conv2d(3, 64, 3, padding=1), nn.Conv2d(64, 64, 3, padding=1), nn.Conv2d(64, 64, 3, padding=1)"
	const usual = "score.sum(), mixed, create_graph=True"
	for name, c := range map[string]struct {
		parts, out, forward, grad string
		want                      int64
		gap                       string
	}{
		"convolutions":           {convs, "64", "x = F.relu(self.a(x))|x = F.relu(self.b(x))|x = F.relu(self.c(x))|x = x.mean((2, 3))", usual, 68_901_652, ""},
		"with shortcuts":         {convs, "64", "x = F.gelu(self.a(x))|x = x + F.relu(self.b(x))|x = x + F.relu(self.c(x))|x = x.mean((2, 3))", usual, 127_326_996, ""},
		"curves":                 {convs, "64", "x = F.tanh(self.a(x))|x = F.tanh(self.b(x))|x = F.tanh(self.c(x))|x = x.mean((2, 3))", usual, 110_549_780, ""},
		"products and dropout":   {convs, "64", "x = F.leaky_relu(self.a(x), 0.2)|x = F.dropout(F.leaky_relu(self.b(x), 0.2), 0.3)|x = torch.sigmoid(self.c(x)) * x|x = x.mean((2, 3))", usual, 138_107_668, ""},
		"wide layers":            {"nn.Linear(3072, 4096), nn.Linear(4096, 4096), nn.Tanh()", "4096", "x = self.c(self.b(F.relu(self.a(x.flatten(1)))))", usual, 371_933_332, ""},
		"a norm":                 {convs, "64", "x = F.relu(self.a(x))|x = F.batch_norm(self.b(x), None, None, training=True)|x = x.mean((2, 3))", usual, 0, "differentiated again"},
		"a gradient that is one": {convs, "64", "x = F.relu(self.a(x))|x = x.mean((2, 3))", "score.sum(), mixed, retain_graph=True", 0, "makes no graph"},
		"what takes no part":     {convs, "64", "x = F.relu(self.a(x))|x = x.mean((2, 3))", "score.sum(), torch.zeros(2, requires_grad=True), create_graph=True", 0, "takes part in its results"},
	} {
		forward := "        " + strings.ReplaceAll(c.forward, "|", "\n        ")
		text := strings.NewReplacer("PARTS", c.parts, "OUT", c.out, "FORWARD", forward, "GRAD", c.grad).Replace(criticScript)
		step, gap := Train(jobOf(t, "\n-- train.py --\n"+text), 0)
		switch {
		case c.gap != "" && (gap == nil || !strings.Contains(gap.Reason, c.gap)):
			t.Errorf("%s: %v", name, gap)
		case c.gap != "":
		case gap != nil:
			t.Errorf("%s: %s", name, gap.Reason)
		default:
			peak := max(step.Forward.Bytes, step.Backward.Bytes, step.Optimizer.Bytes)
			if 100*peak < 99*c.want || 100*peak > 101*c.want {
				t.Errorf("%s: %d, torch %d", name, peak, c.want)
			}
		}
	}
}

// criticRounds trains a critic ROUNDS times in each step of a generator.
const criticRounds = `import torch
from torch import nn

critic = nn.Sequential(nn.Linear(100, 50), nn.ReLU(), nn.Linear(50, 1)).cuda()
generator = nn.Sequential(nn.Linear(10, 4000), nn.ReLU(), nn.Linear(4000, 100)).cuda()
first = torch.optim.SGD(critic.parameters(), lr=0.1)
second = torch.optim.SGD(generator.parameters(), lr=0.1)
start = 0
if RESUME:
    start = torch.load("last.pt")["step"]
for i in range(start, 10000):
    for _ in range(ROUNDS):
        x = torch.randn(32, 100).cuda()
        loss = critic(x).mean() - critic(generator(torch.randn(32, 10).cuda()).detach()).mean()
        first.zero_grad()
        loss.backward()
        first.step()
    GENERATOR
`

// TestRoundsOfACritic: what trains a part some times in each step is not the step; the rounds of one alone are.
func TestRoundsOfACritic(t *testing.T) {
	const trains = "second.zero_grad()\n    loss = -critic(generator(torch.randn(32, 10).cuda())).mean()\n    loss.backward()\n    second.step()"
	train := func(rounds, generator, resume string) int64 {
		text := strings.NewReplacer("ROUNDS", rounds, "GENERATOR", generator, "RESUME", resume).Replace(criticRounds)
		step, gap := Train(jobOf(t, "\n-- train.py --\n"+text), 0)
		if gap != nil {
			t.Errorf("%s rounds, %s: %s", rounds, generator, gap.Reason)
			return 0
		}
		return step.Trained
	}
	const critic, generator = 4 * (100*50 + 50 + 51), 4 * (11*4000 + 4001*100)
	for _, c := range []struct {
		rounds, generator, resume string
		want                      int64
	}{{"5", trains, "False", critic + generator}, {"5", "pass", "False", critic}, {"5", trains, "open('a')", critic + generator}} {
		if got := train(c.rounds, c.generator, c.resume); got != c.want {
			t.Errorf("%+v: gradients of %d", c, got)
		}
	}
}
