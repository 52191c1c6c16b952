import torch
import torch.nn.functional as F


class Learner:
    def __init__(self, net, lr=3e-4):
        self.net = net
        self.opt = torch.optim.AdamW(net.parameters(), lr=lr)

    def update(self, batch):
        x, y = batch
        loss = F.cross_entropy(self.net(x), y)
        loss.backward()  # want "nothing in this loop clears the gradients that self.opt steps on"
        self.opt.step()
        return loss.item()


class CarefulLearner(Learner):
    def update(self, batch):
        x, y = batch
        self.opt.zero_grad(set_to_none=True)
        loss = F.cross_entropy(self.net(x), y)
        loss.backward()
        self.opt.step()
        return loss.item()


def by_option(careful, net, loader):
    learner = CarefulLearner(net) if careful else Learner(net)
    for epoch in range(5):
        for batch in loader:
            learner.update(batch)


def mixed_precision(net, loader, args):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    for x, y in loader:
        if args.amp:
            with torch.autocast("cuda"):
                loss = F.cross_entropy(net(x), y)
            scaler.scale(loss).backward()  # want "nothing in this loop clears the gradients that optimizer steps on"
            scaler.step(optimizer)
            scaler.update()
        else:
            optimizer.zero_grad()
            loss = F.cross_entropy(net(x), y)
            loss.backward()
            optimizer.step()


# The other way comes in the next lap.
def in_turns(net, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        if i % 2 == 0:
            optimizer.zero_grad()
            (F.cross_entropy(net(x), y) / 2).backward()
        else:
            (F.cross_entropy(net(x), y) / 2).backward()
            optimizer.step()


# Cleared on each way.
def both(net, loader, args):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        if args.late:
            F.cross_entropy(net(x), y).backward()
            optimizer.step()
            optimizer.zero_grad()
        else:
            optimizer.zero_grad()
            F.cross_entropy(net(x), y).backward()
            optimizer.step()


class Alternating:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        self.fresh = True

    def fit(self, loader):
        for x, y in loader:
            if self.fresh:
                self.optimizer.zero_grad()
                F.cross_entropy(self.net(x), y).backward()
            else:
                F.cross_entropy(self.net(x), y).backward()
                self.optimizer.step()
            self.fresh = not self.fresh
