# Rows of one batch share one graph: a list of them that ends with the call keeps nothing that was not there.
import random

import torch
from torch import nn


class Pool:
    def __init__(self, size=50):
        self.size = size
        self.held = []

    def swap(self, batch):
        given = []
        for one in batch:
            one = one.unsqueeze(0)
            if len(self.held) < self.size:
                self.held.append(one)
                given.append(one)
            elif random.random() > 0.5:
                i = random.randint(0, self.size - 1)
                old = self.held[i].clone()
                self.held[i] = one
                given.append(old)
            else:
                given.append(one)
        return torch.cat(given)


def fit(generator, critic, loader, optimizer, critic_optimizer):
    pool = Pool()
    for noise, real in loader:
        optimizer.zero_grad()
        fake = generator(noise)
        critic(fake).mean().backward()
        optimizer.step()
        critic_optimizer.zero_grad()
        old = pool.swap(fake)
        (critic(real).mean() - critic(old.detach()).mean()).backward()
        critic_optimizer.step()


# Rows that each lap computes anew have graphs of their own.
def measure(model, loader, optimizer):
    kept = []
    for batch in loader:
        optimizer.zero_grad()
        rows = model(batch)
        rows.mean().backward()
        optimizer.step()
        kept.append(rows[0])  # want "kept keeps rows.0. of every iteration"
    return len(kept)
