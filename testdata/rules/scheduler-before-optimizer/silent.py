import torch
from timm.scheduler import CosineLRScheduler
from elsewhere import build_scheduler


def right(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
        scheduler.step()


def per_epoch(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)
    for epoch in range(30):
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
        scheduler.step()


def other_optimizer(generator, critic, loader):
    opt_g = torch.optim.Adam(generator.parameters())
    opt_d = torch.optim.Adam(critic.parameters())
    sched_d = torch.optim.lr_scheduler.StepLR(opt_d, 10)
    for real in loader:
        opt_d.zero_grad()
        critic(real).mean().backward()
        opt_d.step()
        sched_d.step()
        opt_g.zero_grad()
        critic(generator(real)).mean().backward()
        opt_g.step()


def plateau(model, loader, valid):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer)
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).mean()
        scheduler.step(loss)
        loss.backward()
        optimizer.step()


def jumps(model, loader, optimizer):
    scheduler = CosineLRScheduler(optimizer, t_initial=100)
    for step, batch in enumerate(loader):
        scheduler.step(step)
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def own_kind(model, loader, optimizer):
    scheduler = build_scheduler(optimizer)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        scheduler.step()
        optimizer.step()


def noise(model, loader, optimizer, noise_scheduler):
    for batch in loader:
        noise_scheduler.step()
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def gated(model, loader, optimizer, scheduler):
    for i, batch in enumerate(loader):
        if i % 100 == 99:
            scheduler.step()
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
