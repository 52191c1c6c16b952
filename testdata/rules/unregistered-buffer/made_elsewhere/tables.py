import math

import torch


def sinusoid(length, dim):
    table = torch.zeros(length, dim)
    position = torch.arange(length).unsqueeze(1).float()
    rate = torch.exp(torch.arange(0, dim, 2).float() * (-math.log(10000.0) / dim))
    table[:, 0::2] = torch.sin(position * rate)
    table[:, 1::2] = torch.cos(position * rate)
    return table


class Smoothed:
    def smooth(self, h):
        return h * self.window
