import torch


class Approach:
    def make_optimizer(self):
        return torch.optim.SGD(self.model.parameters(), lr=self.lr)

    def train_loop(self, t, loader):
        self.optimizer = self.make_optimizer()
        self.train_epoch(t, loader)
