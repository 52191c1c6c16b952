# A trainer trains in this file, so nobody may say that nothing does.
import pytorch_lightning as pl
import torch
from torch import nn


class Classifier(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.last = nn.Linear(8, 2)

    def forward(self, x):
        return self.last(x)

    def training_step(self, batch, index):
        x, y = batch
        return nn.functional.cross_entropy(self(x), y)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


def train(loader):
    pl.Trainer(max_epochs=3).fit(Classifier(), loader)


def predict(path, samples):
    model = Classifier.load_from_checkpoint(path)
    found = []
    for sample in samples:
        found.append(model(sample))  # ok
    return found
