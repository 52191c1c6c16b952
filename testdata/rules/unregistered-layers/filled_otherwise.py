import torch
from torch import nn
from torch_geometric.nn import GCNConv, LGConv


class Grid(nn.Module):
    def __init__(self, n, m):
        super().__init__()
        self.n, self.m = n, m
        self.cells = [[nn.Conv2d(3, 3, 1) for _ in range(m)] for _ in range(n)]  # want "the layers in self.cells are no part of Grid"

    def forward(self, x):
        for i in range(self.n):
            for j in range(self.m):
                x = self.cells[i][j](x)
        return x


class Added(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.convs = []  # want "the layers in self.convs are no part of Added"
        for c in channels:
            self.convs += [nn.Conv2d(c, c, 3)]

    def forward(self, x):
        outs = []
        for conv in self.convs:
            x = conv(x)
            outs.append(x)
        return outs


class Built(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = []  # want "the layers in self.layers are no part of Built"
        self.build(sizes)

    def build(self, sizes):
        for a, b in zip(sizes[:-1], sizes[1:]):
            layer = nn.Linear(a, b)
            self.layers.append(layer)

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = layer(x).tanh()
        return self.layers[-1](x)


class Relations(nn.Module):
    def __init__(self, width, count):
        super().__init__()
        self.relations = tuple(nn.Linear(width, width) for _ in range(count))  # want "the layers in self.relations are no part of Relations"

    def forward(self, graphs, x):
        return sum(torch.mm(graph, self.relations[i](x)) for i, graph in enumerate(graphs))


class Made(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.blocks = self._make(depth)  # want "the layers in self.blocks are no part of Made"

    def _make(self, depth):
        blocks = []
        for _ in range(depth):
            blocks.append(nn.Linear(8, 8))
        return blocks

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


class Heads(nn.Module):
    def __init__(self, tasks):
        super().__init__()
        self.body = nn.Linear(8, 8)
        self.heads = {task: nn.Linear(8, 2) for task in tasks}  # want "the layers in self.heads are no part of Heads"

    def forward(self, x):
        x = self.body(x)
        return {task: head(x) for task, head in self.heads.items()}


class Graphs(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.convs = []  # want "the layers in self.convs are no part of Graphs"
        for _ in range(depth):
            self.convs.append(GCNConv(8, 8))

    def forward(self, x, edges):
        for i in range(len(self.convs)):
            conv = self.convs[i]
            x = conv(x, edges).relu()
        return x


class Smoothed(nn.Module):  # these learn nothing
    def __init__(self, depth):
        super().__init__()
        self.convs = []
        for _ in range(depth):
            self.convs.append(LGConv())

    def forward(self, x, edges):
        for conv in self.convs:
            x = conv(x, edges)
        return x
