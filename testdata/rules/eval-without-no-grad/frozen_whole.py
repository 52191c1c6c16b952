import lightning as L
import torch

from .checkpoints import load_checkpoint


class Coder(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.encoder = torch.nn.Linear(8, 8)

    def predict(self, batch):
        return self.encoder(batch)

    def test_step(self, batch, index):
        return self.encoder(batch).mean()


def frozen_by_lightning(path, test_loader):
    model = Coder.load_from_checkpoint(path)
    model.freeze()
    model.eval()
    return [model.test_step(batch, i).item() for i, batch in enumerate(test_loader)], evaluate_frozen(path, test_loader)


def evaluate_frozen(path, test_loader):
    model = load_checkpoint(path)
    model.freeze()
    model.eval()
    total = 0
    for batch in test_loader:
        total += model(batch).sum().item()
    return total


def evaluate_lightning_frozen(path, test_loader):
    model = Coder.load_from_checkpoint(path)
    model.freeze()
    total = 0
    for i, batch in enumerate(test_loader):
        total += model.test_step(batch, i).item()
    return total


def evaluate_thawed(path, test_loader):
    model = Coder.load_from_checkpoint(path)
    model.freeze()
    model.unfreeze()
    model.eval()
    total = 0
    for i, batch in enumerate(test_loader):
        total += model.test_step(batch, i).item()  # todo-want "runs with gradients on"
    return total


def evaluate_trainable(path, test_loader):
    model = Coder.load_from_checkpoint(path)
    model.eval()
    total = 0
    for i, batch in enumerate(test_loader):
        total += model.test_step(batch, i).item()  # want "runs with gradients on"
    return total
