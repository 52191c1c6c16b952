# What a spectrogram gives has the graph of what it is given, and what is computed of the data alone has none.
import torch.nn as nn
import torch.nn.functional as F
import torchaudio


class Trainer:
    def __init__(self, optimizer):
        self.generator = nn.Conv1d(1, 1, 3, padding=1)
        self.spectrogram = torchaudio.transforms.Spectrogram()
        self.optimizer = optimizer
        self.losses = {"time": [], "frequency": [], "level": []}

    def train(self, loader, epochs):
        for _ in range(epochs):
            for low, high in loader:
                fake = self.generator(low)
                time = F.mse_loss(fake, high)
                frequency = F.mse_loss(self.spectrogram(fake), self.spectrogram(high))
                self.losses["frequency"].append(frequency)  # want "keeps frequency"
                self.losses["time"].append(time.detach())
                self.losses["level"].append(self.spectrogram(high).mean())
                self.optimizer.zero_grad()
                (time + frequency).backward()
                self.optimizer.step()
