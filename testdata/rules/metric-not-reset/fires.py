import lightning.pytorch as pl
import torch
import torchmetrics
import torchnet as tnt
from torch import nn
from torchmetrics.classification import MulticlassF1Score


def epochs(model, optimizer, loader, held_out):
    accuracy = torchmetrics.Accuracy(task="multiclass", num_classes=10).to("cuda")
    meter = tnt.meter.AverageValueMeter()
    for epoch in range(20):
        model.train()
        for x, y in loader:
            loss = nn.functional.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            meter.add(loss.item())
        print(epoch, meter.value()[0])  # want "meter is never reset"
        model.eval()
        with torch.no_grad():
            for x, y in held_out:
                accuracy(model(x), y)
        print(epoch, accuracy.compute())  # want "accuracy is never reset"


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.f1 = MulticlassF1Score(num_classes=4)

    def validate(self, held_out):
        self.model.eval()
        with torch.no_grad():
            for x, y in held_out:
                self.f1.update(self.model(x), y)
        return self.f1.compute()  # want "self.f1 is never reset"

    def fit(self, loader, held_out):
        for epoch in range(20):
            self.model.train()
            for x, y in loader:
                self.optimizer.zero_grad()
                nn.functional.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
            print(epoch, self.validate(held_out))


class Classifier(pl.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.net = net
        metrics = torchmetrics.MetricCollection({"f1": MulticlassF1Score(num_classes=4)})
        self.held_out = metrics.clone(prefix="val_")
        self.test_f1 = MulticlassF1Score(num_classes=4)

    def training_step(self, batch, batch_idx):
        x, y = batch
        return nn.functional.cross_entropy(self.net(x), y)

    def validation_step(self, batch, batch_idx):
        x, y = batch
        self.held_out.update(self.net(x), y)

    def on_validation_epoch_end(self):
        self.log_dict(self.held_out.compute())  # want "the value of self.held_out: nothing resets it"

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
