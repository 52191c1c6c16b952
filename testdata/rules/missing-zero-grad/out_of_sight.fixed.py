import torch
from accelerate import Accelerator

import helpers


def cleared_by_another(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        helpers.finish(optimizer)


def cleared_by_a_method(model, loader, pool):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        pool.submit(optimizer.zero_grad)


def in_a_tuple(model, loader, hooks):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        hooks.after((batch, optimizer))


def in_a_list(model, loader, hooks):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        hooks.after({"optimizers": [optimizer]})


class State:
    def __init__(self, optimizer):
        self.optimizer = optimizer


def in_an_object(model, loader, hooks):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    state = State(optimizer)
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        hooks.after(state)


class Trainer(helpers.Base):
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def fit(self, loader):
        for batch in loader:
            self.model(batch).mean().backward()
            self.optimizer.step()
            self.after_step()

    def fit_loudly(self, loader):
        for batch in loader:
            self.model(batch).mean().backward()
            self.optimizer.step()
            super().after_step(batch)


def written_by_hand(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        for p in model.parameters():
            p.grad = None


def once(model, batch):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(1):
        model(batch).mean().backward()
        optimizer.step()


def made_in_the_loop(model, loader):
    for batch in loader:
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        model(batch).mean().backward()
        optimizer.step()


def cleared_around(model, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for loader in epochs:
        optimizer.zero_grad()
        for batch in loader:
            model(batch).mean().backward()
            optimizer.step()
            break


def harmless_company(model, loader, scheduler, log, writer):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    accelerator = Accelerator()
    for step, batch in enumerate(loader):
        optimizer.zero_grad()
        model(batch).mean().backward()  # want "nothing in this loop clears the gradients that optimizer steps on"
        optimizer.step()
        scheduler.step()
        print(step, optimizer)
        log.append(optimizer)
        torch.save(optimizer.state_dict(), "last.pt")
        accelerator.print(optimizer)


def two_of_them(model, critic, loader):
    first = torch.optim.SGD(model.parameters(), lr=0.1)
    second = torch.optim.SGD(critic.parameters(), lr=0.1)
    for batch in loader:
        first.zero_grad()
        model(batch).mean().backward()
        first.step()
        second.zero_grad()
        critic(batch).mean().backward()  # want "nothing in this loop clears the gradients that second steps on"
        second.step()
