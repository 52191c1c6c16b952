import torch
import torch.nn.functional as F


def evaluate(model, loader):
    model.eval()  # want "model.eval\(\) stays in force for the rest of the training"
    hits = 0
    with torch.no_grad():
        for x, y in loader:
            hits += (model(x).argmax(1) == y).sum().item()
    return hits


def measure(model, loader):
    model.eval()
    hits = 0
    with torch.no_grad():
        for x, y in loader:
            hits += (model(x).argmax(1) == y).sum().item()
    return hits


def adapters(model, optimizer, loader, test_loader, epochs):
    for epoch in range(epochs):
        model.new_adapters_train()
        for x, y in loader:
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, measure(model, test_loader))


def nothing_sets_it_back(model, optimizer, loader, test_loader, epochs):
    for epoch in range(epochs):
        model.log_parameters()
        for x, y in loader:
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, evaluate(model, test_loader))
