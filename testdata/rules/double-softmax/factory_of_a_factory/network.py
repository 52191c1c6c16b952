import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.width, self.heads, self.each = width, heads, width // heads
        self.queries, self.keys, self.values = nn.Linear(width, width), nn.Linear(width, width), nn.Linear(width, width)
        self.out, self.dropout = nn.Linear(width, width), nn.Dropout(0.1)

    def split(self, x):
        return x.view(x.shape[0], x.shape[1], self.heads, self.each).transpose(1, 2)

    def forward(self, queries, keys, values, mask):
        queries, keys, values = self.split(self.queries(queries)), self.split(self.keys(keys)), self.split(self.values(values))
        scores = (queries @ keys.transpose(-2, -1)).masked_fill(mask == 0, -1e9).softmax(dim=-1)
        joined = (self.dropout(scores) @ values).transpose(1, 2).contiguous()
        return self.out(joined.view(joined.shape[0], -1, self.width))


class FeedForward(nn.Module):
    def __init__(self, width, inner):
        super().__init__()
        self.first, self.second, self.dropout = nn.Linear(width, inner), nn.Linear(inner, width), nn.Dropout(0.1)

    def forward(self, x):
        return self.second(self.dropout(self.first(x).relu()))


class Block(nn.Module):
    def __init__(self, attention, feed):
        super().__init__()
        self.attention, self.feed = attention, feed
        self.norms = nn.ModuleList([nn.LayerNorm(attention.width), nn.LayerNorm(attention.width)])

    def forward(self, x, mask):
        x = x + self.attention(self.norms[0](x), self.norms[0](x), self.norms[0](x), mask)
        return x + self.feed(self.norms[1](x))


class Projection(nn.Module):
    def __init__(self, width, words):
        super().__init__()
        self.linear = nn.Linear(width, words)
        self.softmax = nn.Softmax(dim=-1)

    def forward(self, x):
        return self.softmax(self.linear(x))


class Translator(nn.Module):
    def __init__(self, source, target, encoder, decoder, projection):
        super().__init__()
        self.source = source
        self.target = target
        self.encoder, self.decoder, self.projection = encoder, decoder, projection

    def encode(self, x, mask):
        x = self.source(x)
        for block in self.encoder:
            x = block(x, mask)
        return x

    def project(self, x):
        return self.projection(x)


def build(source_words, target_words, width, inner, heads, blocks):
    source, target = nn.Embedding(source_words, width), nn.Embedding(target_words, width)
    encoder = []
    for _ in range(blocks):
        attention = Attention(width, heads)
        feed = FeedForward(width, inner)
        encoder.append(Block(attention, feed))
    decoder = []
    for _ in range(blocks):
        attention = Attention(width, heads)
        cross = Attention(width, heads)
        feed = FeedForward(width, inner)
        decoder.append(Block(attention, feed))
        decoder.append(Block(cross, feed))
    projection = Projection(width, target_words)
    model = Translator(source, target, nn.ModuleList(encoder), nn.ModuleList(decoder), projection)
    for parameter in model.parameters():
        if parameter.dim() > 1:
            nn.init.xavier_uniform_(parameter)
    return model
