import torch
from elsewhere import compute_gradients


def two_optimizers(generator, critic, loader, opt_g, opt_d):
    for real in loader:
        critic(real).mean().backward()
        opt_g.zero_grad()
        opt_d.step()
        opt_d.zero_grad()


def order(model, loader, optimizer):
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()


def second_backward(model, loader, optimizer):
    for batch in loader:
        model(batch).mean().backward()
        saved = [p.grad.clone() for p in model.parameters()]
        optimizer.zero_grad()
        model(batch).sum().backward()
        print(saved)
        optimizer.step()


def by_hand(model, loader, optimizer):
    for batch in loader:
        model(batch).mean().backward()
        grads = [p.grad.clone() for p in model.parameters()]
        optimizer.zero_grad()
        for p, g in zip(model.parameters(), grads):
            p.grad = g
        optimizer.step()


def elsewhere(model, loader, optimizer):
    for batch in loader:
        model(batch).mean().backward()
        optimizer.zero_grad()
        compute_gradients(model, batch)
        optimizer.step()


def gated(model, loader, optimizer, bad):
    for batch in loader:
        loss = model(batch).mean()
        loss.backward()
        if bad(loss):
            optimizer.zero_grad()
        optimizer.step()
        optimizer.zero_grad()


def other_module(generator, critic, loader):
    optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
    for batch in loader:
        critic(generator(batch)).mean().backward()
        critic.zero_grad()
        optimizer.step()
        optimizer.zero_grad()


# The optimizer may hold either of the two: that of the generator is due, and the critic is left clean.
def made_elsewhere(generator, critic, loader, args):
    optimizer = build_optimizer(generator, args)
    for batch in loader:
        critic(generator(batch)).mean().backward()
        critic.zero_grad()
        optimizer.step()
        optimizer.zero_grad()
