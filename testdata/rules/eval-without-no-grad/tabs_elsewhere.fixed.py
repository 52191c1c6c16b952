import torch
class Settings:
	rate = 0.1
	turns = 3


@torch.no_grad()
def validate(model, valid_loader):
    model.eval()
    right = 0
    for x, y in valid_loader:
        right += (model(x).argmax(1) == y).sum().item()  # want "model runs with gradients on"
    return right


import torch

net = torch.nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=Settings.rate)
for x, y in train_loader:
	torch.nn.functional.cross_entropy(net(x), y).backward()
	optimizer.step()
	optimizer.zero_grad()
net.eval()
hits = 0
if Settings.turns:
    with torch.no_grad():
        for x, y in valid_loader:
            hits += (net(x).argmax(1) == y).sum().item()  # want "net runs with gradients on"
