import torch
from ignite.engine import Engine


class Training(Engine):
    def __init__(self, update, model, optimizer):
        super().__init__(update)
        self.model = model
        self.optimizer = optimizer

    @staticmethod
    def train(engine, batch):
        engine.model.train()
        loss = engine.model(batch).mean()
        engine.optimizer.zero_grad()
        loss.backward()  # want "nothing in this step clears the gradients that engine.optimizer steps on"
        engine.optimizer.step()
        return loss.item()


class Careful(Engine):
    @staticmethod
    def train_and_clear(engine, batch):
        engine.optimizer.zero_grad(set_to_none=True)
        engine.model(batch).mean().backward()
        engine.optimizer.step()


def main(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    Training(Training.train, model, optimizer).run(loader, max_epochs=3)
