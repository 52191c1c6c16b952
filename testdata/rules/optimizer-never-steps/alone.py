import math

import torch
from torch import nn


# The only optimizer: its line became a comment when the scheduler came.
def commented_out(loader):
    model = nn.Linear(8, 1).to("cuda")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lr_lambda=lambda epoch: 1 / math.sqrt(epoch + 1))
    for x, y in loader:
        optimizer.zero_grad()  # want "optimizer is cleared in each step and never steps"
        loss = nn.functional.mse_loss(model(x.to("cuda")), y.to("cuda"))
        loss.backward()
        # optimizer.step()
        scheduler.step()


# A function of one epoch is given both.
def epoch_of(model, loader, turner, schedule):
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x.to("cuda")), y.to("cuda"))
        loss.backward()
        turner.zero_grad()  # want "turner is cleared in each step and never steps"
        schedule.step()


def train(loader):
    model = nn.Linear(8, 1).to("cuda")
    turner = torch.optim.Adam(model.parameters(), lr=1e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(turner, T_max=1000)
    for _ in range(10):
        epoch_of(model, loader, turner, schedule)


# Nothing says that it was to train: the gradients may be what is wanted.
def unscheduled(loader):
    model = nn.Linear(8, 1).to("cuda")
    clearer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        clearer.zero_grad()
        nn.functional.mse_loss(model(x.to("cuda")), y.to("cuda")).backward()


# The scheduler steps, and the optimizer through a scaler.
def scaled(loader):
    model = nn.Linear(8, 1).to("cuda")
    half = torch.optim.SGD(model.parameters(), lr=0.1)
    falling = torch.optim.lr_scheduler.StepLR(half, step_size=100)
    scaler = torch.amp.GradScaler("cuda")
    for x, y in loader:
        half.zero_grad()
        scaler.scale(nn.functional.mse_loss(model(x.to("cuda")), y.to("cuda"))).backward()
        scaler.step(half)
        scaler.update()
        falling.step()


# Somebody else's function steps it.
def stepped_elsewhere(loader, update):
    model = nn.Linear(8, 1).to("cuda")
    given = torch.optim.SGD(model.parameters(), lr=0.1)
    falling = torch.optim.lr_scheduler.StepLR(given, step_size=100)
    for x, y in loader:
        given.zero_grad()
        nn.functional.mse_loss(model(x.to("cuda")), y.to("cuda")).backward()
        update(given)
        falling.step()
