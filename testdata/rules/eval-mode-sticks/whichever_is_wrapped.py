import torch
from torch import nn
from torch.utils.data import DataLoader

# Whichever network is in the wrapper, nothing of it asks for the mode.


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(8, 2)

    def forward(self, x):
        return self.out(x)


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))

    def forward(self, x):
        return self.body(x)


def fit(args, loader, held_out):
    net = nn.DataParallel(Deep() if args.deep else Plain()).cuda()
    optimizer = torch.optim.Adam(net.parameters())
    for epoch in range(10):
        for x in loader:
            optimizer.zero_grad()
            net(x.cuda()).mean().backward()
            optimizer.step()
        with torch.no_grad():
            net.eval()
            for x in held_out:
                print(net(x.cuda()).mean().item())


fit(parse(), DataLoader([], batch_size=4), DataLoader([], batch_size=4))
