import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

def make_data(n):
    x = np.random.randn(n, 2).astype("float32")
    return torch.from_numpy(x), torch.from_numpy((x.sum(1) > 0).astype("int64"))

class Toy(Dataset):
    def __init__(self, n):
        self.x, self.y = make_data(n)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]

train_loader = DataLoader(Toy(1000), batch_size=32, shuffle=True)
test_loader = DataLoader(Toy(1000), batch_size=32)
model = nn.Linear(2, 2)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
loss_fn = nn.CrossEntropyLoss()
for epoch in range(3):
    model.train()
    for x, y in train_loader:
        opt.zero_grad()
        loss_fn(model(x), y).backward()
        opt.step()
    model.eval()
    right = 0
    with torch.no_grad():
        for x, y in test_loader:
            right += (model(x).argmax(1) == y).sum().item()
    print("test accuracy", right / len(test_loader.dataset))
