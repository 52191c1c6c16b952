import torch
from torch import nn

criterion = nn.CrossEntropyLoss()


def for_each(model, loader, optimizer):
    total = 0
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y) / 4
        loss.backward()
        total += loss.item()
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
            print(total)
            total = 0


# The state of one lap is that of the next: the gradients go through time.
def through_time(cell, head, loader, optimizer):
    state = torch.zeros(1, 8)
    total = 0
    for i, (x, y) in enumerate(loader):
        state = cell(x, state)
        total = total + criterion(head(state), y)
        if (i + 1) % 8 == 0:
            total.backward()
            optimizer.step()
            optimizer.zero_grad()
            total = 0
            state = state.detach()


# A loss over the outputs of all batches.
def contrastive(model, loader, optimizer):
    outputs, labels = [], []
    for i, (x, y) in enumerate(loader):
        outputs.append(model(x))
        labels.append(y)
        if (i + 1) % 4 == 0:
            criterion(torch.cat(outputs), torch.cat(labels)).backward()
            optimizer.step()
            optimizer.zero_grad()
            outputs, labels = [], []


# More than a sum.
def flooded(model, loader, optimizer):
    total = 0
    for i, (x, y) in enumerate(loader):
        total = total + criterion(model(x), y)
        if (i + 1) % 4 == 0:
            ((total - 0.1).abs() + 0.1).backward()
            optimizer.step()
            optimizer.zero_grad()
            total = 0


# Two losses of one batch are one graph.
def two_losses(model, other, loader, optimizer):
    for i, (x, y) in enumerate(loader):
        total = 0
        out = model(x)
        total += criterion(out, y)
        total += criterion(other(x), y)
        if (i + 1) % 4 == 0:
            total.backward()
            optimizer.step()
            optimizer.zero_grad()


# The optimizer steps for each batch.
def steps_for_each(model, head, loader, optimizer, other):
    total = 0
    for i, (x, y) in enumerate(loader):
        loss = criterion(head(x.detach()), y)
        other.zero_grad()
        loss.backward()
        other.step()
        total = total + criterion(model(x), y)
        if (i + 1) % 4 == 0:
            total.backward()
            optimizer.step()
            optimizer.zero_grad()
            total = 0


def not_differentiated(model, loader, optimizer):
    total = 0
    for i, (x, y) in enumerate(loader):
        with torch.no_grad():
            total = total + criterion(model(x), y)
        if (i + 1) % 4 == 0:
            print(total.item())
            total = 0


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(8, 8)
        self.hidden = None

    def fit(self, loader, optimizer):
        total = 0
        for i, (x, y) in enumerate(loader):
            out, self.hidden = self.rnn(x, self.hidden)
            total = total + criterion(out, y)
            if (i + 1) % 4 == 0:
                total.backward()
                optimizer.step()
                optimizer.zero_grad()
                total = 0
                self.hidden = self.hidden.detach()


# The list begins anew in each lap: it holds the loss of one batch.
def emptied_first(model, loader, optimizer):
    losses = []
    for i, (x, y) in enumerate(loader):
        losses.clear()
        losses.append(criterion(model(x), y))
        if (i + 1) % 4 == 0:
            sum(losses).backward()  # also batches-thrown-away
            optimizer.step()
            optimizer.zero_grad()


# Another list is emptied: this one holds the losses of four batches and then those of eight.
def another_emptied(model, loader, optimizer):
    losses, seen = [], []
    for i, (x, y) in enumerate(loader):
        losses.append(criterion(model(x), y))
        seen.append(len(x))
        if (i + 1) % 4 == 0:
            sum(losses).backward()
            optimizer.step()
            optimizer.zero_grad()
            seen.clear()


# Two terms of one batch, of which one may not be there.
def terms_of_a_batch(model, batches, optimizer, every):
    pending = 0
    for batch in batches:
        total = None
        for part in model(batch.x):
            total = part if total is None else total + part
        (total / every).backward()
        pending += 1
        if pending == every:
            optimizer.step()
            optimizer.zero_grad()
            pending = 0
