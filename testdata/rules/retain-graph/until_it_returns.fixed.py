# What a function differentiates once goes when it returns: two graphs never meet.
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def step(x):
    loss = model(x).mean()
    optimizer.zero_grad()
    loss.backward()  # want note "until step returns"
    optimizer.step()
    return loss.item()


# Who gets the loss keeps its graph through the next step.
def step_and_hand_on(x):
    loss = model(x).mean()
    optimizer.zero_grad()
    loss.backward()  # want warning "two steps' graphs"
    optimizer.step()
    return loss


def steps(batches):
    for x in batches:
        loss = model(x).mean()
        optimizer.zero_grad()
        loss.backward()  # want warning "two steps' graphs"
        optimizer.step()


class Trainer:
    def step(self, x):
        self.loss = model(x).mean()
        optimizer.zero_grad()
        self.loss.backward()  # want warning "two steps' graphs"
        optimizer.step()


# One of several results, and its share of an update.
def share_of_an_update(x, criterion, steps):
    outputs = model(x)
    loss, _ = criterion(outputs)
    (loss / steps.accumulated).backward()  # want note "until share_of_an_update returns"
    return len(outputs)


def penalized(x, criterion):
    loss, penalty = criterion(model(x))
    (loss * penalty).backward()  # want note "until penalized returns"
