import torch
from losses import Learned, Sum, Weighted


class Trainer:
    def __init__(self, model, criterion, loader):
        self.model = model
        self.criterion = criterion
        self.loader = loader
        self.optimizer = torch.optim.Adam(model.parameters())

    def run(self, epochs):
        for _ in range(epochs):
            for x, y in self.loader:
                self.optimizer.zero_grad()
                loss = self.criterion(self.model(x), y)
                loss.backward()
                self.optimizer.step()


def main(model, loader):
    Trainer(model, Sum(), loader).run(3)
    learned = Learned(1.0)
    trainer = Trainer(model, learned, loader)
    trainer.optimizer.add_param_group({"params": [learned.start]})
    trainer.run(3)
    Trainer(model, Weighted(0.5), loader).run(3)
