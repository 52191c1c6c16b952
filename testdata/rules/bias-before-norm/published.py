# The weights that somebody published have the bias.
from torch import nn
from torch.hub import load_state_dict_from_url


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 64, 3), nn.BatchNorm2d(64), nn.ReLU())

    def forward(self, x):
        return self.features(x)


def net(url):
    model = Net()
    model.load_state_dict(load_state_dict_from_url(url))
    return model


def train(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
