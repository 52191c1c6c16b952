import torch

from data import make_loader
from trainer import Trainer


def main(model, dataset, options, distributed):
    optimizer = torch.optim.AdamW(model.parameters(), lr=options["lr"])
    loader = make_loader(dataset, options, distributed)
    Trainer(model, optimizer, loader, options["epochs"]).fit()
