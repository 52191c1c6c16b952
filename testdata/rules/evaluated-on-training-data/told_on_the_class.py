import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from files import read

class Docs(Dataset):
    part = "train"
    def __init__(self, root):
        self.items = read(root, self.part)
    def __len__(self): return len(self.items)
    def __getitem__(self, i): return self.items[i]

class Rows(Dataset):
    def __init__(self, root):
        self.items = read(root)
    def __len__(self): return len(self.items)
    def __getitem__(self, i): return self.items[i]

Docs.part = "train"
train_set = Docs("d")
Docs.part = "test"
test_set = Docs("d")
net = nn.Linear(2, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
train_loader, test_loader = DataLoader(train_set, 32, shuffle=True), DataLoader(test_set, 32)
for epoch in range(3):
    for x, y in train_loader:
        opt.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        opt.step()
    right = 0
    with torch.no_grad():
        for x, y in test_loader:
            right += (net(x).argmax(1) == y).sum().item()
    print("test accuracy", right / 1000)
