# A loop that counts candidates, and makes an optimizer for each, trains on no batches: a handful of graphs, for a moment.
import torch


class Search:
    def __init__(self, surface, tries):
        self.surface = surface
        self.tries = tries

    def refine(self, start):
        x = start.clone().requires_grad_(True)
        minimizer = torch.optim.LBFGS([x])

        def closure():
            minimizer.zero_grad()
            y = self.surface(x)
            y.backward()
            return y

        minimizer.step(closure)
        return x.detach()

    def best(self, starts):
        found, values = [], []
        for i in range(self.tries):
            x = self.refine(starts[i])
            found.append(x)
            values.append(self.surface(x))
        return found[torch.cat(values).argmin().item()]


def over_batches(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    values = []
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
        values.append(model(x))  # want "values keeps the autograd graph"
    print(len(values))
