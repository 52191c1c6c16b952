# A method that is called for each batch accumulates as a loop does.
from torch.nn import functional as F


class Learner:
    def __init__(self, model, optimizer, accum):
        self.model = model
        self.optimizer = optimizer
        self.accum = accum

    def step(self, x, y, i):
        loss = F.cross_entropy(self.model(x), y)
        loss.backward()  # want "on the sum of their mean losses"
        if (i + 1) % self.accum == 0:
            self.optimizer.step()
            self.optimizer.zero_grad()


class Given:
    def __init__(self, optimizer, every):
        self.optimizer = optimizer
        self.every = every

    def step(self, loss, i):  # whoever computes it may have divided it
        loss.backward()
        if (i + 1) % self.every == 0:
            self.optimizer.step()
            self.optimizer.zero_grad()
