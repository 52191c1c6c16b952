import torch
from torch.optim import lr_scheduler
from transformers import get_linear_schedule_with_warmup

model = torch.nn.Linear(8, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = lr_scheduler.StepLR(optimizer, step_size=30)  # want "StepLR is made and nothing steps scheduler"
for epoch in range(90):
    for x, y in loader:
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    print(epoch, scheduler.get_last_lr())
    torch.save({"model": model.state_dict(), "scheduler": scheduler.state_dict()}, "last.pt")


def make(net, steps):
    """The scheduler is dropped: the optimizer alone goes back."""
    opt = torch.optim.AdamW(net.parameters(), lr=1e-4)
    plan = get_linear_schedule_with_warmup(opt, 100, steps)  # want "stays at the low value with which it begins"
    return opt


def alone(net, batches):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    lr_scheduler.ExponentialLR(opt, gamma=0.9)  # want "nothing is left that could step it"
    for x, y in batches:
        opt.zero_grad()
        torch.nn.functional.mse_loss(net(x), y).backward()
        opt.step()


class Trainer:
    def __init__(self, net, kind):
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        if kind == "cosine":
            self.schedule = lr_scheduler.CosineAnnealingLR(self.optimizer, 50)
        else:
            self.shedule = lr_scheduler.StepLR(self.optimizer, 10)  # want "nothing steps self.shedule"

    def end_of_epoch(self):
        self.schedule.step()


class Manager:
    """The optimizer is the caller's; one of the names is misspelled."""

    def __init__(self, optimizer, kind):
        self.schedule = None
        if kind == 0:
            self.schedule = lr_scheduler.ExponentialLR(optimizer=optimizer, gamma=0.9)
        else:
            self.scheduel = lr_scheduler.CosineAnnealingLR(optimizer=optimizer, T_max=9)  # want "nothing steps self.scheduel"

    def advance(self):
        self.schedule.step()
