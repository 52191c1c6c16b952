import torch
from torch import nn


class Captioner(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.encoder = nn.Linear(2048, width)
        self.decoder = nn.GRU(width, width, batch_first=True)
        self.out = nn.Linear(width, words)

    def forward(self, x):
        return self.out(self.decoder(self.encoder(x))[0])

    def caption_loss(self, x, captions):
        states, _ = self.decoder(self.encoder(x))
        return nn.functional.cross_entropy(self.out(states).flatten(0, 1), captions.flatten())

    @torch.no_grad()
    def transcribe(self, x):
        return self.out(self.decoder(self.encoder(x))[0]).argmax(-1)

    def frames_of(self, x):
        return x.shape[1]
