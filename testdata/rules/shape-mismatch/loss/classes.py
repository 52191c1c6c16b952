import torch
from torch import nn

from data import Masks

model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 2, 1)).cuda()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
loader = torch.utils.data.DataLoader(Masks([("a.jpg", "a.png"), ("b.jpg", "b.png")] * 8), batch_size=4, shuffle=True, num_workers=2, pin_memory=True)

for epoch in range(10):
    for images, masks in loader:
        optimizer.zero_grad()
        loss = criterion(model(images.cuda()), masks.cuda().squeeze(1).long())
        loss.backward()
        optimizer.step()
