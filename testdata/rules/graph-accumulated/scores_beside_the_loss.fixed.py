# What a criterion that is not seen gives beside the loss may be detached, or numbers.
import torch


def train_scores(model, loader, optimizer, criterion):
    total, first, second = 0.0, 0.0, 0.0
    for x, target in loader:
        optimizer.zero_grad()
        loss, scores = criterion(model(x), target)
        loss.backward()
        optimizer.step()
        first += scores[0]
        second += scores[1]
        total += loss.detach()  # want "total keeps loss"
    return total, first, second


# What the loss is made of is not.
def train_parts(model, loader, optimizer, criterion):
    history = []
    for x, target in loader:
        optimizer.zero_grad()
        first, second = criterion(model(x), target)
        loss = first + 0.1 * second
        loss.backward()
        optimizer.step()
        history.append(second)  # want "history keeps second"
    return torch.stack(history).mean()
