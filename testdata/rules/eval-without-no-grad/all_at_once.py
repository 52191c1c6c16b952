import torch
from torch import nn


def whole_sets(X_train, y_train, X_test, y_test):
    model = nn.Sequential(nn.Linear(2, 16), nn.Dropout(0.2), nn.ReLU(), nn.Linear(16, 3))
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(100):
        model.train()
        optimizer.zero_grad()
        criterion(model(X_train), y_train).backward()
        optimizer.step()
        model.eval()
        test_logits = model(X_test)  # want "model runs in eval mode with gradients on"
        print(criterion(test_logits, y_test).item())


def quietly(X_train, y_train, X_test, y_test):
    model = nn.Sequential(nn.Linear(2, 16), nn.Dropout(0.2), nn.ReLU(), nn.Linear(16, 3))
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(100):
        model.train()
        optimizer.zero_grad()
        criterion(model(X_train), y_train).backward()
        optimizer.step()
        model.eval()
        with torch.inference_mode():
            test_logits = model(X_test)
        print(criterion(test_logits, y_test).item())


def trained_in_eval_mode(X_train, y_train, X_val):
    model = nn.Sequential(nn.Linear(2, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3))
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(100):
        optimizer.zero_grad()
        model.train()
        loss = criterion(model(X_train), y_train)
        model.eval()
        smooth = model(X_val + 0.1).sub(model(X_val)).square().mean()  # it is a part of the loss
        (loss + smooth).backward()
        optimizer.step()
