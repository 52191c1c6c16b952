import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
x, y = torch.load("windows.pt"), torch.load("labels.pt")   # (N, 9, 5), (N, 1)
loader = DataLoader(TensorDataset(x, y), batch_size=32, shuffle=True)
classifier = nn.Sequential(nn.Conv1d(9, 32, kernel_size=5), nn.ReLU(), nn.Conv1d(32, 4, kernel_size=1))
opt = torch.optim.Adam(classifier.parameters())
loss_fn = nn.CrossEntropyLoss()
for epoch in range(3):
    for a, b in loader:
        opt.zero_grad()
        loss = loss_fn(classifier(a).view(-1, 4), b.view(-1))
        loss.backward()
        opt.step()
