import torch
import torch.nn.functional as F
from apex import amp
from transformers import get_linear_schedule_with_warmup


class PolynomialLR(torch.optim.lr_scheduler.LambdaLR):
    def __init__(self, optimizer, steps, power=0.9):
        super().__init__(optimizer, lambda step: (1 - step / steps) ** power)


class Trainer:
    """The optimizer is patched on one way only; it is the same one on both."""

    def __init__(self, model, loader, args):
        self.model, self.loader, self.args = model, loader, args
        self.optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
        if args.half:
            self.model, self.optimizer = amp.initialize(self.model, self.optimizer, opt_level="O1")
        self.scheduler = PolynomialLR(self.optimizer, args.steps)

    def fit(self):
        for images, labels in self.loader:
            loss = F.cross_entropy(self.model(images), labels)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.scheduler.step()  # want "self.scheduler.step\(\) runs before self.optimizer steps"


def finetune(model, loader, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    schedule = get_linear_schedule_with_warmup(optimizer, 100, args.steps)
    for batch in loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()
        schedule.step()  # want "schedule.step\(\) runs before optimizer steps"


class OwnCount(PolynomialLR):
    def step(self):
        """Counts from where the optimizer will be."""


def own_count(model, loader, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    scheduler = OwnCount(optimizer, args.steps)
    for batch in loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        scheduler.step()
        optimizer.step()
