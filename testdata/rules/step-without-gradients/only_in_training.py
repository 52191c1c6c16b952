# What trains in training mode alone is not reached where the caller evaluates.
import torch
import torch.nn.functional as F
from torch import nn


class Judged(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 4)
        self.judge = nn.Linear(4, 2)
        self.judge_optimizer = torch.optim.Adam(self.judge.parameters())

    def step(self, x, wanted):
        out = self.net(x)
        loss = F.cross_entropy(self.judge(out.detach()), wanted)
        if self.training:
            self.judge_optimizer.zero_grad()
            loss.backward()
            self.judge_optimizer.step()
        return out.abs().mean()


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 4)

    def step(self, x, wanted):
        return F.cross_entropy(self.net(x), wanted)


def train(loader, held_out, kind):
    kinds = {"judged": Judged, "plain": Plain}
    model = kinds[kind]()
    model.cuda()
    optimizer = torch.optim.Adam(model.net.parameters())
    for epoch in range(10):
        for x, wanted in loader:
            model.train()
            loss = model.step(x, wanted)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            for x, wanted in held_out:
                model.eval()
                print(model.step(x, wanted).item())
