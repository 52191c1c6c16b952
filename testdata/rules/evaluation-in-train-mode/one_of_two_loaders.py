import torch
from torch import nn
from tqdm import tqdm

from whales import make_loaders


# Only the function that gives them says what these are; the bar is walked through by another name.
def fit(epochs):
    first, second = make_loaders()
    net = nn.Sequential(nn.Conv2d(1, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())
    optimizer = torch.optim.AdamW(net.parameters())
    for epoch in range(epochs):
        net.train()
        for x, y in tqdm(first):
            loss = nn.functional.cross_entropy(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        hits = []
        bar = tqdm(second)
        with torch.inference_mode():
            for i, (x, y) in enumerate(bar):
                hits.append((net(x).argmax(1) == y).float())  # want "net is evaluated in training mode"
        print(torch.cat(hits).mean())


def fit_right(epochs):
    first, second = make_loaders()
    net = nn.Sequential(nn.Conv2d(1, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())
    optimizer = torch.optim.AdamW(net.parameters())
    for epoch in range(epochs):
        net.train()
        for x, y in tqdm(first):
            loss = nn.functional.cross_entropy(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        net.eval()
        hits = []
        bar = tqdm(second)
        with torch.inference_mode():
            for i, (x, y) in enumerate(bar):
                hits.append((net(x).argmax(1) == y).float())
        print(torch.cat(hits).mean())
