from torch import nn

from base import Base, Plain


class Early(Base):
    def __init__(self, hidden):
        self.cnn = nn.Conv2d(1, hidden, 3)  # want "Early is given self.cnn before super"
        super().__init__("early")

    def forward(self, x):
        return self.cnn(x)


class InTime(Base):
    def __init__(self, hidden):
        super().__init__("in time")
        self.cnn = nn.Conv2d(1, hidden, 3)

    def forward(self, x):
        return self.cnn(x)


class NoModule(Plain):
    def __init__(self, hidden):
        self.cnn = nn.Conv2d(1, hidden, 3)
        super().__init__("no module")
