import torch

from phases import PHASES


def run(net, loaders, epochs):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=7)
    for epoch in range(epochs):
        for phase in PHASES:
            for x, y in loaders[phase]:
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == "fit"):
                    loss = torch.nn.functional.cross_entropy(net(x), y)
                if phase == "fit":
                    loss.backward()
                    optimizer.step()
            if phase == "fit":
                scheduler.step()  # want "steps in each of 2 phases of an epoch"


def run_right(net, loaders, epochs):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=7)
    for epoch in range(epochs):
        for phase in PHASES:
            for x, y in loaders[phase]:
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == "fit"):
                    loss = torch.nn.functional.cross_entropy(net(x), y)
                if phase == "fit":
                    loss.backward()
                    optimizer.step()
        scheduler.step()
