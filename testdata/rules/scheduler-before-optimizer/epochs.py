import torch
from torch.optim import lr_scheduler


def run_epoch(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def start_of_the_epoch(model, loader, args):
    if args.adam:
        optimizer = torch.optim.Adam(model.parameters())
    else:
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.MultiStepLR(optimizer, [10, 20])
    for epoch in range(30):
        scheduler.step()  # want "scheduler.step\(\) runs before optimizer has stepped at all"
        run_epoch(model, loader, optimizer)


def class_by_name(model, loader, args):
    optimizer = getattr(torch.optim, args.optimizer)(model.parameters())
    scheduler = getattr(lr_scheduler, args.scheduler)(optimizer)
    for epoch in range(30):
        scheduler.step()  # want "before optimizer has stepped at all"
        run_epoch(model, loader, optimizer)


def critics_turns(critic, loader, optimizer):
    optimizer = torch.optim.Adam(critic.parameters())
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    for batch in loader:
        scheduler.step()  # want "before optimizer has stepped at all"
        for turn in range(5):
            optimizer.zero_grad()
            critic(batch).mean().backward()
            optimizer.step()


def end_of_the_epoch(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    for epoch in range(30):
        run_epoch(model, loader, optimizer)
        scheduler.step()


def not_at_first(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    for epoch in range(30):
        if epoch > 0:
            scheduler.step()
        run_epoch(model, loader, optimizer)


def goes_on(model, loader, start):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10, last_epoch=start - 2)
    for epoch in range(start, 30):
        scheduler.step()
        run_epoch(model, loader, optimizer)


def winds_forward(model, loader, start):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    for _ in range(start):
        scheduler.step()
    for epoch in range(start, 30):
        scheduler.step()
        run_epoch(model, loader, optimizer)


def jumps(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    for epoch in range(30):
        scheduler.step(epoch)
        run_epoch(model, loader, optimizer)


def warmed_up(model, warm, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    run_epoch(model, warm, optimizer)
    for epoch in range(30):
        scheduler.step()
        run_epoch(model, loader, optimizer)
