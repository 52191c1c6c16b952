"""Clouds of points and signals: one-dimensional convolutions."""
import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


class PointNet(nn.Module):
    def __init__(self, classes, width):
        super().__init__()
        self.conv1, self.conv2, self.conv3 = nn.Conv1d(3, width, 1), nn.Conv1d(width, 2 * width, 1), nn.Conv1d(2 * width, 16 * width, 1)
        self.bn1, self.bn2, self.bn3 = nn.BatchNorm1d(width), nn.BatchNorm1d(2 * width), nn.BatchNorm1d(16 * width)
        self.fc1, self.fc2, self.fc3 = nn.Linear(16 * width, 512), nn.Linear(512, 256), nn.Linear(256, classes)
        self.drop = nn.Dropout(0.3)

    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)))
        x = F.relu(self.bn2(self.conv2(x)))
        x = self.bn3(self.conv3(x))
        x = torch.max(x, 2)[0]
        return F.log_softmax(self.fc3(F.relu(self.drop(self.fc2(F.relu(self.fc1(x)))))), dim=1)


class Wave(nn.Module):
    def __init__(self, classes, width, layers=8):
        super().__init__()
        self.first = nn.Conv1d(3, width, 1)
        self.filters = nn.ModuleList([nn.Conv1d(width, width, 3, padding=2 ** i, dilation=2 ** i) for i in range(layers)])
        self.gates = nn.ModuleList([nn.Conv1d(width, width, 3, padding=2 ** i, dilation=2 ** i) for i in range(layers)])
        self.mixes = nn.ModuleList([nn.Conv1d(width, width, 1) for _ in range(layers)])
        self.last = nn.Linear(width, classes)

    def forward(self, x):
        x, skip = self.first(x), 0
        for f, g, m in zip(self.filters, self.gates, self.mixes):
            y = m(torch.tanh(f(x)) * torch.sigmoid(g(x)))
            x, skip = x + y, skip + y
        return F.log_softmax(self.last(F.relu(skip).mean(-1)), dim=1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="points", choices=["points", "wave"])
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--length", type=int, default=2048)
    parser.add_argument("--width", type=int, default=64)
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if args.model == "points":
        model = PointNet(40, args.width)
    else:
        model = Wave(40, args.width)
    model.to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, weight_decay=1e-4)
    loader = DataLoader(TensorDataset(torch.randn(4 * args.batch, 3, args.length), torch.randint(40, (4 * args.batch,))), batch_size=args.batch)
    model.train()
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()
        loss = F.nll_loss(model(x), y)
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
