import torch
from torch import nn

model = nn.Linear(8, 2)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
weights = list(model.parameters())
kept = [torch.zeros_like(p) for p in weights]


def fit(tasks, every):
    global kept
    for i, (x, y) in enumerate(tasks):
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        kept = [k + p.grad for k, p in zip(kept, weights)]
        optimizer.zero_grad()  # what it clears is kept beside
        if (i + 1) % every == 0:
            for j, p in enumerate(weights):
                p.grad = kept[j]
            optimizer.step()
            kept = [torch.zeros_like(p) for p in weights]
            optimizer.zero_grad()
