# What is kept is one of several targets, is put behind a list, or goes into a list under a key.
import torch
from torch import nn


class Chained(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(8, 8)

    def forward(self, x):
        self.attention_map = w = torch.softmax(self.q(x) @ x.transpose(-1, -2), -1)  # want "self.attention_map keeps the activation"
        return w @ x


class Unpacked(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(8, 8)
        self.features = self.length = None

    def forward(self, x):
        w = torch.softmax(self.q(x) @ x.transpose(-1, -2), -1)
        self.features, self.length = w, len(x)  # want "self.features keeps w"
        return w @ x


class Extended(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(8, 8)
        self.attn_seen = []

    def forward(self, x):
        w = torch.softmax(self.q(x) @ x.transpose(-1, -2), -1)
        self.attn_seen += [w]  # want "self.attn_seen keeps w"
        return w @ x


class UnderKey(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(8, 8)
        self.attn_by_layer = {"first": [], "second": []}

    def forward(self, x):
        w = torch.softmax(self.q(x) @ x.transpose(-1, -2), -1)
        self.attn_by_layer["first"].append(w)  # want "self.attn_by_layer keeps w"
        return w @ x


class Detached(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(8, 8)
        self.attn_list = []
        self.attn_last = self.attn_size = None

    def forward(self, x):
        w = torch.softmax(self.q(x) @ x.transpose(-1, -2), -1)
        self.attn_list += [w.detach()]
        self.attn_last, self.attn_size = w.detach(), len(x)
        return w @ x


class Read(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(8, 8)
        self.attn_kept = []

    def forward(self, x):
        self.attn_kept = []
        w = torch.softmax(self.q(x) @ x.transpose(-1, -2), -1)
        self.attn_kept += [w]
        return w @ x

    def spread(self):
        return sum(w.var() for w in self.attn_kept)
