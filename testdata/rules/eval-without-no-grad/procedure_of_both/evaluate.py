import torch
from torch import nn
from tasks import Tasks

from procedure import run_tasks

model = nn.Linear(16, 5)
model.load_state_dict(torch.load("model.pt", map_location="cpu"))
for epoch in range(100):
    print(run_tasks(model, Tasks("test"), 1, nn.CrossEntropyLoss(), None, train=False))
