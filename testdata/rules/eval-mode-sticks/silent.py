import torch
from elsewhere import restore, train_one_epoch


def validate(model, loader):
    model.eval()
    with torch.no_grad():
        return sum(model(batch).mean() for batch in loader)


def right(model, train_loader, val_loader):
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(10):
        model.train()
        for batch in train_loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
        validate(model, val_loader)


def at_the_end(model, train_loader, val_loader):
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(10):
        for batch in train_loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
        validate(model, val_loader)
        model.train()


def one_epoch(model, loader, optimizer):
    model.train()
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def in_a_function(model, train_loader, val_loader):
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(10):
        one_epoch(model, train_loader, optimizer)
        validate(model, val_loader)


def teacher_and_student(model, teacher, loader):
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(10):
        for batch in loader:
            teacher.eval()
            optimizer.zero_grad()
            (model(batch) - teacher(batch)).mean().backward()
            optimizer.step()


def frozen_norm(model, loader):
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(10):
        for batch in loader:
            for module in model.modules():
                if isinstance(module, torch.nn.BatchNorm2d):
                    module.eval()
            model.backbone.eval()
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


def restores(model, train_loader, val_loader):
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(10):
        for batch in train_loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
        was_training = model.training
        model.eval()
        print(model(batch))  # also eval-without-no-grad
        model.train(was_training)


def helper(model, train_loader, val_loader):
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(10):
        for batch in train_loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
        model.eval()
        print(model(batch))  # also eval-without-no-grad
        restore(model)


def imported(model, train_loader, val_loader):
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(10):
        train_one_epoch(model, train_loader, optimizer)
        validate(model, val_loader)


def last_evaluation(model, loader):
    optimizer = torch.optim.AdamW(model.parameters())
    for step, batch in enumerate(loader):
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
        if step == 1000:
            model.eval()
            print(model(batch))  # also eval-without-no-grad
            break


def wrapped(model, train_loader, val_loader):
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(10):
        model.module.train()
        for batch in train_loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
        model.eval()
        print(model(batch))  # also eval-without-no-grad


def attack(model, delta, x, y, optimizer):
    for step in range(40):
        model.eval()
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x + delta), y).backward()
        optimizer.step()
