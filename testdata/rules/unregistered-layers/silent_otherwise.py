from torch import nn


class Kept(nn.Module):  # made by a method, and kept in a ModuleList
    def __init__(self, depth):
        super().__init__()
        self.blocks = nn.ModuleList(self._make(depth))

    def _make(self, depth):
        blocks = []
        for _ in range(depth):
            blocks.append(nn.Linear(8, 8))
        return blocks

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


class Handed(nn.Module):  # its parts go to whoever asks
    def __init__(self, tasks):
        super().__init__()
        self.body = nn.Linear(8, 8)
        self.heads = {task: nn.Linear(8, 2) for task in tasks}

    def forward(self, x):
        x = self.body(x)
        return {task: head(x) for task, head in self.heads.items()}

    def learning(self):
        return [p for head in self.heads.values() for p in head.parameters()]


class Both(nn.Module):  # a list of what the module holds under names of its own
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(8, 8), nn.Linear(8, 8)
        self.order = [self.first, self.second]

    def forward(self, x):
        for layer in self.order:
            x = layer(x)
        return x


class Taken(nn.Module):  # one of them is registered, and so may the others be
    def __init__(self):
        super().__init__()
        self.parts = {}
        self.parts["a"] = nn.Linear(8, 8)
        self.part = self.parts["a"]

    def forward(self, x):
        for name in self.parts:
            x = self.parts[name](x)
        return x


class Single(nn.Module):  # a layer is no list of layers
    def __init__(self):
        super().__init__()
        self.conv = self._conv()

    def _conv(self):
        return nn.Conv2d(3, 3, 1)

    def forward(self, x):
        return self.conv(x)
