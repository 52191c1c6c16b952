# One model holds both networks, and each of its methods runs one of them.
import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self, generator, critic):
        super().__init__()
        self.generator = generator
        self.critic = critic

    def generate(self, noise):
        return self.generator(noise)

    def judge(self, images):
        return self.critic(images)


class Turns:
    def __init__(self, pair: Pair):
        self.pair = pair
        self.generator_opt = torch.optim.Adam(pair.generator.parameters())
        self.critic_opt = torch.optim.Adam(pair.critic.parameters())
        self.bce = nn.BCEWithLogitsLoss()

    def detached(self, x):
        self.critic_opt.zero_grad()
        fake = self.pair.generate(torch.randn(len(x), 16))
        judged = torch.cat([self.pair.judge(x), self.pair.judge(fake.detach())])
        self.bce(judged, torch.cat([torch.ones(len(x), 1), torch.zeros(len(x), 1)])).backward()
        self.critic_opt.step()

        self.generator_opt.zero_grad()
        judged = self.pair.judge(fake)
        self.bce(judged, torch.ones_like(judged)).backward()
        self.generator_opt.step()

    def not_detached(self, x):
        self.critic_opt.zero_grad()
        judged = torch.cat([self.pair.judge(x), self.pair.judge(self.pair.generate(torch.randn(len(x), 16)))])
        self.bce(judged, torch.cat([torch.ones(len(x), 1), torch.zeros(len(x), 1)])).backward()  # want "also goes through pair, whose"
        self.critic_opt.step()

        self.generator_opt.zero_grad()
        judged = self.pair.judge(self.pair.generate(torch.randn(len(x), 16)))
        self.bce(judged, torch.ones_like(judged)).backward()
        self.generator_opt.step()
