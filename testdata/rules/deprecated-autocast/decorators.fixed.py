import torch
from torch.cuda.amp import GradScaler


class Net(torch.nn.Module):
    @torch.amp.autocast("cuda")  # want "deprecated"
    def forward(self, x):
        return x

    @torch.amp.autocast("cuda", enabled=False)  # want "deprecated"
    def loss(self, x):
        return x

    @torch.amp.autocast("cuda")  # want "without parentheses it does nothing it should"
    def bare(self, x):
        return x


def make():
    return GradScaler()  # also deprecated-gradscaler
