import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.drop = nn.Dropout(0.5)

    def forward(self, x):
        return self.drop(self.body(x))


def evaluate(model, held_out):
    model.eval()  # want "model.eval\(\) stays in force for the training behind it"
    for batch in held_out:
        model(batch)


def evaluate_and_put_back(model, held_out):
    model.eval()
    for batch in held_out:
        model(batch)
    model.train()


def before_each_epoch(args, loader, held_out):
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    if args.gpus > 1:
        model = DistributedDataParallel(model)
    model.train()
    for epoch in range(100):
        if epoch % args.every == 0:
            with torch.no_grad():
                evaluate(model, held_out)
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


def put_back(args, loader, held_out):
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    model.train()
    for epoch in range(100):
        with torch.no_grad():
            evaluate_and_put_back(model, held_out)
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


def put_back_by_the_epoch(args, loader, held_out):
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    model.train()
    for epoch in range(100):
        with torch.no_grad():
            for batch in held_out:
                model.eval()
                model(batch)
        model.train()
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


def frozen_on_purpose(args, loader):
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    model.train()
    for epoch in range(100):
        model.eval()
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
