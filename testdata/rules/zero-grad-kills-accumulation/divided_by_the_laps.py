import torch


# Nothing is called accumulation: the losses are divided by the number of laps.
class Trainer:
    def __init__(self, model, batches, every=2):
        self.model = model
        self.every = every
        self.batches = batches
        self.optimizer = torch.optim.Adam(model.parameters())

    def train(self, steps):
        for _ in range(steps):
            for _ in range(self.every):
                self.optimizer.zero_grad()  # want "runs for each of the self.every micro-batches"
                loss = self.model(next(self.batches)).mean() / self.every
                loss.backward()
            self.optimizer.step()


def in_chunks(model, loader, parts=4):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        for part in batch.chunk(parts):
            optimizer.zero_grad()  # want "runs for each of the parts micro-batches"
            (model(part).mean() / parts).backward()
        optimizer.step()


def cleared_before(model, loader, parts=4):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        optimizer.zero_grad()
        for part in batch.chunk(parts):
            (model(part).mean() / parts).backward()
        optimizer.step()


# The inner laps attack the input and clear what that leaves in the model; the step is for the last pass alone.
def adversarial(model, loader, laps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        delta = torch.zeros_like(x, requires_grad=True)
        for _ in range(laps):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x + delta), y).backward()
            delta.data = delta.data + 0.01 * delta.grad.sign()
            delta.grad.zero_()
        optimizer.step()
