import torch


# The model is handed to the function that trains and to the one that evaluates: what the first differentiates has a graph in the second.
def train_epoch(model, loader, optimizer):
    model.train()
    for x, y in loader:
        loss = model.loss(x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def test_epoch(model, loader):
    model.eval()
    losses = []
    for x, y in loader:
        losses.append(model.loss(x, y).item())  # want "gradients on in an evaluation loop"
    return sum(losses) / len(losses)


# Nothing differentiates what this one gives: it may turn gradients off itself.
def sample_epoch(model, loader):
    model.eval()
    return [model.sample(x).cpu() for x, _ in loader]


# Another name is another object.
def teach_epoch(teacher, loader):
    teacher.eval()
    return [teacher.loss(x, y).item() for x, y in loader]


def quiet_epoch(model, loader):
    model.eval()
    total = 0.0
    with torch.no_grad():
        for x, y in loader:
            total += model.loss(x, y).item()
    return total
