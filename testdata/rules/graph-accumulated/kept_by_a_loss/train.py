# The loss keeps a part of what it returns: detached here, the model would learn nothing. A meter wants no graph at all.
from losses import Balanced, Meter


def compare(x, y, balanced):
    return balanced(x, y)


def train(model, loader, optimizer):
    balanced, meter = Balanced(), Meter()
    for batch in loader:
        out = model(batch["image"])
        loss = compare(out, batch["target"], balanced)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meter.update(loss)  # want "meter keeps loss of every iteration"
    print(meter.total)
