import torch
from torch import nn

WIDTH, HEADS, LAYERS = 512, 8, 6


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(WIDTH, WIDTH * HEADS, bias=False)
        self.key = nn.Linear(WIDTH, WIDTH * HEADS, bias=False)
        self.value = nn.Linear(WIDTH, WIDTH * HEADS, bias=False)
        self.out = nn.Linear(WIDTH * HEADS, WIDTH, bias=False)

    def forward(self, a, b, mask):
        scores = self.query(a) @ self.key(b).transpose(1, 2)
        return self.out(scores.masked_fill(mask, -1e9).softmax(-1) @ self.value(b)) + a


class Forward(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(WIDTH, 2048), nn.ReLU(), nn.Linear(2048, WIDTH))

    def forward(self, x):
        return self.net(x) + x


class ReadLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = Attention()
        self.forth = Forward()

    def forward(self, x, mask):
        return self.forth(self.attention(x, x, mask))


class WriteLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.own = Attention()
        self.other = Attention()
        self.forth = Forward()

    def forward(self, x, read, mask, read_mask):
        return self.forth(self.other(self.own(x, x, mask), read, read_mask))


class Places(nn.Module):
    def __init__(self, longest=5000):
        super().__init__()
        table = torch.zeros(longest, WIDTH)
        for i in range(WIDTH):  # long to follow
            wave = torch.sin if i % 2 == 0 else torch.cos
            table[:, i] = wave(torch.arange(longest) / 10000 ** (2 * (i // 2) / WIDTH))
        self.table = table

    def forward(self, x):
        return x + self.table[: x.shape[1]].to(x.device)


class Reader(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.words = nn.Embedding(words, WIDTH)
        self.places = Places()
        self.layers = nn.ModuleList([ReadLayer() for _ in range(LAYERS)])

    def forward(self, x, mask):
        x = self.places(self.words(x))
        for layer in self.layers:
            x = layer(x, mask)
        return x


class Writer(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.words = nn.Embedding(words, WIDTH)
        self.places = Places()
        self.layers = nn.ModuleList([WriteLayer() for _ in range(LAYERS)])

    def forward(self, x, read, mask, read_mask):
        x = self.places(self.words(x))
        for layer in self.layers:
            x = layer(x, read, mask, read_mask)
        return x


class Translator(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.reader = Reader(words).cuda()
        self.writer = Writer(words).cuda()
        self.head = nn.Linear(WIDTH, words, bias=False).cuda()

    def forward(self, x, y, mask, read_mask):
        return self.head(self.writer(y, self.reader(x, read_mask), mask, read_mask))
