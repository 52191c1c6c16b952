import torch
import torch.nn as nn


class Detached(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q = nn.Linear(dim, dim)
        self.last_length = 0

    def forward(self, x):
        attention = self.q(x).softmax(dim=-1)
        self.attention = attention.detach()
        self.last_length = x.shape[1]
        self.last_output = attention.argmax(dim=-1)
        self.last_input = x
        with torch.no_grad():
            self.feature_mean = self.q(x).mean()
        return attention


# A loss uses what is stored.
class Distilled(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q = nn.Linear(dim, dim)

    def forward(self, x):
        self.features = self.q(x)
        self.aux_loss = self.features.pow(2).mean()
        return self.features.relu()

    def distillation(self, teacher):
        return (self.features - teacher.features).pow(2).mean()


class Reset(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q = nn.Linear(dim, dim)

    def forward(self, x):
        self.hidden_map = self.q(x)
        y = self.head(x)
        self.hidden_map = None
        return y


class EvaluationOnly(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q = nn.Linear(dim, dim)

    def forward(self, x):
        y = self.q(x)
        if not self.training:
            self.saved_features = y
        return y


class NotAModule:
    def forward(self, x):
        self.fake_features = self.model(x)


# A perceptual loss reads what its hook stores.
class Perceptual(nn.Module):
    def __init__(self, vgg):
        super().__init__()
        self.vgg = vgg
        self.features = []
        vgg.layer.register_forward_hook(self.keep)

    def keep(self, module, inputs, output):
        self.features.append(output)

    def forward(self, x, y):
        self.vgg(x)
        return sum(f.mean() for f in self.features)
