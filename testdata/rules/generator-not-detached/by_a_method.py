import torch
from torch import nn

from data import loader


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(16, 64)

    def forward(self, noise):
        return self.net(noise).tanh()

    def sample(self, n):
        return self.forward(torch.rand(n, 16))


gen, critic = Generator(), nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 1))
bce = nn.BCEWithLogitsLoss()
gen_opt = torch.optim.Adam(gen.parameters())
critic_opt = torch.optim.Adam(critic.parameters())

for epoch in range(10):
    for x, _ in loader:
        critic_opt.zero_grad()
        scores = critic(torch.cat([x, gen.sample(len(x))])).flatten()
        bce(scores, torch.cat([torch.ones(len(x)), torch.zeros(len(x))])).backward()  # want "also goes through gen, whose"
        critic_opt.step()

        gen_opt.zero_grad()
        judged = critic(gen.sample(len(x)))
        bce(judged, torch.ones_like(judged)).backward()
        gen_opt.step()
