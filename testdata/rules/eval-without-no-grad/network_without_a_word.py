import numpy as np
import torch
from PIL import Image
from torch import nn

from reading import ABINet, transform


class PARSeq(nn.Module):
    def __init__(self):
        super().__init__()
        self.letters = nn.Conv2d(3, 96, 3)

    def forward(self, x):
        return self.letters(x).mean((2, 3))


# That parseq is a network shows where its weights are loaded.
class Reader:
    def __init__(self, weights):
        self.parseq = PARSeq()
        self.parseq.load_state_dict(torch.load(weights, map_location="cpu"))
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.parseq.to(self.device)

    def read(self, paths):
        texts = []
        for path in paths:
            picture = transform(Image.open(path).convert("RGB")).unsqueeze(0)
            letters = self.parseq(picture.to(self.device)).detach().cpu()  # want "parseq runs with gradients on"
            texts.append(letters.softmax(-1).argmax(-1))
        return texts


class QuietReader:
    def __init__(self, weights):
        self.parseq = PARSeq()
        self.parseq.load_state_dict(torch.load(weights, map_location="cpu"))

    @torch.no_grad()
    def read(self, paths):
        return [self.parseq(transform(Image.open(path)).unsqueeze(0)).detach().argmax(-1) for path in paths]


# One whose pictures are no tensors.
class Scaler:
    def __init__(self, factor):
        self.factor = factor

    def read(self, paths):
        return [np.asarray(Image.open(path)) * self.factor for path in paths]


# Of its class nothing is known, but what is given weights and called is a network.
class Elsewhere:
    def __init__(self, weights):
        self.abinet = ABINet()
        self.abinet.load_state_dict(torch.load(weights, map_location="cpu"))

    def read(self, paths):
        texts = []
        for path in paths:
            picture = transform(Image.open(path).convert("RGB")).unsqueeze(0)
            texts.append(self.abinet(picture).detach().softmax(-1).argmax(-1))  # want "abinet runs with gradients on"
        return texts
