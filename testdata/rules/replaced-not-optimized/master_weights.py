import copy, torch
from torch import nn
from data import loader
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
    def forward(self, x):
        return self.fc(x)
model = Net().cuda()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
master = model
model = Net().cuda().half()
model.load_state_dict(master.state_dict())
for x, y in loader:
    model.zero_grad()
    (nn.functional.cross_entropy(model(x.half()).float(), y) * 1024).backward()
    for m, p in zip(master.parameters(), model.parameters()):
        m.grad = p.grad.float() / 1024
    opt.step()
    model.load_state_dict(master.state_dict())
