"""Pictures and words in one space: two encoders, one contrastive loss."""
import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


class FeedForward(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.net = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        return x + self.net(x)


class SelfAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.attention = nn.MultiheadAttention(width, heads, batch_first=True)

    def forward(self, x):
        y = self.norm(x)
        return x + self.attention(y, y, y, need_weights=False)[0]


class Images(nn.Module):
    def __init__(self, width, layers, patch, size, out):
        super().__init__()
        self.patches = nn.Conv2d(3, width, patch, stride=patch)
        self.token = nn.Parameter(torch.zeros(1, 1, width))
        self.position = nn.Parameter(torch.randn(1, (size // patch) ** 2 + 1, width) * 0.02)
        self.layers = nn.ModuleList([nn.Sequential(SelfAttention(width, width // 64), FeedForward(width)) for _ in range(layers)])
        self.out = nn.Linear(width, out, bias=False)

    def forward(self, x):
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(x.shape[0], -1, -1), x], dim=1) + self.position
        for layer in self.layers:
            x = layer(x)
        return self.out(x[:, 0])


class Words(nn.Module):
    def __init__(self, vocab, width, layers, length, out):
        super().__init__()
        self.embedding = nn.Embedding(vocab, width)
        self.position = nn.Parameter(torch.randn(length, width) * 0.01)
        self.layers = nn.ModuleList([nn.Sequential(SelfAttention(width, width // 64), FeedForward(width)) for _ in range(layers)])
        self.out = nn.Linear(width, out, bias=False)

    def forward(self, ids):
        x = self.embedding(ids) + self.position
        for layer in self.layers:
            x = layer(x)
        return self.out(x.mean(dim=1))


class Pair(nn.Module):
    def __init__(self, width, layers, patch):
        super().__init__()
        self.images = Images(width, layers, patch, 224, 256)
        self.words = Words(30000, width, layers, 64, 256)
        self.scale = nn.Parameter(torch.tensor(2.6))

    def forward(self, images, ids):
        a, b = F.normalize(self.images(images), dim=-1), F.normalize(self.words(ids), dim=-1)
        return self.scale.exp() * a @ b.t()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--patch", type=int, default=16)
    parser.add_argument("--amp", action="store_true")
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Pair(args.width, args.layers, args.patch).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    count = 4 * args.batch
    data = TensorDataset(torch.randn(count, 3, 224, 224), torch.randint(30000, (count, 64)))
    for images, ids in DataLoader(data, batch_size=args.batch, drop_last=True):
        images, ids = images.to(device), ids.to(device)
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=args.amp):
            logits = model(images, ids)
            labels = torch.arange(logits.shape[0], device=device)
            loss = (F.cross_entropy(logits, labels) + F.cross_entropy(logits.t(), labels)) / 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
