import torch
from torch import nn
from torch.optim import Adam


class Judge(nn.Module):
    """Its features are what the generator translates; so much happens in it that it is followed once."""

    def __init__(self):
        super().__init__()
        self.first, self.second, self.third, self.fourth = nn.Conv2d(3, 8, 3), nn.Conv2d(8, 8, 3), nn.Conv2d(8, 8, 3), nn.Conv2d(8, 8, 3)
        self.head = nn.Conv2d(8, 1, 3)

    def forward(self, x):
        x = torch.relu(self.first(x))
        for layer in (self.second, self.third, self.fourth):
            x = torch.relu(layer(x))
            x = x - x.mean(dim=(2, 3), keepdim=True)
            x = x / (x.std(dim=(2, 3), keepdim=True) + 1e-5)
            x = torch.where(x > 2, x * 0.5 + 1, x)
            x = torch.where(x < -2, x * 0.5 - 1, x)
        features = torch.cat((x, x.abs(), x.pow(2), x.sqrt()), dim=1)
        features = features[:, :8] + features[:, 8:16] + features[:, 16:24] + features[:, 24:]
        return self.head(x), features, features.mean(dim=1), features.amax(dim=1)


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.ConvTranspose2d(8, 3, 9)

    def forward(self, x):
        return self.out(x)


def train(loader):
    judge_a, judge_b, to_b = Judge(), Judge(), Generator()
    opt_g = Adam(to_b.parameters())
    opt_d = Adam(list(judge_a.parameters()) + list(judge_b.parameters()))
    for a, b in loader:
        opt_d.zero_grad()
        logit_a, features, _, _ = judge_a(a)  # this one is trained
        logit_b, _, _, _ = judge_b(b)
        fake_logit, _, _, _ = judge_b(to_b(features).detach())
        loss_d = (logit_a - 1).pow(2).mean() + (logit_b - 1).pow(2).mean() + fake_logit.pow(2).mean()
        loss_d.backward()
        opt_d.step()

        opt_g.zero_grad()
        _, features, _, _ = judge_a(a)
        fake = to_b(features)
        fake_logit, _, _, _ = judge_b(fake)
        loss_g = (fake_logit - 1).pow(2).mean()
        loss_g.backward()  # want "also goes through judge_a"
        opt_g.step()
