import torch
from torch import nn


class Planner(nn.Module):
    def __init__(self, actions, device="cuda"):
        super().__init__()
        self.encode = nn.Conv2d(3, 8, 3, padding=1)
        self.weight = nn.Parameter(torch.zeros(actions, 1, 3, 3), requires_grad=True).to(device)  # want "self.weight is a plain tensor and no parameter of Planner"
        self.bias = nn.Parameter(torch.zeros(actions)).cuda()  # want "to another device makes another tensor"

    def forward(self, x):
        return nn.functional.conv2d(self.encode(x).mean(1, keepdim=True), self.weight, self.bias, padding=1)


class Scaled(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.gain = 0.1 * nn.Parameter(torch.ones(width))  # want "so no optimizer trains it"
        self.token = nn.Parameter(torch.randn(width)).unsqueeze(0)  # want "makes another tensor of the Parameter, which"

    def forward(self, x):
        return self.linear(x) * self.gain + self.token


def main(loader):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Planner(4, device).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x.to(device)), y.to(device)).backward()
        optimizer.step()
