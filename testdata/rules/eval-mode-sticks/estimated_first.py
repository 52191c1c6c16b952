import torch
from torch import nn

from data import get_batch

model = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1)).cuda()
optimizer = torch.optim.AdamW(model.parameters())
context = torch.amp.autocast("cuda", torch.bfloat16)


def estimate_loss():
    model.eval()  # want "stays in force for the training behind it"
    losses = torch.zeros(20)
    for k in range(20):
        with context:
            loss = model(get_batch()).mean()  # also eval-without-no-grad
        losses[k] = loss.item()
    return losses.mean()


def mean_of_frozen():
    other = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1))
    other.eval()
    return other(get_batch()).mean()  # also eval-without-no-grad


for step in range(1000):
    if step % 100 == 0:
        print(estimate_loss(), mean_of_frozen())
    with context:
        loss = model(get_batch()).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
