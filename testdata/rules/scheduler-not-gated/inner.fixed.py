import torch


def in_a_loop_of_its_own(model, loader, optimizer, scheduler, micro):
    for batch in loader:
        optimizer.zero_grad()
        for part in batch.chunk(4):
            (model(part).mean() / 4).backward()
        optimizer.step()
        scheduler.step()


def gated_like_the_step(model, loader, optimizer, scheduler):
    for i, batch in enumerate(loader):
        (model(batch).mean() / 4).backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()


def not_gated(model, loader, optimizer):
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=1000)
    for i, batch in enumerate(loader):
        (model(batch).mean() / 4).backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            scheduler.step()  # want "scheduler"
            optimizer.zero_grad()
