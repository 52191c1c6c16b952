import torch.nn as nn
import torch.nn.functional as F
from losses import SoftF1
from config import Config


class Model(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.settings = settings
        self.net = nn.Linear(3, 3)
        kind = self.settings.get("type", "ce")
        if kind == "ce":
            self.criterion = nn.CrossEntropyLoss()
        elif kind == "f1":
            self.criterion = SoftF1()
        else:
            self.criterion = nn.CrossEntropyLoss(label_smoothing=0.1)

    def step(self, x, y):
        out = self.net(x)
        kind = self.settings.get("type", "ce")
        if kind == "f1":
            out = F.softmax(out, dim=-1)
            return self.criterion(out, y)
        return self.criterion(out, y)


def test_one(x, y):
    config = Config()
    model = Model(config.loss.model_dump())
    loss = model.step(x, y)
    loss.backward()


def test_of_a_class(x, y):
    model = Model(Config())
    model.step(x, y).backward()


class Always(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.net = nn.Linear(3, 3)
        self.criterion = nn.CrossEntropyLoss(label_smoothing=settings.get("smoothing", 0.1))
        self.scaled = settings.get("scaled", False)

    def step(self, x, y):
        out = F.softmax(self.net(x), dim=-1)
        return self.criterion(out, y)  # want "applies softmax itself"


def train_always(x, y):
    Always(Config().model_dump()).step(x, y).backward()
