import torch
from torch import nn


# What is handed in is moved when it is kept, and its parameters are taken under either name: it is a network.
class Solver:
    def __init__(self, warp, args, loss_of=nn.MSELoss()):
        self.device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
        self.warp = warp.to(self.device)
        self.optimizer = torch.optim.Adam(warp.parameters(), lr=args.lr)
        self.loss_of = loss_of

    def train(self, train_loader, val_loader):
        for epoch in range(10):
            for x, pose, y in train_loader:
                self.optimizer.zero_grad()
                loss = self.loss_of(self.warp(x, pose), y)
                loss.backward()
                self.optimizer.step()
            val_loss = 0
            with torch.no_grad():
                for x, pose, y in val_loader:
                    bent = self.warp(x, pose)  # want "warp is evaluated in training mode"
                    val_loss += self.loss_of(bent, y).item()
            print(epoch, val_loss)
