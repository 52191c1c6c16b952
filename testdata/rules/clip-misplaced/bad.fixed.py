import torch
from torch.nn.utils import clip_grad_norm_


def before(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).mean()
        loss.backward()
        torch.nn.utils.clip_grad_value_(model.parameters(), 1.0)  # want "clipped before backward\(\) computes them"
        optimizer.step()


def after(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).mean()
        loss.backward()
        clip_grad_norm_(model.parameters(), 1.0)  # want "clipped after optimizer has used them"
        optimizer.step()


class Trainer:
    def step(self, batch):
        self.optimizer.zero_grad()
        loss = self.model(batch).mean()
        loss.backward()
        self.optimizer.step()
        if self.max_norm > 0:
            clip_grad_norm_(self.model.parameters(), self.max_norm)  # want "clipped after self.optimizer has used them"
