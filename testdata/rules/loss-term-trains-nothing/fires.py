import torch
from torch import nn

from data import loader
from models import Discriminator, Generator

bce, l1 = nn.BCEWithLogitsLoss(), nn.L1Loss()
paint, judge = Generator(), Discriminator()
painting = torch.optim.Adam(paint.parameters(), lr=2e-4)
judging = torch.optim.Adam(judge.parameters(), lr=2e-4)

for epoch in range(10):
    for x, y in loader:
        ones, zeros = torch.ones(len(x), 1), torch.zeros(len(x), 1)
        fake = paint(x)

        judging.zero_grad()
        d_loss = bce(judge(y), ones) + bce(judge(fake.detach()), zeros)
        d_loss.backward()
        judging.step()

        painting.zero_grad()
        adversarial = bce(judge(fake.detach()), ones)  # want "this term of the loss trains nothing: judge is given what paint computed without its graph"
        g_loss = adversarial + 100 * l1(fake, y)
        g_loss.backward()
        painting.step()


# Detached once for the judge, and handed on to the other phase as well.
def cut_once(data, weight=0.01):
    paint, judge = Generator(), Discriminator()
    painting = torch.optim.Adam(paint.parameters())
    judging = torch.optim.Adam(judge.parameters())
    for x, y in data:
        ones = torch.ones(len(x), 1)
        fake = paint(x)
        held = fake.detach()
        judge.zero_grad()
        (bce(judge(y), ones) + bce(judge(held), 1 - ones)).backward()
        judging.step()
        paint.zero_grad()
        loss = l1(fake, y)
        loss += weight * bce(judge(held), ones)  # want "this term of the loss trains nothing"
        loss.backward()
        painting.step()


# The class holds both, and the terms are computed by its methods.
class Trainer:
    def __init__(self, data):
        self.data = data
        self.G, self.D = Generator(), Discriminator()
        self.opt_g = torch.optim.Adam(self.G.parameters())
        self.opt_d = torch.optim.Adam(self.D.parameters())

    def discriminate(self, x, y):
        self.opt_d.zero_grad()
        with torch.no_grad():
            fake = self.G(x)
        loss = nn.functional.softplus(-self.D(y)).mean() + nn.functional.softplus(self.D(fake)).mean()
        loss.backward()
        self.opt_d.step()

    def generate(self, x, y):
        self.opt_g.zero_grad()
        fake = self.G(x)
        score = self.D(fake.data)  # want "this term of the loss trains nothing: D is given what G computed without its graph"
        loss = l1(fake, y) - 0.01 * score.mean()
        loss.backward()
        self.opt_g.step()

    def train(self):
        for x, y in self.data:
            self.discriminate(x, y)
            self.generate(x, y)


Trainer(loader).train()
