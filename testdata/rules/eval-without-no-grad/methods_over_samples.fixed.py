import torch
from torch import nn


class Translator(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.rnn = nn.GRU(width, width)
        self.out = nn.Linear(width, words)

    def forward(self, x):
        return self.out(self.rnn(self.embed(x))[0])

    def translate(self, x, length):
        token, words = x[-1:], []
        _, h = self.rnn(self.embed(x))
        for _ in range(length):
            o, h = self.rnn(self.embed(token), h)
            token = self.out(o).argmax(-1)
            words.append(token)
        return torch.cat(words)


def bleu(model, pairs):
    model.eval()
    score = 0
    with torch.no_grad():
        for source, wanted in pairs:
            score += compare(model.translate(source, 20).tolist(), wanted)  # want "model.translate runs with gradients on"
    return score / len(pairs)


def quiet_bleu(model, pairs):
    model.eval()
    score = 0
    with torch.no_grad():
        for source, wanted in pairs:
            score += compare(model.translate(source, 20).tolist(), wanted)
    return score / len(pairs)


def compare(words, wanted):
    return sum(a == b for a, b in zip(words, wanted))
