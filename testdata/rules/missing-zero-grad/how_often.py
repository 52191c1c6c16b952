import torch


def twice(model, batch):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        model(batch).mean().backward()  # want "nothing in this loop clears"
        optimizer.step()


def forever(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    batches = iter(loader)
    while True:
        model(next(batches)).mean().backward()  # want "nothing in this loop clears"
        optimizer.step()


def while_there_are_steps(model, loader, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    done = 0
    while done < steps:
        model(next(loader)).mean().backward()  # want "nothing in this loop clears"
        optimizer.step()
        done += 1


def through_a_helper(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        one_step(model, batch, optimizer)


def one_step(net, batch, optimizer):
    net(batch).mean().backward()
    optimizer.step()
    optimizer.zero_grad()


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def fit(self, loader):
        for batch in loader:
            self.step(batch)

    def step(self, batch):
        self.model(batch).mean().backward()  # want "nothing in this loop clears the gradients that self.optimizer steps on"
        self.optimizer.step()


def cleared_by_the_model(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        model.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def cleared_at_the_end(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)


def cleared_sometimes(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, batch in enumerate(loader):
        if i % 4 == 0:
            optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def gradients_by_hand(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        grads = torch.autograd.grad(model(batch).mean(), list(model.parameters()))
        for p, g in zip(model.parameters(), grads):
            p.grad = g
        optimizer.step()


def no_step(model, loader):
    for batch in loader:
        model(batch).mean().backward()


Trainer(net).fit(data)
