import deepspeed
import torch
from helpers import clear, run_hooks


def top(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def by_the_module(model, loader, optimizer):
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        model.zero_grad(set_to_none=True)


def by_hand(model, loader, optimizer):
    for batch in loader:
        for p in model.parameters():
            p.grad = None
        model(batch).mean().backward()
        optimizer.step()


def in_place(model, loader, optimizer):
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        for p in model.parameters():
            p.grad.zero_()


def accumulation(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        (model(batch).mean() / n).backward()
        if (i + 1) % n != 0:
            continue
        optimizer.step()
        optimizer.zero_grad()


def helper(optimizer):
    optimizer.zero_grad()


def with_helper(model, loader, optimizer):
    for batch in loader:
        helper(optimizer)
        model(batch).mean().backward()
        optimizer.step()


def unseen_helper(model, loader, optimizer):
    for batch in loader:
        clear(optimizer)
        model(batch).mean().backward()
        optimizer.step()


def closure(model, loader, optimizer):
    for batch in loader:
        def compute():
            optimizer.zero_grad()
            loss = model(batch).mean()
            loss.backward()
            return loss

        optimizer.step(compute)


def unseen_closure(model, loader, optimizer, make_closure):
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step(make_closure(batch))


def engine(model, loader, config):
    model_engine, optimizer, _, _ = deepspeed.initialize(model=model, config=config)
    for batch in loader:
        model_engine.backward(model_engine(batch).mean())
        model_engine.step()


def made_anew(build, loader):
    for batch in loader:
        model = build()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        model(batch).mean().backward()
        optimizer.step()


def demo(model, batch):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model(batch).mean().backward()
    optimizer.step()


def meta(model, tasks, optimizer):
    for task in tasks:
        grads = torch.autograd.grad(model(task).mean(), model.parameters())
        for p, g in zip(model.parameters(), grads):
            p.grad = g
        model(task).mean().backward()
        optimizer.step()


class Base(Unseen):
    def fit(self):
        for batch in self.loader:
            self.before_step()
            self.model(batch).mean().backward()
            self.optimizer.step()


class Clearing(torch.optim.SGD):
    def step(self, closure=None):
        super().step(closure)
        self.zero_grad()


def own_class(model, loader):
    optimizer = Clearing(model.parameters(), lr=0.1)
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()


def gan(generator, critic, loader, opt_g, opt_d):
    for real in loader:
        opt_d.zero_grad()
        critic(real).mean().backward()
        opt_d.step()
        opt_g.zero_grad()
        critic(generator(real)).mean().backward()
        opt_g.step()


def outer_clears(model, tasks, optimizer):
    for batches in tasks:
        optimizer.zero_grad()
        for batch in batches:
            model(batch).mean().backward()
        optimizer.step()


def first_batch_only(model, loader, optimizer):
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        break


def wrapped(model, loader, optimizer):
    for batch in loader:
        optimizer.backward(model(batch).mean())
        optimizer.step()


def shared(generator, critic, loader, everything):
    opt_g = torch.optim.Adam(generator.parameters())
    opt_all = torch.optim.Adam(everything.parameters())
    opt_d = torch.optim.Adam(list(generator.head.parameters()) + list(critic.parameters()))
    for real in loader:
        opt_all.zero_grad()
        opt_d.zero_grad()
        critic(generator(real)).mean().backward()
        opt_g.step()


def modules(generator, critic, loader):
    opt_g = torch.optim.Adam(generator.parameters())
    for real in loader:
        generator.zero_grad()
        critic(generator(real)).mean().backward()
        opt_g.step()
