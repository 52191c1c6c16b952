"""Models that lean on timm's parts, einops' packing and numpy's positions."""
import math

import numpy as np
import torch
from einops import pack, rearrange, unpack
from timm.models.vision_transformer import Attention, Block, PatchEmbed
from torch import nn
from torch.distributions import Categorical, OneHotCategorical


def positions_of(width, side):
    rows, columns = np.arange(side, dtype=np.float32), np.arange(side, dtype=np.float32)
    grid = np.stack(np.meshgrid(columns, rows), axis=0).reshape([2, -1])
    steps = 1.0 / 100 ** (np.arange(width // 4, dtype=np.float64) / (width / 4))
    halves = [np.einsum("n,d->nd", grid[i].reshape(-1), steps) for i in range(2)]
    return np.concatenate([f(h) for h in halves for f in (np.sin, np.cos)], axis=1)


class Patches(nn.Module):
    """Blocks of timm over patches with fixed positions, and registers that are packed beside them."""

    def __init__(self, side=32, width=48, depth=2, registers=3):
        super().__init__()
        self.embed = PatchEmbed(side, 8, 3, width)
        fixed = positions_of(width, self.embed.grid_size[0])
        self.position = nn.Parameter(torch.zeros(1, self.embed.num_patches, width), requires_grad=False)
        self.position.data.copy_(torch.from_numpy(fixed).float().unsqueeze(0))
        self.registers = nn.Parameter(torch.randn(registers, width))
        self.blocks = nn.ModuleList([Block(width, 4, 2.0, qkv_bias=True, init_values=0.1, norm_layer=nn.LayerNorm) for _ in range(depth)])
        self.last = Attention(width, num_heads=4, qkv_bias=True, proj_drop=0.1)
        self.head = nn.Linear(width, 10)
        for attention in [block.attn for block in self.blocks] + [self.last]:
            attention.fused_attn = False

    def forward(self, x):
        x = self.embed(x) + self.position
        extra = self.registers.expand(x.shape[0], -1, -1)
        x, shapes = pack([extra, x], "b * d")
        for block in self.blocks:
            x = block(x)
        _, x = unpack(self.last(x), shapes, "b * d")
        side = int(np.sqrt(x.shape[1]))
        x = rearrange(x, "b (x y) d -> b d x y", x=side)
        return self.head(x.mean(dim=(2, 3)))


class Fields(nn.Module):
    """Categories of several fields in one table, found by where each field begins."""

    def __init__(self, sizes, config):
        super().__init__()
        self.table = nn.Embedding(sum(sizes), config.width)
        self.begins = np.array((0, *np.cumsum(sizes)[:-1]), dtype=np.long)
        self.few = config.head.factor * np.ceil(np.log(len(sizes))).astype("int").item()
        self.waves = torch.tensor(np.array([np.cos(2 * np.pi * i * np.linspace(0, 1, 6)) for i in range(config.width)])).float()
        self.score = nn.Linear(config.width, config.head.classes)

    def forward(self, x):
        x = self.table(x + x.new_tensor(self.begins).unsqueeze(0))
        _, best = torch.topk(x.mean(dim=(0, 2)), self.few)
        turned = [torch.roll(x, -int(best[i]), 1) for i in range(self.few)]
        return self.score(torch.stack(turned).sum(0) + (x @ self.waves) @ self.waves.T)


class Policy(nn.Module):
    """Draws an action, and says how likely it was."""

    def __init__(self, width=32, actions=6):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, width), nn.Tanh())
        self.actor = nn.Linear(width, actions)
        self.kind = nn.Linear(width, 4)
        self.prior = OneHotCategorical(0.5 * torch.ones(4, 1)).sample().shape[0]

    def forward(self, x):
        x = self.body(x)
        of_logits = Categorical(logits=self.actor(x))
        of_probs = Categorical(torch.softmax(self.kind(x), dim=-1))
        action = of_logits.sample()
        one_hot = OneHotCategorical(logits=self.kind(x) / math.sqrt(self.prior))
        return of_logits.log_prob(action), of_logits.entropy(), of_probs.log_prob(of_probs.sample()), one_hot.log_prob(one_hot.sample())
