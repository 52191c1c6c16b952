import torch


class Meta:
    def __init__(self, net, criterion, optimizer, inner, tasks):
        self.net, self.criterion, self.optimizer, self.inner, self.tasks = net, criterion, optimizer, inner, tasks

    def update(self, rounds):
        for _ in range(rounds):
            for near, far in self.tasks:
                self.criterion(self.net(near[0]), near[1]).backward(create_graph=False)
                self.inner.step()
                self.optimizer.zero_grad()
                loss = self.criterion(self.net(far[0]), far[1])
                loss.backward()  # want "keeps the saved tensors of loss's graph"
                self.optimizer.step()
