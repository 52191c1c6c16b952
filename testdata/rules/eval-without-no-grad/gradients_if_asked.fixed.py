import torch
from torch import nn


class Ensemble:
    def __init__(self, width):
        self.net, self.samples = nn.Linear(width, 2), []

    def predict(self, x, grad=False):
        self.net.eval()
        if grad:
            x.requires_grad = True
        out = torch.zeros(len(self.samples), len(x), 2)
        for i, weights in enumerate(self.samples):
            self.net.load_state_dict(weights)
            out[i] = self.net(x)  # whoever asks for grad differentiates it
        return out.softmax(2) if grad else out.softmax(2).data

    def predict_plainly(self, loader):
        self.net.eval()
        total = 0.0
        with torch.no_grad():
            for x, y in loader:
                total += (self.net(x).argmax(1) == y).sum().item()  # want "net runs with gradients on in an evaluation loop"
        return total
