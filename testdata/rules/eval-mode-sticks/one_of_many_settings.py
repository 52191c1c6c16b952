import torch
from torch import nn

# What each of many settings says decides together what a lap does: the two ways of evaluating exclude each other.


def run(loader, held_out, criterion, stream):
    for reset, warm, when, seed in (
        (True, False, "step", 1),
        (False, False, "step", 1),
        (True, True, "epoch", 2),
        (True, False, "epoch", 1),
        (False, False, "epoch", 1),
        (True, True, "step", 2),
        (True, False, "epoch", 3),
        (False, True, "epoch", 1),
        (False, True, "step", 2),
    ):
        torch.manual_seed(seed)
        net = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5), nn.Linear(4, 2))
        optimizer = torch.optim.SGD(net.parameters(), lr=0.001)
        for part in stream:
            net.train()
            for _ in range(5):
                for x, y in loader:
                    optimizer.zero_grad()
                    criterion(net(x), y).backward()
                    optimizer.step()
                    if when == "step":
                        net.eval()  # want "stays in force for the rest of the training"
                        with torch.no_grad():
                            for x, y in held_out:
                                print(part, criterion(net(x), y).item())
                if when == "epoch":
                    net.eval()  # want "stays in force for the rest of the training"
                    with torch.no_grad():
                        for x, y in held_out:
                            print(part, criterion(net(x), y).item())
