import torch
import torch.nn.functional as F
from torch import nn
from torch.autograd import Variable


# Variable() detaches whatever it is made of.
class Appraiser:
    def __init__(self, net, optimizer):
        self.net = net
        self.optimizer = optimizer

    def train_epoch(self, xs, ys, order):
        for part in order.split(32):
            images, targets = Variable(xs[part]), Variable(ys[part])
            loss = F.mse_loss(self.net(images), targets)
            self.optimizer.zero_grad()
            loss.backward()  # want "drop it"
            self.optimizer.step()

    # What is not wrapped may come out of another network, whose graph all parts share.
    def train_on_features(self, encoded, ys, order):
        for part in order.split(32):
            loss = F.mse_loss(self.net(encoded[part]), ys[part])
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)
            self.optimizer.step()

    # The number of a class has no graph.
    def train_on_classes(self, loader, kinds):
        for x in loader:
            loss = F.cross_entropy(self.net(x), kinds)
            self.optimizer.zero_grad()
            loss.backward()  # want "drop it"
            self.optimizer.step()

    # What is compared with may have one.
    def train_towards(self, loader, goal):
        for x in loader:
            loss = F.mse_loss(self.net(x), goal)
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)
            self.optimizer.step()


def denoise(model, loader, optimizer, level):
    for x in loader:
        noise = torch.FloatTensor(x.size()).normal_(mean=0, std=level)
        loss = F.mse_loss(model(x + noise), noise)
        optimizer.zero_grad()
        loss.backward()  # want "drop it"
        optimizer.step()


# One of two losses, whichever it is, is differentiated once.
def pick(kind):
    if kind == "l1":
        return F.l1_loss
    return F.mse_loss


def regress(model, loader, optimizer, kind):
    criterion = pick(kind)
    for x, y in loader:
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()  # want "drop it"
        optimizer.step()


# A list that is filled and emptied in the lap gives back what the lap has computed.
class Ladder(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.down = nn.ModuleList([nn.Linear(8, 8) for _ in range(depth)])
        self.up = nn.ModuleList([nn.Linear(16, 8) for _ in range(depth)])

    def forward(self, x):
        rungs = []
        for layer in self.down:
            x = layer(x)
            rungs.append(x)
        for layer in self.up:
            x = layer(torch.cat([x, rungs.pop()], dim=1))
        return x


def climb(loader, depth):
    model = Ladder(depth)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()  # want "drop it"
        optimizer.step()


# The way on which the second lap has nothing to go on from ends there.
class Tower(nn.Module):
    def __init__(self, blocks):
        super().__init__()
        self.blocks = nn.ModuleList(blocks)

    def forward(self, x):
        for i, block in enumerate(self.blocks):
            if i == 0:
                output = block(x)
            else:
                output = block(output)
        return output


def stack(loader, blocks):
    model = Tower(blocks)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()  # want "drop it"
        optimizer.step()
