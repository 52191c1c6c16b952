import lightning.pytorch as pl
import torch
import torchmetrics
from torch import nn
from torchmetrics.classification import MulticlassF1Score

from somewhere import report


def epochs(model, optimizer, loader, held_out):
    accuracy = torchmetrics.Accuracy(task="multiclass", num_classes=10).to("cuda")
    reported = torchmetrics.MeanMetric()
    at_the_end = torchmetrics.MeanMetric()
    for epoch in range(20):
        model.train()
        losses = torchmetrics.MeanMetric()  # another one in each epoch
        for x, y in loader:
            loss = nn.functional.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.update(loss.item())
            reported.update(loss.item())
            at_the_end.update(loss.item())
        report(reported)  # may reset it
        print(epoch, losses.compute(), reported.compute())
        model.eval()
        accuracy.reset()
        with torch.no_grad():
            for x, y in held_out:
                accuracy(model(x), y)
        print(epoch, accuracy.compute())
    print(at_the_end.compute())  # over all epochs on purpose


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.f1 = MulticlassF1Score(num_classes=4)
        self.hooks = []
        self.recall = MulticlassF1Score(num_classes=4)
        self.meters = [self.recall]

    def validate(self, held_out):
        for meter in self.meters:
            meter.reset()
        self.model.eval()
        with torch.no_grad():
            for x, y in held_out:
                self.f1.update(self.model(x), y)
                self.recall.update(self.model(x), y)
        return self.f1.compute(), self.recall.compute()

    def begin(self):
        self.f1.reset()

    def fit(self, loader, held_out):
        for epoch in range(20):
            self.begin()
            self.model.train()
            for x, y in loader:
                self.optimizer.zero_grad()
                nn.functional.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
            print(epoch, self.validate(held_out))


def once(model, held_out):
    accuracy = torchmetrics.Accuracy(task="multiclass", num_classes=10)
    with torch.no_grad():
        for x, y in held_out:
            accuracy(model(x), y)
    return accuracy.compute()


class Classifier(pl.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.f1 = MulticlassF1Score(num_classes=4)
        self.logged = MulticlassF1Score(num_classes=4)

    def training_step(self, batch, batch_idx):
        x, y = batch
        return nn.functional.cross_entropy(self.net(x), y)

    def validation_step(self, batch, batch_idx):
        x, y = batch
        self.f1.update(self.net(x), y)

    def on_validation_epoch_end(self):
        self.log("f1", self.f1.compute())
        self.f1.reset()

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


class Logs(pl.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.f1 = MulticlassF1Score(num_classes=4)

    def validation_step(self, batch, batch_idx):
        x, y = batch
        self.f1.update(self.net(x), y)
        self.log("f1", self.f1)  # Lightning resets it

    def on_validation_epoch_end(self):
        print(self.f1.compute())
