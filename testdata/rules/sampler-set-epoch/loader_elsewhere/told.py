import torch

from data import make_told_loader
from telling import TellingTrainer


def main(model, dataset, options, distributed):
    optimizer = torch.optim.AdamW(model.parameters(), lr=options["lr"])
    TellingTrainer(model, optimizer, make_told_loader(dataset, options, distributed), options["epochs"]).fit()
