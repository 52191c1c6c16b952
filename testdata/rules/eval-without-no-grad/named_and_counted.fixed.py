# What an evaluation goes over, how its model is declared, and what else is told to need no gradient.
import torch
from torch import nn
from typing import Any


# An annotation that says nothing leaves the model what its use shows.
def predict(model: Any, loader: Any):
    model.eval()
    scores = []
    with torch.no_grad():
        for x in loader:
            scores.append(model(x).argmax(1).cpu())  # want "model runs with gradients on in an evaluation loop"
    return scores


# A weight that was fitted beside the model says nothing of the model's parameters.
def mixed(loader, test_loader):
    model = nn.Linear(8, 3)
    model.eval()
    weight = nn.Parameter(torch.ones(3), requires_grad=True)
    weight.requires_grad = False
    total = 0.0
    with torch.no_grad():
        for x, y in test_loader:
            total += (model(x) * weight).mean().item()  # want "model runs with gradients on in an evaluation loop"
    return total


# A loop that goes on by the size of a batch.
def evaluate_texts(model, tokenizer, texts, batch_size):
    predictions = []
    with torch.no_grad():
        for i in range(0, len(texts), batch_size):
            inputs = tokenizer(texts[i : i + batch_size], return_tensors="pt")
            predictions += model(inputs).argmax(-1).tolist()  # want "model runs with gradients on in an evaluation loop"
    return predictions


# One that goes on by anything else may be one over the parts of a sample: only values are read all the same.
def evaluate_windows(model, samples, stride):
    predictions = []
    for i in range(0, len(samples), stride):
        with torch.no_grad():
            predictions += model(samples[i : i + stride]).argmax(-1).tolist()  # want "only the values of what it gives are read"
    return predictions


# A detector that gives its losses in training mode only.
def main(train_loader, val_loader):
    detector = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(detector.parameters(), lr=0.1)
    for epoch in range(10):
        detector.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(detector(x), y)
            loss.backward()
            optimizer.step()
        total = 0.0
        with torch.no_grad():
            for x, y in val_loader:
                total += nn.functional.mse_loss(detector(x), y).item()  # want "detector runs with gradients on"
        print(total)


# In training mode, and nothing says that the batches are held out: statistics are gathered.
def recalibrate(loader):
    model = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8))
    model.train()
    for x, y in loader:
        model(x)
    return model
