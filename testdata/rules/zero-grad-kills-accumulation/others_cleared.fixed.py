# What is cleared in every lap: what takes no part in the accumulation, and an optimizer that waits beside another.
import torch
import torch.nn.functional as F


def saliency_of_another(model, judge, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        x.requires_grad_()
        judge.zero_grad()
        seen = torch.autograd.grad(judge(x).max(), x)[0].abs()
        loss = (F.cross_entropy(model(x), y, reduction="none") * seen.mean((1, 2, 3))).mean() / 4
        loss.backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()


def two_that_wait(first, second, loader):
    optimizer = torch.optim.SGD(first.parameters(), lr=0.1)
    other = torch.optim.SGD(second.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        loss = (F.cross_entropy(first(x), y) + F.cross_entropy(second(x), y)) / 4
        loss.backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            other.step()
            other.zero_grad()  # want "other.zero_grad\(\) runs for every micro-batch but other steps once in 4"
            optimizer.zero_grad()
