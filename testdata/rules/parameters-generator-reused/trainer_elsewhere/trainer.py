import torch
from torch.nn.utils import clip_grad_norm_


class Trainer:
    def __init__(self, model, params, lr):
        self.model = model
        self.params = params
        self.optimizer = torch.optim.AdamW(params, lr=lr)

    def step(self, x):
        self.optimizer.zero_grad()
        self.model(x).mean().backward()
        clip_grad_norm_(self.params, 1.0)  # want "self.params is a generator that line 9 has used up"
        self.optimizer.step()


def describe(params):
    print(len(list(params)))
