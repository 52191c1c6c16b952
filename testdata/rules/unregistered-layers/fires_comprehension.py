import torch
from torch import nn
from torch.nn import functional as F


class TextCNN(nn.Module):
    def __init__(self, words, width, sizes, classes):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.convs = [nn.Conv2d(1, 100, (size, width)) for size in sizes]  # want "the layers in self.convs are no part of TextCNN"
        self.out = nn.Linear(len(sizes) * 100, classes)

    def forward(self, ids):
        x = self.embed(ids).unsqueeze(1)
        pooled = [F.relu(conv(x)).squeeze(3).max(dim=2).values for conv in self.convs]
        return self.out(torch.cat(pooled, 1))
