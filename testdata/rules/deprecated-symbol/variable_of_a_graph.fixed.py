"""A Variable is cut off from the graph: where there is one, its fix has to say so."""
import torch
import torch.nn.functional as F
from torch import nn


def learn_from_each_other(loader):
    nets = [nn.Linear(8, 4), nn.Linear(8, 4)]
    optimizers = [torch.optim.SGD(net.parameters(), lr=0.1) for net in nets]
    for x, y in loader:
        outputs = [nets[0](x), nets[1](x)]
        for i in range(2):
            other = F.softmax(outputs[1 - i].detach(), dim=1)
            loss = F.cross_entropy(outputs[i], y) + F.kl_div(F.log_softmax(outputs[i], dim=1), other)
            optimizers[i].zero_grad()
            loss.backward(retain_graph=i == 0)
            optimizers[i].step()


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def forward(self, x):
        boxes = self.fc(x)
        if not self.training:
            boxes = boxes.detach()
        return (boxes + 1).detach(), boxes
