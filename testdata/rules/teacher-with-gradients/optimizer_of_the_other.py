"""The critic's optimizer was given the generator's parameters: without gradients there is nothing to differentiate."""
import torch
from torch import nn

gen = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 8))
critic = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 1))
opt_g = torch.optim.Adam(gen.parameters(), lr=1e-4)
opt_c = torch.optim.Adam(gen.parameters(), lr=4e-4)


def train(loader):
    for real in loader:
        fake = gen(torch.randn_like(real))
        c_loss = critic(fake.detach()).mean() - critic(real).mean()  # want warning "no optimizer steps on its parameters"
        opt_c.zero_grad()
        c_loss.backward()
        opt_c.step()
        g_loss = -critic(fake).mean()
        opt_g.zero_grad()
        g_loss.backward()
        opt_g.step()
