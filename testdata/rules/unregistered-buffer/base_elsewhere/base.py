from torch import nn


class Score(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size


class Moving(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def to(self, *args, **kwargs):
        self.window = self.window.to(*args, **kwargs)
        return super().to(*args, **kwargs)
