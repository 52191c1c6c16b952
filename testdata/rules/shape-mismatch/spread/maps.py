import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

from data import Depth

model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 1, 1)).cuda()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
loader = DataLoader(Depth(["a.jpg", "b.jpg"] * 8), batch_size=4, shuffle=True, num_workers=2, pin_memory=True)

for epoch in range(10):
    for images, depth in loader:
        optimizer.zero_grad()
        loss = F.l1_loss(model(images.cuda()), depth.cuda().squeeze(1))  # want "l1_loss compares every prediction, 4x1x64x64, with every target, 4x64x64"
        loss.backward()
        optimizer.step()
