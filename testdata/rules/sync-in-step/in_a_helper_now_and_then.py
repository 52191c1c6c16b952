# A function that is called every hundred steps, one that fetches what is on the CPU, one that evaluates.
import torch
import torch.nn.functional as F

device = torch.device("cuda")


def show(log, loss, step):
    log("loss", loss.item(), step)


def every_hundred(model, optimizer, loader, log):
    model.to(device)
    for step, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x.to(device)), y.to(device))
        if step % 100 == 0:
            show(log, loss, step)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        log("total", loss.item(), step)


def asked_inside(log, loss, step):
    if step % 100 == 0:
        log("loss", loss.item(), step)


def helper_decides(model, optimizer, loader, log):
    model.to(device)
    for step, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x.to(device)), y.to(device))
        asked_inside(log, loss, step)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        log("total", loss.item(), step)


def longest(lengths):
    return lengths.max().item()


def counts_on_the_host(model, optimizer, loader, log):
    model.to(device)
    for step, (x, lengths) in enumerate(loader):
        n = longest(lengths)
        loss = model(x.to(device))[:n].pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        log("total", loss.item(), n)


def read_again(log, loss):
    log("loss", loss.item())


# One wait: what the helper reads was fetched right before.
def after_the_step(model, optimizer, loader, log):
    model.to(device)
    for x, y in loader:
        loss = F.mse_loss(model(x.to(device)), y.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        log("total", loss.item())
        read_again(log, loss)


def validate(model, loader, log):
    model.eval()
    with torch.no_grad():
        for x, y in loader:
            log("valid", F.mse_loss(model(x.to(device)), y.to(device)).item())
    model.train()


def evaluates_each_epoch(model, optimizer, loader, held_out, log):
    model.to(device)
    for epoch in range(10):
        for x, y in loader:
            loss = F.mse_loss(model(x.to(device)), y.to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            log("total", loss.item())
        validate(model, held_out, log)


@torch.no_grad()
def test(model, tasks, learner):
    error = 0.0
    for x, y in tasks:
        loss = learner(model, x.to(device), y.to(device))
        error += loss.detach().cpu().numpy()
    return error


@torch.no_grad()
def evaluate(model, x, y, log):
    log("valid", F.mse_loss(model(x.to(device)), y.to(device)).item())


def evaluates_each_batch(model, optimizer, loader, held_out, learner, log):
    model.to(device)
    for x, y in loader:
        loss = F.mse_loss(model(x.to(device)), y.to(device))
        evaluate(model, x, y, log)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        log("error", test(model, held_out, learner))
