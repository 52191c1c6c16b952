import torch


def score_crops(model, crops, loader, optimizer, train_loader, criterion):
    for x, y in train_loader:
        optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()
    model.eval()
    right = 0
    with torch.no_grad():
        for crop in crops:
            for x, y in loader:
                right += (model(crop(x)).argmax(1) == y).sum().item()  # want "model runs with gradients on in an evaluation loop"
    model.train()
    return right


def score_between(model, folds, optimizer, criterion):
    right = 0
    for train_loader, loader in folds:
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for x, y in loader:
                right += (model(x).argmax(1) == y).sum().item()  # want "model runs with gradients on in an evaluation loop"
    return right
