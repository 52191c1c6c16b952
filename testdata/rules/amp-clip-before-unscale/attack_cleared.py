import torch
from torch import nn
from torch.nn import functional as F


def direction(model, x, clear):
    """Where a small step changes most of what the model says, by a backward pass of its own."""
    d = torch.randn_like(x).requires_grad_()
    F.kl_div(F.log_softmax(model(x + d), 1), F.softmax(model(x), 1).detach()).backward()
    found = d.grad.detach().clone()
    if clear:
        model.zero_grad()
    return found


class Training:
    def __init__(self, model, amp):
        self.model, self.amp = model, amp
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def cleared(self, loader):
        scaler = torch.amp.GradScaler("cuda")
        for x, y in loader:
            noise = direction(self.model, x, True)
            loss = F.cross_entropy(self.model(x + noise), y)
            if self.amp:
                scaler.scale(loss).backward()
                nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)  # want "unscale"
                scaler.step(self.optimizer)
                scaler.update()
            else:
                loss.backward()
                nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                self.optimizer.step()
            self.model.zero_grad()

    def added_to(self, loader):
        scaler = torch.amp.GradScaler("cuda")
        for x, y in loader:
            self.model.zero_grad()
            noise = direction(self.model, x, False)
            loss = F.cross_entropy(self.model(x + noise), y)
            scaler.scale(loss).backward()
            nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            scaler.step(self.optimizer)
            scaler.update()
