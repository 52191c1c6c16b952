import torch
from torch import nn

from data import get_batch, loader

model = nn.Linear(4, 4)
optimizer = torch.optim.AdamW(model.parameters())

running = 0
for step in range(1000):
    for _ in range(4):
        loss = model(get_batch()).mean() / 4
        loss.backward()
        running += loss  # want "every iteration of the loop in line 10"
    optimizer.step()
    optimizer.zero_grad()
print(running / 1000)

# A few nodes between two optimizer steps are nothing.
for step in range(1000):
    total = 0
    for _ in range(4):
        loss = model(get_batch()).mean() / 4
        loss.backward()
        total += loss
    optimizer.step()
    optimizer.zero_grad()
    print(total)

# It starts over for every step of the optimizer.
since = 0
for step in range(1000):
    for batch in loader:
        loss = model(batch).mean() / len(loader)
        loss.backward()
        since += loss
    optimizer.step()
    optimizer.zero_grad()
    print(since)
    since = 0
