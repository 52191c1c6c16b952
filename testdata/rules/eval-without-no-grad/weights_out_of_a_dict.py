import torch
from torch import nn

# The weights of an inner step stand in a dict that is made anew: what is computed with its items has their graph.


class Net(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.head = nn.Linear(a, b)

    def forward(self, x, weights=None):
        if weights is None:
            x = self.head(x)
        else:
            x = nn.functional.linear(x, weights["head.weight"], weights["head.bias"])
        return x


def get_value(x):
    return x.item()


def count_correct(scores, labels):
    pred = scores.data.max(1, keepdim=True)[1]
    return get_value(pred.eq(labels.data.view_as(pred)).cpu().sum())


def outer_loss(options, net, loaders, criterion):
    total = 0
    correct = 0
    for task in range(len(loaders)):
        w = dict(net.named_parameters())
        for step in range(options.inner_steps):
            images, labels = next(loaders[task])
            if step == 0:
                scores = net(images)
            else:
                scores = net(images, w)
            task_loss = criterion(scores, labels)
            grads = torch.autograd.grad(task_loss, w.values(), create_graph=True)
            w = dict((name, value - options.alpha * grad) for (name, value), grad in zip(w.items(), grads))
        images, labels = next(loaders[task])
        scores = net(images, w)
        total += criterion(scores, labels)
        correct += count_correct(scores, labels)
    return total, correct


def run(loaders, options, criterion, optim):
    net = Net(3, 4)
    optimizer = optim(net.parameters())
    for _ in range(options.iterations):
        total, correct = outer_loss(options, net, loaders, criterion)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
