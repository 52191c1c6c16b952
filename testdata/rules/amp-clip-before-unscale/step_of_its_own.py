import torch
import torch.nn as nn
import torch.nn.functional as F


# Whoever calls these methods may unscale between them: stepper.scaler.unscale_(stepper.optimizer).
class Stepper:
    def __init__(self, model, optimizer, limit=None):
        self.model, self.optimizer, self.limit = model, optimizer, limit
        self.scaler = torch.amp.GradScaler("cuda")

    def forward_backward(self, x, y):
        with torch.autocast("cuda"):
            loss = F.cross_entropy(self.model(x), y)
        self.scaler.scale(loss).backward()
        return loss.detach()

    def step(self):
        if self.limit is not None:
            nn.utils.clip_grad_norm_(self.model.parameters(), self.limit)
        self.scaler.step(self.optimizer)
        self.scaler.update()
        self.optimizer.zero_grad()


class Unscaled:
    def __init__(self, model, optimizer, limit=None):
        self.model, self.optimizer, self.limit = model, optimizer, limit
        self.scaler = torch.amp.GradScaler("cuda")

    def forward_backward(self, x, y):
        with torch.autocast("cuda"):
            loss = F.cross_entropy(self.model(x), y)
        self.scaler.scale(loss).backward()

    def unscale(self):
        self.scaler.unscale_(self.optimizer)

    def step(self):
        nn.utils.clip_grad_norm_(self.model.parameters(), self.limit)
        self.scaler.step(self.optimizer)
        self.scaler.update()
        self.optimizer.zero_grad()


def clip_grad_norm(parameters, names, limit):
    parameters = [p for p in parameters if p.grad is not None]
    norm = torch.norm(torch.stack([p.grad.detach().norm() for p in parameters]))
    share = limit / (norm + 1e-6)
    if share < 1:
        for p in parameters:
            p.grad.detach().mul_(share)
    return norm


def own_clipping(model, loader, names, limit):
    scaler = torch.amp.GradScaler("cuda")
    optimizer = torch.optim.AdamW(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        scaler.scale(F.cross_entropy(model(x), y)).backward()
        norm = clip_grad_norm(model.parameters(), names, limit)  # want "gradients are clipped while they are still multiplied"
        scaler.step(optimizer)
        scaler.update()
        print(norm)
