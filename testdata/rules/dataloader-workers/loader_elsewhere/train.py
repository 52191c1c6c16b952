import argparse

import torch

from data import asked_for, files, in_memory, loaders

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Trainer:
    def __init__(self, model, args):
        self.model, self.device = model, device
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.loader, self.valid = loaders(args)

    def fit(self, epochs):
        for epoch in range(epochs):
            for batch in self.loader:
                self.step(batch)

    def step(self, batch):
        images, labels = (part.to(self.device) for part in batch)
        self.optimizer.zero_grad()
        self.model(images, labels).backward()
        self.optimizer.step()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data")
    parser.add_argument("--batch-size", type=int, default=8)
    parser.add_argument("--workers", type=int, default=0)
    args = parser.parse_args()
    model = torch.nn.Linear(3, 3)
    Trainer(model, args).fit(3)
    first_stage(model, torch.optim.SGD(model.parameters(), lr=0.1), args, [], torch.zeros(3), torch.zeros(3))


def first_stage(model, optimizer, args, paths, images, labels):
    """Whoever starts it says how many workers there are, and slices need none."""
    for loader in (asked_for(args, paths), *in_memory(images, labels)):
        for batch in loader:
            optimizer.zero_grad()
            model(batch["image"].cuda()).backward()
            optimizer.step()


if __name__ == "__main__":
    main()
