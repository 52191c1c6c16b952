import torch


class Parts:
    def rate(self):
        return self.args.lr / self.args.accumulate

    def fit(self, net, batches, criterion):
        optimizer = torch.optim.SGD(net.parameters(), lr=self.rate())
        for n, (x, y) in enumerate(batches):
            loss = criterion(net(x), y)
            loss.backward()
            if (n + 1) % self.args.accumulate == 0:
                optimizer.step()
                optimizer.zero_grad()


class OnItsBehalf:
    def backward(self, loss):
        loss = loss / self.args.accumulate
        loss.backward()

    def fit(self, batches):
        for n, (x, y) in enumerate(batches):
            self.backward(self.criterion(self.net(x), y))
            if (n + 1) % self.args.accumulate == 0:
                self.optimizer.step()
                self.optimizer.zero_grad()
