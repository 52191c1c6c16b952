import torch
from torch.cuda.amp import autocast, GradScaler


class Net(torch.nn.Module):
    @autocast()  # want "deprecated"
    def forward(self, x):
        return x

    @torch.cuda.amp.autocast(enabled=False)  # want "deprecated"
    def loss(self, x):
        return x

    @autocast  # want "without parentheses it does nothing it should"
    def bare(self, x):
        return x


def make():
    return GradScaler()  # also deprecated-gradscaler
