import torch
from torch import nn
from metalearn import gradient_update_parameters


class Learner:
    def __init__(self, model):
        self.model = model

    def adapt(self, inputs, targets, steps):
        """What is not seen takes the gradients of the inner loss."""
        params, losses = None, []
        for step in range(steps):
            loss = nn.functional.cross_entropy(self.model(inputs, params=params), targets)
            losses.append(loss.item())
            params = gradient_update_parameters(self.model, loss, params=params)
        return params, losses

    def evaluate(self, loader):
        self.model.eval()
        for inputs, targets in loader:
            params, losses = self.adapt(inputs, targets, 5)
            print(losses[-1])


class Scorer:
    def __init__(self, model):
        self.model = model

    def evaluate(self, loader):
        self.model.eval()
        for inputs, targets in loader:
            loss = nn.functional.cross_entropy(self.model(inputs), targets)  # want "model runs with gradients on"
            print(loss.item())


def main(model, tasks):
    model = nn.DataParallel(model).cuda()
    Learner(model).evaluate(tasks)
    Scorer(model).evaluate(tasks)
