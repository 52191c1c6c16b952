import torch


def train(model, loader, optimizer, epochs):
    first = next(iter(loader))
    with torch.autograd.detect_anomaly():
        loss = model(first).mean()
        optimizer.zero_grad()
        loss.backward()
        print("one batch works", loss.item())

    for epoch in range(epochs):
        for batch in loader:
            loss = model(batch).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def train_watched(model, loader, optimizer, epochs):
    for epoch in range(epochs):
        for batch in loader:
            with torch.autograd.detect_anomaly():  # want "is on for the whole run"
                loss = model(batch).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()


def train_all_watched(model, loader, optimizer, epochs):
    with torch.autograd.detect_anomaly():  # want "is on for the whole run"
        for epoch in range(epochs):
            for batch in loader:
                loss = model(batch).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()


def step(model, batch, optimizer):
    with torch.autograd.detect_anomaly():  # want "is on for the whole run"
        loss = model(batch).mean()
        optimizer.zero_grad()
        loss.backward()
    optimizer.step()
