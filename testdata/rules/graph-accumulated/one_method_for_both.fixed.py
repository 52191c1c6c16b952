import torch
from torch import nn


class Run:
    """The same method trains and evaluates: backward frees what the first call adds up, nothing what the second does."""

    def __init__(self, model, train_iter, valid_iter):
        self.model = model
        self.train_iter, self.valid_iter = train_iter, valid_iter
        self.opt = torch.optim.Adam(self.model.parameters())
        self.crit = nn.NLLLoss()
        self.loss_sum = 0

    def epoch(self, training):
        self.model.train(training)
        it = self.train_iter if training else self.valid_iter
        self.loss_sum = 0
        for text, label in it:
            out = self.model(text)  # also eval-without-no-grad
            loss = self.crit(out, label)
            if training:
                self.opt.zero_grad()
                loss.backward()
                self.opt.step()
            self.loss_sum += loss.detach()  # want "keeps loss of every iteration"
        return self.loss_sum / len(it)


def main(model, first, second):
    run = Run(model, first, second)
    for _ in range(10):
        print(run.epoch(True), run.epoch(False))
