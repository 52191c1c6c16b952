import copy

from torch import nn
from torch.optim import Adam


class Sum(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 8)

    def forward(self, x):
        return self.first(x)


# All networks are frozen outside of the function that trains one: it thaws what it is given, and freezes it again.
def distill(teacher: Sum, student, loader):
    student.requires_grad_(True)
    optimizer = Adam(student.parameters())
    for x in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(student(x), teacher(x))
        loss.backward()
        optimizer.step()
    student.requires_grad_(False)
    return student


def rounds(loader, n):
    net = Sum()
    for _ in range(n):
        net = distill(net, copy.deepcopy(net), loader)
