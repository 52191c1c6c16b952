# A step that tries whether all is in place has a loss that is written down.
import torch
from torch import nn


def tried(epochs):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.001)
    for epoch in range(epochs):
        loss = torch.tensor([0.5], requires_grad=True)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def measured(epochs, measure):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.001)
    for epoch in range(epochs):
        score = measure(model)
        loss = torch.tensor([score], requires_grad=True)  # want "makes a new leaf of the loss"
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
