import torch
from torch.optim.lr_scheduler import CosineAnnealingLR, CosineAnnealingWarmRestarts, OneCycleLR, StepLR
from torch.utils.data import DataLoader
from transformers import get_linear_schedule_with_warmup, get_scheduler


def once_an_epoch(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=epochs)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()


def for_every_batch(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = OneCycleLR(optimizer, max_lr=0.1, epochs=epochs, steps_per_epoch=len(loader))
    swings = CosineAnnealingLR(optimizer, T_max=len(loader))
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()
            swings.step()


def divided(model, loader, epochs, n):
    optimizer = torch.optim.AdamW(model.parameters())
    scheduler = get_linear_schedule_with_warmup(optimizer, 0, len(loader) // n * epochs)
    for epoch in range(epochs):
        for i, batch in enumerate(loader):
            loss = model(**batch).loss / n
            loss.backward()
            if (i + 1) % n == 0:
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()


def behind_a_gate_of_one(model, loader, epochs):
    n = 1
    optimizer = torch.optim.AdamW(model.parameters())
    scheduler = get_linear_schedule_with_warmup(optimizer, 0, len(loader) * epochs)
    for epoch in range(epochs):
        for i, batch in enumerate(loader):
            loss = model(**batch).loss / n
            loss.backward()
            if (i + 1) % n == 0:
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()


def with_the_last_batch(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=epochs)
    for epoch in range(epochs):
        for i, (x, y) in enumerate(loader):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            if i == len(loader) - 1:
                scheduler.step()


def told_where_it_is(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=epochs)
    for epoch in range(epochs):
        for i, (x, y) in enumerate(loader):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step(epoch + i / len(loader))


def restarts(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingWarmRestarts(optimizer, T_0=epochs)
    stairs = StepLR(optimizer, epochs)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()
            stairs.step()


def another_number(model, loader):
    period = 10
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=period)
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()


def another_loader(model, loader, chunks, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = OneCycleLR(optimizer, max_lr=0.1, total_steps=len(chunks) * epochs)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()


def shards(model, shards, epochs):
    """Each lap of the outer loop takes another loader: its length is no epoch's."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = OneCycleLR(optimizer, max_lr=0.1, total_steps=len(shards) * epochs)
    for epoch in range(epochs):
        for shard in shards:
            for x, y in DataLoader(shard, batch_size=32):
                optimizer.zero_grad()
                torch.nn.functional.cross_entropy(model(x), y).backward()
                optimizer.step()
            scheduler.step()


def iterations(model, loader, num_iters):
    """The loop around counts no epochs: it takes one batch of an iterator each time."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=num_iters)
    batches = iter(loader)
    for step in range(num_iters):
        x, y = next(batches)
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        scheduler.step()


def ensemble(data, args):
    """Each model has a schedule of its own, and one step an epoch."""
    models = [torch.nn.Linear(10, 2) for _ in range(5)]
    optimizers = [torch.optim.SGD(m.parameters(), lr=0.1) for m in models]
    schedulers = [CosineAnnealingLR(o, T_max=args.epochs) for o in optimizers]
    loaders = [DataLoader(data, batch_size=8, shuffle=True) for _ in models]
    for epoch in range(args.epochs):
        for model, optimizer, scheduler, loader in zip(models, optimizers, schedulers, loaders):
            x, y = next(iter(loader))
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()


class Client:
    def __init__(self, data, args):
        self.model = torch.nn.Linear(10, 2)
        self.data = data
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.scheduler = CosineAnnealingLR(self.optimizer, T_max=args.epochs)

    def update(self):
        x, y = self.data.sample(64)
        self.optimizer.zero_grad()
        torch.nn.functional.cross_entropy(self.model(x), y).backward()
        self.optimizer.step()
        self.scheduler.step()


def federated(data, args):
    clients = [Client(data, args) for _ in range(10)]
    for epoch in range(args.epochs):
        for client in clients:
            client.update()


def one_batch_an_epoch(model, loader, args):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=args.epochs)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()
            break


def all_of_it_at_once(model, data, args):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = OneCycleLR(optimizer, 0.1, total_steps=args.epochs)
    loader = DataLoader(data, batch_size=len(data))
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()


def whole_epochs_accumulated(model, loader, args):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=args.epochs)
    for epoch in range(args.epochs):
        for i, (x, y) in enumerate(loader):
            (torch.nn.functional.cross_entropy(model(x), y) / len(loader)).backward()
            if (i + 1) % len(loader) == 0:
                optimizer.step()
                optimizer.zero_grad()
                scheduler.step()


def swings_behind_a_gate(model, loader, args, n):
    """T_max is half a swing, of which there are many."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=len(loader))
    for epoch in range(args.epochs):
        for i, (x, y) in enumerate(loader):
            (torch.nn.functional.cross_entropy(model(x), y) / n).backward()
            if (i + 1) % n == 0:
                optimizer.step()
                optimizer.zero_grad()
                scheduler.step()


def without_a_length(model, loader, args):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = get_scheduler("constant_with_warmup", optimizer=optimizer, num_warmup_steps=100, num_training_steps=args.epochs)
    chosen = get_scheduler(args.schedule, optimizer=optimizer, num_warmup_steps=100, num_training_steps=args.epochs)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()
            chosen.step()
