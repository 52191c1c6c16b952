"""Tokens, classes passed as arguments, stochastic depth from a linspace, a frozen stem, positions as a parameter."""
import torch
from torch import nn, einsum


def pair(t):
    return t if isinstance(t, tuple) else (t, t)


def drop_path(x, p, training):
    if p == 0.0 or not training:
        return x
    keep = 1 - p
    shape = (x.shape[0],) + (1,) * (x.ndim - 1)
    mask = keep + torch.rand(shape, dtype=x.dtype, device=x.device)
    mask.floor_()
    return x.div(keep) * mask


class DropPath(nn.Module):
    def __init__(self, p=None):
        super(DropPath, self).__init__()
        self.p = p

    def forward(self, x):
        return drop_path(x, self.p, self.training)


class PreNorm(nn.Module):
    def __init__(self, dim, fn, norm_layer=nn.LayerNorm):
        super().__init__()
        self.norm = norm_layer(dim)
        self.fn = fn

    def forward(self, x, **kwargs):
        return self.fn(self.norm(x), **kwargs)


class FeedForward(nn.Sequential):
    def __init__(self, dim, hidden, dropout=0.0):
        layers = [nn.Linear(dim, hidden), nn.GELU()]
        if dropout > 0:
            layers += [nn.Dropout(dropout)]
        layers.append(nn.Linear(hidden, dim))
        super().__init__(*layers)


class Attention(nn.Module):
    def __init__(self, dim, heads=4, dim_head=16):
        super().__init__()
        inner = dim_head * heads
        self.heads = heads
        self.scale = dim_head ** -0.5
        self.to_qkv = nn.Linear(dim, inner * 3, bias=False)
        self.to_out = nn.Linear(inner, dim) if not (heads == 1 and dim_head == dim) else nn.Identity()

    def forward(self, x):
        b, n, _, h = *x.shape, self.heads
        qkv = self.to_qkv(x).chunk(3, dim=-1)
        q, k, v = map(lambda t: t.reshape(b, n, h, -1).permute(0, 2, 1, 3), qkv)
        dots = einsum("b h i d, b h j d -> b h i j", q, k) * self.scale
        out = einsum("b h i j, b h j d -> b h i d", dots.softmax(dim=-1), v)
        return self.to_out(out.transpose(1, 2).reshape(b, n, -1))


class ViT(nn.Module):
    def __init__(self, *, image_size=32, patch_size=8, num_classes=10, dim=64, depth=3, heads=4, mlp_ratio=2.0, rate=0.2, freeze=True):
        super().__init__()
        ih, iw = pair(image_size)
        ph, pw = pair(patch_size)
        self.stem = nn.Conv2d(3, 3, 1)
        if freeze:
            for p in self.stem.parameters():
                p.requires_grad = False
        self.embed = nn.Conv2d(3, dim, kernel_size=(ph, pw), stride=(ph, pw))
        count = (ih // ph) * (iw // pw)
        self.pos = nn.Parameter(torch.randn(1, count + 1, dim))
        self.cls = nn.Parameter(torch.zeros(1, 1, dim))
        rates = [x.item() for x in torch.linspace(0, rate, depth)]
        self.layers = nn.ModuleList([])
        for i in range(depth):
            self.layers.append(nn.ModuleList([
                PreNorm(dim, Attention(dim, heads)),
                PreNorm(dim, FeedForward(dim, int(dim * mlp_ratio), dropout=0.1)),
                DropPath(rates[i]) if rates[i] > 0.0 else nn.Identity(),
            ]))
        self.head = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, num_classes))

    def forward(self, img):
        x = self.embed(self.stem(img)).flatten(2).transpose(1, 2)
        x = torch.cat((self.cls.expand(x.shape[0], -1, -1), x), dim=1)
        x = x + self.pos[:, : x.shape[1]]
        for attn, ff, drop in self.layers:
            x = drop(attn(x)) + x
            x = drop(ff(x)) + x
        return self.head(x[:, 0])
