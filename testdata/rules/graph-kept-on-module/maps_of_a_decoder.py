import torch
from torch import nn


# Each word goes on from the one before, and each batch begins anew: the maps of all batches stay.
class Decoder(nn.Module):
    def __init__(self, size=512):
        super().__init__()
        self.cell = nn.LSTMCell(size, size)
        self.score = nn.Linear(2 * size, 1)
        self.alphas = []

    def forward(self, features, words):
        h = c = features.mean(1)
        outputs = []
        for t in range(words):
            wide = h[:, None].expand(-1, features.size(1), -1)
            alpha = self.score(torch.cat([features, wide], -1)).softmax(1)
            self.alphas.append(alpha)  # want "self.alphas keeps alpha"
            h, c = self.cell((alpha * features).sum(1), (h, c))
            outputs.append(h)
        return torch.stack(outputs, 1)


class Detached(Decoder):
    def forward(self, features, words):
        alpha = self.score(torch.cat([features, features], -1)).softmax(1)
        self.alphas.append(alpha.detach())
        return alpha


def fit(loader):
    decoder = Decoder()
    optimizer = torch.optim.Adam(decoder.parameters())
    for features, words, y in loader:
        loss = nn.functional.mse_loss(decoder(features, words.size(1)), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


fit(torch.utils.data.DataLoader([], batch_size=4))
