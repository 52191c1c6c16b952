# A script that tries the backward pass of each layer asks for these gradients alone, whatever it trains further down.
import torch
from torch import nn

encoder = nn.Sequential(nn.Linear(8, 8), nn.ReLU())
loss = encoder(torch.randn(4, 8)).sum()
loss.backward()
print("encoder works")

encoder = nn.Sequential(nn.Linear(8, 8), nn.ReLU())
head = nn.Sequential(nn.Linear(8, 2))
optimizer = torch.optim.Adam(list(encoder.parameters()) + list(head.parameters()), lr=0.001)
for i in range(10):
    optimizer.zero_grad()
    loss = head(encoder(torch.randn(4, 8))).sum()
    loss.backward()
    optimizer.step()
