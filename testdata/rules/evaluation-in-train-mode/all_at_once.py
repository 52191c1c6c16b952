import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, rate=0.2):
        super().__init__()
        self.first = nn.Linear(2, 16)
        self.drop = nn.Dropout(rate)
        self.last = nn.Linear(16, 1)

    def forward(self, x):
        return self.last(self.drop(torch.relu(self.first(x)))).squeeze()


def whole_sets(X_train, y_train, X_test, y_test):
    model = Net()
    loss_fn = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(100):
        model.train()
        loss = loss_fn(model(X_train), y_train)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.inference_mode():
            test_logits = model(X_test)  # want "model is evaluated in training mode"
        print(epoch, loss.item(), loss_fn(test_logits, y_test).item())


def nothing_said(X_train, y_train, X_val, y_val):
    model = nn.Sequential(nn.Linear(2, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3))
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(100):
        optimizer.zero_grad()
        criterion(model(X_train), y_train).backward()
        optimizer.step()
        with torch.no_grad():
            val_loss = criterion(model(X_val), y_val)  # want "its batch norm goes by each batch"
        print(val_loss.item())


def set_to_evaluate(X_train, y_train, X_test, y_test):
    model = Net()
    loss_fn = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(100):
        model.train()
        loss = loss_fn(model(X_train), y_train)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        model.eval()
        with torch.inference_mode():
            test_logits = model(X_test)
        print(epoch, loss.item(), loss_fn(test_logits, y_test).item())


def adapts_to_it(X_source, y_source, X_test):
    model = Net()
    loss_fn = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(100):
        model.train()
        loss = loss_fn(model(X_source), y_source)
        test_logits = model(X_test)  # its entropy is trained: test-time adaptation
        loss = loss + (test_logits.sigmoid() * test_logits).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def nothing_to_switch(X_train, y_train, X_test, y_test):
    model = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 3))
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(100):
        model.train()
        optimizer.zero_grad()
        criterion(model(X_train), y_train).backward()
        optimizer.step()
        with torch.no_grad():
            print(criterion(model(X_test), y_test).item())
