import itertools

import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Conv2d(3, 64, 3, padding=1), nn.Conv2d(64, 3, 3, padding=1)

    def forward(self, x):
        return torch.tanh(self.last(torch.relu(self.first(x))))


def translate(loader):
    to_paint, to_photo = Generator(), Generator()
    judge_paint, judge_photo = nn.Conv2d(3, 1, 4), nn.Conv2d(3, 1, 4)
    optimizer_g = torch.optim.Adam(itertools.chain(to_paint.parameters(), to_photo.parameters()), lr=2e-4)
    optimizer_d = torch.optim.Adam(itertools.chain(judge_paint.parameters(), judge_photo.parameters()), lr=2e-4)
    for photo, paint in loader:
        optimizer_g.zero_grad()
        fake = to_paint(photo)
        loss_g = (judge_paint(fake) - 1).pow(2).mean() + (to_photo(fake) - photo).abs().mean()
        loss_g.backward(retain_graph=True)
        optimizer_g.step()

        optimizer_d.zero_grad()
        loss_d = (judge_paint(paint) - 1).pow(2).mean() + judge_paint(fake).pow(2).mean()  # not detached: goes on into to_paint
        loss_d.backward()  # want "optimizer_g.step.. has changed the weights of to_paint"
        optimizer_d.step()


def translate_apart(loader):
    to_paint, judge_paint = Generator(), nn.Conv2d(3, 1, 4)
    optimizer_g = torch.optim.Adam(itertools.chain(to_paint.parameters()), lr=2e-4)
    optimizer_d = torch.optim.Adam(itertools.chain(judge_paint.parameters()), lr=2e-4)
    for photo, paint in loader:
        optimizer_g.zero_grad()
        fake = to_paint(photo)
        loss_g = (judge_paint(fake) - 1).pow(2).mean()
        loss_g.backward()
        optimizer_g.step()

        optimizer_d.zero_grad()
        loss_d = (judge_paint(paint) - 1).pow(2).mean() + judge_paint(fake.detach()).pow(2).mean()
        loss_d.backward()
        optimizer_d.step()
