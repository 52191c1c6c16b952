import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

x, y = torch.randn(1000, 8), torch.randn(1000)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1)).cuda()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
loader = DataLoader(TensorDataset(x, y), batch_size=32, shuffle=True, num_workers=2, pin_memory=True)

# of one shape, against one number, and with the same weight for all columns
for epoch in range(10):
    for inputs, targets in loader:
        out, targets = model(inputs.cuda(non_blocking=True)), targets.cuda(non_blocking=True)
        loss = F.mse_loss(out.squeeze(1), targets) + F.mse_loss(out, targets.unsqueeze(1))
        loss = loss + F.l1_loss(out.mean(), torch.tensor(1.0, device="cuda")) + F.mse_loss(out, out.detach().mean(0))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
