import torch
from torch import nn


class Trainer:
    """On a machine without a GPU the config is changed; elsewhere it says what it says."""

    def __init__(self, cfg, model: nn.Module):
        self.cfg, self.model = cfg, model
        self.optimizer = torch.optim.Adam(model.parameters())
        if not self.cfg.use_cuda:
            self.cfg.fp16 = False
        self.scaler = None
        if self.cfg.fp16:
            self.scaler = torch.amp.GradScaler("cuda")

    def train(self, loader):
        for x in loader:
            self.optimizer.zero_grad()
            loss = self.model(x).mean()
            if self.cfg.fp16:
                self.scaler.scale(loss).backward()
                self.scaler.step(self.optimizer)  # want "self.scaler.update\(\) is missing in this loop"
            else:
                loss.backward()
                self.optimizer.step()


class Updated:
    def __init__(self, cfg, model: nn.Module):
        self.cfg, self.model = cfg, model
        self.optimizer = torch.optim.Adam(model.parameters())
        if not self.cfg.use_cuda:
            self.cfg.fp16 = False
        self.scaler = None
        if self.cfg.fp16:
            self.scaler = torch.amp.GradScaler("cuda")

    def train(self, loader):
        for x in loader:
            self.optimizer.zero_grad()
            loss = self.model(x).mean()
            if self.cfg.fp16:
                self.scaler.scale(loss).backward()
                self.scaler.step(self.optimizer)
                self.scaler.update()
            else:
                loss.backward()
                self.optimizer.step()
