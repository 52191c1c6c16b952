import torch


def cleared_before_the_last_pass(model, loader, n):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / n
        if (i + 1) % n == 0:
            pass  # want "runs before the last of n backward passes, and optimizer steps after it"
        loss.backward()
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()


def cleared_at_the_first_of_them(model, loader, n):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, batch in enumerate(loader):
        if i % n == 0:
            optimizer.zero_grad()
        loss = model(batch).mean() / n
        loss.backward()
        if (i + 1) % n == 0:
            optimizer.step()


def cleared_after_the_step(model, loader, n):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / n
        loss.backward()
        if (i + 1) % n == 0:
            optimizer.step()
        if (i + 1) % n == 0:
            optimizer.zero_grad()


def every_batch_after_all(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    n = 1
    for i, batch in enumerate(loader):
        if i % n == 0:
            optimizer.zero_grad()
            model.zero_grad()
        loss = model(batch).mean() / n
        loss.backward()
        if i % n == 0:
            optimizer.step()


def by_the_model(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    n = 4
    for i, batch in enumerate(loader):
        if i % n == 0:
            print(i)
        loss = model(batch).mean() / n
        loss.backward()
        if i % n == 0:
            optimizer.step()
            model.zero_grad()  # want "runs before the last of n backward passes, and optimizer steps after it"
