# A script that differentiates once each: the graphs are there until it ends, in any case.
import torch
from torch import nn

model = nn.Linear(8, 8)
x = torch.randn(4, 8)
task = model(x).mean()
other = model(x).square().mean()
parameters = list(model.parameters())
of_task = torch.autograd.grad(task, parameters, retain_graph=True)
of_other = torch.autograd.grad(other, parameters, retain_graph=True)
print(of_task[0] - of_other[0])

for batch in torch.randn(3, 4, 8):
    loss = model(batch).mean()
    loss.backward()  # want "after its last backward pass"
