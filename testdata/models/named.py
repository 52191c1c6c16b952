"""Models that are made by a method of theirs, and numbers that numpy's and Python's helpers give."""
import re
from collections import namedtuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

Stage = namedtuple("Stage", ["repeats", "kernel", "width"])


def decode(text):
    options = {}
    for word in text.split("_"):
        splits = re.split(r"(\d.*)", word)
        if len(splits) >= 2:
            key, value = splits[:2]
            options[key] = int(value)
    return Stage(options["r"], options["k"], options["w"])


class Same(nn.Conv2d):
    """A convolution that pads for itself."""

    def __init__(self, channels, width, kernel, stride=1):
        super().__init__(channels, width, kernel, stride)
        self.stride = self.stride if len(self.stride) == 2 else [self.stride[0]] * 2
        self.pad = nn.ZeroPad2d((kernel - 1) // 2)

    def forward(self, x):
        return F.conv2d(self.pad(x), self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class Named(nn.Module):
    def __init__(self, stages, classes=5):
        super().__init__()
        layers, channels = [], 3
        for stage in stages:
            stage = stage._replace(width=stage.width * 2)
            for _ in range(stage.repeats):
                layers += [Same(channels, stage.width, stage.kernel, stride=[1]), nn.ReLU()]
                channels = stage.width
        self.layers = nn.Sequential(*layers)
        self.head = nn.Linear(channels, classes)

    def forward(self, x):
        return self.head(self.layers(x).mean((2, 3)))

    @classmethod
    def from_name(cls, name, classes=5):
        return cls([decode(text) for text in {"small": ["r1_k3_w4", "r2_k5_w8"]}[name]], classes)


class Grid(nn.Module):
    """Points of numpy's as a buffer, lengths that are halved, domains that are picked."""

    def __init__(self, points=24, width=64, domains=3):
        super().__init__()
        rows = np.linspace(-1.0, 1.0, points)
        corners = np.stack([rows, -1 * np.ones(points)], axis=1)
        tiled = np.tile(np.expand_dims(corners, axis=1), (1, points, 1))
        far = np.linalg.norm(tiled - corners[np.newaxis, :, :], ord=2, axis=2, keepdims=False)
        total = np.sum(far, axis=1, keepdims=True)
        self.register_buffer("far", torch.tensor(np.concatenate([far, total], axis=1)).float())
        self.enter = nn.Linear(points + 1, width)
        self.leave = nn.ModuleList([nn.Linear(width, 4) for _ in range(domains)])

    def forward(self, x, lengths, domain):
        h = self.enter(x @ self.far)
        keep = torch.arange(h.shape[1])[None, :] < (lengths >> 1)[:, None]
        h = (h * keep[..., None]).mean(1)
        out = torch.stack([layer(h) for layer in self.leave], dim=1)
        return out[torch.LongTensor(range(domain.size(0))), domain]


class Pool(nn.Module):
    """One query that looks at everything, with weights of its own for keys and values."""

    def __init__(self, width=32, heads=4):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.out = [nn.Linear(width, width) for _ in range(4)]

    def forward(self, x):
        out, _ = F.multi_head_attention_forward(
            query=x[:1], key=x, value=x, embed_dim_to_check=x.shape[-1], num_heads=self.heads, q_proj_weight=self.q.weight,
            k_proj_weight=self.k.weight, v_proj_weight=self.v.weight, in_proj_weight=None,
            in_proj_bias=torch.cat([self.q.bias, self.k.bias, self.v.bias]), bias_k=None, bias_v=None, add_zero_attn=False,
            dropout_p=0, out_proj_weight=self.out.weight, out_proj_bias=self.out.bias, use_separate_proj_weight=True,
            training=self.training, need_weights=True)
        return out.squeeze(0)


class Places(nn.Module):
    """A table that is computed once, of more memory than a step takes."""

    def __init__(self, places=2000, width=64):
        super().__init__()
        table = torch.zeros(places, width)
        at = torch.arange(places).float().unsqueeze(1)
        each = torch.exp(torch.arange(0, width, 2).float() * -0.1)
        table[:, 0::2] = torch.sin(at * each)
        table[:, 1::2] = torch.cos(at * each)
        self.register_buffer("table", table)
        self.enter = nn.Linear(8, width)

    def forward(self, x):
        return self.enter(x) + self.table[:x.shape[1]]


class Streaming(nn.TransformerEncoderLayer):
    """A layer of torch's with a forward pass of its own."""

    def forward(self, x):
        x = self.norm1(x + self.self_attn(x, x, x)[0])
        return self.norm2(x + self._ff_block(self.linear2(self.activation(self.linear1(x)))))


class Stream(nn.Module):
    def __init__(self, width=32, gelu=True):
        super().__init__()
        activation = F.gelu if gelu else F.relu
        self.layers = nn.ModuleList([Streaming(width, 4, 64, activation=activation, batch_first=True, dropout=0.0) for _ in range(2)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
