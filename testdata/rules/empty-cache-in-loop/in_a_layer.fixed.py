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
