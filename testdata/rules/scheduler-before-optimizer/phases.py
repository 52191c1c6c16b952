import torch
import torch.nn.functional as F
from torch import nn


def train(model, loader, optimizer=None):
    is_train = optimizer is not None
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        if is_train:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def test(model, loader):
    with torch.no_grad():
        train(model, loader)


def run(loader, held_out, epochs, warm_epochs):
    model = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 2))
    warm = torch.optim.Adam(model[1].parameters(), lr=1e-3)
    joint = torch.optim.Adam(model.parameters(), lr=1e-4)
    schedule = torch.optim.lr_scheduler.StepLR(joint, step_size=5)
    for epoch in range(epochs):
        if epoch < warm_epochs:
            train(model, loader, optimizer=warm)
        else:
            schedule.step()  # want "runs before optimizer has stepped"
            train(model, loader, optimizer=joint)
        test(model, held_out)


def run_by_turns(loader, epochs):
    model = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 2))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, step_size=5)
    for epoch in range(epochs):
        if epoch % 2 == 1:
            schedule.step()  # the epoch before has stepped
            train(model, loader, optimizer=optimizer)
        else:
            train(model, loader, optimizer=optimizer)


def run_from_the_second(loader, epochs):
    model = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 2))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, step_size=5)
    for epoch in range(epochs):
        if epoch > 0:
            schedule.step()
        train(model, loader, optimizer=optimizer)
