import lightning as L
import torch.nn as nn


class Classifier(L.LightningModule):
    def __init__(self, net, criterion):
        super().__init__()
        self.net = net
        self.criterion = criterion

    def training_step(self, batch, batch_idx):
        x, y = batch
        return self.criterion(self.net(x), y)  # want "applies softmax itself"


class Same(L.LightningModule):
    def __init__(self, net, criterion):
        super().__init__()
        self.net = net
        self.criterion = criterion

    def training_step(self, batch, batch_idx):
        x, y = batch
        return self.criterion(self.net(x), y)
