# What no name holds is let go of when the function returns.
import torch


class Curvature:
    def __init__(self, model, criterion, data):
        self.model, self.criterion, self.data = model, criterion, data

    def estimate(self, p):
        n = len(self.data)
        logits = [self.model(x) for x in self.data]
        targets = [torch.softmax(one, dim=0) for one in logits]
        g = torch.autograd.grad(
            sum([self.criterion(a, b) for a, b in zip(logits, targets)]) / n, p,
            retain_graph=True,  # want note "until estimate returns"
        )[0]
        return n * g * g

    def each(self, loader, p):
        total = 0
        for x, y in loader:
            loss = self.criterion(self.model(x), y)
            g = torch.autograd.grad(loss, p, retain_graph=True)[0]  # want "two steps' graphs can be in memory"
            total = total + g * g
        return total
