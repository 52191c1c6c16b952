import torch
from torch import nn

from engine import Precision

precision = Precision("bf16")
net = nn.Linear(8, 2).cuda()
optimizer = torch.optim.AdamW(net.parameters(), 1e-3)
for x, y in torch.load("batches.pt", map_location="cuda", weights_only=True):
    with precision.context():
        loss = nn.functional.cross_entropy(net(x), y)
    precision.update(loss, optimizer)
