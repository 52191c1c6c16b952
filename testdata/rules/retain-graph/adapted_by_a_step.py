import torch


class Ascent:
    """Puts new weights, which have a graph, in the place of the old ones."""

    def __init__(self, net, rate):
        self.net, self.rate = net, rate

    def zero_grad(self):
        for weight in self.net.parameters():
            weight.grad = None

    def step(self):
        for part in self.net.modules():
            for name, weight in list(part._parameters.items()):
                part._parameters[name] = weight.add(weight.grad, alpha=-self.rate)


class Meta:
    def __init__(self, net, criterion, optimizer, tasks):
        self.net, self.criterion, self.optimizer, self.tasks = net, criterion, optimizer, tasks
        self.inner = Ascent(net, 0.1)

    def losses(self):
        fit, size = [], []
        for near, far in self.tasks:
            self.inner.zero_grad()
            self.criterion(self.net(near[0]), near[1]).backward(create_graph=True)
            self.inner.step()
            fit.append(self.criterion(self.net(far[0]), far[1]))
            size.append(self.net(far[0]).pow(2).mean())
        return torch.stack(fit).mean(), torch.stack(size).mean()

    def update(self, rounds):
        for _ in range(rounds):
            fit, size = self.losses()
            # both losses hang on the inner step: its graph is needed a second time
            first = torch.autograd.grad(fit, self.net.parameters(), retain_graph=True)
            second = torch.autograd.grad(size, self.net.parameters())
            for weight, a, b in zip(self.net.parameters(), first, second):
                weight.data.sub_(a + b, alpha=0.01)
