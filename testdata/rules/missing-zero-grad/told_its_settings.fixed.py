from dataclasses import dataclass
from typing import Any

import torch
from einops import repeat
from samplers import Sampler, plan
from torch import nn
from torch.optim import AdamW


@dataclass
class Trainer:
    """What it hands to functions that nobody sees are settings: none of them leads back to it, and to its optimizer."""

    batch_size: int
    device: torch.device
    logger: Any
    data: Sampler
    model: nn.Module

    def __post_init__(self):
        self.optimizer = AdamW(self.model.parameters(), lr=1e-3)

    def train(self, steps):
        for _ in range(steps):
            x, y = self.data.sample(self.batch_size)
            x = repeat(x.to(self.device), "b c -> (b k) c", k=self.logger.copies)
            loss = nn.functional.mse_loss(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()  # want "nothing in this loop clears the gradients that self.optimizer steps on"
            self.optimizer.step()


class Planned:
    """Nobody sees what is done with the whole trainer, or with what clears its gradients."""

    def __init__(self, model: nn.Module, data: Sampler):
        self.model, self.data = model, data
        self.optimizer = AdamW(model.parameters(), lr=1e-3)

    def train(self, steps):
        for _ in range(steps):
            x, y = self.data.sample()
            loss = nn.functional.mse_loss(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            plan(self)


class Hooked(Sampler):
    """What the class inherits may be a method, which comes to the optimizer."""

    def __init__(self, model: nn.Module):
        super().__init__()
        self.model = model
        self.optimizer = AdamW(model.parameters(), lr=1e-3)

    def train(self, steps):
        for _ in range(steps):
            x, y = self.sample()
            loss = nn.functional.mse_loss(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            plan(self.afterwards)


def two(generator: nn.Module, discriminator: nn.Module, loader):
    """zip() and the like call nothing of what they walk over."""
    first = AdamW(generator.parameters(), lr=1e-3)
    second = AdamW(discriminator.parameters(), lr=1e-3)
    for x, y in loader:
        losses = [generator(x).mean(), discriminator(y).mean()]
        for optimizer, loss in zip([first, second], losses):
            optimizer.zero_grad()
            loss.backward()  # want "nothing in this loop clears the gradients that optimizer steps on"
            optimizer.step()


class Given:
    """The optimizer comes from whoever makes the trainer."""

    def __init__(self, model: nn.Module, optimizer, data: Sampler):
        self.model, self.optimizer, self.data = model, optimizer, data

    def train(self, steps):
        for _ in range(steps):
            x, y = self.data.sample()
            loss = nn.functional.mse_loss(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            plan(self)
