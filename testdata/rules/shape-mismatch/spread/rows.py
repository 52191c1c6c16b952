import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

x, y = torch.randn(1000, 8), torch.randn(1000)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1)).cuda()
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
loader = DataLoader(TensorDataset(x, y), batch_size=32, shuffle=True, num_workers=2, pin_memory=True)

for epoch in range(10):
    for inputs, targets in loader:
        loss = criterion(model(inputs.cuda(non_blocking=True)), targets.cuda(non_blocking=True))  # want "MSELoss compares every prediction, 32x1, with every target, 32: the smallest loss"
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
