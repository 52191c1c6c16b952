from torch import nn


class Net(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.layers = nn.Sequential(nn.Flatten(), nn.Linear(784, 64), nn.Dropout(0.5), nn.Linear(64, classes))

    def forward(self, x):
        return self.layers(x)
