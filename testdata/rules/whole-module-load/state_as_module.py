import torch
from torch import nn

model = nn.Linear(4, 2)
torch.save(model.state_dict(), "./model.pth")

model = torch.load("./model.pth")  # want "holds the state_dict that line 5 saves"
model.eval()
print(model(torch.zeros(1, 4)))
