import torch

import losses
from engine import train_model
from helpers import compute_loss, train_step

from metrics import *


def fit(model, loader, optimizer, epochs):
    history = []
    for epoch in range(epochs):
        total, aux = 0.0, 0.0
        for batch in loader:
            total += train_step(model, batch, optimizer)
            loss = compute_loss(model(batch), batch)  # also eval-without-no-grad
            aux += loss
            aux += losses.contrastive_loss(model(batch), batch)
            history.append(train_model(model, batch))
            history.append(accuracy_loss(model(batch), batch))
        print(epoch, total / len(loader), aux / len(loader))
    return history


# What is differentiated is a tensor, whoever computed it.
def differentiated(model, loader, optimizer):
    total = 0.0
    for batch in loader:
        loss = compute_loss(model(batch), batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.detach()  # want "total keeps loss of every iteration"
    print(total / len(loader))
