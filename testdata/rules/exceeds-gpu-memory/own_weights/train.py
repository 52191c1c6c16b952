import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(width, width, bias=False) for _ in range(depth)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


model = Net(16384, depth=26)  # want "Net has 6.98 B parameters and needs at least 104 GiB a GPU whatever it is fed \(its weights alone\), more than the 23.5 GiB"
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
for x, y in loader:
    loss = (model(x.cuda()) - y.cuda()).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
