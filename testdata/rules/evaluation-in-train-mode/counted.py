import torch
from torch import nn


def train(batches, samples, episodes, val_episodes, val_interval):
    net = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.Linear(8, 2))
    optimizer = torch.optim.Adam(net.parameters())
    episode = 0
    while episode < episodes:
        x, y = next(batches)
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
        episode += 1
        if episode % val_interval == 0:
            with torch.no_grad():
                right, val_episode = 0, 0
                while val_episode < val_episodes:
                    x, y = next(samples)
                    right += (net(x).argmax(1) == y).sum().item()  # want "net is evaluated in training mode"
                    val_episode += 1
            print(right)


def train_in_modes(batches, samples, episodes, val_episodes, val_interval):
    net = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.Linear(8, 2))
    optimizer = torch.optim.Adam(net.parameters())
    episode = 0
    while episode < episodes:
        net.train()
        x, y = next(batches)
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
        episode += 1
        if episode % val_interval == 0:
            net.eval()
            with torch.no_grad():
                right, val_episode = 0, 0
                while val_episode < val_episodes:
                    x, y = next(samples)
                    right += (net(x).argmax(1) == y).sum().item()
                    val_episode += 1
            print(right)
