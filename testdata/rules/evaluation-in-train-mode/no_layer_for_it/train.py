import torch


def fit(model, optimizer, criterion, train_loader, val_loader):
    for epoch in range(10):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()
        with torch.no_grad():  # no file of the project has dropout or batch norm: a habit, and nothing to switch
            for x, y in val_loader:
                print(criterion(model(x), y).item())
