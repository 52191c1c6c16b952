import torch


class Watch:
    def __init__(self, every):
        self.every, self.step_count = every, 0

    def on_step(self, loss):
        self.step_count += 1
        if self.step_count % self.every == 0:
            print(loss.item())


class Curve:
    def __init__(self):
        self.points = []

    def on_step(self, loss):
        self.points.append(loss.item())


class Trainer:
    def __init__(self, net, loader, observers):
        self.net, self.loader, self.observers = net, loader, observers
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        self.step_count = 0

    def tell(self, loss):
        for observer in self.observers:
            observer.on_step(loss)

    def count(self):
        self.step_count += 1  # want "self.step_count is incremented in the loop"

    def run(self):
        for x, y in self.loader:
            loss = self.net(x, y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.tell(loss)
            for part in range(4):
                self.count()
            if self.step_count > 1000:
                return


def main(net, loader):
    Trainer(net, loader, [Curve(), Watch(10)]).run()
