# What is made of the batch of a lap comes from no lap before.
from torch import nn

criterion = nn.CrossEntropyLoss()


def summed(model, loader, optimizer, augment):
    total = 0
    for i, (x, y) in enumerate(loader):
        x = augment(x)
        total = total + criterion(model(x), y)
        if (i + 1) % 4 == 0:
            total.backward()  # want "runs once in 4 batches"
            optimizer.step()
            optimizer.zero_grad()
            total = 0


# A state of the lap before is given to the model.
def recurrent(model, loader, optimizer):
    total, state = 0, None
    for i, (x, y) in enumerate(loader):
        out, state = model(x, state)
        total = total + criterion(out, y)
        if (i + 1) % 4 == 0:
            total.backward()
            optimizer.step()
            optimizer.zero_grad()
            total, state = 0, None
