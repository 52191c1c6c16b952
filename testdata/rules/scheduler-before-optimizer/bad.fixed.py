import torch


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.1, total_steps=100)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
        scheduler.step()  # want "scheduler.step\(\) runs before optimizer steps"


def by_name(model, loader, optimizer, lr_scheduler, scaler):
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        lr_scheduler.step()  # want "lr_scheduler.step\(\) runs before optimizer steps"
        scaler.update()


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.AdamW(model.parameters())
        self.scheduler = torch.optim.lr_scheduler.StepLR(self.optimizer, 10)

    def train_step(self, batch):
        self.optimizer.zero_grad()
        self.model(batch).mean().backward()
        self.optimizer.step()
        self.scheduler.step()  # want "self.scheduler.step\(\) runs before self.optimizer steps"
