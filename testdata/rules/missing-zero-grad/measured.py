# A loop that repeats a step on made-up tensors between two looks at the clock trains nothing that anybody keeps.
import time

import torch
from torch import nn

from layers import Attention


def measure(args, length):
    layer = Attention(args).to(args.device)
    optimizer = torch.optim.Adam(layer.parameters(), 1e-4)
    optimizer.zero_grad()
    hidden = torch.ones(4, length, 64, dtype=torch.float32).to(args.device)
    wanted = torch.zeros(4, length, 64, device=args.device)
    start = time.time()
    for i in range(1000):
        result = layer(hidden)
        loss = ((wanted - result) ** 2).mean()
        loss.backward()
        optimizer.step()
    print("seconds for a step:", (time.time() - start) / 1000)


# The clock is looked at in a training, too.
def fit(args, data, target):
    layer = nn.Linear(64, 1)
    optimizer = torch.optim.Adam(layer.parameters(), 1e-4)
    start = time.time()
    for i in range(1000):
        loss = ((layer(data) - target) ** 2).mean()
        loss.backward()  # want "nothing in this loop clears the gradients that optimizer steps on"
        optimizer.step()
    print("trained in", time.time() - start)
    return layer


# Noise as a model's input is no measurement where nobody looks at the clock.
def generate(target):
    layer = nn.Linear(64, 1)
    optimizer = torch.optim.Adam(layer.parameters(), 1e-4)
    noise = torch.randn(16, 64)
    for i in range(1000):
        loss = ((layer(noise) - target) ** 2).mean()
        loss.backward()  # want "nothing in this loop clears the gradients that optimizer steps on"
        optimizer.step()
    return layer
