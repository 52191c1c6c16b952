from engine import update


def train(model, optimizer, loader):
    for batch in loader:
        loss = update(model, optimizer, batch)
    return loss
