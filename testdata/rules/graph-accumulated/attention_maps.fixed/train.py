import torch
import torch.nn as nn
import torch.nn.functional as F

from attention import Attention


class Transformer(nn.Module):
    def __init__(self, dim, heads, depth, classes):
        super().__init__()
        self.blocks = nn.ModuleList([Attention(dim, heads) for _ in range(depth)])
        self.head = nn.Linear(dim, classes)

    # A list for each call: who asked for it decides how long it lives.
    def forward(self, x):
        maps = []
        for block in self.blocks:
            y, scores = block(x)
            x = x + y
            maps.append(scores)
        return self.head(x.mean(dim=1)), maps


def train(loader, epochs, device, dim=192):
    model = Transformer(dim, 3, 12, 100).to(device)
    optimizer = torch.optim.AdamW(model.parameters())
    first_maps, by_step, still = [], {}, []
    for epoch in range(epochs):
        for step, (tokens, labels) in enumerate(loader):
            logits, maps = model(tokens.to(device))
            loss = F.cross_entropy(logits, labels.to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            first_maps.append(maps[0].detach())  # want "first_maps keeps maps"
            by_step[epoch, step] = maps[-1].mean(dim=1).detach()  # want "by_step keeps"
            still.append(maps[0].detach().cpu())
            by_step["last"] = maps[-1]
    return len(first_maps), len(by_step), still
