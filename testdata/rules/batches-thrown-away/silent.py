import torch
from torch import nn

criterion = nn.CrossEntropyLoss()


def accumulates(model, loader, optimizer):
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y) / 4
        loss.backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()


def summed(model, loader, optimizer):
    total = 0
    for i, (x, y) in enumerate(loader):
        total = total + criterion(model(x), y)
        if (i + 1) % 4 == 0:
            total.backward()  # also micro-batches-summed
            optimizer.step()
            optimizer.zero_grad()
            total = 0


def added(model, loader, optimizer):
    total = 0
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y)
        total += loss
        if (i + 1) % 4 == 0:
            total.backward()  # also micro-batches-summed
            optimizer.step()
            optimizer.zero_grad()
            total = 0


def kept(model, loader, optimizer):
    losses = []
    for i, (x, y) in enumerate(loader):
        losses.append(criterion(model(x), y))
        if (i + 1) % 4 == 0:
            torch.stack(losses).mean().backward()  # also micro-batches-summed
            optimizer.step()
            optimizer.zero_grad()
            losses = []


def skipped(model, loader, optimizer):
    for i, (x, y) in enumerate(loader):
        if i % 4 == 0:
            loss = criterion(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def logged(model, loader, optimizer):
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if i % 100 == 0:
            print(loss.item())


def critic(net_d, net_g, loader, optim_d, optim_g):
    for i, real in enumerate(loader):
        fake = net_g(torch.randn(len(real), 8))
        loss_d = net_d(fake.detach()).mean() - net_d(real).mean()
        optim_d.zero_grad()
        loss_d.backward()
        optim_d.step()
        loss_g = -net_d(fake).mean()
        if i % 5 == 0:
            optim_g.zero_grad()
            loss_g.backward()
            optim_g.step()


def turns(net_d, net_g, loader, optim_d, optim_g):
    for i, real in enumerate(loader):
        score = net_d(net_g(real)).mean()
        if i % 2 == 0:
            optim_d.zero_grad()
            score.backward()
            optim_d.step()
        else:
            optim_g.zero_grad()
            (-score).backward()
            optim_g.step()


def acts(policy, env, optimizer):
    state, rewards = env.reset(), []
    for step in range(10000):
        action = policy(state)
        state, reward = env.step(action)
        rewards.append(reward)
        if step % 32 == 0:
            loss = criterion(policy(torch.stack(rewards)), action)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def recurrent(model, loader, optimizer):
    state = None
    for i, (x, y) in enumerate(loader):
        out, state = model(x, state)
        loss = criterion(out, y)
        if i % 8 == 0:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            state = state.detach()


def all_but_some(model, loader, optimizer):
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y)
        if i % 10 != 0:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def one(model, loader, optimizer):
    every = 1
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y)
        if i % every == 0:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def warms_up(model, loader, optimizer):
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y)
        if i % 4 != 0 or i < 100:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
