import torch

from .trainer import Trainer


def main():
    torch.autograd.set_detect_anomaly(True)  # want "is on for the whole run"
    trainer = Trainer()
    trainer.train()
