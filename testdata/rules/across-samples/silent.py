import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader


class First(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(16, 32, batch_first=True)
        layer = nn.TransformerEncoderLayer(32, 4, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.out = nn.Linear(32, 2)

    def forward(self, x):
        return self.out(self.encoder(self.rnn(x)[0])[:, -1])


class Transposed(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(16, 32)
        self.attention = nn.MultiheadAttention(32, 4)
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(32, 4), 2)
        self.out = nn.Linear(32, 2)

    def forward(self, x):
        states, _ = self.rnn(x.transpose(0, 1))
        mixed, _ = self.attention(states, states, states)
        mixed = self.encoder(mixed)
        return self.out(mixed.permute(1, 0, 2).mean(1))


class Packed(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(16, 32)
        self.out = nn.Linear(32, 2)

    def forward(self, x):
        lengths = (x != 0).any(-1).sum(1)
        _, h = self.rnn(pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False))
        return self.out(h[-1])


class AcrossOnPurpose(nn.Module):
    """Features of a batch look at each other, as its author wants it."""

    def __init__(self):
        super().__init__()
        self.body = nn.Linear(16, 32)
        self.encoder = nn.TransformerEncoderLayer(32, 4)
        self.out = nn.Linear(32, 2)

    def forward(self, x):
        h = self.body(x.mean(1))
        return self.out(self.encoder(h.unsqueeze(1)).squeeze(1))


class Bag(nn.Module):
    """The instances of one bag lie on the first axis."""

    def __init__(self):
        super().__init__()
        self.score = nn.Linear(16, 1)
        self.out = nn.Linear(16, 2)

    def forward(self, x):
        x = x.squeeze(0)
        weights = torch.softmax(self.score(x), dim=0)
        return F.log_softmax(self.out((weights * x).sum(0, keepdim=True)), dim=1)


def fit(model, loader, loss_of=F.cross_entropy):
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        loss_of(model(x), y).backward()
        optimizer.step()


def time_first(batch):
    xs, ys = zip(*batch)
    return pad_sequence(xs), torch.tensor(ys)


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(16, 32)
        self.out = nn.Linear(32, 2)

    def forward(self, x):
        return self.out(self.rnn(x)[0][-1])


class Stretch(nn.Module):
    """One long series, of which each batch is the next stretch."""

    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(16, 32)
        self.out = nn.Linear(32, 2)

    def forward(self, x):
        return self.out(self.rnn(x)[0])


loader = DataLoader(dataset, batch_size=32, shuffle=True)
fit(First(), loader)
fit(Transposed(), loader)
fit(Packed(), loader)
fit(AcrossOnPurpose(), loader)
fit(Bag(), DataLoader(bags, batch_size=1, shuffle=True), F.nll_loss)
fit(Plain(), DataLoader(dataset, batch_size=32, shuffle=True, collate_fn=time_first))
fit(Stretch(), DataLoader(series, batch_size=64))
