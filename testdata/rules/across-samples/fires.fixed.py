import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


class Sensor(nn.Module):
    def __init__(self, channels, dim, length):
        super().__init__()
        self.proj = nn.Sequential(nn.Linear(channels, dim), nn.ReLU(), nn.Dropout(0.1))
        self.pos = nn.Parameter(torch.randn(1, length, dim))
        layer = nn.TransformerEncoderLayer(dim, 4, batch_first=True)  # want "TransformerEncoderLayer takes its first axis for time"
        self.encoder = nn.TransformerEncoder(layer, 3)
        self.head = nn.Linear(dim, 6)

    def forward(self, x):
        x = self.proj(x) + self.pos
        return self.head(self.encoder(x).mean(dim=1))


class Reviews(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(1000, 32)
        self.rnn = nn.GRU(32, 64, num_layers=2, batch_first=True)  # want "GRU takes its first axis for time, and the batch that it is given at line 31"
        self.attention = nn.MultiheadAttention(64, 4, batch_first=True)  # want "MultiheadAttention takes its first axis for time"
        self.out = nn.Linear(64, 2)

    def forward(self, tokens):
        b, t = tokens.shape
        states, _ = self.rnn(self.words(tokens))
        states = states.contiguous().view(b, t, 64)
        mixed, _ = self.attention(states, states, states)
        return self.out(mixed[:, -1])


class Digits(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(784, 10)

    def forward(self, x):
        return F.log_softmax(self.fc(torch.flatten(x, 1)), dim=0)  # want "this softmax shares each class out among them, and NLLLoss at line 57"


def train(model, dataset, loss_of):
    loader = DataLoader(dataset, batch_size=32, shuffle=True)
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        x, y = x.cuda(), y.cuda()
        optimizer.zero_grad()
        loss_of(model(x), y).backward()
        optimizer.step()


def likelihood(scores, y):
    return F.nll_loss(scores, y)


train(Sensor(6, 64, 128).cuda(), sensors, F.cross_entropy)
train(Reviews().cuda(), reviews, F.cross_entropy)
train(Digits().cuda(), digits, likelihood)
