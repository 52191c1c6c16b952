import torch
from torch import nn
from torch.nn import functional as F


# The criterion stands on self, what forward ends in is for another loss.
class Classifier(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.linear = nn.Linear(features, 2)
        self.criterion = nn.BCELoss()

    def forward(self, x):
        return F.log_softmax(self.linear(x), dim=1)

    def training_step(self, batch, _):
        x, y = batch
        predicted = self.forward(x)
        return self.criterion(predicted, y.float())  # want "BCELoss wants probabilities and is given their logarithms"


# Probabilities of two classes.
class Probable(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.linear = nn.Linear(features, 2)
        self.criterion = nn.BCELoss()

    def forward(self, x):
        return torch.exp(F.log_softmax(self.linear(x), dim=1))

    def training_step(self, batch, _):
        x, y = batch
        return self.criterion(self.forward(x), y.float())
