import torch
from torch import nn


# The optimizer takes the parameters of what was handed in, the loops run what its move gave: it is the same network.
class Solver:
    def __init__(self, warp, args, loss_of=nn.MSELoss()):
        self.device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
        self.warp = warp.to(self.device)
        self.optimizer = torch.optim.Adam(list(warp.parameters()), lr=args.lr)
        self.loss_of = loss_of

    def bend(self, x, pose):
        return self.warp(torch.cat([x, pose], -1))

    def train(self, train_loader, val_loader):
        for epoch in range(10):
            for x, pose, y in train_loader:
                self.optimizer.zero_grad()
                loss = self.loss_of(self.bend(x, pose), y)
                loss.backward()
                self.optimizer.step()
            val_loss = 0
            with torch.no_grad():
                for x, pose, y in val_loader:
                    val_loss += self.loss_of(self.bend(x, pose), y).item()  # want "bend runs with gradients on in an evaluation loop"
            print(epoch, val_loss)


# No network: a table that is moved, and looked up by a call.
class Looking:
    def __init__(self, net, table):
        self.table = table.to("cuda")
        self.net = net.to("cuda")
        self.optimizer = torch.optim.Adam(net.parameters(), lr=0.1)

    def train(self, train_loader, val_loader):
        for epoch in range(10):
            for x, y in train_loader:
                self.optimizer.zero_grad()
                nn.functional.mse_loss(self.net(x), y).backward()
                self.optimizer.step()
            far = 0
            for x, y in val_loader:
                far += (self.table(x) - y).abs().mean().item()
            print(epoch, far)
