import torch.nn as nn


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q = nn.Linear(dim, dim)
        self.k = nn.Linear(dim, dim)

    def forward(self, x):
        attention = (self.q(x) @ self.k(x).transpose(-2, -1)).softmax(dim=-1)
        self.attention_map = attention.detach()  # want "self.attention_map keeps attention"
        return attention @ x
