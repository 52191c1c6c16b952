import torch
from torch import nn


@torch.no_grad()
def validate(model, held_out):
    model.eval()
    return sum(nn.functional.cross_entropy(model(x), y) for x, y in held_out)


# Whoever asks for fixed norms gets the evaluation mode, after a validation as before the first step.
def finetune(args, loader, held_out):
    model = nn.Sequential(nn.Conv2d(3, 8, 3, bias=False), nn.BatchNorm2d(8), nn.Flatten(), nn.LazyLinear(10))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    if args.fix_bn:
        model.eval()
    else:
        model.train()
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        if i % args.every == 0 and i > 0:
            print(validate(model, held_out))
            if args.fix_bn == True:
                model.eval()
            else:
                model.train()


# What is measured in one branch is no choice of a mode.
def finetune_watched(args, loader, held_out):
    model = nn.Sequential(nn.Conv2d(3, 8, 3, bias=False), nn.BatchNorm2d(8), nn.Flatten(), nn.LazyLinear(10))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for epoch in range(args.epochs):
        model.train()
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        if args.watched:
            model.eval()  # want "model.eval.. stays in force for the rest of the training"
            with torch.no_grad():
                print(sum(nn.functional.cross_entropy(model(x), y) for x, y in held_out))
        else:
            model.train()
