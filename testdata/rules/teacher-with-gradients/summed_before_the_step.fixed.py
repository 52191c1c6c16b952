# The backward passes of the micro-batches belong to the step behind them.
import torch
from torch import nn

teacher = nn.Sequential(nn.Linear(8, 8), nn.ReLU())
student = nn.Sequential(nn.Linear(8, 8))
optimizer = torch.optim.Adam(student.parameters(), lr=0.001)
for i in range(10):
    optimizer.zero_grad()
    for k in range(4):
        x = torch.randn(4, 8)
        with torch.no_grad():
            wanted = teacher(x)  # want "teacher runs with gradients on, and no optimizer steps on its parameters"
        loss = (student(x) - wanted).pow(2).mean()
        loss.backward()
    optimizer.step()
