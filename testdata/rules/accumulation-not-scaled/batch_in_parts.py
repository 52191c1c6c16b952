import torch
import torch.nn.functional as F


# A batch that does not fit is cut into parts by a method, which the loop does not name.
class Trainer:
    def __init__(self, net, loader, settings):
        self.net, self.loader, self.settings = net, loader, settings
        self.optimizer = torch.optim.AdamW(net.parameters(), lr=1e-4)

    def parts(self, x, y):
        return zip(x.chunk(self.settings["parts"]), y.chunk(self.settings["parts"]))

    def update(self, x, y):
        self.optimizer.zero_grad(set_to_none=True)
        for a, b in self.parts(x, y):
            loss = F.cross_entropy(self.net(a), b)
            loss.backward()  # want "self.optimizer steps once in self.settings"
        self.optimizer.step()

    def fit(self):
        for epoch in range(10):
            for x, y in self.loader:
                self.update(x, y)


# The same by the number of parts, in other words.
class ByTheirNumber:
    def __init__(self, net, loader, parts):
        self.net, self.loader, self.parts = net, loader, parts
        self.optimizer = torch.optim.AdamW(net.parameters(), lr=1e-4)

    def fit(self):
        for epoch in range(10):
            for x in self.loader:
                self.optimizer.zero_grad()
                pieces = x.chunk(self.parts)
                for a in pieces:
                    loss = self.net(a).square().mean() / len(pieces)
                    loss.backward()
                self.optimizer.step()


# Cut along the time: each part is a sequence of the same samples.
def through_time(net, loader, length):
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-4)
    for x in loader:
        optimizer.zero_grad()
        for a in x.chunk(length, 1):
            net(a).square().mean().backward()
        optimizer.step()
