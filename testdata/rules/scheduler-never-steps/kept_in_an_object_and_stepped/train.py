import torch

from build import cosine


class Experiment:
    epochs = 90

    def __init__(self):
        self.net = torch.nn.Linear(8, 2)
        self.of = cosine(self.net, 0.1, self.epochs)

    def epoch(self, loader):
        for x, y in loader:
            loss = torch.nn.functional.cross_entropy(self.net(x), y)
            self.of.optimizer.zero_grad()
            loss.backward()
            self.of.optimizer.step()

    def run(self, loader):
        for _ in range(self.epochs):
            self.epoch(loader)
            self.of.scheduler.step()


Experiment().run(torch.load("batches.pt", map_location="cpu", weights_only=True))
