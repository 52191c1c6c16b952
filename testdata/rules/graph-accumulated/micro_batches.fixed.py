import torch


class Learner:
    def __init__(self, model, every):
        self.model = model
        self.every = every
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def step(self, x):
        total = 0
        for _ in range(self.every):
            loss = self.model(x).mean() / self.every
            total += loss  # the nodes of a few micro-batches
            loss.backward()
        self.optimizer.step()
        self.optimizer.zero_grad()
        return total

    def each(self, batches):
        total = 0
        for x in range(len(batches)):
            loss = self.model(batches[x]).mean()
            total += loss.detach()  # want "with its autograd graph"
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return total
