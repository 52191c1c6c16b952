"""The trainer is not at hand, and says by its name that it trains."""
from models import build
from trainers import Trainer
from torch.utils.data import DataLoader


def main(data):
    train_loader = DataLoader(data, num_workers=2, pin_memory=True, prefetch_factor=4)
    trainer = Trainer(build())
    trainer.train_model(train_loader)


main("data")
