from setup import build, swap, swap_both


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.optimizer, self.scheduler = build(model, lr)

    def epoch(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            (self.model(x) - y).abs().mean().backward()
            self.optimizer.step()


def main(model, loader):
    trainer = Trainer(model, 0.1)
    for epoch in range(10):
        trainer.epoch(loader)
        trainer.scheduler.step()
    swap(trainer, 1e-4)
    for epoch in range(10):
        trainer.epoch(loader)
        trainer.scheduler.step()  # want "trainer.scheduler.step\(\) drives the optimizer that setup.py:10 replaces"


def again(model, loader):
    trainer = Trainer(model, 0.1)
    for epoch in range(10):
        trainer.epoch(loader)
        trainer.scheduler.step()
    swap_both(trainer, 1e-4)
    for epoch in range(10):
        trainer.epoch(loader)
        trainer.scheduler.step()


def two_trainers(model, other, loader):
    trainer = Trainer(model, 0.1)
    for epoch in range(10):
        trainer.epoch(loader)
        trainer.scheduler.step()
    trainer = Trainer(other, 0.1)
    for epoch in range(10):
        trainer.epoch(loader)
        trainer.scheduler.step()
