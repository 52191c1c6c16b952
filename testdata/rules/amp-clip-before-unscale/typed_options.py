# What a dataclass says of an option is its default, where nobody is seen who makes the object: both ways of it are there. What
# a method does that every subclass writes is not seen; before the backward pass it can unscale nothing.
from dataclasses import dataclass, field
from typing import Optional

import torch
from torch.amp import GradScaler


@dataclass
class Precision:
    fp16: bool = False


@dataclass
class TrainConfig:
    use_amp: bool = None
    limit: float = 1.0
    precision: Precision = field(default_factory=Precision)


class Trainer:
    def __init__(self, config: TrainConfig, model, optimizer):
        self.config = config
        self.model = model
        self.optimizer = optimizer
        if self.config.use_amp:
            self.scaler = GradScaler("cuda")

    def compute_loss(self, batch):
        """Gives the loss of a batch."""
        raise NotImplementedError

    def train(self, loader):
        for batch in loader:
            loss = self.compute_loss(batch)
            self.optimizer.zero_grad()
            if self.config.use_amp:
                self.scaler.scale(loss).backward()
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.config.limit)  # want "clipped while"
                self.scaler.step(self.optimizer)
                self.scaler.update()
            else:
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.config.limit)
                self.optimizer.step()


class Nested:
    scaler: Optional[GradScaler] = None

    def __init__(self, config: TrainConfig, model, optimizer):
        self.config = config
        self.model = model
        self.optimizer = optimizer
        self.scaler = GradScaler("cuda")

    def train(self, loader):
        for batch in loader:
            self.optimizer.zero_grad()
            loss = self.model(batch).mean()
            if self.config.precision.fp16:
                self.scaler.scale(loss).backward()
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)  # want "clipped while"
                self.scaler.step(self.optimizer)
                self.scaler.update()
            else:
                loss.backward()
                self.optimizer.step()


class Hooked(Trainer):
    def after_backward(self):
        raise NotImplementedError("what is done with the gradients")

    def train(self, loader):
        for batch in loader:
            self.optimizer.zero_grad()
            loss = self.compute_loss(batch)
            self.scaler = GradScaler("cuda")
            self.scaler.scale(loss).backward()
            self.after_backward()  # may unscale them
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.scaler.step(self.optimizer)
            self.scaler.update()


def switched_off(model, optimizer, loader):
    config = TrainConfig()  # nobody else decides
    scaler = GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).mean()
        if config.use_amp:
            scaler.scale(loss).backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            scaler.step(optimizer)
            scaler.update()
        else:
            loss.backward()
            optimizer.step()
