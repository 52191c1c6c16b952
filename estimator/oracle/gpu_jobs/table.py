"""Wide tables: embeddings of categories beside a deep perceptron; a teacher may look on."""
import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


class Tabular(nn.Module):
    def __init__(self, categories, numbers, rows, width, depth):
        super().__init__()
        self.tables = nn.ModuleList([nn.Embedding(rows, 32) for _ in range(categories)])
        layers, now = [], 32 * categories + numbers
        for _ in range(depth):
            layers += [nn.Linear(now, width), nn.BatchNorm1d(width), nn.SiLU(), nn.Dropout(0.1)]
            now = width
        self.body, self.head = nn.Sequential(*layers), nn.Linear(now, 10)

    def forward(self, c, x):
        return self.head(self.body(torch.cat([t(c[:, i]) for i, t in enumerate(self.tables)] + [x], dim=1)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--width", type=int, default=2048)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--rows", type=int, default=100000)
    parser.add_argument("--teacher", action="store_true")
    parser.add_argument("--optimizer", default="adam", choices=["adam", "sgd", "rmsprop", "adagrad"])
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Tabular(8, 64, args.rows, args.width, args.depth).to(device)
    teacher = Tabular(8, 64, args.rows, 2 * args.width, args.depth).to(device).eval() if args.teacher else None
    if args.optimizer == "adam":
        optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    elif args.optimizer == "sgd":
        optimizer = torch.optim.SGD(model.parameters(), lr=1e-2)
    elif args.optimizer == "rmsprop":
        optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-3)
    else:
        optimizer = torch.optim.Adagrad(model.parameters(), lr=1e-2)
    count = 4 * args.batch
    data = TensorDataset(torch.randint(args.rows, (count, 8)), torch.randn(count, 64), torch.randint(10, (count,)))
    model.train()
    for c, x, y in DataLoader(data, batch_size=args.batch):
        c, x, y = c.to(device), x.to(device), y.to(device)
        logits = model(c, x)
        loss = F.cross_entropy(logits, y)
        if teacher is not None:
            with torch.no_grad():
                target = teacher(c, x)
            loss = loss + F.kl_div(F.log_softmax(logits / 2, dim=-1), F.softmax(target / 2, dim=-1), reduction="batchmean")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
