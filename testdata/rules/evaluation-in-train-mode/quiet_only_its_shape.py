import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8)

    def forward(self, x):
        return self.norm(self.conv(x))


def net(pretrained=True):
    model = Net()
    if pretrained:
        model.load_state_dict(torch.load("net.pth", map_location="cpu"))
    return model


if __name__ == "__main__":
    model = net(pretrained=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model.to(device)
    made = torch.ones(1, 3, 64, 64).to(device)
    found = model(made)
    print(found.shape)
