# The optimizer and its scheduler are made anew; the loop over all schedulers still steps the old one, which drives nothing
# that trains.
from torch.optim import Adam
from torch.optim.lr_scheduler import MultiStepLR


class Trainer:
    def __init__(self, net):
        self.net = net
        self.schedulers = []
        self.build()

    def build(self):
        self.optimizer = Adam(self.net.parameters(), lr=1e-3)
        self.schedulers.append(MultiStepLR(self.optimizer, [10, 20]))

    def fit(self, loader):
        for step, (x, y) in enumerate(loader):
            self.optimizer.zero_grad()
            loss = ((self.net(x) - y) ** 2).mean()
            loss.backward()
            self.optimizer.step()
            for scheduler in self.schedulers:
                scheduler.step()
            if step == 1000:
                self.net.merge()
                self.build()


def main(net, loader):
    Trainer(net).fit(loader)
