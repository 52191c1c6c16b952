# A model that is not seen gives lengths beside its scores: whole numbers, which a meter may add up.
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence


class Meter:
    def __init__(self):
        self.sum = 0
        self.count = 0

    def update(self, value, n=1):
        self.sum += value * n
        self.count += n


class Trainer:
    def __init__(self, decoder, loader, criterion):
        self.decoder, self.loader, self.criterion = decoder, loader, criterion
        self.optimizer = torch.optim.Adam(decoder.parameters())

    def packed(self):
        losses = Meter()
        for images, captions, sizes in self.loader:
            scores, targets, decoded, _ = self.decoder(images, captions, sizes)
            scores = pack_padded_sequence(scores, decoded, batch_first=True)[0]
            targets = pack_padded_sequence(targets[:, 1:], decoded, batch_first=True)[0]
            loss = self.criterion(scores, targets)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            losses.update(loss.item(), sum(decoded))

    def named(self):
        words = 0
        for images, captions in self.loader:
            scores, word_count, order_idx = self.decoder(images, captions)
            loss = self.criterion(scores, captions[order_idx])
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            words += word_count

    def scores_of_the_same_model(self):
        kept = []
        for images, captions in self.loader:
            scores, word_count = self.decoder(images, captions)
            loss = self.criterion(scores, captions)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            kept.append(scores)  # want "kept keeps scores of every iteration"
        return word_count
