# What keeps the best model is in another file; weights are gone over without being copied.
import torch
from data import batches, evaluate
from keeper import Keeper
from torch import nn

net = nn.Linear(8, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
keeper = Keeper()
weights, copied, best = None, None, 0.0
for epoch in range(10):
    for x, y in batches:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
    score = evaluate(net)
    keeper.update(score, net)
    if score > best:
        best = score
        weights = {k: v for k, v in net.state_dict().items()}  # want "gives the parameters themselves"
        copied = {k: v.clone() for k, v in net.state_dict().items()}
print(evaluate(keeper.kept), evaluate(keeper.copied))
net.load_state_dict(weights)
print(evaluate(net))
net.load_state_dict(copied)
