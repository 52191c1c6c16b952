# What stands on the GPU already is left as it is, and to() gives the Parameter itself.
import torch
from torch import nn


class Prompt(nn.Module):
    def __init__(self, n, start, made, learns):
        super().__init__()
        self.there = nn.Parameter(torch.zeros(n, device="cuda")).cuda()
        self.moved = nn.Parameter(torch.zeros(n).cuda()).to("cuda")
        self.sent = nn.Parameter(torch.zeros(n).to("cuda")).cuda()
        self.like = nn.Parameter(torch.zeros(n, dtype=start.dtype).add(start.device.index)).cuda()
        self.given = nn.Parameter(start).cuda()
        self.scaled = nn.Parameter(start / 8).cuda()
        self.scaled_first = nn.Parameter(8 * start).cuda()
        self.spread = nn.Parameter(*made).cuda()
        self.frozen = nn.Parameter(torch.zeros(n), requires_grad=learns).cuda()
        self.drawn = nn.Parameter(torch.randn(n) / 8).cuda()  # want "self.drawn is a plain tensor"
        self.drawn_first = nn.Parameter(0.125 * torch.randn(n)).cuda()  # want "self.drawn_first is a plain tensor"
        self.summed = nn.Parameter(torch.randn(n) + start).cuda()

    def forward(self, x):
        return x + self.there + self.moved + self.sent + self.like + self.given + self.scaled + self.drawn
