import torch
import torch.nn as nn
import torch.nn.functional as F


# A forward pass that computes gradients cannot run without them, whether or not it is followed to the place.
class Adapting(nn.Module):
    def __init__(self, mode):
        super().__init__()
        self.mode = mode
        self.encoder = nn.Linear(8, 8)
        self.head = nn.Parameter(torch.zeros(8, 4))

    def adapted(self, shots, kinds):
        loss = F.cross_entropy(self.encoder(shots) @ self.head, kinds)
        return self.head - 0.1 * torch.autograd.grad(loss, self.head)[0]

    def forward(self, given):
        if self.mode == "plain":
            return self.encoder(given)
        shots, kinds, queries = given
        return self.encoder(queries) @ getattr(self, self.mode)(shots, kinds)


def evaluate(model: Adapting, test_loader):
    model.eval()
    return [model(batch).argmax().item() for batch in test_loader]


def test(mode, test_loader):
    model = Adapting(mode)
    model.eval()
    for batch in test_loader:
        print(model(batch).argmax().item())
