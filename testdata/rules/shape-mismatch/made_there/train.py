import torch
from torch import nn
from torch.nn import functional as F


class Letters(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(64, 32)
        self.head = nn.Linear(32, 64)

    def forward(self, tokens, following):
        return F.cross_entropy(self.head(self.embedding(tokens)).view(-1, 64), following.view(-1))  # want "view size is not compatible"


def batch():
    lines = torch.randint(0, 64, (12, 33), device="cuda")
    return lines[:, :-1].cuda(), lines[:, 1:].cuda()  # are there already


model = Letters().cuda()
optimizer = torch.optim.AdamW(model.parameters())
for step in range(1000):
    for part in range(2):
        tokens, following = batch()
        (model(tokens, following) / 2).backward()
    optimizer.step()
    optimizer.zero_grad()
