import torch


class Loop:
    epochs = 30

    def __init__(self, net, loader):
        self.net, self.loader = net, loader
        self.optimizer = torch.optim.AdamW(net.parameters(), lr=3e-4)
        self.schedule = self.decay()

    def decay(self):
        return torch.optim.lr_scheduler.CosineAnnealingLR(self.optimizer, self.epochs * len(self.loader))

    def behind_a_batch(self):
        pass

    def run(self):
        for _ in range(self.epochs):
            for x, y in self.loader:
                self.optimizer.zero_grad()
                torch.nn.functional.cross_entropy(self.net(x), y).backward()
                self.optimizer.step()
                self.behind_a_batch()
