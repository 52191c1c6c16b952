import torch
from torch import nn


# It only clears: the update is the author's own, at the pace of the scheduler.
def by_hand(loader):
    model = nn.Linear(8, 1).to("cuda")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=100)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x.to("cuda")), y.to("cuda")).backward()
        with torch.no_grad():
            for p in model.parameters():
                p -= scheduler.get_last_lr()[0] * p.grad
        scheduler.step()
