import torch
from ignite.engine import Engine


class Training(Engine):
    def __init__(self, update, model, optimizer):
        super().__init__(update)
        self.model = model
        self.optimizer = optimizer
        self.scaler = torch.amp.GradScaler("cuda")

    @staticmethod
    def train(engine, batch):
        engine.optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = engine.model(batch).mean()
        engine.scaler.scale(loss).backward()
        engine.scaler.step(engine.optimizer)  # want "update.. is missing in this step"
        return loss.item()


class Careful(Engine):
    def __init__(self, update, model, optimizer):
        super().__init__(update)
        self.model = model
        self.optimizer = optimizer
        self.scaler = torch.amp.GradScaler("cuda")

    @staticmethod
    def train(engine, batch):
        engine.optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = engine.model(batch).mean()
        engine.scaler.scale(loss).backward()
        engine.scaler.step(engine.optimizer)
        Careful.finish(engine)

    @staticmethod
    def finish(engine):
        engine.scaler.update()


def main(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    Training(Training.train, model, optimizer).run(loader, max_epochs=3)
    Careful(Careful.train, model, optimizer).run(loader, max_epochs=3)
