import torch
from torch import nn

# What is made before the loop is there from its beginning, however much came before.
angles = torch.linspace(0, 6.28, 150)
inner = torch.stack((torch.cos(angles), torch.sin(angles)), 1)
outer = torch.stack((torch.cos(angles) * 2, torch.sin(angles) * 2), 1)
for scale in range(20):
    inner = inner * 1.01
    outer = outer * 1.01
points = torch.cat((inner, outer), 0).float()
rings = torch.cat((torch.zeros(150), torch.ones(150)), 0).long()


class Rings(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 6)
        self.last = nn.Linear(6, 2)

    def forward(self, x):
        return self.last(torch.relu(self.first(x)))


model = Rings()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for turn in range(300):
    loss = nn.functional.cross_entropy(model(points), rings)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
