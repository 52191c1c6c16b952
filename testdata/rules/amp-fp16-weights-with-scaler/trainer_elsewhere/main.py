import torch
import torch.nn as nn
from trainer import Trainer


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        return self.head(self.body(x))


def first_stage(loader):
    model = Net()
    trainer = Trainer(model, torch.optim.AdamW(list(model.parameters())))
    for x in loader:
        trainer.step(x)
    model = Net()
    model.half()  # want "model has fp16 weights"
    trainer = Trainer(model, torch.optim.AdamW([{"params": model.parameters(), "lr": 1e-4}]))
    for x in loader:
        trainer.step(x)


def back_again(loader):
    model = Net()
    model.half()
    torch.save(model.state_dict(), "half.pt")
    model.float()
    trainer = Trainer(model, torch.optim.AdamW(model.parameters()))
    for x in loader:
        trainer.step(x)


def head_in_fp32(loader):
    model = Net().half()
    model.head.float()
    trainer = Trainer(model, torch.optim.AdamW(model.head.parameters()))
    for x in loader:
        trainer.step(x)


def whole_with_head_in_fp32(loader):
    model = Net().half()
    model.head.float()
    trainer = Trainer(model, torch.optim.AdamW(p for p in model.parameters() if p.dtype is torch.float))
    for x in loader:
        trainer.step(x)
