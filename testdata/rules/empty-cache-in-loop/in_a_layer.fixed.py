import gc

import torch
import torch.nn as nn


class Scale(nn.Module):
    def forward(self, x, eps=1e-8):
        y = x / (x * x).mean(1, keepdim=True).add(eps).sqrt()
        del x
        return y


class Collected(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        x = self.layer(x)
        return x


class Seldom(nn.Module):
    def forward(self, x):
        if not self.training:
            torch.cuda.empty_cache()
        return x.relu()

    def release(self):
        torch.cuda.empty_cache()


class Offloaded(nn.Module):
    def __init__(self, text, body):
        super().__init__()
        self.text, self.body = text, body

    def forward(self, x):
        h = self.text(x)
        self.text.cpu()
        h = h.detach()
        torch.cuda.empty_cache()
        return self.body(h)


class Plain:
    def forward(self, x):
        torch.cuda.empty_cache()
        return x


class Asking(nn.Module):
    def __init__(self, language):
        super().__init__()
        self.language = language

    def forward(self, ids):
        out = self.language.generate(ids)
        torch.cuda.empty_cache()
        return out


class Distance(nn.Module):
    def __init__(self, kernel="rbf", every=10):
        super().__init__()
        self.kernel, self.every, self.count = kernel, every, 0

    def forward(self, a, b):
        if self.kernel == "linear":
            return (a.mean(0) - b.mean(0)).square().sum()
        elif self.kernel == "rbf":
            d = torch.exp(-torch.cdist(a, b)).mean()
            return d
        self.count += 1
        if self.count % self.every == 0:
            torch.cuda.empty_cache()
        return a.mean() - b.mean()
