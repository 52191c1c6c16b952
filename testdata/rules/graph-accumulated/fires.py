import torch
import torch.nn.functional as F


def train(model, loader, optimizer, criterion):
    total = 0.0
    losses = []
    outputs = {}
    for i, (images, labels) in enumerate(loader):
        optimizer.zero_grad()
        out = model(images)
        loss = criterion(out, labels)
        loss.backward()
        optimizer.step()
        total += loss  # want "total keeps loss of every iteration of the loop in line 9"
        losses.append(loss)  # want "losses keeps loss"
        outputs[i] = out  # want "outputs keeps out"
    return total.item() / len(loader), sum(losses).item()


def written_out(model, loader, optimizer):
    running = 0
    for batch in loader:
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        running = running + loss * len(batch)  # want "running keeps the value"
    print(running / len(loader))


# No backward at all: every batch's activations stay.
def validate(model, loader, criterion):
    model.eval()  # also eval-without-no-grad
    total = 0.0
    predictions = []
    for images, labels in loader:
        out = model(images)  # also eval-without-no-grad
        total += criterion(out, labels)  # want "with all activations saved for backward"
        predictions.append(out)  # want "predictions keeps the autograd graph of out"
    return total / len(loader), torch.cat(predictions)


# The parts of a loss hang on the graph that backward has freed.
def parts(model, loader, optimizer, beta):
    kl_sum = 0.0
    for x in loader:
        recon, kl = model(x)
        loss = F.mse_loss(recon, x) + beta * kl.mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        kl_sum += kl.mean()  # want "kl_sum keeps the value"
    print(kl_sum)


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.history = []
        self.total = 0.0

    def step(self, x, y):
        loss = F.mse_loss(self.model(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.history.append(loss)  # want "self.history keeps loss of every call"
        return loss

    def fit(self, loader):
        for x, y in loader:
            loss = F.mse_loss(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.total += loss  # want "self.total keeps loss"


# The helper gives the tensor back as it is.
def helper_step(model, batch, optimizer):
    loss = model(batch).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


def with_helper(model, loader, optimizer):
    total = 0.0
    for batch in loader:
        total += helper_step(model, batch, optimizer)  # want "total keeps the value"
    print(total)


# Only the training half of an epoch loop.
def epochs(model, loader, optimizer, criterion):
    epoch_losses = []
    for epoch in range(10):
        epoch_loss = 0.0
        for x, y in loader:
            loss = criterion(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            epoch_loss += loss.item()
        epoch_losses.append(epoch_loss)
        epoch_losses += [loss]  # want "epoch_losses keeps the value"
    return epoch_losses


# Asked whether it is a number, it would be kept; this asks for tensors.
def only_tensors(model, loader, optimizer, criterion):
    total = 0.0
    for x, y in loader:
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if isinstance(loss, torch.Tensor):
            total += loss  # want "total keeps loss"
    return float(total)
