import torch.nn as nn


class Plain(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.head = nn.Linear(options.width, options.classes)

    def forward(self, x):
        return self.head(x)


class Wide(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.head = nn.Linear(options.width, options.classes)

    def forward(self, x):
        return self.head(x)


class Deep(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.head = nn.Linear(options.width, options.classes)

    def forward(self, x):
        return self.head(x)


class Gated(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.head = nn.Linear(options.width, options.classes)

    def forward(self, x):
        return self.head(x)


class Pooled(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.head = nn.Linear(options.width, options.classes)

    def forward(self, x):
        return self.head(x)


class Mixed(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.head = nn.Linear(options.width, options.classes)

    def forward(self, x):
        return self.head(x)


class Tied(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.head = nn.Linear(options.width, options.classes)

    def forward(self, x):
        return self.head(x)


class Sparse(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.head = nn.Linear(options.width, options.classes)

    def forward(self, x):
        return self.head(x)


class Final(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.head = nn.Linear(options.width, options.classes)

    def forward(self, x):
        return self.head(x).softmax(1)
